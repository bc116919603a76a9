import NotificationsKit

extension NotificationsScope {
    package var outbox: DevelopmentOutboxStore { DevelopmentOutboxStore(database, tenant) }
}

extension NotificationsTransaction {
    package var deliveries: DeliveryStore { DeliveryStore(database, tenant) }
}
