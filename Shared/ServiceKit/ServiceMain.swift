import Foundation
import Messaging
import NIOCore

extension ServiceRuntime {
    /// The entry point for `Main/`: reads settings from the environment, runs, and exits. Reports invalid settings on
    /// standard error.
    public static func main(connect: (ServiceSettings) throws -> any LogCluster) -> Never {
        // Create it before any thread exists.
        let signals = SignalWaiter([SIGTERM, SIGINT])
        signal(SIGPIPE, SIG_IGN)
        // HTTP and mail clients share this event loop; a service moves few bytes over them. Set it before one is made.
        NIOSingletons.groupLoopCountSuggestion = 1
        do {
            let runtime = try ServiceRuntime(settings: try .fromEnvironment(), connect: connect)
            runtime.metrics.bootstrap()
            try runtime.run(until: signals)
            exit(0)
        } catch {
            StandardError.write("\(Service.name): \(error)")
            exit(1)
        }
    }
}

/// The reason why a process ends, on standard error.
package enum StandardError {
    /// Ignores a standard error that nobody reads any more; Foundation's `write(_:)` would end the process there.
    package static func write(_ line: String, to file: FileHandle = .standardError) {
        try? file.write(contentsOf: Data((line + "\n").utf8))
    }
}
