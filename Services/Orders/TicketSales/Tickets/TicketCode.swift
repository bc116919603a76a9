import Contracts
import Kernel

/// What a ticket's QR code says: a signed statement (JWS compact, RFC 7515; Ed25519) without personal data. Anybody
/// with the published key can check it, offline.
package struct TicketCode: Codable, Sendable, Equatable {
    package static let typ = "ticket+jws"
    package static let keyUse = "ticket"
    package static let keyID = PublishedKey.kid(service: "orders", use: keyUse)

    package let tid: TicketID
    package let eid: EventID
    /// Codes of older versions are revoked.
    package let ver: Int
    package init(tid: TicketID, eid: EventID, ver: Int) { (self.tid, self.eid, self.ver) = (tid, eid, ver) }
}

/// Signs ticket codes. The same ticket and version give the same text, so codes are not stored.
package struct TicketSigner {
    private let seed: [UInt8]
    /// `seed`: 32 bytes, the service's key for the use `ticket`.
    package init(seed: [UInt8]) { self.seed = seed }

    package func code(of ticket: Ticket) throws -> String { try code(of: ticket, version: ticket.version) }
    /// A code as it was before it was replaced. The bytes are those of `JSON.encode(TicketCode)`: codes that were printed
    /// long ago must come out again.
    package func code(of ticket: Ticket, version: Int) throws -> String {
        var claims = JSONWriter(capacity: 128)
        claims.object { claims in
            claims.member("eid", ticket.eventId.rawValue)
            claims.member("tid", ticket.id.rawValue)
            claims.member("ver", version)
        }
        return try sign(claims.bytes, typ: TicketCode.typ)
    }
    /// Another statement under the same key; `typ` keeps the kinds apart.
    package func sign(_ payload: [UInt8], typ: String) throws -> String {
        try CompactJWS.sign(payload, typ: typ, kid: TicketCode.keyID, seed: seed)
    }
    /// The claims of a code that this service signed; nil for anything else.
    package func open(_ code: String) -> TicketCode? {
        guard let own = try? CompactJWS.publicKey(ofSeed: seed),
            let payload = try? CompactJWS.verify(code, typ: TicketCode.typ, key: { $0 == TicketCode.keyID ? own : nil })
        else { return nil }
        return try? JSON.decode(TicketCode.self, from: payload)
    }
    /// 32 bytes.
    package func publicKey() throws -> [UInt8] { try CompactJWS.publicKey(ofSeed: seed) }
}
