import Contracts
import Kernel
import ServiceKit

/// The two steps of deleting or cancelling what has tickets sold (R2).
struct DeletionGuard {
    let deletion: EventDeletion
    private let token: ConfirmationToken
    private let currency: Currency
    private let now: Timestamp

    static let keyPurpose = "catalog-confirmation"

    init(_ deletion: EventDeletion, of event: EventID, for user: User.ID, key: [UInt8], tenant: TenantID, currency: Currency,
         now: Timestamp) {
        (self.deletion, self.currency, self.now) = (deletion, currency, now)
        token = ConfirmationToken(key: key, tenant: tenant, event: event.rawValue, user: user.rawValue, deletion: deletion)
    }

    init(_ change: EventChange) throws {
        let tx = change.tx
        let deletion = EventDeletion(change.event, types: change.types, attendeeCount: try change.attendeeCount(), now: tx.now)
        self.init(deletion, of: change.event.id, for: change.user, key: tx.context.serviceKey(Self.keyPurpose), tenant: tx.tenant,
            currency: tx.definition.currency, now: tx.now)
    }

    /// Throws 409 with the costs and a fresh token unless the token at hand says they were seen.
    func requireConfirmation(_ sent: String?) throws(Rejection) {
        guard deletion.verdict == .needsConfirmation else { return }
        if let sent, token.accepts(sent, at: now) { return }
        var costs = members
        // RFC 9457 keeps `status` for the HTTP status: in a refusal the event's goes by its own name.
        costs["eventStatus"] = costs.removeValue(forKey: "status")
        costs["currentStatus"] = .string(deletion.status.rawValue)
        throw .conflict("confirmation-required", deletion.warning, costs)
    }

    /// The fields of a deletion check.
    var members: [String: JSONValue] {
        var members: [String: JSONValue] = [
            "allowed": .bool(deletion.verdict != .blocked), "status": .string(deletion.status.rawValue),
            "attendeeCount": .int(deletion.attendeeCount),
            "ticketCount": .int(deletion.ticketCount),
            "refundTotal": ["amount": .int(deletion.refundTotal), "currency": .string(currency.code)],
            "warning": .string(deletion.warning),
        ]
        if deletion.verdict == .needsConfirmation {
            let issued = token.issue(at: now)
            members["confirmationToken"] = .string(issued.token)
            members["expiresAt"] = .string(issued.expiresAt.description)
        }
        return members
    }
}
