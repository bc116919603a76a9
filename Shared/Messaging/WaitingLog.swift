import Logging
import Synchronization

/// Logs why something waits once per reason, however often it tries again, and says when it goes on.
public final class WaitingLog: Sendable {
    private let logger: Logger
    private let told = Mutex<Set<String>>([])
    /// A loop that meets ever new reasons must not fill the memory with them.
    private static let reasonsMax = 100

    public init(_ logger: Logger) { self.logger = logger }

    /// - Parameter reason: as for people. The same one again is logged at `debug`.
    public func note(_ message: Logger.Message, reason: String, level: Logger.Level = .warning, metadata: Logger.Metadata = [:]) {
        let isNew = told.withLock { told in
            if told.count >= Self.reasonsMax { told.removeAll() }
            return told.insert("\(message): \(reason)").inserted
        }
        logger.log(level: isNew ? level : .debug, message, metadata: metadata.merging(["error": "\(reason)"]) { $1 })
    }

    /// What was waited for is there. The next wait is told again.
    public func over(_ message: Logger.Message) {
        let wasTold = told.withLock { told in
            defer { told.removeAll() }
            return !told.isEmpty
        }
        if wasTold { logger.notice(message) }
    }
}
