import Contracts
import Kernel
import OrdersKit
import ServiceKit

extension OrdersTransaction {
    package var trucks: TruckStore { TruckStore(database, tenant) }
    var truckReservations: TruckReservationStore { TruckReservationStore(database, tenant) }
    var truckRequests: TruckRequestStore { TruckRequestStore(database, tenant) }
    var truckLedger: TruckLedgerStore { TruckLedgerStore(database, tenant) }
    package var shifts: ShiftStore { ShiftStore(database, tenant) }
    package var fuelDrivers: FuelDriverStore { FuelDriverStore(database, tenant) }
    package var driverJobs: DriverJobStore { DriverJobStore(database, tenant) }
    package var driverPoints: DriverPointStore { DriverPointStore(database, tenant) }
}

extension OrdersView {
    package var trucks: TruckStore { TruckStore(database, tenant) }
    var truckLedger: TruckLedgerStore { TruckLedgerStore(database, tenant) }
    package var shifts: ShiftStore { ShiftStore(database, tenant) }
    package var driverJobs: DriverJobStore { DriverJobStore(database, tenant) }
    package var driverPoints: DriverPointStore { DriverPointStore(database, tenant) }
}
