import Logging
import Synchronization

/// Logs once per reason why a loop waits, however often it retries, and logs when it continues.
public final class WaitingLog: Sendable {
    private let logger: Logger
    private let logged = Mutex<Set<String>>([])
    /// A loop whose reason changes every time must not fill the memory.
    private static let reasonsMax = 100

    public init(_ logger: Logger) { self.logger = logger }

    /// - Parameter reason: for people. A repeated reason is logged at `debug`.
    public func note(_ message: Logger.Message, reason: String, level: Logger.Level = .warning, metadata: Logger.Metadata = [:]) {
        let isNew = logged.withLock { logged in
            if logged.count >= Self.reasonsMax { logged.removeAll() }
            return logged.insert("\(message): \(reason)").inserted
        }
        logger.log(level: isNew ? level : .debug, message, metadata: metadata.merging(["error": "\(reason)"]) { $1 })
    }

    /// The wait is over. The next wait is logged again.
    public func over(_ message: Logger.Message) {
        let wasLogged = logged.withLock { logged in
            defer { logged.removeAll() }
            return !logged.isEmpty
        }
        if wasLogged { logger.notice(message) }
    }
}
