import Logging
import Synchronization

/// Logs once per reason why a loop waits, however often it retries, and logs when it continues.
public final class WaitingLog: Sendable {
    private let logger: Logger
    private let told = Mutex<Set<String>>([])
    /// A loop whose reason changes every time must not fill the memory.
    private static let reasonsMax = 100

    public init(_ logger: Logger) { self.logger = logger }

    /// - Parameter reason: for people. A repeated reason is logged at `debug`.
    public func note(_ message: Logger.Message, reason: String, level: Logger.Level = .warning, metadata: Logger.Metadata = [:]) {
        let isNew = told.withLock { told in
            if told.count >= Self.reasonsMax { told.removeAll() }
            return told.insert("\(message): \(reason)").inserted
        }
        logger.log(level: isNew ? level : .debug, message, metadata: metadata.merging(["error": "\(reason)"]) { $1 })
    }

    /// The wait is over. The next wait is logged again.
    public func over(_ message: Logger.Message) {
        let wasTold = told.withLock { told in
            defer { told.removeAll() }
            return !told.isEmpty
        }
        if wasTold { logger.notice(message) }
    }
}
