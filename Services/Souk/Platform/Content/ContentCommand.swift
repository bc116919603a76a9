import ArgumentParser
import Contracts
import Kernel
import Messaging
import ServiceKit

package struct ContentCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "content", abstract: "Help and legal texts of an app: bring new versions of them.", subcommands: [Import.self])
    package init() {}

    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Bring frequent questions, articles and legal texts of an app to the running platform.",
            discussion: """
                A file has `faqs` and `articles`, which replace the help in their language, or legal `texts`, or all of them; see \
                deploy/demo/eventpass/help.yml and legal.yml. A version of a legal text never changes; the tenant file \
                (settings.catalog.legal) puts it in force, so bring the text first.
                """)
        @Argument(help: "A tenant: eventpass.") var tenant: String
        @Argument(help: "Files of content.") var files: [String]
        @OptionGroup var addresses: OperatorAddresses

        func run() throws {
            let installation = try addresses.installation()
            let known = try TenantPublisher.current(installation.cluster(name: "content"))
            guard let definition = known.values.first(where: { $0.tenant.rawValue == tenant }) else {
                throw ValidationError("the platform knows no tenant \(tenant)")
            }
            let read = try files.map { try ContentFile.read(YAMLFile(path: $0), of: definition) }
            let now = Timestamp.now()
            // The time is part of the name: going back to an earlier text is news, too.
            let imports = read.flatMap { $0.messages(of: definition) }
            let messages = imports.map { (name: "\($0.name)/\(now)", message: $0.message) }
            try ImportRun(installation: installation, tenant: definition, source: "content").send(messages, at: now)
            for (name, _) in imports { Terminal.say("\(tenant): \(name) imported") }
        }
    }
}
