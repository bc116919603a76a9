import Kernel
import Messaging

/// The last minutes of one tenant's events, for streams that were cut and come back.
package struct LiveRing {
    package init() {}

    static let eventsMax = 4096
    static let bytesMax = 4 << 20
    /// How far the clocks of brokers may differ.
    static let overlap: Duration = .seconds(5)

    private var events: [LiveEvent] = []
    private var first = 0
    package private(set) var bytes = 0
    package var isEmpty: Bool { first == events.count }
    private var ids: Set<String> = []
    /// The tenant's time of the newest event of each service. A service's events come in the order of that time, so an
    /// older one is a repetition: a broker that forgot everything is told everything again.
    private var newest: [ServiceName: Timestamp] = [:]

    /// False: it was here before.
    package mutating func add(_ event: LiveEvent, tenantNow: Timestamp, keptMilliseconds: Int64) -> Bool {
        if let newest = newest[event.service] {
            guard event.time >= newest, !ids.contains(event.id) else { return false }
        } else {
            guard event.time >= tenantNow - .milliseconds(keptMilliseconds) else { return false }
        }
        newest[event.service] = event.time
        latest[event.service] = event.id
        events.append(event)
        ids.insert(event.id)
        bytes += event.costBytes
        trim(before: event.arrivedMilliseconds - keptMilliseconds)
        return true
    }

    package mutating func trim(before time: Int64) {
        while first < events.count {
            let oldest = events[first]
            guard oldest.arrivedMilliseconds < time || events.count - first > Self.eventsMax || bytes > Self.bytesMax else { break }
            ids.remove(oldest.id)
            bytes -= oldest.costBytes
            first += 1
        }
        if isEmpty {
            (events, first) = ([], 0)
        } else if first > 256, first * 2 > events.count {
            events.removeFirst(first)
            first = 0
        }
    }

    /// The last event of each service.
    package private(set) var latest: [ServiceName: String] = [:]

    /// The indices of the events of a position that are still in the ring.
    private func indices(of place: StreamPlace) -> [ServiceName: Int] {
        let wanted = Set(place.ids.filter(ids.contains))
        guard !wanted.isEmpty else { return [:] }
        return events.indices[first...].reduce(into: [:]) { if wanted.contains(events[$1].id) { $0[events[$1].service] = $1 } }
    }

    /// The last event of each service that the client has seen; nil: the ring has none of them any more.
    package func known(_ place: StreamPlace) -> [ServiceName: String]? {
        let indices = indices(of: place)
        return indices.isEmpty ? nil : indices.mapValues { events[$0].id }
    }

    /// The events after this position, oldest first; nil: the ring no longer has it. If the position does not name a
    /// service, all its events after the named ones are new: on this instance by order, on another by the broker's time
    /// with some tolerance for clocks.
    package func after(_ place: StreamPlace) -> [LiveEvent]? {
        let seen = indices(of: place)
        guard let newest = seen.values.max() else { return nil }
        return events.indices[first...].filter { index in
            let event = events[index]
            if let at = seen[event.service] { return index > at }
            return index > newest || place.ids.count > 1 && event.recorded >= events[newest].recorded - Self.overlap
        }.map { events[$0] }
    }
}
