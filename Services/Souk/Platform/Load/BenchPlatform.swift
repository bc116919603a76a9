import Contracts
import CSupervise
import Foundation
import Kernel
import Messaging
import ServiceKit

/// The platform that is measured: one of its own, started and stopped here, or one that runs already.
package final class BenchPlatform {
    let installation: Installation
    let definition: TenantDefinition
    let readyMilliseconds: Int?
    /// Its processes count their requests to the brokers.
    let countsRequests: Bool
    private let child: Child?
    private let scratch: String?

    package init(attachedTo installation: Installation) throws {
        (self.installation, child, scratch, readyMilliseconds, countsRequests) = (installation, nil, nil, nil, false)
        definition = try Self.prepare(installation, tenant: BenchScript.tenant)
    }

    /// - Parameters:
    ///   - scratch: nil: a folder in the temporary directory, removed at the end.
    ///   - tenant: whose file lies in `folder`, below the repository; no other tenant is there.
    package init(scratch: String?, tenant: String = BenchScript.tenant, from folder: String = "deploy/bench",
                 countsRequests: Bool = false) throws {
        let here = try Installation()
        let data = scratch ?? NSTemporaryDirectory() + "souk-bench-\(getpid())"
        var environment = here.environment
        environment["SOUK_DATA"] = data
        environment["SOUK_PORT"] = String(try FreePort.run(of: Topics.services.count + 2))
        environment["SOUK_SETTINGS"] = try here.folder("deploy/settings") + "/bench.yml"
        environment["SOUK_LOG_LEVEL"] = "error"
        environment["SOUK_BROKER_PORT"] = String(try FreePort.any())
        if countsRequests { environment["KAFKA_STATISTICS_INTERVAL_MS"] = String(BrokerRequests.intervalMilliseconds) }
        let tenants = data + "/tenants"
        try FileManager.default.createDirectory(atPath: tenants, withIntermediateDirectories: true)
        let file = folder + (folder == "deploy/bench" ? "/tenant.yml" : "/\(tenant).yml")
        try Data(contentsOf: URL(fileURLWithPath: here.folder(file))).write(to: URL(fileURLWithPath: "\(tenants)/\(tenant).yml"))
        let plan = ChildPlan(name: "platform", tier: .service, executable: Installation.executableFolder + "/souk",
                             arguments: ["up", "--no-seed", "--tenants", tenants], environment: environment, address: nil)
        let child = Child(plan)
        try child.start()
        (self.child, self.scratch, self.countsRequests) = (child, scratch == nil ? data : nil, countsRequests)
        do {
            readyMilliseconds = try Self.waitUntilReady(child)
            installation = try Installation(environment: environment)
            definition = try Self.prepare(installation, tenant: tenant)
        } catch {
            child.signal(SIGTERM)
            throw error
        }
    }

    private static let startDeadline = Duration.seconds(90)

    /// Waits for the READY line and returns the milliseconds in it.
    private static func waitUntilReady(_ child: Child) throws -> Int? {
        var log: [String] = []
        let deadline = ContinuousClock.now + startDeadline
        while ContinuousClock.now < deadline {
            for line in child.drain() {
                if line.contains("READY "), let after = line.range(of: "after ") {
                    return Int(line[after.upperBound...].prefix { $0.isNumber })
                }
                log.append(line)
            }
            if child.output < 0 { break }
            usleep(10_000)
        }
        throw Installation.Invalid(description: "the platform did not start:\n" + log.suffix(20).joined(separator: "\n"))
    }

    /// Accounts and events of the tenant that is measured.
    private static func prepare(_ installation: Installation, tenant: String) throws -> TenantDefinition {
        guard let definition = try TenantPublisher.current(installation.cluster(name: "bench"))
              .values.first(where: { $0.tenant.rawValue == tenant }) else {
            throw Installation.Invalid(description: "the platform has no tenant \(tenant); apply its file from deploy")
        }
        try BenchSeed(installation: installation, definition: definition).run()
        return definition
    }

    package func stop() {
        guard let child, let pid = child.pid else { return }
        child.signal(SIGTERM)
        var status: Int32 = 0
        waitpid(pid, &status, 0)
        if let scratch { try? FileManager.default.removeItem(atPath: scratch) }
    }
}
