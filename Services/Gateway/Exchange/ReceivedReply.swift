import Crypto
import Kernel
import Messaging

/// An answer as it came over `gateway.replies`.
package struct ReceivedReply: Sendable {
    package let requestID: String
    package let status: Int
    package var body: [UInt8]
    package var location: String?
    package var contentType: String?
    package var cacheControl: String?
    /// The name under which the client saves the body.
    package var fileName: String?
    /// Version of the resource that the body shows.
    package var entityVersion: Int?
    /// The service has answered this id before and only repeats it.
    package var isReplayed = false
    /// It repeats the answer to this very request, which somebody sent twice.
    package var isCopy = false
    /// The encapsulated key when the body is sealed to this instance.
    package var sealedBy: String?
    /// The location, sealed with the body.
    private var sealedLocation: [UInt8]?
    /// The fingerprint of the request; nil: a request without an Idempotency-Key.
    package var fingerprint: String?

    /// Nil: the record is not a reply.
    package init?(_ record: IncomingRecord) {
        var request: String?, status: Int?
        for header in record.headers {
            guard let value = header.value else { continue }
            switch header.name {
            case "ce_causationid": request = String(decoding: value, as: UTF8.self)
            case ReplyHeaders.status: status = Int(String(decoding: value, as: UTF8.self))
            case ReplyHeaders.location: location = String(decoding: value, as: UTF8.self)
            case ReplyHeaders.contentType: contentType = String(decoding: value, as: UTF8.self)
            case ReplyHeaders.cacheControl: cacheControl = String(decoding: value, as: UTF8.self)
            case ReplyHeaders.fileName: fileName = String(decoding: value, as: UTF8.self)
            case ReplyHeaders.entityVersion: entityVersion = Int(String(decoding: value, as: UTF8.self))
            case ReplyHeaders.replayed: isReplayed = true
            case ReplyHeaders.copy: isCopy = true
            case ReplyHeaders.sealed: sealedBy = String(decoding: value, as: UTF8.self)
            case ReplyHeaders.sealedLocation: sealedLocation = Base64URL.decode(String(decoding: value, as: UTF8.self))
            case ReplyHeaders.fingerprint: fingerprint = String(decoding: value, as: UTF8.self)
            default: break  // The CloudEvents headers that do not matter here.
            }
        }
        guard let request, let status, (100...599).contains(status) else { return nil }
        (requestID, self.status, body) = (request, status, record.value ?? [])
    }

    package init(requestID: String, status: Int, body: [UInt8], location: String? = nil, contentType: String? = nil) {
        (self.requestID, self.status, self.body, self.location, self.contentType) = (requestID, status, body, location, contentType)
    }

    /// Whether the request was decided. 429 and 503 decide nothing: nothing was done, and the same key may ask again.
    package var isOutcome: Bool { status != 429 && status != 503 }

    /// Whether the body is in clear or sealed to this key.
    package func opens(with key: Curve25519.KeyAgreement.PrivateKey) -> Bool {
        guard let sealedBy else { return true }
        return (try? Sealing.open(body, encapsulatedKey: sealedBy, with: key, purpose: .reply)) != nil
    }

    /// The reply with its body in clear. A body sealed to somebody else becomes a 500.
    package func opened(with key: Curve25519.KeyAgreement.PrivateKey) -> ReceivedReply {
        guard let sealedBy else { return self }
        let texts = [body] + [sealedLocation].compactMap { $0 }
        guard let clear = try? Sealing.open(texts, encapsulatedKey: sealedBy, with: key, purpose: .reply) else {
            return ReceivedReply(requestID: requestID, status: 500, body: [])
        }
        var reply = self
        reply.body = clear[0]
        if sealedLocation != nil { reply.location = String(decoding: clear[1], as: UTF8.self) }
        return reply
    }
}
