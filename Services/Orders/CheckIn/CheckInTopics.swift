import Contracts
import OrdersTicketSales
import ServiceKit

/// What the staff of an event may watch: every scan and conflict.
enum CheckInTopics {
    static let all: [LiveTopic] = [
        LiveTopic("check-ins/{eventId}", access: .user, plugin: TicketSale.name, admission: .asks(CheckInStats.self), feeds: [
            Feed(TicketCheckedIn.self, as: "check-in.admitted",
                 shows: ["checkInId", "ticketId", "eventId", "gateId", "gateName", "deviceId", "at"]),
            Feed(TicketCheckedOut.self, as: "check-in.left", shows: ["checkInId", "ticketId", "eventId", "gateId", "deviceId", "at"]),
            Feed(CheckInRefused.self, as: "check-in.refused",
                 shows: ["checkInId", "ticketId", "eventId", "gateId", "deviceId", "at", "reason"]),
            Feed(CheckInConflict.self, as: "check-in.conflict",
                 shows: ["conflictId", "kind", "ticketId", "eventId", "gateId", "gateName", "deviceId", "at"]),
            // Former staff have nothing to see here any more.
            Feed(ScannerRevoked.self, as: "check-in.staff-removed", for: ["userId"], shows: ["eventId"], unsubscribes: ["userId"]),
        ].map { $0.wholeSeconds(of: "at") }),
    ]
}
