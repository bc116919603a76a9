import Contracts
import Kernel
import OrdersKit
import ServiceKit

extension OrdersScope {
    package var events: EventProjectionStore { EventProjectionStore(database, tenant) }
    package var drafts: DraftProjectionStore { DraftProjectionStore(database, tenant) }
}
