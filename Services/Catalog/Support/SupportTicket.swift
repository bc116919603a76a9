import Contracts
import Kernel
import ServiceKit

/// Somebody asks for help, and what was said about it.
package struct SupportTicket: Sendable, Equatable {
    package struct Message: Sendable, Equatable {
        let id: String
        let author: SupportAuthor
        let body: String
        let at: Timestamp

        /// The beginning of it, if it has more bytes than this; whole characters.
        func shortened(toBytes limit: Int) -> Message {
            guard body.utf8.count > limit else { return self }
            var (bytes, end) = (0, body.startIndex)
            while end < body.endIndex {
                bytes += String(body[end]).utf8.count
                guard bytes <= limit else { break }
                end = body.index(after: end)
            }
            return Message(id: id, author: author, body: String(body[..<end]), at: at)
        }
    }
    let id: String
    /// Nil: a guest.
    let userID: User.ID?
    /// Guests are answered here.
    let email: String?
    /// Answers by e-mail are framed in it.
    let language: String
    let category: String
    let subject: String
    let orderID: OrderID?
    let eventID: EventID?
    let createdAt: Timestamp
    var status = SupportStatus.open
    var updatedAt: Timestamp
    /// The last message of an agent.
    var answeredAt: Timestamp?
    var closedAt: Timestamp?

    package static let categories = ["account", "payment", "ticket", "event", "organizer", "bug", "other"]
    package static let subjectCharacters = 3...120
    package static let firstMessageCharacters = 10...4000
    package static let messageCharacters = 1...4000
    /// A conversation must fit into one answer.
    package static let messagesMax = 100
    /// An answer that nobody replies to closes the ticket after so many days.
    package static let daysOpenAfterAnswer = 7

    /// When the ticket closes by itself; nil: it waits for an agent, or is closed.
    var closesAt: Timestamp? { status == .answered ? answeredAt.map { $0 + .days(Self.daysOpenAfterAnswer) } : nil }

    mutating func add(messageOf author: SupportAuthor, at now: Timestamp) throws(Rejection) {
        status = try status.after(messageOf: author)
        updatedAt = now
        if author == .agent { answeredAt = now }
    }
    /// Answers whether it was open until now.
    mutating func close(at now: Timestamp) -> Bool {
        switch status {
        case .closed: return false
        case .open, .answered:
            (status, updatedAt, closedAt) = (.closed, now, now)
            return true
        }
    }
}
