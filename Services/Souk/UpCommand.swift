import ArgumentParser
import Foundation
import Kernel

struct UpCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "up", abstract: "Start everything on this machine and keep it running; Ctrl-C stops it all.",
        discussion: """
            Starts the embedded broker (unless KAFKA_BOOTSTRAP_SERVERS names a cluster), all services and the gateway, applies the tenants \
            of \
            deploy/tenants, loads their demo data once, and prints READY with a first curl. A program that crashes is started again.

            SOUK_PORT (8080)           the gateway; the services' operator ports follow it
            SOUK_DATA (./data)         SQLite files, secrets, snapshots; found again at the next start
            SOUK_BROKER_PORT (9092)    the embedded broker; a free port when 9092 is taken
            SOUK_SETTINGS              deploy/settings/development.yml when not set
            SOUK_PARTITIONS (2)        partitions of topics that are created
            """)

    @Flag(name: .long, help: "Do not load demo data.") var noSeed = false
    @Option(name: .long, help: "Folder of tenant files (default: deploy/tenants).") var tenants: String?

    func run() throws {
        let installation = try Installation()
        if let run = installation.run {
            throw Installation.Invalid(
                description: "souk is running already (pid \(run.pid), data \(installation.dataDirectory)); stop it with: souk down")
        }
        // A mistake in a tenant file shows before anything starts.
        let files = try TenantFolder.load(tenants ?? installation.folder("deploy/tenants"))
        let plan = try MachinePlan(installation)
        try FileManager.default.createDirectory(atPath: installation.dataDirectory, withIntermediateDirectories: true)
        let pid = getpid()
        let record = RunRecord(pid: pid, startTicks: ProcessFacts(pid: pid)?.startTicks ?? 0, port: installation.port,
                               bootstrapServers: plan.bootstrapServers, isEmbedded: plan.isEmbedded, processes: [:])
        let data = installation.dataDirectory
        let supervisor = try Supervisor(plan.children) { processes in
            var current = record
            current.processes = processes
            do { try current.write(in: data) } catch { Terminal.note("cannot write \(RunRecord.path(in: data)): \(error)") }
        }
        defer { RunRecord.remove(in: data) }
        let startup = Startup(installation: installation, plan: plan, tenants: files, seeds: !noSeed)
        let exitCode = supervisor.exitCode
        Thread.detachNewThread {
            guard !startup.run() else { return }
            exitCode.set(1)
            kill(pid, SIGTERM)
        }
        let code = try supervisor.run()
        if code != 0 { throw ExitCode(code) }
    }
}

struct DownCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "down", abstract: "Stop what `souk up` started in another shell.")

    /// Gateway, services and broker stop one after the other, each within `Supervisor.stopGrace`.
    @Option(name: .long, help: "Seconds to wait for the end.") var wait = 100

    func run() throws {
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
