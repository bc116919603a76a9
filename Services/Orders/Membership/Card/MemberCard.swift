import Kernel
import OrdersKit
import ServiceKit

/// A member's card: for the member with the key of the moving code, for somebody with `subscriptions:manage` without it, for nobody else.
package struct MemberCard: Query {
    package static let type: MessageType = "orders.member-card.v1"
    package let uuid: String

    package func answer(in view: OrdersView) throws -> Answer<JSONValue> {
        let user = try view.user()
        let memberships = view.memberships
        let isOwn = uuid == user.userID.rawValue
        guard isOwn || view.definition.permissions(of: user.roles).contains(MembershipRoutes.managing) else { throw Rejection.notFound }
        let member = isOwn ? try memberships.caller(user) : try memberships.members.find(User.ID(uuid))
        guard let member, !member.isErased else { throw Rejection.notFound }
        // Sealed on its way and never kept by anybody: it holds a key.
        return Answer(try MembershipAnswers(memberships).card(member, withProof: isOwn), secret: true)
    }
}

/// The moving code of this half minute, ready to be shown.
package struct CardProof: Query {
    package static let type: MessageType = "orders.card-proof.v1"
    package let uuid: String

    package func answer(in view: OrdersView) throws -> Answer<JSONValue> {
        let user = try view.user()
        let memberships = view.memberships
        guard uuid == user.userID.rawValue else { throw Rejection.notFound }
        let member = try memberships.caller(user)
        guard !member.isErased, let number = member.membershipID else { throw Rejection.notFound }
        let step = RotatingProof.step(at: view.now)
        let text = RotatingProof(membershipID: number, stepTime: step, key: memberships.proofKey(of: member))
            .text(prefix: try memberships.settings().proofPrefix)
        func time(_ seconds: Int64) -> JSONValue { MembershipAnswers.time(Timestamp(secondsSinceEpoch: seconds)) }
        return Answer([
            "payload": .string(text), "qrCode": .string(try CodePicture.base64(of: text)),
            "validFrom": time(step - RotatingProof.stepSeconds),
            "validUntil": time(step + 2 * RotatingProof.stepSeconds), "refreshAt": time(step + RotatingProof.stepSeconds),
            "serverTime": MembershipAnswers.time(view.now),
        ], secret: true)
    }
}

/// The key that cards are signed with, as a JWK Set (RFC 7517, RFC 8037).
package struct CardKeys: Query {
    package static let type: MessageType = "orders.card-keys.v1"
    package func answer(in view: OrdersView) throws -> JSONValue {
        let signer = try view.memberships.signer()
        return ["keys": [["kty": "OKP", "crv": "Ed25519", "alg": "EdDSA", "use": "sig", "kid": .string(signer.keyID),
                          "x": .string(Base64URL.encode(try signer.publicKey()))]]]
    }
}

/// One of my orders in the app.
package struct MembershipOrderDetails: Query {
    package static let type: MessageType = "orders.membership-order-details.v1"
    package let orderId: String

    package func answer(in view: OrdersView) throws -> JSONValue {
        let user = try view.user()
        guard let order = try view.memberships.orders.find(.init(orderId)), order.buyer == user.userID else { throw Rejection.notFound }
        return MembershipAnswers(view.memberships).order(order)
    }
}
