import OrdersKit
import ServiceKit

extension OrdersTransaction {
    package var fuelReceipts: FuelReceipts { FuelReceipts(self) }
    package var fuelReceiptRows: FuelReceiptStore { FuelReceiptStore(database, tenant) }
}

extension OrdersView {
    package var fuelReceiptRows: FuelReceiptStore { FuelReceiptStore(database, tenant) }
}
