import Contracts
import Kernel
import ServiceKit

/// Shapes of quotes in requests and answers, also for the orders that contain them.
package enum FuelQuoteSchemas {
    private static let pin = Schema.object(
        ["lat": .number(-90...90), "lng": .number(-180...180), "address": Schema.string(0...200).orNull,
         "instructions": Schema.string(0...300).orNull], required: ["lat", "lng"])
    private static let amount = Schema.object(
        ["type": .oneOf(FuelAmount.Kind.allCases.map(\.rawValue)), "gallons": .number(5...60), "dollars": .money], required: ["type"])
    private static let schedule = Schema.oneOf(FuelQuote.ScheduleType.allCases.map(\.rawValue))

    /// `location` or `addressId`.
    package static let form = Schema.object([
        "location": pin, "addressId": .id, "vehicleId": .id, "fuelType": .string(1...40, "the vehicle's, if absent"), "amount": amount,
        "scheduleType": schedule, "promoCode": Schema.string(0...20).orNull,
    ], required: ["vehicleId", "amount", "scheduleType"])
    package static let example: JSONValue = [
        "location": ["lat": 25.7617, "lng": -80.1918], "vehicleId": "0193f0a0-0000-7000-8000-000000000001", "amount": ["type": "fill_up"],
        "scheduleType": "window",
    ]
    package static let lines = Schema.array(.object(
        ["code": .oneOf(FuelLine.Code.allCases.map(\.rawValue)), "amount": .money, "detail": .string()], required: ["code", "amount"]))
    package static let pricePerGallon = Schema.object(["mills": .integer(), "currency": .string(3...3)])
    package static let promo = Schema.object([
        "code": .string(), "applied": .boolean, "reason": Schema.string().orNull,
    ]).orNull
    package static let quote = Schema.object([
        "id": .id, "status": .oneOf(FuelQuote.Status.allCases.map(\.rawValue)), "createdAt": .time, "expiresAt": .time, "areaId": .id,
        "priceZoneId": .id, "vehicleId": .id, "location": pin, "fuelType": .string(), "amount": amount, "scheduleType": schedule,
        "maxGallons": .number(), "pricePerGallon": pricePerGallon, "lines": lines, "total": .money, "promo": promo,
    ])
}
