import OrdersKit
import ServiceKit

extension OrdersScope {
    package var fuelQuotes: FuelQuoteStore { FuelQuoteStore(database, tenant) }
}
