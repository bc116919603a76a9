import Kernel

/// What the fields of an app say of a person. In a message they stand beside the members that every app has, under the
/// names that the tenant's `settings.auth.profile` declares.
public struct ProfileValues: Codable, Hashable, Sendable, ExpressibleByDictionaryLiteral {
    public var values: [String: JSONValue]

    public init(_ values: [String: JSONValue] = [:]) { self.values = values }
    public init(dictionaryLiteral elements: (String, JSONValue)...) { values = Dictionary(elements) { _, last in last } }

    public subscript(_ name: String) -> JSONValue? {
        get { values[name] }
        set { values[name] = newValue }
    }

    /// A member that only a tenant knows.
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    public init(from decoder: any Decoder) throws { values = try Self.members(of: decoder, besides: []) }
    /// The members of a message that are not its own.
    public init<Own: CodingKey & CaseIterable>(of decoder: any Decoder, besides own: Own.Type) throws {
        values = try Self.members(of: decoder, besides: Set(own.allCases.map(\.stringValue)))
    }
    private static func members(of decoder: any Decoder, besides own: Set<String>) throws -> [String: JSONValue] {
        let box = try decoder.container(keyedBy: Name.self)
        var values: [String: JSONValue] = [:]
        for key in box.allKeys where !own.contains(key.stringValue) {
            values[key.stringValue] = try box.decode(JSONValue.self, forKey: key)
        }
        return values
    }

    /// Writes beside whatever the encoder's object holds already.
    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Name.self)
        for (name, value) in values { try box.encode(value, forKey: Name(stringValue: name)) }
    }
}
