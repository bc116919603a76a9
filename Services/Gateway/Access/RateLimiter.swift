import Kernel
import Synchronization

/// Token buckets: each holds a minute's worth of requests and fills evenly. Who must not get more than that within any minute
/// has a sliding window instead.
///
/// Both live in two generations. A new generation starts every minute, or when the present one is full; the limiter
/// then drops the older one with every bucket that was unused since. This loses nothing, because a bucket is full again
/// after a minute without requests. A request costs two look-ups, however many callers there are.
package final class RateLimiter: Sendable {
    package static let generationMilliseconds: Int64 = 60_000
    package static let bucketsPerGenerationMax = 100_000

    package enum Subject: Hashable, Sendable {
        case principal(TenantID, String)
        case address(TenantID, String)
        case signIn(TenantID, String)
        /// Whom somebody wants to sign in as, from wherever.
        case identifier(TenantID, String)
        /// Who holds a guest's key.
        case capability(TenantID, String)
    }
    package struct Standing: Sendable {
        package let limit: Int
        package let remaining: Int
        /// Seconds until the bucket is full again.
        package let resetSeconds: Int
        /// Nil: go on. Else seconds until the next request has a chance.
        package let retryAfterSeconds: Int?
    }
    private struct Bucket {
        var tokens: Double
        var updatedMilliseconds: Int64
    }
    private struct Generations<Entry> {
        var present: [Subject: Entry] = [:]
        var past: [Subject: Entry] = [:]
        var beganMilliseconds: Int64 = 0

        mutating func pass(to time: Int64) {
            guard time - beganMilliseconds >= generationMilliseconds || present.count >= bucketsPerGenerationMax else { return }
            (past, present, beganMilliseconds) = (present, [:], time)
        }
        var count: Int { present.count + past.count }
    }
    private let buckets = Mutex(Generations<Bucket>())
    private let windows = Mutex(Generations<SlidingWindow>())
    package init() {}

    /// The number of buckets and windows in memory.
    package var count: Int { buckets.withLock { $0.count } + windows.withLock { $0.count } }

    /// Counts one request if fewer than the limit came within the last minute. A bucket that fills while it empties would let almost
    /// twice as many through.
    package func takeExactly(_ subject: Subject, perMinute: Int, now: Timestamp) -> Standing {
        let limit = max(1, perMinute), time = now.millisecondsSinceEpoch
        return windows.withLock { state in
            state.pass(to: time)
            var window = state.present[subject] ?? state.past[subject] ?? SlidingWindow()
            let wait = window.take(atMost: limit, within: Self.generationMilliseconds, at: time)
            state.present[subject] = window
            func seconds(_ milliseconds: Int64) -> Int { max(1, Int((milliseconds + 999) / 1000)) }
            return Standing(limit: limit, remaining: max(0, limit - window.times.count),
                            resetSeconds: seconds(window.rest(within: Self.generationMilliseconds, at: time)),
                            retryAfterSeconds: wait.map(seconds))
        }
    }

    /// Takes one token. `now` is the machine's time: a virtual clock does not fill buckets. A limit below one is one:
    /// nobody could ever be let in again.
    package func take(_ subject: Subject, perMinute: Int, now: Timestamp) -> Standing {
        let limit = max(1, perMinute)
        let perSecond = Double(limit) / 60
        let time = now.millisecondsSinceEpoch
        return buckets.withLock { state in
            state.pass(to: time)
            var bucket = state.present[subject] ?? state.past[subject] ?? Bucket(tokens: Double(limit), updatedMilliseconds: time)
            bucket.tokens = min(Double(limit), bucket.tokens + Double(max(0, time - bucket.updatedMilliseconds)) / 1000 * perSecond)
            bucket.updatedMilliseconds = time
            let isGranted = bucket.tokens >= 1
            if isGranted { bucket.tokens -= 1 }
            state.present[subject] = bucket
            let reset = Int(((Double(limit) - bucket.tokens) / perSecond).rounded(.up))
            let wait = isGranted ? nil : max(1, Int(((1 - bucket.tokens) / perSecond).rounded(.up)))
            return Standing(limit: limit, remaining: Int(bucket.tokens), resetSeconds: reset, retryAfterSeconds: wait)
        }
    }
}
