import OrdersKit
import ServiceKit

extension OrdersTransaction {
    package var serviceAreas: ServiceAreaStore { ServiceAreaStore(database, tenant) }
    package var fuelTerms: FuelTermsStore { FuelTermsStore(database, tenant) }
    package var vehicleList: VehicleListStore { VehicleListStore(database, tenant) }
}

extension OrdersView {
    package var serviceAreas: ServiceAreaStore { ServiceAreaStore(database, tenant) }
    package var fuelTerms: FuelTermsStore { FuelTermsStore(database, tenant) }
}
