import Contracts
import Kernel
import ServiceKit

/// The client cancels on the page of the appointment.
public struct CancelOnPage: Command {
    public static let type: MessageType = "scheduling.cancel-on-page.v1"
    public let manageToken: String
    public let reason: String?
    public let lang: String?

    public func handle(in tx: SchedulingTransaction) throws -> PageAnswer {
        let source = try PageSource(tx, lang: lang)
        do {
            let page = try AppointmentPage(source, manageToken: manageToken)
            do {
                let cancelled = try CancelAsClient(manageToken: manageToken, reason: reason).cancel(in: tx)
                return PageAnswer(seeOther: source.location("/appointment/\(cancelled.manageToken)"))
            } catch let rejection as Rejection where rejection.status == 422 {
                return PageAnswer(page.cancelStep(reason: reason ?? "", hasBadReason: true), status: 422)
            } catch let rejection as Rejection where rejection.status == 409 {
                return PageAnswer(try page.overview(message: AppointmentPage.sentence(rejection, source.words)), status: 409)
            }
        } catch let rejection as Rejection { return RefusalPage.of(rejection, source.words) }
    }
}

/// The client chose another time on the page of the appointment.
public struct RescheduleOnPage: Command {
    public static let type: MessageType = "scheduling.reschedule-on-page.v1"
    public let manageToken: String
    public let startsAt: String?
    public let lang: String?

    public func handle(in tx: SchedulingTransaction) throws -> PageAnswer {
        let source = try PageSource(tx, lang: lang)
        do {
            let page = try AppointmentPage(source, manageToken: manageToken)
            do {
                let moved = try RescheduleAsClient(manageToken: manageToken, startsAt: startsAt).reschedule(in: tx)
                return PageAnswer(seeOther: source.location("/appointment/\(moved.manageToken)"))
            } catch let rejection as Rejection where rejection.status == 422 {
                return PageAnswer(try page.rescheduleStep(isUnchosen: true), status: 422)
            } catch let rejection as Rejection where ["slot-taken", "slot-unavailable", "slot-unchanged"].contains(rejection.slug) {
                return PageAnswer(try page.rescheduleStep(message: AppointmentPage.sentence(rejection, source.words)), status: 409)
            } catch let rejection as Rejection where rejection.status == 409 {
                return PageAnswer(try page.overview(message: AppointmentPage.sentence(rejection, source.words)), status: 409)
            }
        } catch let rejection as Rejection { return RefusalPage.of(rejection, source.words) }
    }
}
