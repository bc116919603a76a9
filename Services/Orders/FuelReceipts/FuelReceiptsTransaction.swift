import OrdersKit
import ServiceKit

extension OrdersScope {
    package var fuelReceiptRows: FuelReceiptStore { FuelReceiptStore(database, tenant) }
}

extension OrdersTransaction {
    package var fuelReceipts: FuelReceipts { FuelReceipts(self) }
}
