import FoundationEssentials

/// Any JSON value: settings of a tenant, attributes a plugin defines, members of a problem document.
public enum JSONValue: Hashable, Sendable, Codable {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    // A decoder does not say which kind of value comes next, and each wrong guess throws: the most frequent kinds come first.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(String.self) { self = .string(value) }
        else if container.decodeNil() { self = .null }
        else if let value = try? container.decode([String: JSONValue].self) { self = .object(value) }
        else if let value = try? container.decode(Int.self) { self = .int(value) }
        else if let value = try? container.decode(Double.self) { self = .double(value) }
        else if let value = try? container.decode([JSONValue].self) { self = .array(value) }
        else if let value = try? container.decode(Bool.self) { self = .bool(value) }
        else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "A value that no type here holds, such as 1e999")
        }
    }
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    public subscript(_ key: String) -> JSONValue? { if case .object(let members) = self { members[key] } else { nil } }
    public var string: String? { if case .string(let value) = self { value } else { nil } }
    public var int: Int? { if case .int(let value) = self { value } else { nil } }
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
    public var object: [String: JSONValue]? { if case .object(let value) = self { value } else { nil } }

    /// The value read as a type: how a plugin reads its settings. Throws `DecodingError`.
    public func decoded<T: Decodable>(as type: T.Type = T.self) throws -> T {
        var writer = JSONWriter()
        writer.value(self)
        return try JSON.decode(T.self, from: writer.bytes)
    }
    public init(encoding value: some Encodable) throws { self = try JSON.decode(JSONValue.self, from: JSON.encode(value)) }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral, ExpressibleByFloatLiteral {
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int) { self = .int(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(floatLiteral value: Double) { self = .double(value) }
    public init(nilLiteral: ()) { self = .null }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(Dictionary(elements) { _, last in last }) }
}

/// The one way bytes become values and back. Keys are sorted, so equal values have equal bytes: replay compares them.
public enum JSON {
    public static func encode(_ value: some Encodable) throws -> [UInt8] {
        let output = JSONOutput()
        try output.writeValue(value)
        return output.bytes
    }
    public static func decode<T: Decodable>(_ type: T.Type, from bytes: some Collection<UInt8>) throws -> T {
        try JSONDocument(Array(bytes)).value(type, at: 0)
    }
    /// For people: indented, sorted.
    public static func pretty(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
