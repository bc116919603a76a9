import OrdersKit
import ServiceKit

extension OrdersTransaction {
    package var fuelQuotes: FuelQuoteStore { FuelQuoteStore(database, tenant) }
}

extension OrdersView {
    package var fuelQuotes: FuelQuoteStore { FuelQuoteStore(database, tenant) }
}
