import Contracts
import Kernel
import OrdersFuel
import OrdersFuelDeliveries
import OrdersTrucks

// Forms of drivers and dispatchers, with the fields that a test names.

private func fields(_ named: [String: JSONValue?], at: Timestamp?) -> JSONValue {
    var sent = named.compactMapValues { $0 }
    if let at { sent["occurredAt"] = .string(at.description) }
    return .object(sent)
}

extension DeliveryRequest {
    init(deliveryId: OrderID, occurredAt: Timestamp? = nil) { self.init(deliveryId, fields([:], at: occurredAt)) }
}

extension AssignFuelDelivery {
    init(deliveryId: OrderID, driverId: User.ID) { self.init(deliveryId, ["driverId": .string(driverId.rawValue)]) }
}

extension ReleaseFuelDelivery {
    init(deliveryId: OrderID, reason: String) { self.init(deliveryId, ["reason": .string(reason)]) }
}

extension ArriveAtCar {
    init(deliveryId: OrderID, override: Bool? = nil, reason: String? = nil) {
        self.init(deliveryId, fields(["override": override.map { .bool($0) }, "reason": reason.map { .string($0) }], at: nil))
    }
}

extension StartFueling {
    init(deliveryId: OrderID, plate: String) { self.init(deliveryId, ["plate": .string(plate)]) }
}

extension RecordMeterReading {
    init(deliveryId: OrderID, meterStart: Double, meterEnd: Double) {
        self.init(deliveryId, ["meterStart": .double(meterStart), "meterEnd": .double(meterEnd)])
    }
}

extension FailFuelDelivery {
    init(deliveryId: OrderID, reason: FuelFailReason) { self.init(deliveryId, ["reason": .string(reason.rawValue)]) }
}

extension EndShift {
    init(shiftId: ShiftID, force: Bool?) { self.init(shiftId, fields(["force": force.map { .bool($0) }], at: nil)) }
}

/// A point as a phone sends it.
struct SentLocation {
    let lat: Double
    let lng: Double
    let recordedAt: Timestamp
    var accuracyMeters: Double?
    var heading: Double?

    var json: JSONValue {
        fields(["lat": .double(lat), "lng": .double(lng), "recordedAt": .string(recordedAt.description),
              "accuracyMeters": accuracyMeters.map { .double($0) }, "heading": heading.map { .double($0) }], at: nil)
    }
}

extension RecordLocations {
    init(points: [SentLocation]) { self.init(["points": .array(points.map(\.json))]) }
}

/// A compartment as a dispatcher sends it.
struct SentCompartment {
    let fuelType: String
    let capacityGallons: Double
    var json: JSONValue { ["fuelType": .string(fuelType), "capacityGallons": .double(capacityGallons)] }
}

extension CreateTruck {
    init(code: String, plate: String, areaId: ServiceAreaID, compartments: [SentCompartment]) {
        self.init(["code": .string(code), "plate": .string(plate), "areaId": .string(areaId.rawValue),
                   "compartments": .array(compartments.map(\.json))])
    }
}

extension ChangeTruck {
    init(truckId: TruckID, plate: String? = nil, areaId: ServiceAreaID? = nil, compartments: [SentCompartment]? = nil) {
        self.init(truckId, fields(["plate": plate.map { .string($0) }, "areaId": areaId.map { .string($0.rawValue) },
                                 "compartments": compartments.map { .array($0.map(\.json)) }], at: nil))
    }
}

extension LoadTruck {
    init(truckId: TruckID, fuelType: String, gallons: Double, ticket: String) {
        self.init(truckId, ["fuelType": .string(fuelType), "gallons": .double(gallons), "ticket": .string(ticket)])
    }
}

extension AdjustTruck {
    init(truckId: TruckID, fuelType: String, gallonsDelta: Double, reason: String) {
        self.init(truckId, ["fuelType": .string(fuelType), "gallonsDelta": .double(gallonsDelta), "reason": .string(reason)])
    }
}
