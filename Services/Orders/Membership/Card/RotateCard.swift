import Kernel
import OrdersKit
import ServiceKit

/// A new card: older codes and keys are dead at once.
package struct RotateCard: Command {
    package static let type: MessageType = "orders.rotate-card.v1"
    package let uuid: String
    package init(uuid: String) { self.uuid = uuid }

    package func handle(in tx: OrdersTransaction) throws -> Answer<JSONValue> {
        let user = try tx.user()
        let memberships = tx.memberships
        let isOwn = uuid == user.userID.rawValue
        guard isOwn || tx.definition.permissions(of: user.roles).contains(MembershipRoutes.managing) else { throw Rejection.notFound }
        if isOwn, try memberships.members.find(user.userID) == nil { try memberships.members.remember(memberships.caller(user)) }
        guard let member = try memberships.members.find(User.ID(uuid)), !member.isErased else { throw Rejection.notFound }
        try memberships.members.rotateCard(of: member.id, at: tx.now)
        guard let renewed = try memberships.members.find(member.id) else { throw Rejection.notFound }
        tx.context.answerIsAbout(member.id)
        return Answer(try MembershipAnswers(memberships).card(renewed, withProof: isOwn), secret: true)
    }
}
