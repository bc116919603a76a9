import Kernel
import Synchronization

/// Counts what guests at one address achieved within the last hour, for routes that let them succeed only so often
/// (`Route.guestsPerHour`). A request takes its place before it is sent on and gives it back unless it succeeds, so
/// that many at once cannot exceed the limit either.
package final class GuestQuota: Sendable {
    package static let windowMilliseconds: Int64 = 3_600_000
    package static let addressesMax = 100_000

    package struct Place: Hashable, Sendable {
        let tenant: TenantID
        let route: String
        let address: String
        package init(tenant: TenantID, route: String, address: String) {
            (self.tenant, self.route, self.address) = (tenant, route, address)
        }
    }
    package enum Turn: Sendable {
        /// The request counts from this instant, until it is given back.
        case taken(Int64)
        case full(retryAfterSeconds: Int)
    }
    private let state = Mutex<[Place: SlidingWindow]>([:])
    package init() {}

    /// The number of addresses in memory.
    package var count: Int { state.withLock { $0.count } }

    /// `now` is the machine's time: a virtual clock frees nothing.
    package func take(_ place: Place, perHour: Int, now: Timestamp) -> Turn {
        let time = now.millisecondsSinceEpoch
        return state.withLock { state in
            if state[place] == nil, state.count >= Self.addressesMax {
                state = state.filter { $0.value.rest(within: Self.windowMilliseconds, at: time) > 0 }
                // So many addresses within an hour are an attack, and memory has an end.
                if state.count >= Self.addressesMax { state = [:] }
            }
            let wait = state[place, default: SlidingWindow()].take(atMost: max(1, perHour), within: Self.windowMilliseconds, at: time)
            return wait.map { .full(retryAfterSeconds: max(1, Int(($0 + 999) / 1000))) } ?? .taken(time)
        }
    }

    /// The request did not succeed.
    package func giveBack(_ place: Place, _ time: Int64) {
        state.withLock { state in
            state[place]?.giveBack(time)
            if state[place]?.times.isEmpty == true { state[place] = nil }
        }
    }
}
