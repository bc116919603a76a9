import Contracts
import ServiceKit

extension Feature {
    /// Vehicles that fuel is brought to, and the app's first page.
    package static func vehicles<Orders: VehicleOrders>(of _: Orders.Type) -> Feature {
        Feature(
            "vehicles",
            migrations: [CreateVehicles.self],
            commands: [AddVehicle.self, ChangeVehicle<Orders>.self, RemoveVehicle<Orders>.self, ImportVehicle.self],
            reactions: [OnVehicleOwnerErased.self],
            queries: [VehiclesOfOwner.self, VehicleDetails.self, ShowHome<Orders>.self],
            publishes: [VehicleAdded.self, VehicleRemoved.self],
            routes: VehicleRoutes<Orders>.all,
            texts: [VehicleTexts.all])
    }
}
