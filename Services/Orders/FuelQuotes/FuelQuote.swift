import Contracts
import Kernel

/// A price for one order: what would be delivered where, and what it costs at the most. It holds until `expiresAt` and serves one order.
package struct FuelQuote: Codable, Sendable, Equatable {
    package enum ScheduleType: String, Codable, Sendable, CaseIterable { case asap, window }
    package enum Status: String, Sendable, CaseIterable { case open, used, expired }

    /// Where the fuel is brought to.
    package struct Place: Codable, Sendable, Equatable {
        package let location: GeoPoint
        /// In words, for the driver.
        package let address: String?
        package let instructions: String?
        package init(location: GeoPoint, address: String?, instructions: String?) {
            (self.location, self.address, self.instructions) = (location, address, instructions)
        }
    }
    /// A promo code that somebody typed.
    package struct Promo: Codable, Sendable, Equatable {
        package let code: String
        /// Nil: it applies.
        package let refusal: PromoRefusal?
        package init(code: String, refusal: PromoRefusal?) { (self.code, self.refusal) = (code, refusal) }
        package var json: JSONValue {
            ["code": .string(code), "applied": .bool(refusal == nil), "reason": refusal.map { .string($0.rawValue) } ?? .null]
        }
    }

    package let id: QuoteID
    package let owner: User.ID
    package let createdAt: Timestamp
    package let expiresAt: Timestamp
    package let area: ServiceAreaID
    package let priceZone: PriceZoneID
    package let vehicle: VehicleID
    package let place: Place
    package let fuelType: String
    package let amount: FuelAmount
    package let scheduleType: ScheduleType
    package let maxGallons: Gallons
    package let terms: AgreedTerms
    /// Of `maxGallons`, without a tip.
    package let price: FuelLines
    package let promo: Promo?
    /// The order that it serves, or that asks for a window with it.
    package var orderID: OrderID?

    package init(id: QuoteID, owner: User.ID, createdAt: Timestamp, expiresAt: Timestamp, area: ServiceAreaID, priceZone: PriceZoneID,
                 vehicle: VehicleID, place: Place, fuelType: String, amount: FuelAmount, scheduleType: ScheduleType, maxGallons: Gallons,
                 terms: AgreedTerms, promo: Promo?, orderID: OrderID? = nil) {
        (self.id, self.owner, self.createdAt, self.expiresAt) = (id, owner, createdAt, expiresAt)
        (self.area, self.priceZone, self.vehicle, self.place) = (area, priceZone, vehicle, place)
        (self.fuelType, self.amount, self.scheduleType, self.maxGallons) = (fuelType, amount, scheduleType, maxGallons)
        (self.terms, self.promo, self.orderID) = (terms, promo, orderID)
        price = FuelPricing.lines(for: maxGallons, terms)
    }

    package func status(at now: Timestamp) -> Status { orderID != nil ? .used : now >= expiresAt ? .expired : .open }

    /// As its owner reads it. An estimate has no id.
    package func json(at now: Timestamp, isEstimate: Bool = false) -> JSONValue {
        var location: [String: JSONValue] = ["lat": .double(place.location.lat), "lng": .double(place.location.lng)]
        if let address = place.address { location["address"] = .string(address) }
        if let instructions = place.instructions { location["instructions"] = .string(instructions) }
        var members: [String: JSONValue] = [
            "status": .string(status(at: now).rawValue), "createdAt": .string(createdAt.description),
            "expiresAt": .string(expiresAt.description), "areaId": .string(area.rawValue), "priceZoneId": .string(priceZone.rawValue),
            "vehicleId": .string(vehicle.rawValue), "location": .object(location), "fuelType": .string(fuelType), "amount": amount.json,
            "scheduleType": .string(scheduleType.rawValue), "maxGallons": maxGallons.json, "pricePerGallon": terms.pricePerGallon.json,
            "lines": price.json, "total": price.total.json, "promo": promo?.json ?? .null,
        ]
        if !isEstimate { members["id"] = .string(id.rawValue) }
        return .object(members)
    }
}
