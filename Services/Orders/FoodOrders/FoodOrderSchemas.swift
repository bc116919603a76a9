import Contracts
import Kernel
import ServiceKit

/// The shapes of food orders in requests and answers.
package enum FoodOrderSchemas {
    private static let status = Schema.oneOf(FoodOrderStatus.allCases.map(\.rawValue))
    private static let point = Schema.object(["lat": .number(), "lng": .number()])
    private static let actor = Schema.object(["role": .string(), "id": Schema.id.orNull])
    private static let text = Schema.string().orNull
    private static let time = Schema.time.orNull
    static let ownerReason = Schema.oneOf(FoodCancelReason.allCases.filter { $0.actors.contains(.owner) }.map(\.rawValue))

    static let placing = Schema.object([
        "quoteId": .id,
        "payment": .object(["method": .oneOf(FoodPayment.Method.allCases.map(\.rawValue)), "paymentMethodId": Schema.id.orNull],
                           required: ["method"]),
        "address": .object(["line": .string(3...200), "details": .string(0...200).orNull, "phone": .string(0...40).orNull],
                           required: ["line"]),
        "note": .string(0...300).orNull, "leaveAtDoor": Schema.boolean.orNull,
    ], required: ["quoteId", "payment", "address"])

    /// Who may say what depends on the caller, so the handler checks it.
    static let cancelling = Schema.object([
        "reason": .any, "note": .any, "acceptedFee": .any, "refund": .any, "payRestaurant": .any, "payCourier": .any,
    ])

    static let summary = Schema.object([
        "id": .id, "number": .string(), "status": status, "statusLabel": .string(), "version": .integer(), "restaurantId": .id,
        "restaurantName": .string(), "customerName": .string(), "total": .money,
        "payment": .object(["method": .string(), "status": .string()]), "deadlineAt": time, "estimatedReadyAt": time,
        "estimatedDeliveryAt": time, "createdAt": .time, "updatedAt": .time,
    ], required: ["id", "number", "status", "statusLabel", "restaurantName", "version"])

    static let order = Schema.object([
        "id": .id, "number": .string(), "status": status, "statusLabel": .string(), "version": .integer(),
        "restaurant": .object(["id": .id, "name": .string(), "location": point, "phone": text]),
        "customer": .object(["id": .id, "name": .string(), "phone": text]),
        "items": .array(.object([
            "id": .id, "menuItemId": .id, "name": .string(), "quantity": .integer(), "unitPrice": .money, "note": text, "lineTotal": .money,
            "options": .array(.object(["id": .id, "group": .string(), "name": .string(), "priceDelta": .money])),
        ])),
        "totals": .object(["subtotal": .money, "deliveryFee": .money, "serviceFee": .money, "tip": .money, "total": .money,
                           "taxIncluded": .money, "refunded": .money]),
        "address": .object(["line": text, "details": text, "location": point.orNull, "phone": text]), "note": text,
        "leaveAtDoor": .boolean,
        "payment": .object([
            "id": .id, "method": .oneOf(FoodPayment.Method.allCases.map(\.rawValue)),
            "status": .oneOf(FoodPayment.Status.allCases.map(\.rawValue)),
            "nextAction": Schema.object(["type": .string(), "instructions": .string()]).orNull, "failureCode": text,
        ]),
        "deliveryCode": text, "releasedAt": time, "deadlineAt": time, "estimatedReadyAt": time, "estimatedDeliveryAt": time,
        "delivery": Schema.object([
            "status": .string(),
            "courier": Schema.object(["id": .id, "name": .string(), "phone": text, "vehicle": text]).orNull,
            "location": Schema.object(["lat": .number(), "lng": .number(), "at": .time]).orNull,
        ]).orNull,
        "cancellation": Schema.object([
            "by": actor, "reason": .string(), "reasonLabel": .string(), "note": text, "fee": .money, "refund": .money, "at": .time,
        ]).orNull,
        "rating": Schema.object([
            "restaurantStars": .integer(), "courierStars": Schema.integer().orNull, "comment": text, "at": .time,
        ]).orNull,
        "timeline": .array(.object(["status": status, "at": .time, "by": actor, "note": text])),
        "allowedActions": .array(.oneOf(FoodActions.Name.allCases.map(\.rawValue))), "cancellationFee": Schema.money.orNull,
        "createdAt": .time, "updatedAt": .time,
    ], required: ["id", "number", "status", "statusLabel", "version", "items", "totals", "payment", "timeline", "allowedActions"])

    static let message = Schema.object([
        "id": .id, "from": .object(["role": .string(), "name": .string()]), "text": .string(), "at": .time,
    ], required: ["id", "from", "text", "at"])

    package static let tracking = Schema.object([
        "number": .string(), "status": status, "statusLabel": .string(), "restaurantName": .string(), "estimatedDeliveryAt": time,
        "courierFirstName": text, "courierLocation": Schema.object(["lat": .number(), "lng": .number(), "at": .time]).orNull,
    ])

    static let dashboard = Schema.object([
        "counts": .object(Dictionary(FoodOrderStatus.allCases.map { ($0.rawValue, Schema.integer()) }) { first, _ in first }),
        "gross": .money, "commission": .money, "payout": .money, "averagePrepMinutes": Schema.number().orNull,
        "acceptanceRate": Schema.number().orNull, "rating": Schema.number().orNull,
    ])

    private static let sums: [String: Schema] = [
        "delivered": .integer(), "cancelled": .integer(), "gross": .money, "commission": .money, "deliveryFees": .money, "tips": .money,
        "refunds": .money,
    ]
    private static let group = Schema.object(sums.merging([
        "key": .string(), "day": .date, "restaurantId": .id, "courierId": .id, "name": Schema.string().orNull,
    ]) { own, _ in own })
    static let report = Schema.object(sums.merging(["groups": .array(group)]) { own, _ in own })

    static let appConfig = Schema.object([
        "currency": .string(), "timezone": .string(), "languages": .array(.string()), "serviceFee": .money,
        "cashLimit": Schema.money.orNull,
        "statuses": .array(.object(["status": status, "label": .string(), "icon": .string(), "color": .string(), "final": .boolean])),
        "cancelReasons": .array(.object(["code": .string(), "label": .string(), "actors": .array(.string())])),
        "cuisines": .array(.object(["code": .string(), "label": .string()])),
    ])
}
