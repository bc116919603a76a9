import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// The provider makes a link for one customer and one piece of work.
public struct CreateBookingLink: Command {
    public static let type: MessageType = "scheduling.create-booking-link.v1"
    public struct DepositForm: Codable, Sendable {
        public let amount: Int
        public let currency: String
    }
    public let description: String
    public let duration: Int?
    public let expiresInDays: Int?
    public let deposit: DepositForm?
    public let locale: String?
    static let descriptionScalars = 1...1000

    public func handle(in tx: SchedulingTransaction) throws -> SecretAnswer {
        let provider = try tx.provider()
        let settings = try tx.reading.calendar(of: provider).settings
        var check = Validation()
        let text = CustomerField.text("description", description, Self.descriptionScalars, multiline: true, &check)
        let minutes = duration ?? BookingLink.defaultDuration
        check.require(BookingLink.durations.contains(minutes), "duration",
                      "must be one of \(BookingLink.durations.map(String.init).joined(separator: ", "))")
        let days = check.number("expiresInDays", expiresInDays ?? settings.linkDays, 1...90)
        if let deposit {
            check.number("deposit.amount", deposit.amount, BookingLink.depositRange)
            check.require(deposit.currency == tx.definition.currency.code, "deposit.currency", "must be \(tx.definition.currency.code)")
        }
        if let locale {
            check.require(tx.definition.languages.contains(locale), "locale",
                          "must be one of \(tx.definition.languages.joined(separator: ", "))")
        }
        try check.check()
        guard let text, let days else { throw Rejection.malformed("This is no link.") }
        guard try tx.links.activeCount(of: provider, at: tx.now) < BookingLink.activeMax else {
            throw Rejection.conflict("too-many-links", "There are \(BookingLink.activeMax) active links; revoke some first.")
        }
        let link = BookingLink(id: try tx.numbers.next(.bookingLink), providerId: provider, token: tx.token(for: "booking-link"),
                               description: text,
                               durationMinutes: minutes, deposit: deposit.map { Money($0.amount, tx.definition.currency) }, locale: locale,
                               state: .active,
                               expiresAt: (tx.now + .days(days)).wholeSeconds, createdAt: tx.now, appointmentId: nil, root: tx.root)
        try tx.links.insert(link)
        try tx.schedule(ExpireLink.timerID(link.id), at: link.expiresAt, ExpireLink(linkId: link.id))
        try tx.publish(BookingLinkCreated(linkId: link.publicID, providerId: provider, durationMinutes: minutes, expiresAt: link.expiresAt))
        return SecretAnswer(link.json(tx.names, at: tx.now), status: 201, location: "/booking-links/\(link.id)")
    }
}

/// The provider takes a link back.
public struct RevokeBookingLink: Command {
    public static let type: MessageType = "scheduling.revoke-booking-link.v1"
    public let linkId: PathNumber

    public func handle(in tx: SchedulingTransaction) throws -> NoContent {
        let provider = try tx.provider()
        guard let found = try tx.links.find(linkId.number(), of: provider) else { throw Rejection.notFound }
        let link = try DepositSaga(tx: tx).settled(found)
        switch link.status(at: tx.now) {
        case .used: throw Rejection.conflict("booking-link-used", "This link has been used.")
        case .revoked, .expired: return NoContent()  // It opens nothing already.
        case .active: try LinkRevocation(tx: tx).revoke(link)
        }
        return NoContent()
    }
}

/// Ends a link with what hangs on it.
package struct LinkRevocation {
    let tx: SchedulingTransaction
    package init(tx: SchedulingTransaction) { self.tx = tx }
    package func revoke(_ link: BookingLink) throws {
        var link = link
        link.state = .revoked
        try tx.links.update(link)
        tx.cancelTimer(ExpireLink.timerID(link.id))
        try tx.publish(BookingLinkRevoked(linkId: link.publicID, providerId: link.providerId, durationMinutes: link.durationMinutes,
                                          expiresAt: link.expiresAt))
        try WaitlistRun(tx: tx).end(of: link, as: .ended)
        for hold in try tx.links.liveHolds(of: link.id) { try SlotHolding(tx: tx).release(hold, as: .released) }
        try CustomerErasure(tx: tx).scheduleErasure(of: link)
    }
}
