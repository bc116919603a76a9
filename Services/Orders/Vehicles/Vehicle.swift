import Contracts
import Kernel

/// A vehicle that fuel is brought to. Orders keep a copy as it was when they were made.
package struct Vehicle: Codable, Sendable, Equatable {
    package enum TankSource: String, Codable, Sendable, CaseIterable {
        case customer
        /// The reference list of models.
        case reference
        /// Nobody knows.
        case usual = "default"
    }
    package enum Side: String, Codable, Sendable, CaseIterable { case left, right }

    package let id: VehicleID
    package let owner: User.ID
    package var make: String
    package var model: String
    package var year: Int
    /// The lowest grade that it takes, as the code of a fuel type.
    package var fuelType: String
    package var plate: Plate
    package var nickname: String?
    package var color: String?
    package var tank: Gallons
    package var tankSource: TankSource
    package var fuelDoorSide: Side?
    package var isDefault: Bool
    package let createdAt: Timestamp
    package var updatedAt: Timestamp

    package init(id: VehicleID, owner: User.ID, make: String, model: String, year: Int, fuelType: String, plate: Plate, nickname: String?,
                 color: String?, tank: Gallons, tankSource: TankSource, fuelDoorSide: Side?, isDefault: Bool, createdAt: Timestamp,
                 updatedAt: Timestamp) {
        (self.id, self.owner, self.make, self.model, self.year) = (id, owner, make, model, year)
        (self.fuelType, self.plate, self.nickname, self.color) = (fuelType, plate, nickname, color)
        (self.tank, self.tankSource, self.fuelDoorSide, self.isDefault) = (tank, tankSource, fuelDoorSide, isDefault)
        (self.createdAt, self.updatedAt) = (createdAt, updatedAt)
    }

    /// Whether what an open order relies on differs. Words about the vehicle may change at any time.
    package func differsForOrders(from other: Vehicle) -> Bool {
        make != other.make || model != other.model || year != other.year || fuelType != other.fuelType || tank != other.tank
            || !plate.isSame(as: other.plate)
    }

    /// Without what names a person: the plate, and the words of the owner.
    package var anonymous: Vehicle {
        var copy = self
        (copy.nickname, copy.color) = (nil, nil)
        copy.plate = .forgotten
        return copy
    }

    /// As its owner reads it; an order shows the same of its copy.
    package var json: JSONValue {
        func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
        return [
            "id": .string(id.rawValue), "make": .string(make), "model": .string(model), "year": .int(year), "fuelType": .string(fuelType),
            "plate": plate.isForgotten ? .null : plate.json, "nickname": text(nickname), "color": text(color),
            "tankCapacityGallons": tank.json,
            "tankCapacitySource": .string(tankSource.rawValue), "fuelDoorSide": text(fuelDoorSide?.rawValue), "isDefault": .bool(isDefault),
            "createdAt": .string(createdAt.wholeSeconds.description), "updatedAt": .string(updatedAt.wholeSeconds.description),
        ]
    }
}
