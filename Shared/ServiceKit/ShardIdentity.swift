import Contracts
import Foundation
import GRDB
import Kernel
import Messaging
import Storage

/// What a service's files were created with: the partition count of its keys, and its secret. Each file records both,
/// and so does `platform.manifests` for replicas with files elsewhere. With another count tenants would be looked up in
/// the wrong shard; with another secret no sealed value could be opened.
struct ShardIdentity: Equatable {
    let partitions: Int
    /// See `ServiceSecret.fingerprint`.
    let secret: String

    struct Mismatch: Error, CustomStringConvertible { let description: String }

    /// Why `recorded` does not match this process; nil: it matches.
    /// - Parameter place: where it was recorded.
    func complaint(_ service: ServiceName, recorded partitions: Int?, _ secret: String?, in place: String, acceptsLoss: Bool) -> String? {
        if let partitions, partitions != self.partitions {
            return Self.wrongCount(service, Topics.commands(service), self.partitions, recorded: partitions, in: place)
        }
        if let secret, secret != self.secret, !acceptsLoss {
            return """
                the secret of this \(service) is another one (fingerprint \(self.secret)) than the one it was made with (\(secret), \
                in \(place)): \
                give every replica the same SOUK_SECRET_FILE, or accept that nothing sealed or signed before can be read, \
                with SOUK_ACCEPT_LOSS=\(service)
                """
        }
        return nil
    }

    static func wrongCount(_ service: ServiceName, _ topic: String, _ count: Int, recorded: Int, in place: String) -> String {
        """
        \(topic) has \(count) partitions, but the data of \(service) are spread over \(recorded) (\(place)): nothing is written, \
        because tenants would be looked for \
        where they are not. Give \(Topics.sharded(of: service).joined(separator: ", ")) \(recorded) partitions again; a number of \
        partitions cannot be changed
        """
    }

    /// Records the identity in a new file, or compares it with the recorded one.
    func confirm(_ file: ShardFile, _ service: ServiceName, acceptsLoss: Bool) throws {
        try file.pool.write { db in
            let row = try Row.fetchOne(db, sql: "SELECT partitions, secret_fingerprint FROM souk_shard")
            if let complaint = self.complaint(service, recorded: row?[0], row?[1], in: file.path, acceptsLoss: acceptsLoss) {
                throw Mismatch(description: complaint)
            }
            try db.execute(sql: """
                INSERT INTO souk_shard (one, partitions, secret_fingerprint) VALUES (1, ?, ?)
                ON CONFLICT (one) DO UPDATE SET secret_fingerprint = excluded.secret_fingerprint
                """, arguments: [self.partitions, self.secret])
        }
    }

    /// The partition count that the files in a folder record, and the path of one of them; nil: no file records it.
    static func recordedPartitions(in folder: String) throws -> (count: Int, path: String)? {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
            .filter { $0.wholeMatch(of: /p[0-9]+\.sqlite/) != nil }.sorted()
        for name in names {
            let path = "\(folder)/\(name)"
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else { continue }
            let count = try DatabaseQueue.reading(path).read { db in
                try db.tableExists("souk_shard") ? try Int.fetchOne(db, sql: "SELECT partitions FROM souk_shard") : nil
            }
            if let count { return (count, path) }
        }
        return nil
    }

    /// What a service's last manifest on the platform topic says, and its bytes.
    struct Announced {
        let partitions: Int?
        let secret: String?
        let manifest: [UInt8]
    }

    /// Reads the platform topic to its end. Until the broker compacts it, it holds a manifest of every start so far, so
    /// only the last one is decoded.
    static func announced(_ service: ServiceName, _ cluster: any LogCluster, _ reader: any LogReader) throws -> Announced? {
        struct Identity: Decodable { let partitions: Int?, secret: String? }
        let place = TopicPartition(Topics.manifests, 0)
        let kept = try cluster.watermarks(place)
        guard !kept.isEmpty else { return nil }
        let manifests = try reader.open(place, from: .offset(kept.lowerBound))
        defer { manifests.close() }
        let key = Array(service.rawValue.utf8)
        var last: [UInt8]?
        var next = kept.lowerBound
        // Compaction leaves holes but never removes the last record.
        let deadline = ContinuousClock.now + .seconds(10)
        while next < kept.upperBound {
            let records = try manifests.read(max: 100, wait: .milliseconds(100))
            for record in records where record.key == key { last = record.value ?? last }
            next = records.last.map { $0.offset + 1 } ?? next
            guard .now < deadline else { throw LogError(kind: .timedOut, isRetriable: true, description: "cannot read \(place)") }
        }
        guard let last, let identity = try? JSON.decode(Identity.self, from: last) else { return nil }
        return Announced(partitions: identity.partitions, secret: identity.secret, manifest: last)
    }
}
