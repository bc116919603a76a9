import Kernel
import ServiceKit

/// Jobs over HTTP: what a courier is offered and does, and what the staff does in his place.
enum DeliveryRoutes<Order: DeliveredOrder> {
    private typealias Shape = DeliverySchemas
    private static var plugin: String { Order.name }
    private static var ride: Route.Access { .permission("deliveries:ride") }
    private static var rules: [String] { ["409 not-assigned", "409 invalid-transition"] }

    static var all: [Route] { lists + offers + steps + ends + staff }

    private static var lists: [Route] {
        [
            .get("/deliveries/offers", OffersForCourier.self, access: ride, plugin: plugin, query: Shape.rider,
                 summary: "What the courier may claim now, nearest first.", answer: .page(of: Shape.offer)),
            .get("/deliveries/mine", DeliveriesOfCourier.self, access: ride, plugin: plugin,
                 query: Shape.rider.merging(["status": .oneOf("active", "final")]) { own, _ in own },
                 summary: "The courier's jobs, newest first.", answer: .page(of: Shape.delivery)),
            .get("/deliveries/{deliveryId}", DeliveryDetails.self, access: .user, plugin: plugin,
                 summary: "One job, for its courier, its restaurant's owner and the staff.", answer: Shape.delivery),
        ]
    }

    private static var offers: [Route] {
        [
            .command("POST", "/deliveries/{deliveryId}/claim", ClaimDelivery<Order>.self, access: ride, plugin: plugin, body: Shape.body(),
                     summary: "Take a job; the first courier gets it.", answer: Shape.delivery,
                     refusals: ["409 delivery-already-assigned", "409 delivery-cancelled", "409 courier-offline",
                                "409 too-many-deliveries", "409 cash-limit-reached", "409 offer-not-live"]),
            .command("POST", "/deliveries/{deliveryId}/decline", DeclineDelivery<Order>.self, access: ride, plugin: plugin,
                     body: Shape.body(), summary: "Refuse a job while its courier is searched for.", success: 204,
                     refusals: ["409 delivery-already-assigned"]),
            .command("POST", "/deliveries/{deliveryId}/release", ReleaseDelivery<Order>.self, access: ride, plugin: plugin,
                     body: Shape.body(["reason": .string(1...200)], required: ["reason"]),
                     summary: "Give a job back before picking it up; its courier is searched for anew.", answer: Shape.delivery,
                     refusals: rules, example: ["reason": "flat tyre"]).alsoCheckedByHandler(),
        ]
    }

    private static var steps: [Route] {
        [
            .command("POST", "/deliveries/{deliveryId}/arrive-restaurant", ArriveAtRestaurant<Order>.self, access: ride, plugin: plugin,
                     body: Shape.body(), summary: "The courier is at the restaurant.", answer: Shape.delivery, refusals: rules),
            .command("POST", "/deliveries/{deliveryId}/pickup", PickUpDelivery<Order>.self, access: ride, plugin: plugin,
                     body: Shape.body(), summary: "The courier has the order, which must be ready.", answer: Shape.delivery,
                     refusals: rules + ["409 order-not-ready"]),
            .command("POST", "/deliveries/{deliveryId}/arrive-customer", ArriveAtCustomer<Order>.self, access: ride, plugin: plugin,
                     body: Shape.body(), summary: "The courier is at the door.", answer: Shape.delivery, refusals: rules),
        ]
    }

    private static var ends: [Route] {
        [
            .command("POST", "/deliveries/{deliveryId}/complete", CompleteDelivery<Order>.self, access: ride, plugin: plugin,
                     body: Shape.body(["code": Schema.string(1...20).orNull, "photoId": Schema.string(1...64).orNull,
                                       "cashCollected": Schema.money.orNull]),
                     summary: "Hand over: by the customer's code, or by a photo where the order is left at the door.",
                     answer: Shape.delivery, refusals: rules + ["409 delivery-code-locked", "422 wrong-delivery-code"],
                     example: ["code": "4821", "cashCollected": ["amount": 7800, "currency": "SAR"]])
                // Whether a code is missing depends on the photo.
                .alsoCheckedByHandler(judgedBy: ["code": "photoId"]),
            .command("POST", "/deliveries/{deliveryId}/fail", FailDelivery<Order>.self, access: ride, plugin: plugin,
                     body: Shape.body(["reason": .oneOf(DeliveryFailure.allCases.map(\.rawValue)), "note": Schema.string(0...300).orNull],
                                      required: ["reason"]),
                     summary: "Nobody takes the order at the door; possible some minutes after arriving there.",
                     answer: Shape.delivery, refusals: rules + ["409 too-early"], example: ["reason": "customer_unreachable"])
                .alsoCheckedByHandler(),
        ]
    }

    private static var staff: [Route] {
        [
            .get("/admin/deliveries", AllDeliveries.self, access: .permission("orders:read-all"), plugin: plugin,
                 query: ["attention": .boolean, "status": .oneOf(DeliveryStatus.allCases.map(\.rawValue))],
                 summary: "All jobs, newest first; or those that need a person.", answer: .page(of: Shape.delivery)),
            .command("POST", "/deliveries/{deliveryId}/assign", AssignDelivery<Order>.self, access: .permission("deliveries:assign"),
                     plugin: plugin, body: .object(["courierId": .id], required: ["courierId"]),
                     summary: "Give a job to a courier, with or without an offer.", answer: Shape.delivery,
                     refusals: ["409 invalid-transition", "409 courier-not-approved", "409 delivery-cancelled", "409 courier-offline",
                                "409 too-many-deliveries", "409 cash-limit-reached"],
                     example: ["courierId": "00000000-0000-4000-8000-00000a000101"]),
            .command("POST", "/deliveries/{deliveryId}/complete-override", OverrideDelivery<Order>.self,
                     access: .permission("deliveries:override"), plugin: plugin,
                     body: .object(["note": .string(1...300), "cashCollected": Schema.money.orNull], required: ["note"]),
                     summary: "Complete a delivery without its code.", answer: Shape.delivery, refusals: ["409 invalid-transition"],
                     example: ["note": "the customer confirmed on the phone"]).alsoCheckedByHandler(),
        ]
    }
}
