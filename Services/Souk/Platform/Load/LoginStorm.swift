import Kernel
import Messaging
import Synchronization

/// Sign-ins beside a measurement: eight connections, each with its next login as soon as the last one is answered. What
/// is measured meanwhile must hardly notice: passwords are hashed before the log, on threads that yield.
struct LoginStorm {
    static let name = "login-storm"
    static let connections = 8

    let address: String
    let logins: LoadGenerator.Source

    /// Runs the measurement while people sign in. Answers what it answered, and how many signed in per second.
    func beside<Measured: Sendable>(_ measurement: () throws -> Measured, for duration: Duration) throws -> (Measured,
        loginsPerSecond: Double) {
        let generator = LoadGenerator(address: address, connections: Self.connections)
        let counted = Counted()
        let thread = BlockingThread(name: "logins") { [logins] in
            guard let result = try? generator.run(warmUp: .zero, duration: duration, firstRequest: 0, requests: logins).result else {
                return
            }
            counted.result.withLock { $0 = (result.perSecond, result.unexpected(besides: [200])) }
        }
        let measured = try measurement()
        thread.join()
        let (perSecond, unexpected) = counted.result.withLock { $0 }
        guard perSecond > 0, unexpected == 0 else {
            throw LocalHTTP.Failed(description: "\(unexpected) logins of the storm were not answered 200, \(perSecond) a second were")
        }
        return (measured, perSecond)
    }

    private final class Counted: Sendable {
        let result = Mutex<(perSecond: Double, unexpected: Int)>((0, 0))
    }
}
