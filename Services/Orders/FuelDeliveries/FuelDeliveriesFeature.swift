import Contracts
import ServiceKit

extension Feature {
    /// What drivers and dispatchers do with orders of fuel: shifts, claims, the way to the car, proofs, positions.
    package static let fuelDeliveries = Feature(
        "fuel-deliveries",
        migrations: [CreateDeliveryPhotos.self],
        commands: [
            StartShift.self, EndShift.self, RecordLocations.self, ClaimFuelDelivery.self, AssignFuelDelivery.self,
            ReleaseFuelDelivery.self, StartFuelDelivery.self, ArriveAtCar.self, StartFueling.self, RecordMeterReading.self,
            CompleteFuelDelivery.self, FailFuelDelivery.self,
        ],
        timers: [ShiftOver.self, ShowDriverPosition.self, DeleteDriverTraces.self, EraseDeliveryPhotos.self],
        reactions: [OnDriverRegistered.self, OnDriverRolesChanged.self, OnDriverErased.self],
        queries: [
            CurrentShift.self, FuelDeliveryList.self, FuelDeliveryDetails.self, OpenDeliveriesOfDriver.self, ReadDeliveryPhoto.self,
        ],
        uploads: [TakeDeliveryPhoto.self],
        publishes: [DriverLocationUpdated.self, EtaUpdated.self],
        routes: FuelDeliveryRoutes.all,
        live: FuelDeliveryTopics.all,
        texts: [FuelDeliveryTexts.all])
}
