import Kernel

/// An appointment does not take place.
public struct AppointmentCancelled: DomainEvent, Equatable {
    public static let type: MessageType = "scheduling.appointment-cancelled.v1"
    public let appointment: AppointmentFacts
    /// `customer`, `provider`, `system`.
    public let by: String
    /// `customer`, `provider`, `deposit-expired`, `provider-erased`.
    public let reasonCode: String
    /// Money had been paid.
    public let hadDeposit: Bool
    public var subject: String { "appointments/\(appointment.appointmentId)" }
    public init(_ appointment: AppointmentFacts, by: String, reasonCode: String, hadDeposit: Bool) {
        self.appointment = appointment
        self.by = by
        self.reasonCode = reasonCode
        self.hadDeposit = hadDeposit
    }

    private enum Key: String, CodingKey { case by, reasonCode, hadDeposit }
    // On the wire the appointment's fields stand beside the event's own.
    public init(from decoder: any Decoder) throws {
        appointment = try AppointmentFacts(from: decoder)
        let container = try decoder.container(keyedBy: Key.self)
        by = try container.decode(String.self, forKey: .by)
        reasonCode = try container.decode(String.self, forKey: .reasonCode)
        hadDeposit = try container.decode(Bool.self, forKey: .hadDeposit)
    }
    public func encode(to encoder: any Encoder) throws {
        try appointment.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(by, forKey: .by)
        try container.encode(reasonCode, forKey: .reasonCode)
        try container.encode(hadDeposit, forKey: .hadDeposit)
    }
}
