import Kernel

/// An appointment takes place at another time.
public struct AppointmentRescheduled: DomainEvent, Equatable {
    public static let type: MessageType = "scheduling.appointment-rescheduled.v1"
    public let appointment: AppointmentFacts
    public let previousStartsAt: Timestamp
    /// `customer`, `provider`.
    public let by: String
    public var subject: String { "appointments/\(appointment.appointmentId)" }
    public init(_ appointment: AppointmentFacts, previousStartsAt: Timestamp, by: String) {
        self.appointment = appointment
        self.previousStartsAt = previousStartsAt
        self.by = by
    }

    private enum Key: String, CodingKey { case previousStartsAt, by }
    // On the wire the appointment's fields stand beside the event's own.
    public init(from decoder: any Decoder) throws {
        appointment = try AppointmentFacts(from: decoder)
        let container = try decoder.container(keyedBy: Key.self)
        previousStartsAt = try container.decode(Timestamp.self, forKey: .previousStartsAt)
        by = try container.decode(String.self, forKey: .by)
    }
    public func encode(to encoder: any Encoder) throws {
        try appointment.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(previousStartsAt, forKey: .previousStartsAt)
        try container.encode(by, forKey: .by)
    }
}
