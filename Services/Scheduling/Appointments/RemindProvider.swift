import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// Reminds the provider of a coming appointment. Notifications decides by the provider's preferences whether to send it.
public struct RemindProvider: Command, HasFormerNames {
    public static let type: MessageType = "scheduling.remind-provider.v1"
    public static let formerTypes: [MessageType] = ["scheduling.remind-artist.v1"]
    public let appointmentId: Int
    /// The appointment's sequence when the timer was set.
    public let sequence: Int
    public let offsetMinutes: Int

    static func timerID(_ appointment: Int, _ offset: Int) -> String { "artist-reminder:\(appointment):\(offset)" }

    public func handle(in tx: SchedulingTransaction) throws -> NoContent {
        guard let appointment = try SendReminder.upcoming(appointmentId, sequence, in: tx) else { return NoContent() }
        try AppointmentMessages(tx: tx).notifyProvider(of: appointment, .reminder, mark: "/\(offsetMinutes)",
                                                       offset: Self.span(offsetMinutes))
        return NoContent()
    }

    /// The name of the offset in preferences: `P1D`, `PT2H`, `PT30M`.
    static func span(_ minutes: Int) -> String {
        if minutes % 1440 == 0 { return "P\(minutes / 1440)D" }
        return minutes % 60 == 0 ? "PT\(minutes / 60)H" : "PT\(minutes)M"
    }
}
