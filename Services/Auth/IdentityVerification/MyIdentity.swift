import AuthKit
import Kernel
import ServiceKit

/// How far is the check of my document?
public struct MyIdentity: Query {
    public static let type: MessageType = "auth.my-identity.v1"

    public func answer(in view: AuthView) throws -> IdentityAnswer { IdentityAnswer(try view.identityChecks.find(view.account().id)) }
}

/// A check as its person sees it: never the number.
public struct IdentityAnswer: Encodable, Sendable {
    package let documentType: String?
    package let last4: String?
    package let status: String
    package let reason: String?

    init(_ check: IdentityCheck?) {
        (documentType, last4, reason) = (check?.document?.type, check?.document?.last4, check?.reason)
        status = check?.status.rawValue ?? "unverified"
    }

    private enum Key: String, CodingKey { case documentType, last4, status, reason }
    public func encode(to encoder: any Encoder) throws {
        // `encode` of an optional writes null; `encodeIfPresent` leaves the field out.
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(documentType, forKey: .documentType)
        try box.encode(last4, forKey: .last4)
        try box.encode(status, forKey: .status)
        try box.encodeIfPresent(reason, forKey: .reason)
    }
}
