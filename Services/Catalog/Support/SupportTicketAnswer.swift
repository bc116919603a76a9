import Contracts
import Kernel
import ServiceKit

/// A ticket as its owner and agents see it.
package struct SupportTicketAnswer: Encodable, Sendable {
    struct Message: Encodable, Sendable {
        let id: String
        let author: String
        let body: String
        let at: Timestamp
    }
    let id: String
    let category: String
    let subject: String
    let status: String
    let email: String?
    let orderId: OrderID?
    let eventId: EventID?
    let messages: [Message]
    let createdAt: Timestamp
    let updatedAt: Timestamp
    let closedAt: Timestamp?

    init(_ ticket: SupportTicket, _ messages: [SupportTicket.Message]) {
        (id, category, subject, status) = (ticket.id, ticket.category, ticket.subject, ticket.status.rawValue)
        (email, orderId, eventId) = (ticket.email, ticket.orderID, ticket.eventID)
        self.messages = messages.map { Message(id: $0.id, author: $0.author.rawValue, body: $0.body, at: $0.at.wholeSeconds) }
        (createdAt, updatedAt, closedAt) = (ticket.createdAt.wholeSeconds, ticket.updatedAt.wholeSeconds, ticket.closedAt?.wholeSeconds)
    }

    static let schema = Schema.object([
        "id": .id, "category": .oneOf(SupportTicket.categories), "subject": .string(),
        "status": .oneOf(SupportStatus.allCases.map(\.rawValue)), "email": .string(), "orderId": .id, "eventId": .id,
        "messages": .array(.object(["id": .id, "author": .oneOf("user", "agent"), "body": .string(), "at": .time],
                                   required: ["id", "author", "body", "at"])),
        "createdAt": .time, "updatedAt": .time, "closedAt": .time,
    ], required: ["id", "category", "subject", "status", "messages", "createdAt", "updatedAt"])
}
