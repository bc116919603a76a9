import Contracts
import Kernel
import OrdersKit
import ServiceKit

extension OrdersScope {
    package var couriers: CourierStore { CourierStore(database, tenant) }
    package var deliveryJobs: DeliveryStore { DeliveryStore(database, tenant) }
    package var deliveryOffers: OfferStore { OfferStore(database, tenant) }
    package var courierEarnings: EarningStore { EarningStore(database, tenant) }
    package var deliverySettings: DeliverySettings { DeliverySettings(definition) }
}
