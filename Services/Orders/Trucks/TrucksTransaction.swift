import Contracts
import Kernel
import OrdersKit
import ServiceKit

extension OrdersScope {
    package var trucks: TruckStore { TruckStore(database, tenant) }
    var truckLedger: TruckLedgerStore { TruckLedgerStore(database, tenant) }
    package var shifts: ShiftStore { ShiftStore(database, tenant) }
    package var driverJobs: DriverJobStore { DriverJobStore(database, tenant) }
    package var driverPoints: DriverPointStore { DriverPointStore(database, tenant) }
}

extension OrdersTransaction {
    var truckReservations: TruckReservationStore { TruckReservationStore(database, tenant) }
    var truckRequests: TruckRequestStore { TruckRequestStore(database, tenant) }
    package var fuelDrivers: FuelDriverStore { FuelDriverStore(database, tenant) }
}
