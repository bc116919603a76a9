import Contracts
import Kernel
import OrdersKit
import ServiceKit

extension OrdersTransaction {
    package var events: EventProjectionStore { EventProjectionStore(database, tenant) }
    package var drafts: DraftProjectionStore { DraftProjectionStore(database, tenant) }
}

extension OrdersView {
    package var events: EventProjectionStore { EventProjectionStore(database, tenant) }
    package var drafts: DraftProjectionStore { DraftProjectionStore(database, tenant) }
}
