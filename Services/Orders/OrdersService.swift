import Kernel
import OrdersBusinessNumbers
import OrdersCheckIn
import OrdersFood
import OrdersFoodPages
import OrdersFuel
import OrdersFuelDeliveries
import OrdersFuelPages
import OrdersKit
import OrdersMembership
import OrdersTicketSales
import ServiceKit

/// Orders and what they leave behind: tickets, codes, refunds. The order is the process; what differs between apps is an `OrderWorkflow`.
public enum Orders: PlatformService, OrderWorkflowList, DescribesSettings {
    public static let name = ServiceName.orders
    /// A new workflow is a folder of its own, and its name here.
    package static let workflows: [any OrderWorkflow.Type] = [TicketSale.self, Membership.self, FoodSale.self, FuelSale.self]
    public static let contents = ServiceContents(features: features + [
        .checkIn, .offlineDoor, .businessNumbers, .foodPages, .fuelDeliveries, .fuelPages,
    ])
    public static let settingsReference = descriptions.merging([WalletPassSettings.plugin: WalletPassSettings.reference]) { own, _ in own }
}
