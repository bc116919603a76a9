import Contracts
import Kernel

/// A ticket on its way to somebody else.
package struct TicketTransfer: Sendable, Equatable {
    package let id: TransferID
    package let ticket: TicketID
    package let event: EventID
    package let sender: User.ID
    /// Keyed hash of the address it was offered to.
    package let addressKey: String
    /// Keyed hash of the link's token; nil: an account with the address was known, so no link was sent.
    package let tokenKey: String?
    /// The address with most of it hidden.
    package let shownTo: String
    package let message: String?
    package let createdAt: Timestamp
    /// The event's start; moves with it while the transfer is pending.
    package let expiresAt: Timestamp
    package var status: TransferStatus
}

package enum TransferStatus: Sendable, Equatable {
    case pending
    case accepted(by: User.ID, newTicket: TicketID)
    case declined(by: User.ID)
    case cancelled
    case expired

    package enum Name: String, Sendable, CaseIterable { case pending, accepted, declined, cancelled, expired }
    package var name: Name {
        switch self {
        case .pending: .pending
        case .accepted: .accepted
        case .declined: .declined
        case .cancelled: .cancelled
        case .expired: .expired
        }
    }
}

extension TicketTransfer {
    /// From the second of the event's start on a pending transfer is expired, even before a row says so.
    package func status(at now: Timestamp) -> TransferStatus { status == .pending && now >= expiresAt ? .expired : status }

    /// Ends it. Throws 410 for one that is too old and 409 for one that ended otherwise.
    package mutating func end(as next: TransferStatus, at now: Timestamp) throws(Rejection) {
        switch status(at: now) {
        case .pending: status = next
        case .expired: throw Rejection(410, "transfer-expired", "This ticket could be taken over until the event started.")
        case .accepted, .declined, .cancelled:
            throw .conflict("transfer-state", "This offer is settled already.", ["currentStatus": .string(status.name.rawValue)])
        }
    }
}
