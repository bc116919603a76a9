import Kernel
import ServiceKit

/// Orders and what they leave behind: tickets, codes, refunds. The order is the process; what differs between apps is an `OrderWorkflow`.
public enum Orders: PlatformService, OrderWorkflowList {
    public static let name: ServiceName = "orders"
    /// A new workflow is a folder of its own, and its two names here.
    package static let workflows: [any OrderWorkflow.Type] = [TicketSale.self, Membership.self]
    public static let contents = ServiceContents(features: [
        .workflows(of: Orders.self), .events, .ticketSales, .tickets, .checkIn, .membership,
    ])
}
