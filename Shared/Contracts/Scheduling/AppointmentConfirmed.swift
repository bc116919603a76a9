import Kernel

/// An appointment takes place.
public struct AppointmentConfirmed: DomainEvent, Equatable {
    public static let type: MessageType = "scheduling.appointment-confirmed.v1"
    public let appointment: AppointmentFacts
    public var subject: String { "appointments/\(appointment.appointmentId)" }
    public init(_ appointment: AppointmentFacts) {
        self.appointment = appointment
    }

    // On the wire the appointment's fields are the event's.
    public init(from decoder: any Decoder) throws { appointment = try AppointmentFacts(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try appointment.encode(to: encoder) }
}
