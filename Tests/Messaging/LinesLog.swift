import Logging
import Synchronization

/// Collects the lines of a logger from `info` on: level, message, error.
final class LinesLog: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    var logger: Logger { Logger(label: "test") { [self] _ in Handler(to: self) } }

    private struct Handler: LogHandler {
        let to: LinesLog
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level = .info
        init(to: LinesLog) { self.to = to }
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }
        func log(event: LogEvent) {
            let error = event.metadata?["error"].map { ": \($0)" } ?? ""
            to.lines.withLock { $0.append("\(event.level) \(event.message)\(error)") }
        }
    }
}
