// By hand: Foundation's decoder makes a dictionary with a text for each key of every object before a value reads its first member.
// Reading and writing JSON was half of the time of a service that takes messages one after the other.

/// Decodes one value of a document.
struct JSONDecoding: Decoder, SingleValueDecodingContainer {
    let document: JSONDocument
    let position: Int

    var codingPath: [any CodingKey] { document.path(to: position) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try document.requireObject(position)
        return KeyedDecodingContainer(JSONMembers<Key>(document: document, object: position))
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try document.requireArray(position)
        return JSONElements(document: document, array: position)
    }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { document.isNull(position) }
    func decode(_ type: Bool.Type) throws -> Bool { try document.bool(at: position) }
    func decode(_ type: String.Type) throws -> String { try document.text(at: position) }
    func decode(_ type: Double.Type) throws -> Double { try document.double(at: position) }
    func decode(_ type: Float.Type) throws -> Float { try document.float(at: position) }
    func decode(_ type: Int.Type) throws -> Int { try document.integer(type, at: position) }
    func decode(_ type: Int8.Type) throws -> Int8 { try document.integer(type, at: position) }
    func decode(_ type: Int16.Type) throws -> Int16 { try document.integer(type, at: position) }
    func decode(_ type: Int32.Type) throws -> Int32 { try document.integer(type, at: position) }
    func decode(_ type: Int64.Type) throws -> Int64 { try document.integer(type, at: position) }
    func decode(_ type: UInt.Type) throws -> UInt { try document.integer(type, at: position) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try document.integer(type, at: position) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try document.integer(type, at: position) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try document.integer(type, at: position) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try document.integer(type, at: position) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try document.value(type, at: position) }
}

/// The members of an object.
struct JSONMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let document: JSONDocument
    let object: Int

    var codingPath: [any CodingKey] { document.path(to: object) }
    var allKeys: [Key] { document.keys(of: object).compactMap { Key(stringValue: $0) } }
    func contains(_ key: Key) -> Bool { document.member(key.stringValue, of: object) != nil }

    private func position(_ key: Key) throws -> Int {
        guard let position = document.member(key.stringValue, of: object) else {
            throw DecodingError.keyNotFound(
                key, .init(codingPath: codingPath, debugDescription: "No value associated with key \(key.stringValue)."))
        }
        return position
    }
    /// Nil: no such member, or null.
    private func present(_ key: Key) -> Int? {
        guard let position = document.member(key.stringValue, of: object), !document.isNull(position) else { return nil }
        return position
    }

    func decodeNil(forKey key: Key) throws -> Bool { document.isNull(try position(key)) }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try document.bool(at: position(key)) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try document.text(at: position(key)) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try document.double(at: position(key)) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try document.float(at: position(key)) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try document.integer(type, at: position(key)) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try document.integer(type, at: position(key)) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try document.integer(type, at: position(key)) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try document.integer(type, at: position(key)) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try document.integer(type, at: position(key)) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try document.integer(type, at: position(key)) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try document.integer(type, at: position(key)) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try document.integer(type, at: position(key)) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try document.integer(type, at: position(key)) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try document.integer(type, at: position(key)) }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try document.value(type, at: position(key)) }

    // The default looks a key up three times.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try present(key).map { try document.bool(at: $0) } }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try present(key).map { try document.text(at: $0) } }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try present(key).map { try document.double(at: $0) } }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try present(key).map { try document.integer(type, at: $0) }
    }
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        try present(key).map { try document.value(type, at: $0) }
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
        try superDecoder(forKey: key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try superDecoder(forKey: key).unkeyedContainer() }
    func superDecoder() throws -> any Decoder {
        guard let position = document.member("super", of: object) else {
            throw DecodingError.keyNotFound(JSONKey(stringValue: "super"),
                                            .init(codingPath: codingPath, debugDescription: "No value associated with key super."))
        }
        return JSONDecoding(document: document, position: position)
    }
    func superDecoder(forKey key: Key) throws -> any Decoder { JSONDecoding(document: document, position: try position(key)) }
}

/// The elements of an array, one after the other.
struct JSONElements: UnkeyedDecodingContainer {
    let document: JSONDocument
    let array: Int
    private let end: Int
    private var next: Int
    private(set) var currentIndex = 0

    init(document: JSONDocument, array: Int) {
        (self.document, self.array, end, next) = (document, array, document.end(of: array), array + 1)
    }

    var codingPath: [any CodingKey] { document.path(to: array) }
    var count: Int? { document.count(of: array) }
    var isAtEnd: Bool { next >= end }

    /// Where the next element lies.
    private func current(_ type: Any.Type) throws -> Int {
        guard next < end else {
            throw DecodingError.valueNotFound(type, .init(codingPath: codingPath + [JSONKey(intValue: currentIndex)],
                                                          debugDescription: "Unkeyed container is at end."))
        }
        return next
    }
    private mutating func advance() {
        next = document.after(next)
        currentIndex += 1
    }
    private mutating func taking<T>(_ type: T.Type, _ read: (JSONDocument, Int) throws -> T) throws -> T {
        let value = try read(document, current(type))
        advance()
        return value
    }

    mutating func decodeNil() throws -> Bool {
        let isNull = document.isNull(try current(Any?.self))
        if isNull { advance() }
        return isNull
    }
    mutating func decode(_ type: Bool.Type) throws -> Bool { try taking(type) { try $0.bool(at: $1) } }
    mutating func decode(_ type: String.Type) throws -> String { try taking(type) { try $0.text(at: $1) } }
    mutating func decode(_ type: Double.Type) throws -> Double { try taking(type) { try $0.double(at: $1) } }
    mutating func decode(_ type: Float.Type) throws -> Float { try taking(type) { try $0.float(at: $1) } }
    mutating func decode(_ type: Int.Type) throws -> Int { try taking(type) { try $0.integer(type, at: $1) } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try taking(type) { try $0.integer(type, at: $1) } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try taking(type) { try $0.integer(type, at: $1) } }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try taking(type) { try $0.integer(type, at: $1) } }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try taking(type) { try $0.integer(type, at: $1) } }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try taking(type) { try $0.integer(type, at: $1) } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try taking(type) { try $0.integer(type, at: $1) } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try taking(type) { try $0.integer(type, at: $1) } }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try taking(type) { try $0.integer(type, at: $1) } }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try taking(type) { try $0.integer(type, at: $1) } }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try taking(type) { try $0.value(type, at: $1) } }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        try superDecoder().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try superDecoder().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder {
        try taking((any Decoder).self) { JSONDecoding(document: $0, position: $1) }
    }
}
