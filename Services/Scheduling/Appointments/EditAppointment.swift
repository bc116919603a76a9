import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// The provider's own remarks, in every state. Nobody is told. After the customer's erasure nothing changes.
public struct EditAppointment: Command, HasFormerNames {
    public static let type: MessageType = "scheduling.edit-appointment.v1"
    public static let formerFields = BookingNames.customerFields.merging(BookingNames.workFields) { $1 }
    public let appointmentId: PathNumber
    public let description: String?
    public let providerNotes: String?
    public let customerPhone: String?
    public let extraFields: [String: JSONValue]?
    /// A booking appends the customer's notes to the description of its link, below a line break. What came so may be sent back.
    static let descriptionScalars = 1...CreateBookingLink.descriptionScalars.upperBound + 1 + BookAppointment.notesScalarsMax

    public func handle(in tx: SchedulingTransaction) throws -> SecretAnswer {
        let provider = try tx.provider()
        var check = Validation()
        let text = description.flatMap {
            CustomerField.text(tx.names.description, $0, Self.descriptionScalars, multiline: true, &check)
        }
        let notes = providerNotes.flatMap {
            CustomerField.text(tx.names.providerNotes, $0, 0...CreateAppointment.notesScalarsMax, multiline: true, required: false, &check)
        }
        let phone = try customerPhone.flatMap { try CustomerField.phone(tx.names.customerPhone, $0, in: tx.definition, &check) }
        let extra = try extraFields.map { given in
            ExtraField.checked(given, try tx.settings().extraFields, requiring: false, &check).filter { given[$0.key] != nil }
        }
        try check.check()
        guard var appointment = try tx.appointments.find(appointmentId.number(), of: provider) else { throw Rejection.notFound }
        // Of an erased customer nothing is written again: no timer would erase it.
        guard !appointment.isErased else { return try AnswerForProvider(tx: tx).answer(appointment) }
        appointment.description = text ?? appointment.description
        appointment.providerNotes = notes ?? appointment.providerNotes
        appointment.customer.phone = phone ?? appointment.customer.phone
        appointment.extraFields.merge(extra ?? [:]) { $1 }
        appointment.updatedAt = tx.now
        try tx.appointments.update(appointment)
        return try AnswerForProvider(tx: tx).answer(appointment)
    }
}
