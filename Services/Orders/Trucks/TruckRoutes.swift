import Contracts
import Kernel
import ServiceKit

/// Trucks over HTTP: what they carry, and what goes into them.
enum TruckRoutes {
    private static let plugin = "fuel-order"
    private static let drive = Route.Access.permission(TruckSettings.drive)
    private static let manage = Route.Access.permission(TruckSettings.manage)

    private static let gallons = Schema.number()
    private static let compartment = Schema.object([
        "fuelType": .string(), "capacityGallons": gallons, "onHand": gallons, "reserved": gallons, "available": gallons,
    ])
    private static let truck = Schema.object([
        "id": .id, "code": .string(), "plate": .string(), "areaId": .id, "compartments": .array(compartment),
        "driverId": Schema.id.orNull, "createdAt": .time, "updatedAt": .time,
    ])
    private static let entry = Schema.object([
        "id": .id, "truckId": .id, "fuelType": .string(), "kind": .oneOf("load", "delivery", "adjustment"), "gallons": gallons,
        "balance": gallons, "orderId": Schema.id.orNull, "meterStart": gallons.orNull, "meterEnd": gallons.orNull,
        "ticket": Schema.string().orNull, "reason": Schema.string().orNull, "by": Schema.id.orNull, "at": .time,
    ])
    private static let sent: [String: Schema] = [
        "code": .string(5...5, pattern: "^T-[0-9]{3}$"), "plate": .string(2...10), "areaId": .id,
        "compartments": .array(.object(["fuelType": .string(1...40), "capacityGallons": .number(50...5000)],
                                       required: ["fuelType", "capacityGallons"]), TruckRules.compartments),
    ]
    private static let example: JSONValue = [
        "code": "T-101", "plate": "TRK 101", "areaId": "00000000-0000-4000-8000-00000c000101",
        "compartments": [["fuelType": "regular", "capacityGallons": 600], ["fuelType": "premium", "capacityGallons": 300]],
    ]

    static let all: [Route] = [
        .get("/trucks", AllTrucks.self, access: drive, plugin: plugin, summary: "All trucks with what they carry.",
             answer: .page(of: truck)).with(orPermission: TruckSettings.manage),
        .get("/trucks/{truckId}", TruckDetails.self, access: drive, plugin: plugin, summary: "One truck.", answer: truck)
            .with(orPermission: TruckSettings.manage),
        .get("/trucks/{truckId}/ledger", LedgerOfTruck.self, access: drive, plugin: plugin,
             summary: "Every load, delivery and adjustment of a truck, newest first.", answer: .page(of: entry))
            .with(orPermission: TruckSettings.manage),
        .command("POST", "/trucks", CreateTruck.self, access: manage, plugin: plugin,
                 body: .object(sent, required: ["code", "plate", "areaId", "compartments"]), summary: "Add a truck; it is empty.",
                 success: 201, answer: truck, refusals: ["409 truck-code-taken"], example: example)
            .checkedByHandler(),
        .command("PUT", "/trucks/{truckId}", ChangeTruck.self, access: manage, plugin: plugin, body: .object(sent),
                 summary: "Change a truck; what is not sent stays. Area and compartments only while nobody drives it.", answer: truck,
                 refusals: ["409 truck-code-taken", "409 truck-has-shift", "409 compartment-overfilled"], example: ["plate": "TRK 202"])
            .checkedByHandler(),
        .command("POST", "/trucks/{truckId}/loads", LoadTruck.self, access: drive, plugin: plugin,
                 body: .object(["fuelType": .string(1...40), "gallons": .number(), "ticket": .string(1...40)],
                               required: ["fuelType", "gallons", "ticket"]),
                 summary: "Enter what was loaded at a terminal: the driver on shift with the truck, or a dispatcher.", success: 201,
                 answer: entry, refusals: ["409 compartment-overfilled", "409 fuel-not-carried", "409 ticket-used"],
                 example: ["fuelType": "regular", "gallons": 250.5, "ticket": "TERM-884213"])
            .checkedByHandler().with(orPermission: TruckSettings.manage),
        .command("POST", "/trucks/{truckId}/adjustments", AdjustTruck.self, access: manage, plugin: plugin,
                 body: .object(["fuelType": .string(1...40), "gallonsDelta": .number(), "reason": .string(1...200)],
                               required: ["fuelType", "gallonsDelta", "reason"]),
                 summary: "Correct what a compartment holds.", success: 201, answer: entry,
                 refusals: ["409 compartment-overfilled", "409 fuel-not-carried", "409 insufficient-fuel"],
                 example: ["fuelType": "regular", "gallonsDelta": -1.25, "reason": "gauge read by hand"])
            .checkedByHandler(),
    ]
}
