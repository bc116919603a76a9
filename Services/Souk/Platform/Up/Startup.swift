import Foundation
import Kernel
import Messaging
import ServiceKit

/// From "processes run" to READY: tenants applied, every service ready, demo data loaded once.
struct Startup: Sendable {
    let installation: Installation
    let plan: MachinePlan
    let tenants: [TenantFile]
    let seeds: Bool

    static let readyDeadline = Duration.seconds(60)

    /// False, after printing the reason, when the platform cannot start.
    func run() -> Bool {
        let started = ContinuousClock.now
        do {
            var here = installation.environment
            here["KAFKA_BOOTSTRAP_SERVERS"] = plan.bootstrapServers
            let there = try Installation(environment: here)
            let cluster = there.cluster(name: "up")
            _ = try waitingForBroker { try cluster.clusterID(timeout: .seconds(1)) }
            let changed = try waitingForBroker { try TenantPublisher(installation: there).apply(tenants) }
            try waitUntilReady()
            // Includes tenants that were applied after the gateway became ready.
            try TenantReadiness.wait(for: tenants.map(\.definition.tenant), in: there, within: Self.readyDeadline)
            let took = ContinuousClock.now - started
            for tenant in changed { Terminal.say("souk: tenant \(tenant) applied") }
            if seeds { try seed(there) }
            greet(took)
            return true
        } catch {
            Terminal.note("souk: \(error)")
            return false
        }
    }

    /// Repeats the body while the broker cannot answer: a cluster that just started elects leaders for seconds. Reports
    /// once what it waits for. Invalid settings end the start at once.
    private func waitingForBroker<T>(_ body: () throws -> T) throws -> T {
        let deadline = ContinuousClock.now + Self.readyDeadline
        var reported: String?
        let reportAfter = ContinuousClock.now + .seconds(5)
        while true {
            do {
                return try body()
            } catch let error as LogError where error.isRetriable && .now < deadline {
                if reported != error.description, .now > reportAfter {
                    Terminal.note("souk: waiting: \(error)")
                    reported = error.description
                }
                usleep(20_000)
            }
        }
    }

    private func waitUntilReady() throws {
        let deadline = ContinuousClock.now + Self.readyDeadline
        var waiting = plan.children.compactMap { child in child.address.map { (name: child.name, address: $0) } }
        var reasons: [String: String] = [:]
        while true {
            waiting.removeAll { process in
                do {
                    let answer = try LocalHTTP.request("GET", process.address, "/ready", timeout: .seconds(2))
                    reasons[process.name] = answer.text.trimmed
                    return answer.status == 200
                } catch {
                    reasons[process.name] = "\(error)"
                    return false
                }
            }
            if waiting.isEmpty { return }
            guard .now < deadline else {
                let list = waiting.map { "\($0.name): \(reasons[$0.name] ?? "no answer")" }.joined(separator: "; ")
                throw Installation.Invalid(description: "not ready after \(Int(Self.readyDeadline.inSeconds)) s: \(list)")
            }
            usleep(20_000)
        }
    }

    private func seed(_ there: Installation) throws {
        for tenant in tenants.map(\.definition) {
            guard let demo = try DemoData.folder(of: tenant.tenant, installation), !SeedMarker.exists(tenant.tenant, in: there) else {
                continue
            }
            try Seeder(installation: there, definition: tenant, folder: demo).run()
        }
    }

    private func greet(_ took: Duration) {
        let base = "http://\(installation.gatewayAddress)"
        Terminal.say("")
        Terminal.say(Terminal.painted("READY \(base)", .green, bold: true)
            + "   (after \(Int(took.inSeconds * 1000)) ms; Ctrl-C stops everything)")
        for tenant in tenants.map(\.definition) {
            Terminal.say("  \(tenant.name): \(base)/t/\(tenant.tenant)\(tenant.basePath)   routes: \(base)/t/\(tenant.tenant)/docs")
        }
        let first = FirstRequest.path(of: tenants.map(\.definition), demo: try? installation.folder("deploy/demo"))
        if let first { Terminal.say("  try: curl '\(base)\(first)'") }
    }
}
