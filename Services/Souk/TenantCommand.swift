import ArgumentParser
import Contracts
import Kernel
import ServiceKit
import SoukPlatform

struct TenantCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tenant", abstract: "The apps on this platform: check and apply their files, list them.",
        subcommands: [Apply.self, Check.self, List.self])

    struct Apply: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Check tenant files and make them true on every service.",
                                                        discussion: """
                                                            All mistakes of all files are shown with file and line; nothing is applied \
                                                            unless all are good.
                                                            """)
        @Argument(help: "Tenant files (deploy/tenants/eventpass.yml), or folders of them.") var files: [String]

        func run() throws {
            let files = try TenantCommand.load(files)
            let changed = try TenantPublisher(installation: Installation()).apply(files)
            for file in files {
                Terminal.say("\(file.definition.tenant): \(changed.contains(file.definition.tenant) ? "applied" : "unchanged")")
            }
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Check tenant files without applying them.")
        @Argument(help: "Tenant files, or folders of them.") var files: [String]

        func run() throws {
            for file in try TenantCommand.load(files) { Terminal.say("\(file.path): good (\(file.definition.name))") }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "The tenants the platform knows.")

        func run() throws {
            let installation = try Installation()
            let tenants = try TenantPublisher.current(installation.cluster(name: "tenants"))
            guard !tenants.isEmpty else { return Terminal.say("no tenants; apply one: souk tenant apply deploy/tenants/eventpass.yml") }
            var table = TextTable("tenant", "name", "address", "currency", "zone", "plugins")
            for definition in tenants.values.sorted(by: { $0.tenant < $1.tenant }) {
                let plugins = definition.plugins.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.joined(separator: ", "))" }
                    .joined(separator: "; ")
                table.add(definition.tenant.rawValue, definition.name, "/t/\(definition.tenant)\(definition.basePath)",
                          definition.currency.code, definition.timezone, plugins)
            }
            Terminal.say(table.text)
        }
    }

    static func load(_ arguments: [String]) throws -> [TenantFile] {
        try TenantFile.load(paths: arguments.flatMap { try TenantFolder.isFolder($0) ? TenantFolder.load($0).map(\.path) : [$0] },
                            catalogue: InstalledServices.catalogue)
    }
}
