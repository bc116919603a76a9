import Foundation
import Messaging

extension ServiceRuntime {
    /// What `Main/` calls: settings from the environment, run, and an exit status. A setup that cannot work is said on standard error.
    public static func main(connect: (ServiceSettings) throws -> any LogCluster) -> Never {
        // Before any thread exists.
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
