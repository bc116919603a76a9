import ArgumentParser
import Foundation
import Kernel

package struct DownCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(commandName: "down", abstract: "Stop what `souk up` started in another shell.")
    package init() {}

    /// Gateway, services and broker stop one after the other, each within `Supervisor.stopGrace`.
    @Option(name: .long, help: "Seconds to wait for the end.") var wait = 100

    package func run() throws {
        let installation = try Installation()
        guard let run = installation.run else {
            Terminal.say("souk is not running (data \(installation.dataDirectory))")
            return
        }
        kill(run.pid, SIGTERM)
        let deadline = ContinuousClock.now + .seconds(wait)
        while run.isAlive {
            guard .now < deadline else { throw Installation.Invalid(description: "pid \(run.pid) has not ended after \(wait) s") }
            usleep(20_000)
        }
        Terminal.say("stopped")
    }
}
