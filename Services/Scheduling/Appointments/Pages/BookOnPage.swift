import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// A time was chosen on the page of a link.
public struct HoldOnPage: Command {
    public static let type: MessageType = "scheduling.hold-on-page.v1"
    public let token: String
    public let startsAt: String?
    /// The first day of the week that was shown.
    public let from: String?
    public let lang: String?

    public func handle(in tx: SchedulingTransaction) throws -> PageAnswer {
        let form = try FormAnswer(tx, lang: lang)
        return try form.page {
            .init(path: "/book/\(token)", query: [("hold", try HoldSlot(token: token, startsAt: startsAt).hold(in: tx).0.id)])
        } refused: { refusal in
            let page = try BookingPage(form.source, token: token)
            return try page.week(
                from: WeekForm.day(from: from, startsAt: startsAt, in: page.calendar.zone),
                refusal.status == 422 ? .init(errors: ["startsAt"]) : .init(message: AppointmentPage.sentence(refusal, form.words)))
        }
    }
}

/// The details were filled in on the page of a link.
public struct BookOnPage: Command, HasFormerNames {
    public static let type: MessageType = "scheduling.book-on-page.v1"
    public static let formerFields = BookingNames.customerFields
    public let token: String
    public let holdId: String?
    public let customerName: String?
    public let customerEmail: String?
    public let customerDocument: SealedValue?
    public let customerPhone: String?
    public let notes: String?
    public let extraFields: [String: JSONValue]?
    public let lang: String?

    public func handle(in tx: SchedulingTransaction) throws -> PageAnswer {
        let form = try FormAnswer(tx, lang: lang)
        let booking = BookAppointment(token: token, [
            "holdId": .string(holdId ?? ""), "customerName": .text(customerName), "customerEmail": .text(customerEmail),
            "customerDocument": try customerDocument.map { try JSONValue(encoding: $0) } ?? .null, "customerPhone": .text(customerPhone),
            "notes": .text(notes), "locale": .string(form.words.code), ExtraField.member: extraFields.map { .object($0) } ?? .null,
        ])
        return try form.page {
            .init(path: "/appointment/\(try booking.book(in: tx).appointment.manageToken)")
        } refused: { refusal in
            try again(form.source, refusal, tx)
        }
    }

    /// The form with what was typed; the week where its time is gone.
    private func again(_ source: PageSource, _ refusal: Rejection, _ tx: SchedulingTransaction) throws -> Markup {
        let page = try BookingPage(source, token: token, hold: holdId)
        let names = tx.names
        let values = [names.customerName: customerName, names.customerEmail: customerEmail,
                      names.document: try customerDocument.map { try tx.context.open($0) },
                      names.customerPhone: customerPhone, "notes": notes].compactMapValues { $0 }
            .merging((extraFields ?? [:]).map { ("\(ExtraField.member).\($0.key)", ExtraField.text($0.value)) }) { first, _ in first }
        let form = BookingPage.Form(values: values, errors: Set(refusal.errors.keys))
        if refusal.status == 422, let holdId, let details = try page.details(hold: holdId, form, wasRefused: true) { return details }
        // The form of the waiting list keeps name and address.
        return try page.week(from: try page.day(hold: holdId), .init(values: values, message: source.words.slotGone))
    }
}

/// The waiting list was joined on the page of a link.
public struct JoinWaitlistOnPage: Command, HasFormerNames {
    public static let type: MessageType = "scheduling.join-waitlist-on-page.v1"
    public static let formerFields = BookingNames.customerFields
    public let token: String
    public let customerName: String?
    public let customerEmail: String?
    public let from: String?
    public let to: String?
    public let lang: String?

    public func handle(in tx: SchedulingTransaction) throws -> PageAnswer {
        let form = try FormAnswer(tx, lang: lang)
        return try form.page {
            _ = try JoinSlotWaitlist(token: token, ["customerName": .text(customerName), "customerEmail": .text(customerEmail),
                                                    "from": .text(from), "to": .text(to)]).join(in: tx)
            return .init(path: "/book/\(token)")
        } refused: { refusal in
            let values = [tx.names.customerName: customerName, tx.names.customerEmail: customerEmail, "from": from,
                          "to": to].compactMapValues { $0 }
            let page = try BookingPage(form.source, token: token)
            // The page of a link that waits has no form for the errors to point to.
            if try form.source.waitlist.live(of: page.link.id) != nil { return try page.week(.init(message: form.words.alreadyWaiting)) }
            return try page.week(refusal.status == 422 ? .init(values: values, errors: Set(refusal.errors.keys))
                : .init(values: values, message: AppointmentPage.sentence(refusal, form.words)))
        }
    }
}
