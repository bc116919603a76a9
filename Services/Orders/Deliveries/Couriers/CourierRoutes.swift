import Kernel
import ServiceKit

/// Couriers over HTTP: their profile, when and where they ride, what they earn; and the staff who lets them.
enum CourierRoutes<Order: DeliveredOrder> {
    private typealias Shape = DeliverySchemas
    private static var plugin: String { Order.name }
    private static var ride: Route.Access { .permission("deliveries:ride") }
    private static var manage: Route.Access { .permission("couriers:manage") }

    static var all: [Route] { own + staff }

    private static var own: [Route] {
        [
            .get("/courier/me", CourierProfile.self, access: ride, plugin: plugin, query: Shape.rider,
                 summary: "The courier's own profile.", answer: Shape.courier),
            .command("PUT", "/courier/me", ChangeCourier<Order>.self, access: ride, plugin: plugin,
                     body: Shape.body(["vehicle": Schema.string(1...20).orNull, "plate": Schema.string(0...20).orNull]),
                     summary: "Change vehicle or plate; null clears.", answer: Shape.courier, example: ["vehicle": "motorcycle"])
                .alsoCheckedByHandler(),
            .command("PUT", "/courier/availability", SetAvailability<Order>.self, access: ride, plugin: plugin,
                     body: Shape.body(["online": .boolean, "location": Shape.location.orNull], required: ["online"]),
                     summary: "Begin or stop to take jobs; beginning needs a location.", answer: Shape.courier,
                     refusals: ["409 courier-not-approved", "409 active-deliveries"],
                     example: ["online": true, "location": ["lat": 24.715, "lng": 46.679]]).alsoCheckedByHandler(),
            .command("POST", "/courier/location", RecordPosition<Order>.self, access: ride, plugin: plugin,
                     body: Shape.body(["location": Shape.location, "at": Schema.time.orNull, "heading": Schema.number(0...359).orNull,
                                       "accuracyMeters": Schema.number(0...1_000_000).orNull], required: ["location"]),
                     summary: "Where the courier is. Old, unordered and too frequent positions are ignored.", success: 204,
                     refusals: ["409 courier-offline"], example: ["location": ["lat": 24.715, "lng": 46.679]]).alsoCheckedByHandler(),
            .get("/courier/earnings", EarningsOfCourier.self, access: ride, plugin: plugin,
                 query: Shape.rider.merging(["from": .string(1...40), "to": .string(1...40)]) { own, _ in own },
                 summary: "What the courier earned, by local days, at most 92.", answer: Shape.earnings),
        ]
    }

    private static var staff: [Route] {
        [
            .get("/admin/couriers", AllCouriers.self, access: manage, plugin: plugin,
                 query: ["status": .oneOf(Courier.Status.allCases.map(\.rawValue)), "online": .boolean],
                 summary: "All couriers, newest first.", answer: .page(of: Shape.courier)),
            .command("POST", "/admin/couriers/{courierId}/approve", ApproveCourier<Order>.self, access: manage, plugin: plugin,
                     summary: "Let a courier ride.", answer: Shape.courier),
            .command("POST", "/admin/couriers/{courierId}/suspend", SuspendCourier<Order>.self, access: manage, plugin: plugin,
                     body: .object(["reason": .string(1...300)], required: ["reason"]),
                     summary: "Stop a courier; what is not picked up goes to others.", answer: Shape.courier,
                     example: ["reason": "documents expired"]),
        ]
    }
}
