import CatalogShops
import Contracts
import Kernel

/// Something that happened in the app.
package struct AppEvent: Sendable, Equatable {
    package let id: String
    package let name: String
    package let at: Timestamp
    package let properties: [String: JSONValue]

    package static let rememberedDays = 7
    package static let aheadMinutesMax = 5
    private static let propertiesMax = 20
    private static let textCharactersMax = 200
    private static let idCharactersMax = 64

    package enum Refusal: String, Error, Sendable {
        case unknownName = "unknown-name"
        case missingProperty = "missing-property"
        case badProperty = "bad-property"
        case badTime = "bad-time"
    }

    /// What was sent, if it can be kept.
    package init(_ json: JSONValue, rules: AppEventRules, now: Timestamp) throws(Refusal) {
        guard let name = json["name"]?.string, let rule = rules.names[name] else { throw .unknownName }
        guard let id = json["eventId"]?.string?.trimmed, !id.isEmpty else { throw .missingProperty }
        guard id.count <= Self.idCharactersMax, id.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 }) else {
            throw .badProperty
        }
        properties = try Self.properties(json["properties"], rule)
        guard let at = json["at"]?.string.flatMap({ Timestamp($0) }), at >= now.wholeSeconds - .days(Self.rememberedDays),
              at <= now + .minutes(Self.aheadMinutesMax) else {
            throw .badTime
        }
        (self.id, self.name, self.at) = (id, name, at)
    }

    private static func properties(_ json: JSONValue?, _ rule: AppEventRules.Rule) throws(Refusal) -> [String: JSONValue] {
        let given: [String: JSONValue]
        switch json {
        case nil, .null: given = [:]
        case .object(let members): given = members
        case .bool, .int, .double, .string, .array: throw .badProperty
        }
        for name in rule.required {
            guard let value = given[name], rule.nullable || value != .null else { throw .missingProperty }
        }
        guard given.count <= propertiesMax, given.values.allSatisfy(isScalar) else { throw .badProperty }
        return given
    }
    private static func isScalar(_ value: JSONValue) -> Bool {
        switch value {
        case .null, .bool, .int, .double: true
        case .string(let text): text.count <= textCharactersMax
        case .array, .object: false
        }
    }
}
