import Contracts
import OrdersFuel
import ServiceKit

/// Shapes of what drivers and dispatchers send and see.
enum FuelDeliverySchemas {
    /// When it happened by the driver's phone.
    static let moment: [String: Schema] = ["occurredAt": Schema.time.orNull]
    static func body(_ properties: [String: Schema] = [:], required: [String] = []) -> Schema {
        .object(properties.merging(moment) { own, _ in own }, required: required)
    }

    static let statuses = FuelOrderStatus.allCases.map(\.rawValue)
    private static let gallons = Schema.number()
    private static let photo = Schema.object([
        "id": .id, "kind": .oneOf(FuelPhoto.Kind.allCases.map(\.rawValue)), "url": .string(), "sha256": .string(64...64),
        "size": .integer(),
    ], required: ["id", "kind", "url", "sha256", "size"])
    static let uploaded = photo
    private static let vehicle = Schema.object([
        "make": .string(), "model": .string(), "year": .integer(), "color": Schema.string().orNull,
        "plate": Schema.object(["region": .string(), "number": .string(), "normalized": .string(), "personalized": .boolean,
                                "status": .string()]).orNull,
        "fuelDoorSide": Schema.string().orNull,
    ])
    static let delivery = Schema.object([
        "id": .id, "number": .string(), "status": .oneOf(statuses), "version": .integer(), "areaId": .id,
        "location": .object(["lat": .number(), "lng": .number(), "address": Schema.string().orNull,
                             "instructions": Schema.string().orNull]),
        "vehicle": vehicle, "fuelType": .string(), "amount": .any, "maxGallons": gallons, "stopAtGallons": gallons,
        "schedule": .object(["type": .oneOf("asap", "window"), "windowId": .id, "startsAt": .time, "endsAt": .time, "promisedBy": .time]),
        "customer": .object(["firstName": Schema.string().orNull, "contactPhone": Schema.string().orNull]),
        "driverId": Schema.id.orNull, "notes": Schema.string().orNull,
        "meterReading": Schema.object(["meterStart": gallons, "meterEnd": gallons, "gallons": gallons, "at": .time]).orNull,
        "photos": .array(photo), "flags": .array(.string()),
        "timeline": .array(.object(["status": .oneOf(statuses), "at": .time, "by": .string()])),
    ])
    static let shift = Schema.object([
        "id": .id, "driverId": .id, "truckId": .id, "truckCode": .string(), "areaId": .id, "startedAt": .time, "endsAt": .time,
        "endedAt": Schema.time.orNull, "endedBy": Schema.string().orNull,
    ])
    static let point = Schema.object([
        "lat": .number(-90...90), "lng": .number(-180...180), "recordedAt": .time, "accuracyMeters": Schema.number(0...1_000_000).orNull,
        "heading": Schema.integer(0...359).orNull, "speedMps": Schema.number(0...100).orNull,
    ], required: ["lat", "lng", "recordedAt"])
}
