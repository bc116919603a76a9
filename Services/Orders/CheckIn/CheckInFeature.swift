import Contracts
import ServiceKit

extension Feature {
    /// Gates, scans and staff of an event.
    package static let checkIn = Feature(
        "check-in",
        migrations: [AddDoor.self, ListAttendees.self, WriteTicketsOnce.self],
        commands: [
            GrantScanner.self, RevokeScanner.self, ImportGate.self, AddGate.self, ChangeGate.self, RemoveGate.self, CheckInTicket.self,
        ],
        reactions: [OnUserErased.self],
        queries: [EventStaff.self, EventGates.self, CheckInEvents.self, CheckInLog.self, CheckInStats.self, EventAttendees.self],
        publishes: [TicketCheckedIn.self, TicketCheckedOut.self, CheckInRefused.self, ScannerRevoked.self],
        routes: CheckInRoutes.all,
        live: CheckInTopics.all,
        texts: [CheckInTexts.all])
}
