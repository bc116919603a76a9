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
        let desk = tx.desk
        let isOwn = uuid == user.userID.rawValue
        guard isOwn || tx.definition.permissions(of: user.roles).contains(MembershipRoutes.managing) else { throw Rejection.notFound }
        if isOwn, try desk.members.find(user.userID) == nil { try desk.members.remember(desk.caller(user)) }
        guard let member = try desk.members.find(User.ID(uuid)), !member.isErased else { throw Rejection.notFound }
        try desk.members.rotateCard(of: member.id, at: tx.now)
        guard let renewed = try desk.members.find(member.id) else { throw Rejection.notFound }
        return Answer(try MembershipAnswers(desk).card(renewed, withProof: isOwn), secret: true)
    }
}
