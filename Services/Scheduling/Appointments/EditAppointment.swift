import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// The provider's own remarks, in every state. Nobody is told.
public struct EditAppointment: Command, HasFormerNames {
    public static let type: MessageType = "scheduling.edit-appointment.v1"
    public static let formerFields = BookingNames.customerFields.merging(BookingNames.workFields) { $1 }
    public let appointmentId: PathNumber
    public let description: String?
    public let providerNotes: String?
    public let customerPhone: String?
    public let extraFields: [String: JSONValue]?

    public func handle(in tx: SchedulingTransaction) throws -> SecretAnswer {
        let provider = try tx.provider()
        guard var appointment = try tx.appointments.find(appointmentId.number(), of: provider) else { throw Rejection.notFound }
        var check = Validation()
        if let description, let text = CustomerField.text(tx.names.description, description, CreateAppointment.descriptionScalars,
                                                          multiline: true, &check) {
            appointment.description = text
        }
        if let providerNotes, let text = CustomerField.text(tx.names.providerNotes, providerNotes, 0...CreateAppointment.notesScalarsMax,
                                                            multiline: true, required: false, &check) {
            appointment.providerNotes = text
        }
        if let customerPhone, let phone = try CustomerField.phone(tx.names.customerPhone, customerPhone, in: tx.definition, &check) {
            appointment.customer.phone = phone
        }
        if let extraFields {
            let changed = ExtraField.checked(extraFields, try tx.settings().extraFields, requiring: false, &check)
            appointment.extraFields.merge(changed.filter { extraFields[$0.key] != nil }) { $1 }
        }
        try check.check()
        appointment.updatedAt = tx.now
        try tx.appointments.update(appointment)
        return try AnswerForProvider(tx: tx).answer(appointment)
    }
}
