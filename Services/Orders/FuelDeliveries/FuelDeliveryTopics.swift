import Contracts
import OrdersFuel
import OrdersTrucks
import ServiceKit

/// What clients watch of deliveries: drivers what they may claim and what they have, everybody who may see an order its driver on the way.
enum FuelDeliveryTopics {
    static let all: [LiveTopic] = [
        LiveTopic("deliveries/mine", access: .permission(TruckSettings.drive), plugin: FuelSale.name,
                  admission: .lists(OpenDeliveriesOfDriver.self, each: "delivery.available"), feeds: [
            Feed(FuelDeliveryAvailable.self, as: "delivery.available", for: ["driverIds"], shows: shown),
            Feed(FuelDeliveryWithdrawn.self, as: "delivery.withdrawn", for: ["driverIds"], shows: ["deliveryId", "at"]),
            Feed(FuelDeliveryAssigned.self, as: "delivery.assigned", for: ["driverId"],
                 shows: ["deliveryId", "number", "driverId", "by", "at"]),
        ]),
        // The order's own feature decides who may watch it.
        LiveTopic("orders/{orderId}", access: .user, plugin: FuelSale.name, admission: .byOwner, feeds: [
            Feed(DriverLocationUpdated.self, as: "driver.location", shows: ["orderId", "lat", "lng", "heading", "at"])
                .null(for: "heading"),
            Feed(EtaUpdated.self, as: "order.eta",
                 shows: ["orderId", "seconds", "distanceMeters", "arrivesAt as at", "at as computedAt"]),
            // A driver without the job has nothing to see there any more.
            Feed(FuelDeliveryReleased.self, as: "delivery.released", for: ["driverId"], shows: ["orderId", "at"],
                 unsubscribes: ["driverId"]),
        ]),
    ]
    private static let shown = [
        "deliveryId", "number", "areaId", "fuelType", "maxGallons", "scheduleType", "startsAt", "promisedBy", "at",
    ]
}
