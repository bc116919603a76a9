import Contracts
import Kernel
import ServiceKit

/// A time was chosen on the page of a link.
public struct HoldOnPage: Command {
    public static let type: MessageType = "scheduling.hold-on-page.v1"
    public let token: String
    public let startsAt: String?
    public let lang: String?

    public func handle(in tx: SchedulingTransaction) throws -> PageAnswer {
        let source = try PageSource(tx, lang: lang)
        do {
            let page = try BookingPage(source, token: token)
            do {
                let (hold, _) = try HoldSlot(token: token, startsAt: startsAt).hold(in: tx)
                return PageAnswer(seeOther: source.location("/book/\(token)", [("hold", hold.id)]))
            } catch let rejection as Rejection where rejection.status == 422 {
                return PageAnswer(try page.week(.init(errors: ["startsAt"])), status: 422)
            } catch let rejection as Rejection where rejection.status == 409 {
                return PageAnswer(try page.week(.init(message: AppointmentPage.sentence(rejection, source.words))), status: 409)
            }
        } catch let rejection as Rejection { return RefusalPage.of(rejection, source.words) }
    }
}

/// The details were filled in on the page of a link.
public struct BookOnPage: Command {
    public static let type: MessageType = "scheduling.book-on-page.v1"
    public let token: String
    public let holdId: String?
    public let clientName: String?
    public let clientEmail: String?
    public let clientDni: SealedValue?
    public let clientPhone: String?
    public let notes: String?
    public let lang: String?

    public func handle(in tx: SchedulingTransaction) throws -> PageAnswer {
        let source = try PageSource(tx, lang: lang)
        do {
            let booking = BookAppointment(token: token, holdId: holdId ?? "", startsAt: nil, date: nil, startTime: nil, clientName: clientName, clientEmail: clientEmail,
                                          clientDni: clientDni, clientPhone: clientPhone, notes: notes, locale: source.words.code)
            do {
                let (appointment, _) = try booking.book(in: tx)
                return PageAnswer(seeOther: source.location("/appointment/\(appointment.manageToken)"))
            } catch let rejection as Rejection where rejection.status == 422 || rejection.status == 409 {
                return try again(source, rejection, tx)
            }
        } catch let rejection as Rejection { return RefusalPage.of(rejection, source.words) }
    }

    /// The form with what was typed; the week where its time is gone.
    private func again(_ source: PageSource, _ rejection: Rejection, _ tx: SchedulingTransaction) throws -> PageAnswer {
        let page = try BookingPage(source, token: token, hold: holdId)
        let values = ["clientName": clientName, "clientEmail": clientEmail, "clientDni": try clientDni.map { try tx.context.open($0) },
                      "clientPhone": clientPhone, "notes": notes].compactMapValues { $0 }
        let form = BookingPage.Form(values: values, errors: Set(rejection.errors.keys))
        if rejection.status == 422, let holdId, let details = try page.details(hold: holdId, form) { return PageAnswer(details, status: 422) }
        return PageAnswer(try page.week(.init(message: source.words.slotGone)), status: rejection.status)
    }
}

/// The waiting list was joined on the page of a link.
public struct JoinWaitlistOnPage: Command {
    public static let type: MessageType = "scheduling.join-waitlist-on-page.v1"
    public let token: String
    public let clientName: String?
    public let clientEmail: String?
    public let from: String?
    public let to: String?
    public let lang: String?

    public func handle(in tx: SchedulingTransaction) throws -> PageAnswer {
        let source = try PageSource(tx, lang: lang)
        do {
            let page = try BookingPage(source, token: token)
            do {
                _ = try JoinWaitlist(token: token, clientName: clientName, clientEmail: clientEmail, from: from, to: to).join(in: tx)
                return PageAnswer(seeOther: source.location("/book/\(token)"))
            } catch let rejection as Rejection where rejection.status == 422 {
                let values = ["clientName": clientName, "clientEmail": clientEmail, "from": from, "to": to].compactMapValues { $0 }
                return PageAnswer(try page.week(.init(values: values, errors: Set(rejection.errors.keys))), status: 422)
            } catch let rejection as Rejection where rejection.status == 409 {
                return PageAnswer(try page.week(.init(message: AppointmentPage.sentence(rejection, source.words))), status: 409)
            }
        } catch let rejection as Rejection { return RefusalPage.of(rejection, source.words) }
    }
}
