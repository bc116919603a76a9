import NotificationsKit

extension NotificationsScope {
    package var receipts: ReceiptStore { ReceiptStore(database, tenant) }
}
