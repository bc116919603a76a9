import Contracts
import Kernel
import OrdersKit
import ServiceKit

extension OrdersScope {
    package var orders: OrderStore { OrderStore(database, tenant) }
    package var refunds: TicketRefundStore { TicketRefundStore(database, tenant) }
    package var cancellations: CancellationStore { CancellationStore(database, tenant) }
    package var ticketSaleSettings: TicketSaleSettings { definition.settings(of: ServiceName.orders.rawValue) { TicketSaleSettings($0) } }
}
