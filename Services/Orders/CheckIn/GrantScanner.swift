import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The organizer lets somebody with an account scan at the event.
package struct GrantScanner: Command {
    package static let type: MessageType = "orders.grant-scanner.v1"
    package let eventId: EventID
    package let email: String
    package init(eventId: EventID, email: String) { (self.eventId, self.email) = (eventId, email) }

    package func handle(in tx: OrdersTransaction) throws -> Created<StaffAnswer> {
        let event = try tx.access().prepared(eventId)
        guard let person = try tx.people.find(email: email.trimmed) else {
            throw Rejection(404, "user-not-found", "There is no account with this e-mail address.")
        }
        // The organizer may scan anyway; granted twice is granted.
        if person != event.organizerId { try tx.checkIns.grant(person, eventId, at: tx.now) }
        let answer = StaffAnswer(userId: person, name: try tx.people.name(of: person) ?? "",
                                 email: try tx.people.contacts(of: person).email, role: "scanner")
        // After the erasure the same request finds nobody with this address.
        tx.context.answerIsAbout(person)
        return Created(answer, at: "/events/\(eventId)/staff")
    }
}

package struct StaffAnswer: Encodable, Sendable {
    let userId: User.ID
    let name: String
    let email: String?
    /// `scanner`.
    let role: String
}

/// The organizer takes the right to scan back.
package struct RevokeScanner: Command {
    package static let type: MessageType = "orders.revoke-scanner.v1"
    package let eventId: EventID
    package let userId: User.ID
    package init(eventId: EventID, userId: User.ID) { (self.eventId, self.userId) = (eventId, userId) }

    package func handle(in tx: OrdersTransaction) throws -> NoContent {
        _ = try tx.access().prepared(eventId)
        guard try tx.checkIns.revoke(userId, eventId) else { throw Rejection.notFound }
        try tx.publish(ScannerRevoked(eventId: eventId, userId: userId))
        return NoContent()
    }
}
