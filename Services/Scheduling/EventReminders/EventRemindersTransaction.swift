import SchedulingKit
import ServiceKit

// What handlers about events and their audience work with.

extension SchedulingTransaction {
    var events: EventStore { EventStore(database, tenant) }
    var audience: AudienceStore { AudienceStore(database, tenant) }
}

extension SchedulingView {
    package var events: EventStore { EventStore(database, tenant) }
}
