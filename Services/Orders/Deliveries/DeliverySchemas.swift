import Contracts
import ServiceKit

/// Shapes of what couriers and staff send and see.
enum DeliverySchemas {
    static let location = Schema.object(["lat": .number(-90...90), "lng": .number(-180...180)], required: ["lat", "lng"])
    /// Who may ride in the name of others says for whom.
    static let rider: [String: Schema] = ["courierId": .id]

    static func body(_ properties: [String: Schema] = [:], required: [String] = []) -> Schema {
        .object(properties.merging(rider.mapValues(\.orNull)) { own, _ in own }, required: required)
    }

    private static let restaurant = Schema.object([
        "id": .id, "name": .string(), "location": location, "addressLine": .string(), "phone": .string(),
    ])
    private static let payout = Schema.object(["base": .money, "tip": .money, "total": .money])
    private static let offeredPayout = Schema.object([
        "amount": .integer(), "currency": .string(3...3), "base": .money, "tip": .money, "total": .money,
    ])
    private static let cash = Schema.object(["collect": .money]).orNull
    private static let position = Schema.object(["lat": .number(), "lng": .number(), "at": .time]).orNull
    private static let step = Schema.object([
        "status": .oneOf(DeliveryStatus.allCases.map(\.rawValue)), "at": .time,
        "by": .object(["role": .string(), "id": Schema.string().orNull]), "note": Schema.string().orNull,
    ])

    static let delivery = Schema.object([
        "id": .id, "orderNumber": .string(), "status": .oneOf(DeliveryStatus.allCases.map(\.rawValue)), "restaurant": restaurant,
        "dropoff": .object([
            "line": Schema.string().orNull, "details": Schema.string().orNull, "location": location.orNull, "phone": Schema.string().orNull,
        ]),
        "payout": payout, "cash": cash, "leaveAtDoor": .boolean,
        "distanceMeters": .object(["toRestaurant": Schema.integer().orNull, "toCustomer": Schema.integer().orNull]),
        "estimatedReadyAt": .time, "readyAt": Schema.time.orNull,
        "courier": Schema.object([
            "id": .id, "name": .string(), "phone": Schema.string().orNull, "vehicle": Schema.string().orNull, "location": position,
        ]).orNull,
        "proof": Schema.object([
            "type": .oneOf("code", "photo", "override"), "at": .time, "distanceMeters": Schema.integer().orNull,
        ]).orNull,
        "timeline": .array(step), "createdAt": .time,
    ])
    static let offer = Schema.object([
        "deliveryId": .id, "orderNumber": .string(), "restaurant": restaurant, "dropoffArea": location.orNull, "payout": offeredPayout,
        "cash": cash, "distanceMeters": Schema.integer().orNull, "estimatedReadyAt": .time, "expiresAt": Schema.time.orNull,
    ])
    static let courier = Schema.object([
        "id": .id, "name": .string(), "status": .oneOf(Courier.Status.allCases.map(\.rawValue)), "online": .boolean,
        "vehicle": Schema.string().orNull, "plate": Schema.string().orNull, "location": position, "activeDeliveries": .integer(),
        "cashInHand": .money, "rating": Schema.number().orNull,
    ])
    private static let sums: [String: Schema] = [
        "deliveries": .integer(), "base": .money, "tips": .money, "total": .money, "cashCollected": .money,
    ]
    static let earnings = Schema.object(
        sums.merging(["byDay": .array(.object(sums.merging(["date": .date]) { own, _ in own }))]) { own, _ in own })
}
