import Kernel
import ServiceKit

/// Orders and what they leave behind: tickets, codes, refunds. The order is the process; what differs between apps is an `OrderWorkflow`.
public enum Orders: PlatformService {
    public static let name: ServiceName = "orders"
    public static let contents = ServiceContents(features: [.workflows, .ticketSales, .tickets, .checkIn, .membership])
}
