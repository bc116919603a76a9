import Kernel
import ServiceKit

/// Shapes of vehicles and addresses in requests and answers.
package enum VehicleSchemas {
    private static let side = Schema.oneOf(Vehicle.Side.allCases.map(\.rawValue))
    private static let tank = Schema.number(5...60)

    static func form(isNew: Bool) -> Schema {
        let plate = Schema.object(
            ["region": .string(1...10, "US-FL"), "number": .string(1...30), "personalized": .boolean], required: ["region", "number"])
        return .object([
            "make": .string(1...40), "model": .string(1...40), "year": .integer(), "fuelType": .string(1...40, "the lowest grade it takes"),
            "plate": plate, "nickname": Schema.string(0...40).orNull, "color": Schema.string(0...30).orNull,
            "tankCapacityGallons": tank.orNull, "fuelDoorSide": Schema.string(0...10, pattern: "^(left|right)$").orNull,
            "isDefault": Schema.boolean.orNull,
        ], required: isNew ? ["make", "model", "year", "fuelType", "plate"] : [])
    }
    static let example: JSONValue = [
        "make": "Toyota", "model": "Camry", "year": 2021, "fuelType": "regular",
        "plate": ["region": "US-FL", "number": "ABC D12"], "nickname": "Daily", "color": "Silver", "fuelDoorSide": "left",
    ]
    package static let vehicle = Schema.object([
        "id": .id, "make": .string(), "model": .string(), "year": .integer(), "fuelType": .string(),
        // Null in orders of somebody whose account is gone.
        "plate": Schema.object(["region": .string(), "number": .string(), "normalized": .string(), "personalized": .boolean,
                                "status": .oneOf(Plate.Status.allCases.map(\.rawValue))]).orNull,
        "nickname": Schema.string().orNull, "color": Schema.string().orNull, "tankCapacityGallons": .number(),
        "tankCapacitySource": .oneOf(Vehicle.TankSource.allCases.map(\.rawValue)), "fuelDoorSide": Schema.string().orNull,
        "isDefault": .boolean, "createdAt": .time, "updatedAt": .time,
    ])

    static func addressForm(isNew: Bool) -> Schema {
        let location = Schema.object(["lat": .number(-90...90), "lng": .number(-180...180)], required: ["lat", "lng"])
        return .object([
            "label": .string(1...30), "line1": .string(1...100), "line2": Schema.string(0...100).orNull, "city": .string(1...60),
            "region": .string(1...10, "US-FL"), "postalCode": .string(1...10, pattern: "^[0-9]{5}(-[0-9]{4})?$"), "location": location,
            "instructions": Schema.string(0...300).orNull,
        ], required: isNew ? ["label", "line1", "city", "region", "postalCode", "location"] : [])
    }
    static let addressExample: JSONValue = [
        "label": "Home", "line1": "1200 Brickell Ave", "line2": "Garage, level 2", "city": "Miami", "region": "US-FL",
        "postalCode": "33131", "location": ["lat": 25.7617, "lng": -80.1918], "instructions": "Gate code at the desk",
    ]
    static let address = Schema.object([
        "id": .id, "label": .string(), "line1": .string(), "line2": Schema.string().orNull, "city": .string(), "region": .string(),
        "postalCode": .string(), "location": .object(["lat": .number(), "lng": .number()]), "instructions": Schema.string().orNull,
        "serviceable": .boolean, "createdAt": .time, "updatedAt": .time,
    ])
    static let home = Schema.object([
        "vehicles": .array(vehicle), "addresses": .array(address), "activeOrders": .array(.any), "recentOrders": .array(.any),
        "balanceDueOrderId": Schema.string().orNull, "serverTime": .time,
    ])
}
