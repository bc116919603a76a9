import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// The provider says how it went.
public struct SetAppointmentStatus: Command {
    public static let type: MessageType = "scheduling.set-appointment-status.v1"
    public let appointmentId: PathNumber
    public let status: String

    public func handle(in tx: SchedulingTransaction) throws -> SecretAnswer {
        let provider = try tx.provider()
        let outcome: Appointment.Outcome
        switch status {
        case "completed": outcome = .completed
        case "no_show": outcome = .noShow
        default: throw Rejection.invalid(["status": ["must be completed or no_show"]])
        }
        guard var appointment = try tx.appointments.find(appointmentId.number(), of: provider) else { throw Rejection.notFound }
        if try appointment.checkOutcome(outcome, at: tx.now) {
            try AppointmentLife(tx: tx).finish(&appointment, as: outcome, by: .provider)
        }
        return try AnswerForProvider(tx: tx).answer(appointment)
    }
}

/// A customer wants to be forgotten, once nothing is ahead.
public struct EraseCustomer: Command, HasFormerNames {
    public static let type: MessageType = "scheduling.erase-customer.v1"
    public static let formerTypes: [MessageType] = ["scheduling.erase-client.v1"]
    public let manageToken: String

    public func handle(in tx: SchedulingTransaction) throws -> NoContent {
        var appointment = try tx.appointments.require(manageToken: manageToken, at: tx.now)
        try DepositSaga(tx: tx).settle(&appointment)
        guard !appointment.status.isLive else { throw Rejection.invalidTransition(appointment) }
        try CustomerErasure(tx: tx).erase(&appointment, isAskedFor: true)
        return NoContent()
    }
}
