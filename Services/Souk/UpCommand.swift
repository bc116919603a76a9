import ArgumentParser
import SoukPlatform

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
        let code = try MachineRun(installation, tenants: files, seeds: !noSeed).run()
        if code != 0 { throw ExitCode(code) }
    }
}
