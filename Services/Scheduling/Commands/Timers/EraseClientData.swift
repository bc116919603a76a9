import Contracts
import Kernel
import ServiceKit

/// The appointment was long ago: its client is forgotten.
public struct EraseClientData: Command {
    public static let type: MessageType = "scheduling.erase-client-data.v1"
    public let appointmentId: Int
    static func timerID(_ appointment: Int) -> String { "appointment-erase:\(appointment)" }

    public func handle(in tx: SchedulingTransaction) throws -> NoContent {
        guard var appointment = try tx.appointments.find(appointmentId), !appointment.isErased else { return NoContent() }  // Forgotten already.
        guard !appointment.status.isLive else { return NoContent() }  // Cannot be: it ended long ago and was completed by its timer.
        try ClientErasure(tx: tx).erase(&appointment)
        return NoContent()
    }
}

/// Takes a client's data out of an appointment; what remains is time and work.
struct ClientErasure {
    let tx: SchedulingTransaction

    func erase(_ appointment: inout Appointment) throws {
        let name = try AppointmentWords.text(tx.settings().appointments.erasedClient, tx.definition.languages.first ?? "en")
        appointment.client = ClientDetails(name: name, email: "", document: "", phone: "")
        appointment.isErased = true
        appointment.updatedAt = tx.now
        try tx.appointments.update(appointment)
        for photo in try tx.photos.all(of: .appointment(appointment.id)) { try tx.photos.remove(photo) }
        if let link = appointment.linkId { try tx.waitlist.forgetClient(of: link) }
        tx.cancelTimer(EraseClientData.timerID(appointment.id))
    }
}
