import Contracts
import Kernel
import OrdersKit
import ServiceKit

extension OrdersTransaction {
    package var events: EventStore { EventStore(database, tenant) }
}

extension OrdersView {
    package var events: EventStore { EventStore(database, tenant) }
}
