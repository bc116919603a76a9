import Contracts
import ServiceKit

extension Feature {
    /// Trucks with their fuel, shifts of drivers, and what drivers are offered.
    package static let trucks = Feature(
        "trucks",
        migrations: [CreateTrucks.self, CreateTruckRequests.self],
        commands: [CreateTruck.self, ChangeTruck.self, LoadTruck.self, AdjustTruck.self, ImportTruck.self],
        timers: [AnswerTruckRequest.self],
        reactions: [OnAreaOfTruckChanged.self],
        queries: [AllTrucks.self, TruckDetails.self, LedgerOfTruck.self],
        publishes: [
            TruckChanged.self, TruckLedgerEntryAdded.self, ShiftStarted.self, ShiftEnded.self, FuelDeliveryAvailable.self,
            FuelDeliveryWithdrawn.self, FuelDeliveryAssigned.self, FuelDeliveryReleased.self,
        ],
        routes: TruckRoutes.all,
        texts: [TruckTexts.all])
}
