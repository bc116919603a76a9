import Contracts
import Kernel

/// Two scans, or a scan and the rules, that contradict each other.
package struct ScanConflict: Encodable, Sendable {
    struct Scan: Encodable, Sendable {
        /// Nil: an entry that was imported, of which no scan is known.
        let nonce: String?
        let deviceId: String?
        let gateName: String?
        let scannedAt: Timestamp
        private enum Key: String, CodingKey { case nonce, deviceId, gateName, scannedAt }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(nonce, forKey: .nonce)
            try container.encode(deviceId, forKey: .deviceId)
            try container.encode(gateName, forKey: .gateName)
            try container.encode(scannedAt.wholeSeconds, forKey: .scannedAt)
        }
    }
    let id: String
    let kind: String
    let ticketId: TicketID?
    let serial: String?
    /// The entry that counts, of a double entry.
    let kept: Scan?
    let other: Scan

    private enum Key: String, CodingKey { case nonce, deviceId, gateName, scannedAt }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(nonce, forKey: .nonce)
            try container.encode(deviceId, forKey: .deviceId)
            try container.encode(gateName, forKey: .gateName)
            try container.encode(scannedAt.wholeSeconds, forKey: .scannedAt)
        }
    }
    let id: String
    let kind: String
    let ticketId: TicketID?
    let serial: String?
    /// The entry that counts, of a double entry.
    let kept: Scan?
    let other: Scan

    /// Columns as `OfflineScanStore` reads them.
    init(_ row: StoredRow) {
        (id, kind, serial) = (row[0], row[1], row[3])
        ticketId = (row[2] as String?).map { TicketID($0) }
        let keptAt: Int64? = row[7]
        kept = kind == ScanReplay.ConflictKind.doubleEntry.rawValue
            ? keptAt.map { Scan(nonce: row[4], deviceId: row[5], gateName: row[6], scannedAt: Timestamp(millisecondsSinceEpoch: $0)) } : nil
        other = Scan(nonce: row[8], deviceId: row[9], gateName: row[10], scannedAt: Timestamp(millisecondsSinceEpoch: row[11]))
    }

    private enum Key: String, CodingKey { case id, kind, ticketId, serial, kept, other }
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(id, forKey: .id)
        try container.encode(kind, forKey: .kind)
        try container.encode(ticketId, forKey: .ticketId)
        try container.encode(serial, forKey: .serial)
        try container.encode(kept, forKey: .kept)
        try container.encode(other, forKey: .other)
    }
}
