import Foundation
import GRDB
import Kernel
import ServiceKit
import SoukTool
import Storage
import Testing

@Suite("Tidy: tables and messages")
struct SchemaRulesTests {
    /// Rows that belong to the file as a whole, whose order is the order of writing, or that are about keys of services.
    private static let ofTheFile: Set<String> = [
        "souk_log", "souk_read_position", "souk_outbox", "souk_sealing_key", "souk_key_generation", "souk_shard", "souk_source",
        "souk_republish", "souk_unasked", "souk_subscription", "souk_handover", "souk_marker",
    ]

    @Test("Every table's primary key starts with the tenant", arguments: InstalledServices.all.map { $0.name.rawValue })
    func tenantFirst(_ name: String) throws {
        let service = try #require(InstalledServices.named(ServiceName(name)))
        let folder = NSTemporaryDirectory() + "souk-tidy-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try ShardFile(path: "\(folder)/p0.sqlite", migrations: Self.migrations(of: service))
        defer { file.close() }
        let wrong = try file.pool.read { db in
            try ShardContents.tables(db).filter { table in
                guard !Self.ofTheFile.contains(table) else { return false }
                return try db.primaryKey(table).columns.first != "tenant"
            }
        }
        #expect(wrong.isEmpty, "a request of one tenant could meet rows of another")
    }

    static func migrations<S: PlatformService>(of _: S.Type) -> [any Migration.Type] { S.contents.migrations }

    @Test("Migrations are numbered without gaps", arguments: InstalledServices.all.map { $0.name.rawValue })
    func migrationNames(_ name: String) throws {
        let service = try #require(InstalledServices.named(ServiceName(name)))
        for (index, migration) in Self.migrations(of: service).enumerated() {
            let digits = String(index + 1)
            #expect(migration.name.hasPrefix(String(repeating: "0", count: 4 - digits.count) + digits + "_"), "\(migration.name)")
        }
    }

    @Test("Every contract is in the list of its owner, and every owner's list in AllMessages")
    func contracts() throws {
        let owners = try #require(SourceTree.read("Shared/Contracts/AllMessages.swift")).lines.joined(separator: "\n")
        for file in SourceTree.swift where file.path.hasPrefix("Shared/Contracts/") {
            let parts = file.path.split(separator: "/")
            guard parts.count == 4 else { continue }
            let name = "\(parts[2])Messages"
            #expect(owners.contains("\(name).types"), "\(name) is missing in AllMessages")
            let list = try #require(SourceTree.read("Shared/Contracts/\(parts[2])/\(name).swift")).lines.joined(separator: "\n")
            for line in file.lines {
                guard SourceTree.mentions(line, ["public struct"]), let contract =
                    line.firstMatch(of: /^public struct ([A-Za-z]+): (?:[A-Za-z]+, )*(?:Message|DomainEvent)\b/)?.1 else { continue }
                #expect(list.contains("\(contract).self"),
                        "\(file.path): \(contract) is missing in the list of its owner, so nothing pins its JSON")
            }
        }
    }
}
