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
