import ArgumentParser
import Contracts
import Kernel
import ServiceKit
import SoukPlatform

struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "The keys of the services: which sign, which are sealed to; renew them without signing anybody out.",
        subcommands: [List.self, Rotate.self])

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "The public keys the platform knows.")

        func run() throws {
            let cluster = try Installation().cluster(name: "keys")
            var table = TextTable("service", "for", "key")
            for (service, key) in try PlatformKeys.sealing(cluster).sorted(by: { $0.key < $1.key }) {
                table.add(service.rawValue, "sealing", key.id)
            }
            for (kid, key) in try PlatformKeys.published(cluster).sorted(by: { $0.key < $1.key }) {
                table.add(key.service.rawValue, key.use, kid)
            }
            Terminal.say(table.text)
        }
    }

    struct Rotate: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give services new keys.",
            discussion: """
                Each service gets the next generation of its sealing key, and of signing keys whose signatures end by themselves (access \
                tokens; tickets keep \
                theirs). What the older keys signed counts until it ends, what was sealed to them can still be opened: nobody is signed \
                out, nothing in flight \
                is lost. A rotation that was cut off goes on when it is started again. After partitions were added, rotate once more: \
                new shards begin with \
                the first generation.
                """)
        @Argument(help: "Services (default: all).") var services: [String] = []

        func run() throws {
            let names = services.isEmpty ? InstalledServices.names : services.map { ServiceName($0) }
            for name in names where InstalledServices.named(name) == nil { throw ValidationError("there is no service \(name)") }
            let cluster = try Installation().cluster(name: "keys")
            let bar = ProgressBar("keys", total: names.count)
            var done: [String] = []
            for name in names {
                let uses = InstalledServices.named(name)?.rotatingUses ?? []
                let generation = try KeyRotation(of: name, uses: uses, on: cluster).run()
                done.append("\(name): \((["sealing"] + uses).joined(separator: ", ")) generation \(generation)")
                bar.advance()
            }
            bar.finish()
            for line in done { Terminal.say(line) }
        }
    }
}
