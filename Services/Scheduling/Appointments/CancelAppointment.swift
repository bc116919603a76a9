import Contracts
import Kernel
import ServiceKit

/// The artist cancels; no notice is needed.
public struct CancelAppointment: Command {
    public static let type: MessageType = "scheduling.cancel-appointment.v1"
    public let appointmentId: PathNumber
    public let reason: String?

    public func handle(in tx: SchedulingTransaction) throws -> SecretAnswer {
        let artist = try tx.artist()
        guard var appointment = try tx.appointments.find(appointmentId.number(), of: artist) else { throw Rejection.notFound }
        let text = try CancelReason.checked(reason)
        try appointment.checkCancel(by: .artist, at: tx.now)
        try AppointmentLife(tx: tx).cancel(&appointment, because: .said(text, by: .artist))
        return try ArtistAnswer(tx: tx).answer(appointment)
    }
}

/// The client cancels, in time.
public struct CancelAsClient: Command {
    public static let type: MessageType = "scheduling.cancel-as-client.v1"
    public let manageToken: String
    public let reason: String?

    public func handle(in tx: SchedulingTransaction) throws -> SecretAnswer {
        let appointment = try cancel(in: tx)
        return try ClientAnswer(tx: tx).answer(appointment)
    }
    /// Throws before anything is written.
    func cancel(in tx: SchedulingTransaction) throws -> Appointment {
        var appointment = try tx.appointments.require(manageToken: manageToken, at: tx.now)
        let text = try CancelReason.checked(reason)
        try appointment.checkCancel(by: .client, at: tx.now)
        try AppointmentLife(tx: tx).cancel(&appointment, because: .said(text, by: .client))
        return appointment
    }
}

/// Why somebody cancels, in their words.
enum CancelReason {
    static let scalarsMax = 500
    /// Nil: nothing was said.
    static func checked(_ reason: String?) throws -> String? {
        var check = Validation()
        let text = ClientField.text("reason", reason, 0...scalarsMax, multiline: true, required: false, &check)
        try check.check()
        return text?.isEmpty == false ? text : nil
    }
}

/// An appointment in the form that its artist gets.
struct ArtistAnswer {
    let tx: SchedulingTransaction
    func answer(_ appointment: Appointment) throws -> SecretAnswer {
        let photos = try tx.photoList.forArtist(.appointment(appointment.id))
        return SecretAnswer(try AppointmentAnswer(appointment, photos: photos).forArtist(history: tx.appointments.history(of: appointment.id)))
    }
}

/// An appointment as its client gets it back.
struct ClientAnswer {
    let tx: SchedulingTransaction
    func answer(_ appointment: Appointment) throws -> SecretAnswer {
        let calendar = try tx.reading.calendar(of: appointment.artistId)
        return SecretAnswer(try AppointmentAnswer(appointment, photos: tx.photoList.forClient(appointment)).forClient(artistName: calendar.record.name, location: calendar.settings.location,
                                                                         basePath: tx.basePath))
    }
}
