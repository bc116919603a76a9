import Foundation
import Storage
import Synchronization

/// The file of a shard before its first message. Migrations are applied once per program and the file copied from then on: for
/// most tests they would take longer than all messages.
enum EmptyShard {
    private static let files = Mutex<[String: Data]>([:])

    /// Writes such a file. Opening it finds nothing to migrate.
    static func write(to path: String, migrations: [any Migration.Type]) throws {
        let folder = (path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let names = migrations.map { $0.name }.joined(separator: "\n")
        let bytes = try files.withLock { files in
            if let known = files[names] { return known }
            let made = try make(in: folder + "/migrated", migrations)
            files[names] = made
            return made
        }
        try bytes.write(to: URL(fileURLWithPath: path))
    }

    private static func make(in folder: String, _ migrations: [any Migration.Type]) throws -> Data {
        let path = folder + "/shard.sqlite"
        // Closed, it has no pages left beside the file.
        try ShardFile(path: path, migrations: migrations, readers: 1).close()
        return try Data(contentsOf: URL(fileURLWithPath: path))
    }
}
