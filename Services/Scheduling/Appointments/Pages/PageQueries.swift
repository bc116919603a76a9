import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// The page of a booking link. Looking changes nothing: messengers fetch links for previews.
public struct BookingPageOfLink: Query {
    public static let type: MessageType = "scheduling.booking-page.v1"
    public let token: String
    public let from: String?
    public let hold: String?
    public let lang: String?

    public func answer(in view: SchedulingView) throws -> PageAnswer {
        let source = try PageSource(view, lang: lang)
        return try source.answer {
            let page = try BookingPage(source, token: token, hold: hold)
            guard let hold else { return PageAnswer(try page.week(from: from)) }
            return PageAnswer(try page.details(hold: hold) ?? page.week(from: from, .init(message: source.words.slotGone)))
        }
    }
}

/// The page of an appointment.
public struct PageOfAppointment: Query {
    public static let type: MessageType = "scheduling.appointment-page.v1"
    public let manageToken: String
    public let lang: String?

    public func answer(in view: SchedulingView) throws -> PageAnswer {
        let source = try PageSource(view, lang: lang)
        return try source.answer { PageAnswer(try AppointmentPage(source, manageToken: manageToken).overview()) }
    }
}

/// Asks before an appointment is cancelled.
public struct CancelPage: Query {
    public static let type: MessageType = "scheduling.cancel-page.v1"
    public let manageToken: String
    public let lang: String?

    public func answer(in view: SchedulingView) throws -> PageAnswer {
        let source = try PageSource(view, lang: lang)
        return try source.answer {
            let page = try AppointmentPage(source, manageToken: manageToken)
            do throws(Rejection) { try page.appointment.checkCancel(by: .customer, at: view.now) } catch {
                return PageAnswer(try page.overview(message: AppointmentPage.sentence(error, source.words)), status: 409)
            }
            return PageAnswer(page.cancelStep())
        }
    }
}

/// A week to move an appointment to.
public struct ReschedulePage: Query {
    public static let type: MessageType = "scheduling.reschedule-page.v1"
    public let manageToken: String
    public let from: String?
    public let lang: String?

    public func answer(in view: SchedulingView) throws -> PageAnswer {
        let source = try PageSource(view, lang: lang)
        return try source.answer {
            let page = try AppointmentPage(source, manageToken: manageToken)
            do throws(Rejection) { try page.appointment.checkReschedule(by: .customer, at: view.now) } catch {
                return PageAnswer(try page.overview(message: AppointmentPage.sentence(error, source.words)), status: 409)
            }
            return PageAnswer(try page.rescheduleStep(from: from))
        }
    }
}
