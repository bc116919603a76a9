import Kernel

/// What a member's card says: a signed statement (JWS compact, RFC 7515; Ed25519) that anybody with the published key can check, offline.
/// The same version and end give the same text, so a printed or cached card stays right.
package struct CardCode: Codable, Sendable, Equatable {
    package let iss: String
    package let sub: User.ID
    /// The membership number.
    package let mid: String?
    /// Older versions are revoked.
    package let ver: Int
    /// When this version was made, Unix seconds.
    package let iat: Int64
    /// The last day that people see, for readers who check offline. Here the rows decide.
    package let end: CalendarDate?

    package init(iss: String, sub: User.ID, mid: String?, ver: Int, iat: Int64, end: CalendarDate?) {
        (self.iss, self.sub, self.mid, self.ver, self.iat, self.end) = (iss, sub, mid, ver, iat, end)
    }
    package func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: CodingKeys.self)
        try box.encode(iss, forKey: .iss)
        try box.encode(sub, forKey: .sub)
        try box.encode(mid, forKey: .mid)
        try box.encode(ver, forKey: .ver)
        try box.encode(iat, forKey: .iat)
        try box.encode(end, forKey: .end)
    }
}

/// Signs and opens the cards of one tenant. Each tenant has a key of its own: a card of another app is a forgery here.
package struct CardSigner: Sendable {
    private let seed: [UInt8]
    package let keyID: String
    private let issuer: String
    private let type: String

    /// - Parameter seed: 32 bytes, the service's key for this tenant's cards.
    package init(seed: [UInt8], tenant: TenantID, settings: MembershipSettings) {
        (self.seed, keyID, issuer, type) = (seed, "orders-card-\(tenant)-1", settings.issuer, settings.cardType)
    }

    package func text(of card: CardCode) throws -> String { try CompactJWS.sign(try JSON.encode(card), typ: type, kid: keyID, seed: seed) }
    /// The statement of a card that this tenant signed; nil for anything else.
    package func open(_ text: String) -> CardCode? {
        guard let own = try? publicKey(), let payload = try? CompactJWS.verify(text, typ: type, key: { $0 == keyID ? own : nil }),
            let card = try? JSON.decode(CardCode.self, from: payload), card.iss == issuer
        else { return nil }
        return card
    }
    /// 32 bytes.
    package func publicKey() throws -> [UInt8] { try CompactJWS.publicKey(ofSeed: seed) }
}
