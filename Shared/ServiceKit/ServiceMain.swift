import Foundation
import Messaging

extension ServiceRuntime {
    /// The entry point for `Main/`: reads settings from the environment, runs, and exits. Reports invalid settings on
    /// standard error.
    public static func main(connect: (ServiceSettings) throws -> any LogCluster) -> Never {
        // Create it before any thread exists.
        let signals = SignalWaiter([SIGTERM, SIGINT])
        do {
            try ServiceRuntime(settings: try .fromEnvironment(), connect: connect).run(until: signals)
            exit(0)
        } catch {
            FileHandle.standardError.write(Data("\(Service.name): \(error)\n".utf8))
            exit(1)
        }
    }
}
