import Contracts
import Crypto
import Foundation
import Kernel
import OrdersTicketSales

/// One code in a snapshot. Who has no code learns neither name nor serial from it: both are under a key that is made of the code.
struct SnapshotLine: Sendable {
    enum Status: String, Sendable { case valid, used, cancelled, revoked, blocked }

    /// Of the code, not of the ticket.
    let id: String
    let type: TicketTypeID
    let status: Status
    let isInside: Bool
    /// Nil: the code is dead.
    let box: String?

    /// By hand: `JSONEncoder` would take most of the time of a snapshot.
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("box", box)
            writer.member("id", id)
            writer.member("inside", isInside)
            writer.member("st", status.rawValue)
            writer.member("tt", type.rawValue)
        }
    }

    static func id(of code: String) -> String { Base64URL.encode(Array(SHA256.hash(data: Data("souk-ticket-id\n\(code)".utf8)))) }

    /// What the door shows once it holds the code.
    struct Contents {
        let attendeeName: String
        let ticketType: String
        let serial: String
        let attention: String?
        private var text: [UInt8] {
            var writer = JSONWriter(capacity: 160)
            writer.object { writer in
                writer.member("attendeeName", attendeeName)
                writer.member("attention", attention)
                writer.member("serial", serial)
                writer.member("ticketType", ticketType)
            }
            return writer.bytes
        }
        func digest(with more: String) -> [UInt8] { Array(SHA256.hash(data: Data("\(more)\n".utf8) + text)) }
        /// The nonce follows from code and contents, so no nonce encrypts two texts.
        func sealed(under code: String, nonceKey: [UInt8]) throws -> String {
            let text = text
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
