import Contracts
import OrdersTicketSales
import ServiceKit

extension Feature {
    /// The door without a network: snapshots, uploads of scans, their conflicts.
    package static let offlineDoor = Feature(
        "offline-door",
        migrations: [AddOfflineScans.self, NumberTicketChanges.self],
        commands: [UploadScans.self],
        queries: [CheckInSnapshot.self, CheckInConflicts.self],
        publishes: [CheckInConflict.self],
        routes: OfflineDoorRoutes.all,
        texts: [OfflineDoorTexts.all])
}
