import NotificationsKit

extension NotificationsTransaction {
    package var receipts: ReceiptStore { ReceiptStore(database, tenant) }
}

extension NotificationsView {
    package var receipts: ReceiptStore { ReceiptStore(database, tenant) }
}
