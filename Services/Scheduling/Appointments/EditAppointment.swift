import Contracts
import Kernel
import ServiceKit

/// The artist's own remarks, in every state. Nobody is told.
public struct EditAppointment: Command {
    public static let type: MessageType = "scheduling.edit-appointment.v1"
    public let appointmentId: PathNumber
    public let tattooDescription: String?
    public let artistNotes: String?
    public let clientPhone: String?

    public func handle(in tx: SchedulingTransaction) throws -> SecretAnswer {
        let artist = try tx.artist()
        guard var appointment = try tx.appointments.find(appointmentId.number(), of: artist) else { throw Rejection.notFound }
        var check = Validation()
        if let tattooDescription, let text = ClientField.text("tattooDescription", tattooDescription, CreateAppointment.descriptionScalars, multiline: true, &check) {
            appointment.description = text
        }
        if let artistNotes, let text = ClientField.text("artistNotes", artistNotes, 0...CreateAppointment.notesScalarsMax, multiline: true, required: false, &check) {
            appointment.artistNotes = text
        }
        if let clientPhone, let phone = ClientField.phone("clientPhone", clientPhone, prefix: tx.definition.phonePrefix, &check) { appointment.client.phone = phone }
        try check.check()
        appointment.updatedAt = tx.now
        try tx.appointments.update(appointment)
        return try ArtistAnswer(tx: tx).answer(appointment)
    }
}
