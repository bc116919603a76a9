import Kernel

/// Makes a value of any `Decodable` type out of nothing: every optional present, every list with one element, texts
/// that suit the name of their field. Golden files of new messages are drafted with it (`UPDATE_GOLDEN=1 swift test
/// --filter ContractsTests`); a person then looks at them.
struct SampleDecoder: Decoder {
    var codingPath: [any CodingKey] = []
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    static func sample<T: Decodable>(of type: T.Type) throws -> T { try SampleDecoder().make(type) }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Keyed<Key>(path: codingPath))
    }
    func unkeyedContainer() -> any UnkeyedDecodingContainer { List(path: codingPath) }
    func singleValueContainer() -> any SingleValueDecodingContainer { Single(path: codingPath) }

    /// Types whose JSON form is checked when read.
    fileprivate func make<T: Decodable>(_ type: T.Type) throws -> T {
        let made: Any? = switch type {
        case is Timestamp.Type: Timestamp("2026-11-21T07:00:00Z")
        case is CalendarDate.Type: CalendarDate("2026-11-21")
        case is Currency.Type: Currency.ugx
        case is TenantID.Type: TenantID("eventpass")
        case is MessageType.Type: MessageType("orders.order-placed.v1")
        case is ServiceName.Type: ServiceName("orders")
        case is JSONValue.Type: JSONValue.object(["setting": 1])
        case is AreaGeometry.Type: AreaGeometry(.polygon, [PlanarPolygon(rings: [[(0, 0), (1, 0), (0, 1), (0, 0)].map(MicroPoint.init)])])
        default: nil
        }
        return try made as? T ?? T(from: self)
    }

    fileprivate var name: String { codingPath.last { $0.intValue == nil }?.stringValue ?? "" }

    fileprivate var text: String {
        let name = name
        let owner = codingPath.dropLast().last { $0.intValue == nil }?.stringValue
        if name == "name", let owner, let known = Self.namesOf[owner] { return known }
        if let known = Self.texts[name] { return known }
        let lower = name.lowercased()
        if lower.hasSuffix("ids") || lower.hasSuffix("id") || lower == "kid" {
            return Self.id(for: lower.hasSuffix("s") ? String(lower.dropLast()) : lower)
        }
        if lower.hasSuffix("url") { return "https://example.org/\(name)" }
        return name.isEmpty ? "text" : name
    }

    /// An id per kind of thing, the same in every message.
    private static func id(for name: String) -> String {
        let digit: Character = name.first.map { "0123456789abcdef".contains($0) ? $0 : "9" } ?? "0"
        return "00000000-0000-4000-8000-" + String(repeating: String(digit), count: 11) + String(name.utf8.count % 10)
    }

    fileprivate var integer: Int { Self.integers[name] ?? 2 }
    fileprivate var decimal: Double { ["latitude": 0.319, "longitude": 32.5863][name] ?? 0.5 }

    private static let integers = [
        "amount": 100_000, "price": 50_000, "hoursBefore": 24, "ageRestriction": 18, "minimumAge": 18, "doorsOpenMinutes": 180,
        "version": 3, "attempt": 1, "remaining": 9, "minutesBefore": 120, "offset": 4711, "partition": 1, "status": 200, "success": 200,
    ]
    private static let namesOf = ["items": "Regular", "ticketTypes": "Regular", "venue": "Kampala Serena Hotel",
                                  "definition": "EventPassUG"]
    private static let texts = [
        "name": "John Okello", "title": "Kampala Tech Summit", "email": "john@example.com", "phone": "+256700123456",
        "category": "technology", "status": "published",
        "number": "EP-7K3M9Q2X", "serial": "EP-7F3K-9Q2M", "city": "Kampala", "address": "Kintu Road", "type": "until", "reason": "timeout",
        "slug": "sold-out",
        "language": "en", "locale": "en", "timezone": "Africa/Kampala", "role": "attendee", "roles": "attendee", "use": "access-token",
        "failureCode": "card_declined", "json": "camelCase", "topic": "orders.events", "dateOfBirth": "1995-04-12",
        "x": "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8", "currency": "UGX",
        "kind": "command", "rate": "standard", "ticketTypeName": "Regular", "attendeeName": "John Okello", "organizerName": "Bob Events",
        "method": "mtn_momo", "captureMethod": "manual", "purpose": "tip", "outcome": "completed",
        "path": "/events/{eventId}/favorite", "deepLink": "eventpassug://tickets/42", "description": "Two tracks and lunch.",
        "eventTitle": "Kampala Tech Summit",
    ]

    private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let path: [any CodingKey]
        var codingPath: [any CodingKey] { path }
        /// A dictionary asks which keys there are, an enum which case: one of a telling name.
        var allKeys: [Key] { Array(["orders", "guest"].compactMap { Key(stringValue: $0) }.prefix(1)) }
        func contains(_ key: Key) -> Bool { true }
        func decodeNil(forKey key: Key) -> Bool { false }
        private func at(_ key: Key) -> SampleDecoder { SampleDecoder(codingPath: path + [key]) }
        func decode(_: Bool.Type, forKey key: Key) -> Bool { true }
        func decode(_: String.Type, forKey key: Key) -> String { at(key).text }
        func decode(_: Double.Type, forKey key: Key) -> Double { at(key).decimal }
        func decode(_: Float.Type, forKey key: Key) -> Float { 0.5 }
        func decode<T: Decodable & FixedWidthInteger>(_: T.Type, forKey key: Key) -> T { T(clamping: at(key).integer) }
        func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try at(key).make(type) }
        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedDecodingContainer<Nested> {
            at(key).container(keyedBy: type)
        }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { at(key).unkeyedContainer() }
        func superDecoder() -> any Decoder { SampleDecoder(codingPath: path) }
        func superDecoder(forKey key: Key) -> any Decoder { at(key) }
    }

    private struct List: UnkeyedDecodingContainer {
        let path: [any CodingKey]
        var codingPath: [any CodingKey] { path }
        var count: Int? { 1 }
        var currentIndex = 0
        var isAtEnd: Bool { currentIndex >= 1 }
        mutating func decodeNil() -> Bool { false }
        mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
            currentIndex += 1
            return try SampleDecoder(codingPath: path).make(type)
        }
        mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedDecodingContainer<Nested> {
            SampleDecoder(codingPath: path).container(keyedBy: type)
        }
        mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { SampleDecoder(codingPath: path).unkeyedContainer() }
        mutating func superDecoder() -> any Decoder { SampleDecoder(codingPath: path) }
    }

    private struct Single: SingleValueDecodingContainer {
        let path: [any CodingKey]
        var codingPath: [any CodingKey] { path }
        func decodeNil() -> Bool { false }
        func decode(_: Bool.Type) -> Bool { true }
        func decode(_: String.Type) -> String { SampleDecoder(codingPath: path).text }
        func decode(_: Double.Type) -> Double { 0.5 }
        func decode(_: Float.Type) -> Float { 0.5 }
        func decode<T: Decodable & FixedWidthInteger>(_: T.Type) -> T { T(clamping: SampleDecoder(codingPath: path).integer) }
        func decode<T: Decodable>(_ type: T.Type) throws -> T { try SampleDecoder(codingPath: path).make(type) }
    }
}
