import Kernel
import Messaging

/// The last minutes of one tenant's events, for streams that were cut and come back.
struct LiveRing {
    static let keptMilliseconds: Int64 = 5 * 60 * 1000
    static let eventsMax = 4096
    static let bytesMax = 4 << 20
    /// Instances of the gateway see the topics of different services interleaved differently: of the other services a little more is repeated
    /// than may be needed, never less.
    static let overlap: Duration = .seconds(5)

    private var events: [LiveEvent] = []
    private var first = 0
    private var bytes = 0
    private var ids: Set<String> = []
    /// The tenant's time of the newest event of each service. A service's events come in the order of that time, so an older one is a repetition:
    /// a broker that forgot everything is told everything again.
    private var newest: [ServiceName: Timestamp] = [:]

    /// False: it was here before.
    mutating func add(_ event: LiveEvent, tenantNow: Timestamp) -> Bool {
        if let newest = newest[event.service] {
            guard event.time >= newest, !ids.contains(event.id) else { return false }
        } else {
            guard event.time >= tenantNow - .milliseconds(Self.keptMilliseconds) else { return false }
        }
        newest[event.service] = event.time
        events.append(event)
        ids.insert(event.id)
        bytes += event.json.count
        trim(before: event.arrivedMilliseconds - Self.keptMilliseconds)
        return true
    }

    mutating func trim(before time: Int64) {
        while first < events.count {
            let oldest = events[first]
            guard oldest.arrivedMilliseconds < time || events.count - first > Self.eventsMax || bytes > Self.bytesMax else { break }
            ids.remove(oldest.id)
            bytes -= oldest.json.count
            first += 1
        }
        if first > 256, first * 2 > events.count {
            events.removeFirst(first)
            first = 0
        }
    }

    /// What came after the event with this id, oldest first; nil: it is not known any more.
    func after(_ id: String) -> [LiveEvent]? {
        guard ids.contains(id), let at = events.indices[first...].last(where: { events[$0].id == id }) else { return nil }
        let last = events[at]
        return events.indices[first...].filter { index in
            let event = events[index]
            return event.service == last.service ? index > at : event.recorded >= last.recorded - Self.overlap
        }.map { events[$0] }
    }
}
