import OrdersKit
import ServiceKit

extension OrdersScope {
    package var serviceAreas: ServiceAreaStore { ServiceAreaStore(database, tenant) }
    package var fuelTerms: FuelTermsStore { FuelTermsStore(database, tenant) }
}

extension OrdersTransaction {
    package var vehicleList: VehicleListStore { VehicleListStore(database, tenant) }
}
