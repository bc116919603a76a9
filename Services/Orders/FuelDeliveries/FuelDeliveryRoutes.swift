import Contracts
import Kernel
import OrdersFuel
import OrdersTrucks
import ServiceKit

/// Deliveries of fuel, shifts and positions over HTTP.
enum FuelDeliveryRoutes {
    private typealias Shape = FuelDeliverySchemas
    private static let plugin = FuelSale.name
    private static let drive = Route.Access.permission(TruckSettings.drive)
    private static let manage = Route.Access.permission(TruckSettings.manage)

    /// Whose delivery it is comes before what is wrong with the form.
    static let all: [Route] = shifts + lists + (claims + steps + proofs).map { $0.checkedByHandler() } + photos

    private static let shifts: [Route] = [
        .command("POST", "/shifts", StartShift.self, access: drive, plugin: plugin, body: .object(["truckId": .id], required: ["truckId"]),
                 summary: "Begin to work with a truck.", success: 201, answer: Shape.shift,
                 refusals: ["409 shift-already-open", "409 truck-in-use"], example: ["truckId": "00000000-0000-4000-8000-00000f000101"]),
        .get("/shifts/current", CurrentShift.self, access: drive, plugin: plugin, summary: "The driver's open shift.", answer: Shape.shift),
        .command("POST", "/shifts/{shiftId}/end", EndShift.self, access: drive, plugin: plugin,
                 body: .object(["force": Schema.boolean.orNull]),
                 summary: "End a shift. A dispatcher may force it: what was not begun goes to others.", answer: Shape.shift,
                 refusals: ["409 open-deliveries"]).checkedByHandler().with(orPermission: TruckSettings.manage),
        .command("POST", "/shifts/current/locations", RecordLocations.self, access: drive, plugin: plugin,
                 body: .object(["points": .array(Shape.point, LocationRules.count)], required: ["points"]),
                 summary: "Where the driver was. Two points in a row near the pin are an arrival.",
                 answer: .object(["accepted": .integer(), "ignored": .integer(), "arrived": .array(.id)],
                                 required: ["accepted", "ignored", "arrived"]),
                 refusals: ["409 shift-required"],
                 example: ["points": [["lat": 25.763, "lng": -80.1918, "recordedAt": "2026-11-22T15:04:05Z", "heading": 182]]])
            .checkedByHandler(),
    ]

    private static let lists: [Route] = [
        .get("/deliveries", FuelDeliveryList.self, access: drive, plugin: plugin,
             query: ["scope": .oneOf("available", "mine", "all"), "status": .oneOf(Shape.statuses + ["open", "past"])],
             summary: "What the driver may claim, has and had; for dispatchers all deliveries. Newest first.",
             answer: .page(of: Shape.delivery), refusals: ["409 shift-required"]).with(orPermission: TruckSettings.manage),
        .get("/deliveries/{deliveryId}", FuelDeliveryDetails.self, access: drive, plugin: plugin,
             summary: "One delivery, for its driver, those who may claim it, and dispatchers.", answer: Shape.delivery)
            .with(orPermission: TruckSettings.manage),
    ]

    private static let claims: [Route] = [
        .command("POST", "/deliveries/{deliveryId}/claim", ClaimFuelDelivery.self, access: drive, plugin: plugin, body: Shape.body(),
                 summary: "Take a delivery; the first driver gets it.", answer: Shape.delivery,
                 refusals: ["409 shift-required", "409 delivery-already-assigned", "409 delivery-not-available",
                            "409 too-many-deliveries", "409 fuel-not-carried", "409 insufficient-fuel", "409 invalid-transition"]),
        .command("POST", "/deliveries/{deliveryId}/assign", AssignFuelDelivery.self, access: manage, plugin: plugin,
                 body: Shape.body(["driverId": .id], required: ["driverId"]), summary: "Give a delivery to a driver on shift.",
                 answer: Shape.delivery,
                 refusals: ["409 shift-required", "409 delivery-already-assigned", "409 delivery-not-available",
                            "409 too-many-deliveries", "409 fuel-not-carried", "409 insufficient-fuel", "409 invalid-transition"],
                 example: ["driverId": "00000000-0000-4000-8000-00000a000104"]),
        .command("POST", "/deliveries/{deliveryId}/release", ReleaseFuelDelivery.self, access: drive, plugin: plugin,
                 body: Shape.body(["reason": .string(1...200)], required: ["reason"]), summary: "Give a delivery up; it is offered anew.",
                 answer: Shape.delivery, refusals: ["409 invalid-transition"], example: ["reason": "flat tyre"])
            .with(orPermission: TruckSettings.manage),
    ]

    private static let steps: [Route] = [
        .command("POST", "/deliveries/{deliveryId}/start", StartFuelDelivery.self, access: drive, plugin: plugin, body: Shape.body(),
                 summary: "Drive to the customer.", answer: Shape.delivery,
                 refusals: ["409 too-early", "409 another-delivery-active", "409 invalid-transition"]),
        .command("POST", "/deliveries/{deliveryId}/arrive", ArriveAtCar.self, access: drive, plugin: plugin,
                 body: Shape.body(["override": Schema.boolean.orNull, "reason": Schema.string(0...200).orNull]),
                 summary: "Be there, as the position proves, or with a reason why it does not.", answer: Shape.delivery,
                 refusals: ["409 not-at-location", "409 invalid-transition"]),
        .command("POST", "/deliveries/{deliveryId}/start-fueling", StartFueling.self, access: drive, plugin: plugin,
                 body: Shape.body(["plate": .string(1...20)], required: ["plate"]), summary: "Type the car's plate and begin.",
                 answer: Shape.delivery, refusals: ["409 plate-mismatch", "409 invalid-transition"], example: ["plate": "ABC D12"]),
        .command("POST", "/deliveries/{deliveryId}/fail", FailFuelDelivery.self, access: drive, plugin: plugin,
                 body: Shape.body(["reason": .oneOf(FuelFailReason.allCases.filter(\.isSaid).map(\.rawValue)),
                                   "note": Schema.string(0...300).orNull], required: ["reason"]),
                 summary: "The fuel does not get into the car.", answer: Shape.delivery,
                 refusals: ["409 wait-not-over", "409 fuel-delivered", "409 invalid-transition"], example: ["reason": "customer-absent"])
            .with(orPermission: TruckSettings.manage),
    ]

    private static let proofs: [Route] = [
        .command("POST", "/deliveries/{deliveryId}/meter-reading", RecordMeterReading.self, access: drive, plugin: plugin,
                 body: Shape.body(["meterStart": .number(), "meterEnd": .number()], required: ["meterStart", "meterEnd"]),
                 summary: "What the meter showed; the last reading before completion counts.",
                 answer: .object(["gallons": .number()], required: ["gallons"]),
                 refusals: ["409 meter-rollback", "409 truck-stock-exceeded", "409 invalid-transition"],
                 example: ["meterStart": 88010.5, "meterEnd": 88022.845]).with(orPermission: TruckSettings.manage),
        .command("POST", "/deliveries/{deliveryId}/complete", CompleteFuelDelivery.self, access: drive, plugin: plugin, body: Shape.body(),
                 summary: "The fuel is in the car; what was delivered is charged.", answer: Shape.delivery,
                 refusals: ["409 proof-missing", "409 truck-stock-exceeded", "409 invalid-transition"])
            .with(orPermission: TruckSettings.manage),
    ]

    private static let photos: [Route] = [
        Route.upload("POST", "/deliveries/{deliveryId}/photos", TakeDeliveryPhoto.self, access: drive, plugin: plugin,
                     query: ["kind": .string()], file: FileRules(bytesMax: TakeDeliveryPhoto.bytesMax),
                     summary: "A photo of the meter, the car or the place (`kind`: \(FuelPhoto.Kind.names)).", answer: Shape.uploaded,
                     refusals: ["409 photo-limit-reached", "409 invalid-transition", "413 payload-too-large", "415 unsupported-media-type"])
            .with(orPermission: TruckSettings.manage),
        .download("/photos/{photoId}", ReadDeliveryPhoto.self, access: .user, plugin: plugin,
                  summary: "A photo, for the customer, the driver and dispatchers.", refusals: ["404 not-found"]),
    ]
}
