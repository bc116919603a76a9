import NotificationsKit

extension NotificationsTransaction {
    package var deliveries: DeliveryStore { DeliveryStore(database, tenant) }
    package var outbox: DevelopmentOutboxStore { DevelopmentOutboxStore(database, tenant) }
}

extension NotificationsView {
    package var outbox: DevelopmentOutboxStore { DevelopmentOutboxStore(database, tenant) }
}
