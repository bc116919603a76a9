import Contracts
import Kernel
import ServiceKit

/// Reads parts of forms that are more than a text or a number, and names what is wrong by its path.
extension Validation {
    /// `{"ar": "…", "en": "…"}`: the tenant's first language is required, others may be null or missing.
    package mutating func texts(_ field: String, _ value: JSONValue, _ length: ClosedRange<Int>, _ definition: TenantDefinition,
                        multiline: Bool = false) -> [String: String]? {
        guard let object = value.object else {
            fail(field, "must be an object")
            return nil
        }
        var texts: [String: String] = [:]
        for (index, language) in definition.languages.enumerated() {
            let path = "\(field).\(language)"
            switch object[language] ?? .null {
            case .null: if index == 0 { fail(path, "is required") }
            case .string(let sent):
                if index > 0, sent.trimmed.isEmpty { continue }
                if let text = text(path, sent, length, multiline: multiline) { texts[language] = text }
            case .bool, .int, .double, .array, .object: fail(path, "must be text")
            }
        }
        return texts
    }

    /// Degrees: `{"lat": …, "lng": …}`.
    package mutating func place(_ field: String, _ value: JSONValue) -> Coordinates? {
        guard value.object != nil else {
            fail(field, "must be an object")
            return nil
        }
        let lat = degrees("\(field).lat", value["lat"], 90), lng = degrees("\(field).lng", value["lng"], 180)
        guard let lat, let lng else { return nil }
        return Coordinates(latitude: lat, longitude: lng)
    }
    package mutating func degrees(_ field: String, _ value: JSONValue?, _ most: Int) -> Double? {
        guard let value, value != .null else {
            fail(field, "is required")
            return nil
        }
        guard let number = value.number else {
            fail(field, "must be a number")
            return nil
        }
        guard number.isFinite, abs(number) <= Double(most) else {
            fail(field, "must be \(-most) to \(most)")
            return nil
        }
        return number
    }

    /// Money of the tenant in minor units.
    package mutating func amount(_ field: String, _ value: JSONValue?, most: Int, _ definition: TenantDefinition) -> Int? {
        guard let value, value != .null else {
            fail(field, "is required")
            return nil
        }
        guard let amount = value["amount"]?.int, let currency = value["currency"]?.string else {
            fail(field, "must be an object")
            return nil
        }
        guard currency == definition.currency.code else {
            fail(field, "must be in \(definition.currency.code)")
            return nil
        }
        guard (0...most).contains(amount) else {
            fail(field, amount < 0 ? "must not be negative" : "is too large")
            return nil
        }
        return amount
    }
}

extension JSONValue {
    /// Whole or not.
    package var number: Double? {
        switch self {
        case .int(let value): Double(value)
        case .double(let value): value
        case .null, .bool, .string, .array, .object: nil
        }
    }
}
