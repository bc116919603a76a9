import Contracts
import Kernel
import OrdersFuel
import OrdersKit
import OrdersTrucks
import ServiceKit

/// Somebody registered, or was imported, with roles.
struct OnDriverRegistered: Reaction {
    func handle(_ event: UserRegistered, in tx: OrdersTransaction) throws { try DriverShifts(tx).rolesAre(event.roles, of: event.userId) }
}

/// Somebody has other roles now.
struct OnDriverRolesChanged: Reaction {
    func handle(_ event: RolesChanged, in tx: OrdersTransaction) throws { try DriverShifts(tx).rolesAre(event.roles, of: event.userId) }
}

/// An account was erased: as a role that was taken away. Where the driver was is forgotten at once, and photos when their orders are.
struct OnDriverErased: Reaction {
    func handle(_ event: UserErased, in tx: OrdersTransaction) throws {
        try DriverShifts(tx).rolesAre([], of: event.userId)
        try tx.driverPoints.delete(of: event.userId)
        try ErasedPhotos(tx).erase(of: event.userId)
    }
}

extension DriverShifts {
    func rolesAre(_ roles: [String], of user: User.ID) throws {
        guard tx.definition.has(plugin: FuelSale.name, of: .orders) else { return }  // Other apps have no drivers of trucks.
        if tx.definition.permissions(of: roles).contains(TruckSettings.drive) { return try tx.fuelDrivers.insert(user) }
        try tx.fuelDrivers.delete(user)
        try dismiss(user)
    }
}
