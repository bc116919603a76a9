import Contracts
import Foundation
import Kernel
import Messaging

/// Loads the demo data of a tenant. Fixed ids: a second time changes nothing.
struct Seeder {
    let installation: Installation
    let definition: TenantDefinition
    let folder: String

    func run() throws {
        let now = Timestamp.now()
        let data = try DemoData(folder: folder, definition: definition, seededAt: now)
        let hashing = ProgressBar("demo data of \(definition.tenant): passwords hashed", total: data.passwordCount)
        let messages = try data.messages(sealedTo: PlatformKeys.sealing(installation.cluster(name: "demo"))) { hashing.set($0) }
        hashing.finish()
        try ImportRun(installation: installation, tenant: definition, source: "demo").send(messages, at: now)
        try SeedMarker.write(definition.tenant, at: now, in: installation)
    }
}

/// `<data>/seeded/<tenant>` holds the time of seeding: demo dates are relative to it.
enum SeedMarker {
    private static func path(_ tenant: TenantID, _ installation: Installation) -> String {
        "\(installation.dataDirectory)/seeded/\(tenant)"
    }

    static func exists(_ tenant: TenantID, in installation: Installation) -> Bool {
        FileManager.default.fileExists(atPath: path(tenant, installation))
    }

    static func write(_ tenant: TenantID, at time: Timestamp, in installation: Installation) throws {
        let path = path(tenant, installation)
        try FileManager.default.createDirectory(atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data("\(time)\n".utf8).write(to: URL(fileURLWithPath: path))
    }
}
