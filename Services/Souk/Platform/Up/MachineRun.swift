import Foundation
import Kernel
import ServiceKit

/// The platform on this machine from its start to its end: what `souk up` does once the tenant files are good.
package struct MachineRun {
    private let installation: Installation
    private let plan: MachinePlan
    private let tenants: [TenantFile]
    private let seeds: Bool

    /// Throws `Installation.Invalid` when a program is missing or a port is not usable.
    /// - Parameter seeds: whether demo data is loaded.
    package init(_ installation: Installation, tenants: [TenantFile], seeds: Bool) throws {
        (self.installation, self.tenants, self.seeds) = (installation, tenants, seeds)
        plan = try MachinePlan(installation)
    }

    /// Runs until everything has stopped. Answers the exit code. Must be called on the process's main thread.
    package func run() throws -> Int32 {
        let data = installation.dataDirectory
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        let pid = getpid()
        let record = RunRecord(pid: pid, startTicks: ProcessFacts(pid: pid)?.startTicks ?? 0, port: installation.port,
                               bootstrapServers: plan.bootstrapServers, isEmbedded: plan.isEmbedded, processes: [:])
        let supervisor = try Supervisor(plan.children) { processes in
            var current = record
            current.processes = processes
            do { try current.write(in: data) } catch { Terminal.note("cannot write \(RunRecord.path(in: data)): \(error)") }
        }
        defer { RunRecord.remove(in: data) }
        let startup = Startup(installation: installation, plan: plan, tenants: tenants, seeds: seeds)
        let exitCode = supervisor.exitCode
        Thread.detachNewThread {
            guard !startup.run() else { return }
            exitCode.set(1)
            kill(pid, SIGTERM)
        }
        return try supervisor.run()
    }
}
