import Crypto
import Kernel

/// When a failed attempt is made again (common.md 7, "Webhook attempts").
public enum WebhookSchedule {
    /// After the first attempt, the second, …; after the last one a delivery has failed.
    public static let waits: [Duration] = [
        .seconds(5), .minutes(5), .minutes(30), .hours(2), .hours(5), .hours(10), .hours(14), .hours(20), .hours(24),
    ]
    /// How long a receiver may make us wait by `Retry-After`.
    public static let retryAfterMax: Duration = .hours(24)
    /// For the connection, the request and the receiver's status.
    public static let answerWithin: Duration = .seconds(15)

    /// - Parameter failures: attempts that failed since the schedule began, this one included. Nil: that was the last one.
    public static func wait(afterFailures failures: Int, retryAfter: Duration?, delivery: String, attempt: Int) -> Duration? {
        guard failures > 0, failures <= waits.count else { return nil }
        let usual = waits[failures - 1]
        let jittered = usual + .milliseconds(usual.wholeMilliseconds * Int64(permille(delivery, attempt)) / 1000)
        return max(jittered, min(retryAfter ?? .zero, retryAfterMax))
    }

    /// 0 to 100: so many receivers that failed together aren't called together again. A replay finds the same.
    static func permille(_ delivery: String, _ attempt: Int) -> Int {
        let digest = Array(SHA256.hash(data: Array("\(delivery).\(attempt)".utf8)).prefix(2))
        return (Int(digest[0]) << 8 | Int(digest[1])) % 101
    }
}
