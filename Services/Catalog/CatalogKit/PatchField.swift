/// A field of an edit: left out (stays as it is), null (is taken away), or a value.
package enum PatchField<Value: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
    case absent
    case null
    case value(Value)

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .null : .value(try container.decode(Value.self))
    }
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .absent, .null: try container.encodeNil()
        case .value(let value): try container.encode(value)
        }
    }
    /// What the field is after the edit.
    package func over(_ old: Value?) -> Value? {
        switch self {
        case .absent: old
        case .null: nil
        case .value(let value): value
        }
    }
    package var isPresent: Bool { self != .absent }
}

// Synthesised `Codable` calls these for members of type `PatchField`: a missing key decodes as `absent`, and `absent`
// writes no key.
extension KeyedDecodingContainer {
    package func decode<Value>(_ type: PatchField<Value>.Type, forKey key: Key) throws -> PatchField<Value> {
        guard contains(key) else { return .absent }
        return try decodeNil(forKey: key) ? .null : .value(try decode(Value.self, forKey: key))
    }
}
extension KeyedEncodingContainer {
    package mutating func encode<Value>(_ value: PatchField<Value>, forKey key: Key) throws {
        switch value {
        case .absent: return
        case .null: try encodeNil(forKey: key)
        case .value(let value): try encode(value, forKey: key)
        }
    }
}
