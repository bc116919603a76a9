import Contracts
import Crypto
import Foundation
import Kernel
import OrdersTicketSales

/// One code in a snapshot. Who has no code learns neither name nor serial from it: both are under a key that is made of the code.
struct SnapshotLine: Encodable, Sendable {
    enum Status: String, Sendable { case valid, used, cancelled, revoked, blocked }

    /// Of the code, not of the ticket.
    let id: String
    let type: TicketTypeID
    let status: Status
    let isInside: Bool
    /// Nil: the code is dead.
    let box: String?

    private enum Key: String, CodingKey { case id, tt, st, inside, box }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(id, forKey: .id)
        try container.encode(type, forKey: .tt)
        try container.encode(status.rawValue, forKey: .st)
        try container.encode(isInside, forKey: .inside)
        try container.encode(box, forKey: .box)
    }

    static func id(of code: String) -> String { Base64URL.encode(Array(SHA256.hash(data: Data("souk-ticket-id\n\(code)".utf8)))) }

    /// What the door shows once it holds the code.
    struct Contents: Encodable {
        let attendeeName: String
        let ticketType: String
        let serial: String
        let attention: String?
        private enum Key: String, CodingKey { case attendeeName, ticketType, serial, attention }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(attendeeName, forKey: .attendeeName)
            try container.encode(ticketType, forKey: .ticketType)
            try container.encode(serial, forKey: .serial)
            try container.encode(attention, forKey: .attention)
        }
        /// The nonce follows from code and contents, so no nonce encrypts two texts.
        func sealed(under code: String, nonceKey: [UInt8]) throws -> String {
            let text = try JSON.encode(self)
            let proof = HMAC<SHA256>.authenticationCode(for: Array("\(code)\n".utf8) + text, using: SymmetricKey(data: nonceKey))
            let key = SymmetricKey(data: SHA256.hash(data: Data("souk-ticket-key\n\(code)".utf8)))
            let box = try AES.GCM.seal(text, using: key, nonce: AES.GCM.Nonce(data: Array(proof.prefix(12))))
            return Base64URL.encode(Array(box.nonce) + Array(box.ciphertext) + Array(box.tag))
        }
    }
}

extension SnapshotLine.Status {
    /// Of a ticket's newest code.
    init(_ ticket: Ticket) {
        switch ticket.status {
        case .transferred: self = .revoked
        case .cancelled, .refunded: self = .cancelled
        case .valid: self = ticket.blockedBecause == nil ? .valid : .blocked
        case .used: self = ticket.blockedBecause == nil ? .used : .blocked
        }
    }
}
