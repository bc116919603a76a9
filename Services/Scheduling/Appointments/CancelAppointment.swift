import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// The provider cancels; no notice is needed.
public struct CancelAppointment: Command {
    public static let type: MessageType = "scheduling.cancel-appointment.v1"
    public let appointmentId: PathNumber
    public let reason: String?

    public func handle(in tx: SchedulingTransaction) throws -> SecretAnswer {
        let provider = try tx.provider()
        let text = try CancelReasonText.checked(reason)
        guard var appointment = try tx.appointments.find(appointmentId.number(), of: provider) else { throw Rejection.notFound }
        try appointment.checkCancel(by: .provider, at: tx.now)
        try AppointmentLife(tx: tx).cancel(&appointment, because: .stated(text, by: .provider))
        return try AnswerForProvider(tx: tx).answer(appointment)
    }
}

/// The customer cancels, in time.
public struct CancelAsCustomer: Command, HasFormerNames {
    public static let type: MessageType = "scheduling.cancel-as-customer.v1"
    public static let formerTypes: [MessageType] = ["scheduling.cancel-as-client.v1"]
    public let manageToken: String
    public let reason: String?

    public func handle(in tx: SchedulingTransaction) throws -> SecretAnswer {
        let appointment = try cancel(in: tx)
        return try AnswerForCustomer(tx: tx).answer(appointment)
    }
    /// Throws before anything is written.
    func cancel(in tx: SchedulingTransaction) throws -> Appointment {
        let text = try CancelReasonText.checked(reason)
        var appointment = try tx.appointments.require(manageToken: manageToken, at: tx.now)
        try appointment.checkCancel(by: .customer, at: tx.now)
        try AppointmentLife(tx: tx).cancel(&appointment, because: .stated(text, by: .customer))
        return appointment
    }
}

/// Why somebody cancels, in their words.
enum CancelReasonText {
    static let scalarsMax = 500
    /// Nil: nothing was said.
    static func checked(_ reason: String?) throws -> String? {
        var check = Validation()
        let text = CustomerField.text("reason", reason, 0...scalarsMax, multiline: true, required: false, &check)
        try check.check()
        return text?.isEmpty == false ? text : nil
    }
}

/// A changed appointment in the form that its provider gets. Its history is part of `AppointmentDetails` only.
struct AnswerForProvider {
    let tx: SchedulingTransaction
    func answer(_ appointment: Appointment) throws -> SecretAnswer {
        // It names the customer: after the erasure no request that is sent again is answered with it.
        tx.context.answerIsAbout(DepositSaga.payer(appointment.id))
        let photos = try tx.photoList.forProvider(.appointment(appointment.id))
        return SecretAnswer(try AppointmentAnswer(appointment, photos: photos, tx.names).forProvider())
    }
}

/// An appointment as its customer gets it back.
struct AnswerForCustomer {
    let tx: SchedulingTransaction
    func answer(_ appointment: Appointment) throws -> SecretAnswer {
        tx.context.answerIsAbout(DepositSaga.payer(appointment.id))
        let calendar = try tx.reading.calendar(of: appointment.providerId)
        let answer = try AppointmentAnswer(appointment, photos: tx.photoList.forCustomer(appointment), tx.names)
        return SecretAnswer(answer.forCustomer(providerName: calendar.record.name, location: calendar.settings.location,
                                               basePath: tx.basePath))
    }
}
