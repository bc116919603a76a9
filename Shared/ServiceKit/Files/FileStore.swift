import Crypto
import Foundation
import GRDB
import Kernel
import Messaging

/// Tables of a service that stores files; use them in a migration (`static let sql = FileTables.sql`).
public enum FileTables {
    public static let sql = """
        CREATE TABLE upload_part (
            tenant TEXT NOT NULL, upload TEXT NOT NULL, part INTEGER NOT NULL CHECK (part >= 0),
            received_at INTEGER NOT NULL, bytes BLOB NOT NULL,
            PRIMARY KEY (tenant, upload, part)
        ) STRICT;
        CREATE INDEX upload_part_by_age ON upload_part (tenant, received_at);

        -- By content: the same bytes are one file.
        CREATE TABLE file (
            tenant TEXT NOT NULL, file_id TEXT NOT NULL,
            content_type TEXT NOT NULL, bytes INTEGER NOT NULL CHECK (bytes >= 0), kept_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, file_id)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE file_part (
            tenant TEXT NOT NULL, file_id TEXT NOT NULL, part INTEGER NOT NULL CHECK (part >= 0), bytes BLOB NOT NULL,
            PRIMARY KEY (tenant, file_id, part),
            FOREIGN KEY (tenant, file_id) REFERENCES file (tenant, file_id) ON DELETE CASCADE
        ) STRICT;
        """
}

/// A stored file.
public struct StoredFile: Sendable, Equatable {
    /// SHA-256 of its bytes, hex.
    public let id: String
    public let contentType: String
    public let bytes: Int
}

/// Files of one tenant, in the shard's database and therefore in its transactions and snapshots.
public struct FileStore {
    static let partBytes = 512 * 1024
    private let database: Database
    private let tenant: TenantID
    public init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    /// Stores the bytes; equal bytes are stored once.
    public func keep(_ bytes: [UInt8], contentType: String, at now: Timestamp) throws -> StoredFile {
        let id = Hex.encode(SHA256.hash(data: bytes))
        if let known = try find(id) { return known }
        try database.execute(sql: "INSERT INTO file (tenant, file_id, content_type, bytes, kept_at) VALUES (?, ?, ?, ?, ?)",
                             arguments: [tenant.rawValue, id, contentType, bytes.count, now.millisecondsSinceEpoch])
        for (part, start) in stride(from: 0, to: bytes.count, by: Self.partBytes).enumerated() {
            try database.execute(sql: "INSERT INTO file_part (tenant, file_id, part, bytes) VALUES (?, ?, ?, ?)",
                                 arguments: [tenant.rawValue, id, part, Data(bytes[start..<min(bytes.count, start + Self.partBytes)])])
        }
        return StoredFile(id: id, contentType: contentType, bytes: bytes.count)
    }

    public func find(_ id: String) throws -> StoredFile? {
        try Row.fetchOne(try database.cachedStatement(sql: "SELECT content_type, bytes FROM file WHERE tenant = ? AND file_id = ?"),
                         arguments: [tenant.rawValue, id])
            .map { StoredFile(id: id, contentType: $0[0], bytes: $0[1]) }
    }

    /// A slice of a file, cut off at its end.
    public func read(_ file: StoredFile, offset: Int, length: Int) throws -> [UInt8] {
        // Any number a client sends arrives here: compare before adding, because the sum may overflow an Int.
        guard (0..<file.bytes).contains(offset), length > 0 else { return [] }
        let end = offset + min(length, FileSlice.bytesMax, file.bytes - offset)
        let rows = try Row.fetchCursor(
            database, sql: "SELECT part, bytes FROM file_part WHERE tenant = ? AND file_id = ? AND part BETWEEN ? AND ? ORDER BY part",
            arguments: [tenant.rawValue, file.id, offset / Self.partBytes, (end - 1) / Self.partBytes])
        var out: [UInt8] = []
        out.reserveCapacity(end - offset)
        while let row = try rows.next() {
            let start = (row[0] as Int) * Self.partBytes, data: Data = row[1]
            out.append(contentsOf: data[(data.startIndex + max(0, offset - start))..<(data.startIndex + min(data.count, end - start))])
        }
        return out
    }

    public func remove(_ id: String) throws {
        try database.execute(sql: "DELETE FROM file WHERE tenant = ? AND file_id = ?", arguments: [tenant.rawValue, id])
    }

    // MARK: - Parts of uploads

    func partCount(of upload: String) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM upload_part WHERE tenant = ? AND upload = ?",
                         arguments: [tenant.rawValue, upload]) ?? 0
    }
    func addPart(_ part: Int, of upload: String, _ bytes: [UInt8], at now: Timestamp) throws {
        try database.execute(sql: "INSERT INTO upload_part (tenant, upload, part, received_at, bytes) VALUES (?, ?, ?, ?, ?)",
                             arguments: [tenant.rawValue, upload, part, now.millisecondsSinceEpoch, Data(bytes)])
    }
    func parts(of upload: String) throws -> [UInt8] {
        var out: [UInt8] = []
        let rows = try Row.fetchCursor(database, sql: "SELECT bytes FROM upload_part WHERE tenant = ? AND upload = ? ORDER BY part",
                                       arguments: [tenant.rawValue, upload])
        while let row = try rows.next() { out.append(contentsOf: row[0] as Data) }
        return out
    }
    func dropParts(of upload: String) throws {
        try database.execute(sql: "DELETE FROM upload_part WHERE tenant = ? AND upload = ?", arguments: [tenant.rawValue, upload])
    }
    /// Uploads without a new part for this long are abandoned.
    func dropParts(before time: Timestamp) throws {
        try database.execute(sql: """
            DELETE FROM upload_part WHERE tenant = ?1 AND received_at < ?2
                AND upload NOT IN (SELECT upload FROM upload_part WHERE tenant = ?1 AND received_at >= ?2)
            """, arguments: [tenant.rawValue, time.millisecondsSinceEpoch])
    }
}
