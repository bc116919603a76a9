// By hand: no kept Swift library checks JSON Schema 2020-12 on scanned bytes, and each request pays for it.

import Kernel
import ServiceKit
import Synchronization

/// A JSON Schema (2020-12, the words of `ServiceKit.Schema`) made ready once, so that checking a body costs a walk over it.
package final class CompiledSchema: Sendable {
    package struct Types: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        package static let object = Types(rawValue: 1), array = Types(rawValue: 2), string = Types(rawValue: 4),
            integer = Types(rawValue: 8)
        static let number = Types(rawValue: 16), boolean = Types(rawValue: 32), null = Types(rawValue: 64)
        static let named: [String: Types] = [
            "object": .object, "array": .array, "string": .string, "integer": .integer, "number": .number, "boolean": .boolean,
            "null": .null
        ]
    }
    package struct Property: Sendable {
        let name: String
        let bytes: [UInt8]
        let schema: CompiledSchema
        let isRequired: Bool
    }

    /// The limit for texts whose schema sets none: no one types more, and a megabyte must not travel from table to
    /// table.
    package static let textLengthMax = 20_000

    /// Empty: anything.
    package let types: Types
    package let allowed: [JSONValue]
    package let minLength: Int?
    package let maxLength: Int?
    package let minimum: Double?
    package let maximum: Double?
    package let pattern: SchemaPattern?
    package let format: TextFormat?
    package let properties: [Property]
    package let items: CompiledSchema?
    package let minItems: Int?
    package let maxItems: Int?

    package convenience init(_ schema: Schema) throws { try self.init(json: schema.json) }

    private convenience init(json: JSONValue) throws { try self.init(members: json.object ?? [:]) }

    private init(members: [String: JSONValue]) throws {
        var types: Types = []
        for case .string(let name) in members["type"].map({ $0.array ?? [$0] }) ?? [] { types.insert(Types.named[name] ?? []) }
        self.types = types
        allowed = members["enum"]?.array ?? members["const"].map { [$0] } ?? []
        (minLength, maxLength) = (members["minLength"]?.int, members["maxLength"]?.int)
        (minimum, maximum) = (Self.number(members["minimum"]), Self.number(members["maximum"]))
        pattern = try members["pattern"]?.string.map { try SchemaPattern($0) }
        format = members["format"]?.string.flatMap { TextFormat(rawValue: $0) }
        (minItems, maxItems) = (members["minItems"]?.int, members["maxItems"]?.int)
        items = try members["items"].map { try CompiledSchema(json: $0) }
        let isLeftToHandler = Schema(.object(members)).isRequiredByHandler
        let required = Set(isLeftToHandler ? [] : (members["required"]?.array ?? []).compactMap(\.string))
        var properties: [Property] = []
        for (name, schema) in (members["properties"]?.object ?? [:]).sorted(by: { $0.key < $1.key }) {
            properties.append(Property(name: name, bytes: Array(name.utf8), schema: try CompiledSchema(json: schema),
                                       isRequired: required.contains(name)))
        }
        for name in required.sorted() where !properties.contains(where: { $0.name == name }) {
            properties.append(Property(name: name, bytes: Array(name.utf8), schema: try CompiledSchema(members: [:]), isRequired: true))
        }
        self.properties = properties
    }

    private static func number(_ value: JSONValue?) -> Double? {
        switch value {
        case .int(let number): Double(number)
        case .double(let number): number
        case nil, .null, .bool, .string, .array, .object: nil
        }
    }
}

/// A regular expression of a schema. As JSON Schema says, it may match anywhere.
package final class SchemaPattern: Sendable {
    /// `Regex` may not be shared between threads; matching takes the lock.
    private let regex: Mutex<Regex<AnyRegexOutput>>
    package init(_ text: String) throws { regex = Mutex(try Regex(text)) }
    package func matches(_ text: String) -> Bool {
        regex.withLock { (try? $0.firstMatch(in: text)) != nil }
    }
}

/// Formats of text that the edge checks.
package enum TextFormat: String, Sendable {
    case email, date, time, uuid, uri
    case dateTime = "date-time"

    package var complaint: String {
        switch self {
        case .email: "must be an email address"
        case .date: "must be a date (YYYY-MM-DD)"
        case .time: "must be a time of day (HH:mm)"
        case .dateTime: "must be a time (RFC 3339, such as 2026-11-21T07:00:00Z)"
        case .uuid: "must be a UUID"
        case .uri: "must be a URL"
        }
    }

    package func matches(_ text: String) -> Bool {
        switch self {
        case .email: Self.isEmail(text)
        case .date: CalendarDate(text) != nil
        case .time: Self.isTimeOfDay(text)
        case .dateTime: Timestamp(text) != nil
        case .uuid: Self.isUUID(text)
        case .uri: Self.isURL(text)
        }
    }

    /// What mail servers take in practice: one @, a dot in the domain, no spaces, at most 254 bytes (RFC 5321).
    private static func isEmail(_ text: String) -> Bool {
        guard text.utf8.count <= 254, text.utf8.allSatisfy({ $0 > 32 && $0 != 127 }) else { return false }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...64).contains(parts[0].utf8.count), !parts[0].hasPrefix("."), !parts[0].hasSuffix("."),
              !parts[0].contains("..") else {
            return false
        }
        guard parts[0].utf8.allSatisfy({ !Array("()<>[]:;,\\\"".utf8).contains($0) }) else { return false }
        let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        return labels.count >= 2
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                    && label.unicodeScalars.allSatisfy { $0 == "-" || $0.properties.isAlphabetic || ("0"..."9").contains($0) }
            }
    }
    private static func isTimeOfDay(_ text: String) -> Bool {
        let b = Array(text.utf8)
        guard b.count == 5, b[2] == 58, [0, 1, 3, 4].allSatisfy({ (48...57).contains(b[$0]) }) else { return false }
        return Int(b[0] - 48) * 10 + Int(b[1] - 48) < 24 && b[3] < 54
    }
    private static func isUUID(_ text: String) -> Bool {
        let b = Array(text.utf8)
        return b.count == 36 && b.indices.allSatisfy { [8, 13, 18, 23].contains($0) ? b[$0] == 45 : JSONText.hexDigit(b[$0]) != nil }
    }
    private static func isURL(_ text: String) -> Bool {
        guard text.utf8.allSatisfy({ $0 > 32 && $0 != 127 }), let colon = text.firstIndex(of: ":"), let first = text.utf8.first,
            (65...90).contains(first & 0xDF)
        else { return false }
        let scheme = text[..<colon]
        return scheme.utf8.allSatisfy { (65...90).contains($0 & 0xDF) || (48...57).contains($0) || $0 == 43 || $0 == 45 || $0 == 46 }
            && text.utf8.count > scheme.utf8.count + 1
    }
}
