import Contracts
import Kernel

/// A place that somebody has fuel brought to again and again.
package struct Address: Codable, Sendable, Equatable {
    package let id: AddressID
    package let owner: User.ID
    package var label: String
    package var line1: String
    package var line2: String?
    package var city: String
    /// `US-FL`.
    package var region: String
    package var postalCode: String
    package var location: GeoPoint
    package var instructions: String?
    package let createdAt: Timestamp
    package var updatedAt: Timestamp

    package init(id: AddressID, owner: User.ID, label: String, line1: String, line2: String?, city: String, region: String,
                 postalCode: String, location: GeoPoint, instructions: String?, createdAt: Timestamp, updatedAt: Timestamp) {
        (self.id, self.owner, self.label, self.line1, self.line2) = (id, owner, label, line1, line2)
        (self.city, self.region, self.postalCode, self.location) = (city, region, postalCode, location)
        (self.instructions, self.createdAt, self.updatedAt) = (instructions, createdAt, updatedAt)
    }

    /// On one line, as a driver reads it.
    package var line: String {
        [line1, line2, city, "\(region.drop { $0 != "-" }.dropFirst()) \(postalCode)"].compactMap(\.self).joined(separator: ", ")
    }

    func json(isServed: Bool) -> JSONValue {
        func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
        return [
            "id": .string(id.rawValue), "label": .string(label), "line1": .string(line1), "line2": text(line2), "city": .string(city),
            "region": .string(region), "postalCode": .string(postalCode),
            "location": ["lat": .double(location.lat), "lng": .double(location.lng)],
            "instructions": text(instructions), "serviceable": .bool(isServed),
            "createdAt": .string(createdAt.wholeSeconds.description), "updatedAt": .string(updatedAt.wholeSeconds.description),
        ]
    }
}
