import ArgumentParser
import Kernel

package struct SeedCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "seed", abstract: "Load the demo data of a tenant (accounts, events, sales) into the running platform.",
        discussion: """
            The content lies in deploy/demo/<tenant>/*.yml; dates are relative to now. All ids are fixed: what is there already stays as \
            it is. \
            `souk up` does this once by itself.
            """)
    package init() {}

    @Argument(help: "A tenant (default: all that have demo data).") var tenant: String?
    @OptionGroup var addresses: OperatorAddresses

    package func run() throws {
        let installation = try addresses.installation()
        let known = try TenantPublisher.current(installation.cluster(name: "seed"))
        let wanted = known.values.filter { tenant == nil || $0.tenant.rawValue == tenant }.sorted { $0.tenant < $1.tenant }
        guard !wanted.isEmpty else {
            throw ValidationError(tenant.map { "the platform knows no tenant \($0)" } ?? "the platform knows no tenants; apply one first")
        }
        for definition in wanted {
            guard let folder = try DemoData.folder(of: definition.tenant, installation) else {
                if tenant != nil { throw ValidationError("\(definition.tenant) has no demo data in deploy/demo") }
                continue
            }
            try Seeder(installation: installation, definition: definition, folder: folder).run()
        }
    }
}
