import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// The customer cancels on the page of the appointment.
public struct CancelOnPage: Command {
    public static let type: MessageType = "scheduling.cancel-on-page.v1"
    public let manageToken: String
    public let reason: String?
    public let lang: String?

    public func handle(in tx: SchedulingTransaction) throws -> PageAnswer {
        let form = try FormAnswer(tx, lang: lang)
        return try form.page {
            .init(path: "/appointment/\(try CancelAsCustomer(manageToken: manageToken, reason: reason).cancel(in: tx).manageToken)")
        } refused: { refusal in
            let page = try AppointmentPage(form.source, manageToken: manageToken)
            if refusal.status == 422 { return page.cancelStep(reason: reason ?? "", hasBadReason: true) }
            return try page.overview(message: AppointmentPage.sentence(refusal, form.words))
        }
    }
}

/// The customer chose another time on the page of the appointment.
public struct RescheduleOnPage: Command {
    public static let type: MessageType = "scheduling.reschedule-on-page.v1"
    public let manageToken: String
    public let startsAt: String?
    /// The first day of the week that was shown.
    public let from: String?
    public let lang: String?

    public func handle(in tx: SchedulingTransaction) throws -> PageAnswer {
        let form = try FormAnswer(tx, lang: lang)
        return try form.page {
            .init(path: """
                /appointment/\(try RescheduleAsCustomer(manageToken: manageToken, startsAt: startsAt).reschedule(in: tx).manageToken)
                """)
        } refused: { refusal in
            let page = try AppointmentPage(form.source, manageToken: manageToken)
            let from = WeekForm.day(from: from, startsAt: startsAt, in: page.calendar.zone)
            if refusal.status == 422 { return try page.rescheduleStep(from: from, isUnchosen: true) }
            let sentence = AppointmentPage.sentence(refusal, form.words)
            // Another time may do; for the rest no time does.
            return Self.ofTheTime.contains(refusal.slug)
                ? try page.rescheduleStep(from: from, message: sentence) : try page.overview(message: sentence)
        }
    }
    private static let ofTheTime: Set = ["slot-taken", "slot-unavailable", "slot-unchanged"]
}
