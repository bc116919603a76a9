import Contracts
import Kernel
import OrdersFuelQuotes
import OrdersVehicles
import ServiceKit

/// The shapes of orders of fuel in requests and answers.
package enum FuelOrderSchemas {
    private static let text = Schema.string().orNull
    private static let time = Schema.time.orNull
    private static let schedules = Schema.oneOf(FuelSchedule.Kind.allCases.map(\.rawValue))
    private static let status = Schema.oneOf(FuelOrderStatus.allCases.map(\.rawValue))
    private static let payments = Schema.oneOf(FuelPayment.Status.allCases.map(\.rawValue))

    /// `quoteId` or `draft`.
    static let placing = Schema.object([
        "quoteId": .id, "draft": FuelQuoteSchemas.form,
        "schedule": .object(["type": schedules, "windowId": Schema.id.orNull], required: ["type"]), "paymentMethodId": text,
        "tip": Schema.money.orNull, "notes": Schema.string(0...300).orNull, "contactPhone": Schema.string(0...40).orNull,
        "clientOrderId": text, "createdAt": time, "maxTotal": Schema.money.orNull,
    ], required: ["schedule"])
    static let example: JSONValue = [
        "quoteId": "00000000-0000-4000-8000-00000e000001", "schedule": ["type": "asap"], "tip": ["amount": 300, "currency": "USD"],
    ]
    static let cancelling = Schema.object(["reason": Schema.string(0...200).orNull, "acceptedFee": Schema.money.orNull])

    static let payment = Schema.object([
        "id": .id, "orderId": .id, "purpose": .string(), "amount": .integer(), "currency": .string(3...3), "status": payments,
        "captureMethod": .oneOf(["manual", "automatic"]), "amountAuthorized": .integer(), "amountCaptured": .integer(),
        "authorizationExpiresAt": time, "method": .any, "failureCode": text, "refunds": .array(.any), "createdAt": .time,
    ])
    private static let eta = Schema.object([
        "at": .time, "seconds": .integer(), "distanceMeters": .integer(), "computedAt": .time,
    ]).orNull
    static let tracking = Schema.object([
        "status": status,
        "driver": Schema.object([
            "firstName": text, "truckCode": .string(),
            "location": Schema.object(["lat": .number(), "lng": .number(), "heading": Schema.integer().orNull, "at": .time]).orNull,
        ]).orNull,
        "eta": eta, "stale": .boolean,
    ])
    private static let windows = Schema.array(.object(["id": .id, "startsAt": .time, "endsAt": .time]))
    private static let photo = Schema.object([
        "id": .id, "kind": .oneOf(FuelPhoto.Kind.allCases.map(\.rawValue)), "url": .string(), "sha256": .string(), "size": .integer(),
    ])
    private static let final = Schema.object([
        "lines": FuelQuoteSchemas.lines, "total": .money, "captured": .money, "writtenOff": .money, "refunded": .money,
        "balanceDue": .money, "receiptNumber": text,
    ]).orNull

    package static let order = Schema.object([
        "id": .id, "number": .string(), "status": status, "version": .integer(), "clientOrderId": text, "createdAt": .time,
        "receivedAt": .time, "updatedAt": .time, "queuedOffline": .boolean, "repriced": .boolean,
        "location": .object(["lat": .number(), "lng": .number(), "address": text, "instructions": text]), "areaId": .id,
        "priceZoneId": .id, "vehicle": VehicleSchemas.vehicle, "fuelType": .string(), "amount": .any, "maxGallons": .number(),
        "schedule": .object(["type": schedules, "windowId": .id, "startsAt": .time, "endsAt": .time, "promisedBy": .time]),
        "price": .object(["pricePerGallon": FuelQuoteSchemas.pricePerGallon, "tiers": .array(.any), "lines": FuelQuoteSchemas.lines,
                          "total": .money]),
        "tip": .money, "notes": text, "contactPhone": text, "promo": FuelQuoteSchemas.promo,
        "authorization": .object(["amount": .money, "cap": .money]),
        "payment": Schema.object(["id": .id, "status": payments, "failureCode": text]).orNull,
        "driver": Schema.object(["id": .id, "firstName": text, "truckCode": .string()]).orNull, "eta": eta,
        "delivered": Schema.object(["gallons": .number(), "meterStart": .number(), "meterEnd": .number(), "at": .time]).orNull,
        "final": final, "cancellation": .object(["allowed": .boolean, "fee": Schema.money.orNull, "freeUntil": time]),
        "failure": Schema.object(["slug": .string(), "note": text, "alternatives": windows]).orNull,
        "flags": .array(.string()), "photos": .array(photo),
        "timeline": .array(.object(["status": status, "at": .time, "by": .oneOf(FuelActor.allCases.map(\.rawValue))])),
    ], required: ["id"])
}
