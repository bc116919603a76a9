import Contracts
import Kernel

/// What an app may tell of what happens in it, as data of the tenant: `settings.catalog.shops.appEvents`.
package struct AppEventRules: Decodable, Sendable {
    package struct Rule: Decodable, Sendable {
        /// Properties that must be there.
        package let required: [String]
        /// They may be null.
        package let nullable: Bool
        private enum Key: String, CodingKey { case required, nullable }
        package init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            required = try values.decodeIfPresent([String].self, forKey: .required) ?? []
            nullable = try values.decodeIfPresent(Bool.self, forKey: .nullable) ?? false
        }
    }
    package let names: [String: Rule]
    /// The event that tells of a search, and the property that holds what was looked for.
    package let searchName: String?
    package let searchProperty: String?

    package init() { (names, searchName, searchProperty) = ([:], nil, nil) }
    private enum Key: String, CodingKey { case names, searchName, searchProperty }
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        names = try values.decodeIfPresent([String: Rule].self, forKey: .names) ?? [:]
        searchName = try values.decodeIfPresent(String.self, forKey: .searchName)
        searchProperty = try values.decodeIfPresent(String.self, forKey: .searchProperty)
    }
}

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
        guard let at = json["at"]?.string.flatMap({ Timestamp($0) }), at >= now - .days(Self.rememberedDays),
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
