import ArgumentParser
import Foundation
import Kernel
import ServiceKit
import SoukPlatform

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Rebuild a shard from its log in a scratch file and compare it with the live one, table by table.",
        discussion: """
            Starts from an empty file when the log still holds everything, else from the newest snapshot that lies in the log. The service \
            may go on \
            running: the comparison is with a copy taken at the start. Ends with status 1 when a table differs.
            """)

    @Argument(help: "The service.") var service: String
    @Option(name: .long, help: "Only this partition (default: all that have a file here).") var partition: Int32?
    @Flag(name: .long, help: "Keep the scratch files for a closer look.") var keep = false

    func run() throws {
        let installation = try Installation()
        guard let type = InstalledServices.named(ServiceName(service)) else {
            throw ValidationError(
                "there is no service \(service); services: \(InstalledServices.all.map { $0.name.rawValue }.joined(separator: ", "))")
        }
        let folder = "\(installation.dataDirectory)/\(service)"
        let found = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
            .compactMap { $0.hasPrefix("p") && $0.hasSuffix(".sqlite") ? Int32($0.dropFirst().dropLast(7)) : nil }.sorted()
        let partitions = partition.map { [$0] } ?? found
        guard !partitions.isEmpty, partitions.allSatisfy(found.contains) else {
            throw Installation.Invalid(description: "\(folder) has no file of that shard")
        }
        var differs = false
        for partition in partitions {
            let check = ShardVerification(installation: installation, partition: partition, folder: folder, keepsScratch: keep)
            differs = try check.run(type) || differs
        }
        if differs { throw ExitCode(1) }
    }
}
