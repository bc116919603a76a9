import Contracts
import Kernel
import OrdersKit
import OrdersTicketSales
import Synchronization

/// What the queries of a shard keep of snapshots: tickets with their signed codes, so that a query reads and signs what
/// changed since, and answers of which slices are still to be fetched. Both are bounded; a program that starts again
/// has neither, and a download that it interrupts begins again.
final class SnapshotMemory: Sendable {
    struct Event: Hashable { let tenant: TenantID, id: EventID }

    /// One event's tickets and their codes.
    struct Codes {
        struct Known {
            /// Of what the codes were made of.
            let digest: [UInt8]
            /// Id and box of each version of the ticket's code.
            let codes: [(id: String, box: String?)]
            let type: TicketTypeID
            /// Of its newest code.
            let status: SnapshotLine.Status
            let isInside: Bool
            let isActive: Bool
            /// Version of its newest code.
            let newest: Int
        }
        var tickets: [TicketID: Known] = [:]
        /// Codes in `tickets`.
        var count = 0
        /// The last change that `tickets` knows.
        var through = SnapshotTicketStore.Change.beforeAll
    }
    private struct Download { let event: Event, tag: String, json: [UInt8], at: Timestamp }
    private struct State {
        /// The newest last.
        var codes: [(event: Event, codes: Codes)] = []
        var downloads: [Download] = []
    }

    private static let downloadBytesMax = 64_000_000
    /// No gateway fetches one answer for that long.
    private static let downloadMinutes = 10
    private let state = Mutex(State())

    /// Takes the codes of an event out of the memory; the query that asks owns them until it keeps them again.
    func take(_ event: Event) -> Codes {
        state.withLock { state in
            guard let index = state.codes.firstIndex(where: { $0.event == event }) else { return Codes() }
            return state.codes.remove(at: index).codes
        }
    }

    /// Keeps the codes of an event, and drops those of events that were asked for longest ago.
    /// - Parameter codesMax: of all events of the shard.
    func keep(_ codes: Codes, of event: Event, codesMax: Int) {
        state.withLock { state in
            state.codes.removeAll { $0.event == event }
            state.codes.append((event, codes))
            var total = state.codes.reduce(0) { $0 + $1.codes.count }
            while total > codesMax, state.codes.count > 1 { total -= state.codes.removeFirst().codes.count }
        }
    }

    /// Keeps an answer whose first slice is on its way.
    func keep(_ json: [UInt8], tag: String, of event: Event, at now: Timestamp) {
        state.withLock { state in
            state.downloads.removeAll { $0.event.tenant == event.tenant && now - $0.at > .minutes(Self.downloadMinutes) }
            guard !state.downloads.contains(where: { $0.event == event && $0.tag == tag }) else { return }
            state.downloads.append(Download(event: event, tag: tag, json: json, at: now))
            var total = state.downloads.reduce(0) { $0 + $1.json.count }
            while total > Self.downloadBytesMax, state.downloads.count > 1 { total -= state.downloads.removeFirst().json.count }
        }
    }

    /// The answer of this tag; nil: it is not there any more.
    func download(_ tag: String, of event: Event) -> [UInt8]? {
        state.withLock { $0.downloads.first { $0.event == event && $0.tag == tag }?.json }
    }
}

extension OrdersView {
    var snapshotMemory: SnapshotMemory { context.memory.value("check-in-snapshots") { SnapshotMemory() } }
}
