import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// The provider makes a link for one customer and one piece of work.
public struct CreateBookingLink: Command {
    public static let type: MessageType = "scheduling.create-booking-link.v1"
    private let form: JSONValue
    public init(from decoder: any Decoder) throws { form = try JSONValue(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try form.encode(to: encoder) }
    static let descriptionScalars = 1...1000

    public func handle(in tx: SchedulingTransaction) throws -> SecretAnswer {
        let provider = try tx.provider()
        let fields = try checked(defaultDays: tx.reading.calendar(of: provider).settings.linkDays, tx.definition)
        guard try tx.links.activeCount(of: provider, at: tx.now) < BookingLink.activeMax else {
            throw Rejection.conflict("too-many-links", "There are \(BookingLink.activeMax) active links; revoke some first.")
        }
        let link = BookingLink(id: try tx.numbers.next(.bookingLink), providerId: provider, token: tx.token(for: "booking-link"),
                               description: fields.description, durationMinutes: fields.minutes,
                               deposit: fields.deposit.map { Money($0, tx.definition.currency) }, locale: fields.locale, state: .active,
                               expiresAt: (tx.now + .days(fields.days)).wholeSeconds, createdAt: tx.now, appointmentId: nil, root: tx.root)
        try tx.links.insert(link)
        try tx.schedule(ExpireLink.timerID(link.id), at: link.expiresAt, ExpireLink(linkId: link.id))
        try tx.publish(BookingLinkCreated(linkId: link.publicID, providerId: provider, durationMinutes: fields.minutes,
                                          expiresAt: link.expiresAt))
        return SecretAnswer(link.json(tx.names, at: tx.now), status: 201, location: "/booking-links/\(link.id)")
    }

    private struct Fields {
        let description: String
        let minutes, days: Int
        /// In minor units.
        let deposit: Int?
        let locale: String?
    }

    private func checked(defaultDays: Int, _ definition: TenantDefinition) throws -> Fields {
        var reader = FormReader(form)
        let text = reader.typed("description") { CustomerField.text("description", $0, Self.descriptionScalars, multiline: true, &$1) }
        let minutes = reader.anyInteger("duration") ?? BookingLink.defaultDuration
        if !BookingLink.durations.contains(minutes) {
            reader.fail("duration", "must be one of \(BookingLink.durations.map(String.init).joined(separator: ", "))")
        }
        let days = reader.integer("expiresInDays", 1...90) ?? defaultDays
        let code = definition.currency.code
        let deposit = reader.object("deposit") { inner -> Int? in
            if let currency = inner.string("currency", isRequired: true), currency != code { inner.fail("currency", "must be \(code)") }
            return inner.integer("amount", BookingLink.depositRange, isRequired: true)
        }
        let locale = reader.string("locale")
        if let locale, !definition.languages.contains(locale) {
            reader.fail("locale", "must be one of \(definition.languages.joined(separator: ", "))")
        }
        try reader.finish()
        guard let text else { throw Rejection.malformed("The form of the link could not be read.") }
        return Fields(description: text, minutes: minutes, days: days, deposit: deposit, locale: locale)
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
        case .revoked: return NoContent()  // It opens nothing already.
        case .expired:
            // A hold that was taken in time would still book.
            if try tx.links.liveHolds(of: link.id).contains(where: { $0.isLive(at: tx.now) }) { try LinkRevocation(tx: tx).revoke(link) }
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
