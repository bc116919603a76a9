// By hand: Foundation's encoder makes a tree of values with a dictionary for each object before it writes the first byte. Reading and
// writing JSON was half of the time of a service that takes messages one after the other.

/// Encodes one value of a text.
struct JSONEncoding: Encoder, SingleValueEncodingContainer {
    let output: JSONOutput
    let place: JSONOutput.Place

    /// Empty: errors of encoders are defects, which name the value.
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        output.beginObject(at: place)
        return KeyedEncodingContainer(JSONMemberOutput<Key>(output: output, place: place))
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        output.beginArray(at: place)
        return JSONElementOutput(output: output, place: place)
    }
    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() throws { try output.single(at: place); output.writeNull() }
    func encode(_ value: Bool) throws { try output.single(at: place); output.write(value) }
    func encode(_ value: String) throws { try output.single(at: place); output.write(value) }
    func encode(_ value: Double) throws {
        try output.requireFinite(value)
        try output.single(at: place)
        output.write(value)
    }
    func encode(_ value: Float) throws {
        try output.requireFinite(value)
        try output.single(at: place)
        output.write(value)
    }
    func encode(_ value: Int) throws { try output.single(at: place); output.write(value) }
    func encode(_ value: Int8) throws { try output.single(at: place); output.write(value) }
    func encode(_ value: Int16) throws { try output.single(at: place); output.write(value) }
    func encode(_ value: Int32) throws { try output.single(at: place); output.write(value) }
    func encode(_ value: Int64) throws { try output.single(at: place); output.write(value) }
    func encode(_ value: UInt) throws { try output.single(at: place); output.write(value) }
    func encode(_ value: UInt8) throws { try output.single(at: place); output.write(value) }
    func encode(_ value: UInt16) throws { try output.single(at: place); output.write(value) }
    func encode(_ value: UInt32) throws { try output.single(at: place); output.write(value) }
    func encode(_ value: UInt64) throws { try output.single(at: place); output.write(value) }
    func encode<T: Encodable>(_ value: T) throws { try output.writeSingle(value, at: place) }
}

/// The members of an object.
struct JSONMemberOutput<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let output: JSONOutput
    let place: JSONOutput.Place
    var codingPath: [any CodingKey] { [] }

    private func key(_ key: Key) throws { try output.key(key.stringValue, at: place) }

    func encodeNil(forKey key: Key) throws { try self.key(key); output.writeNull() }
    func encode(_ value: Bool, forKey key: Key) throws { try self.key(key); output.write(value) }
    func encode(_ value: String, forKey key: Key) throws { try self.key(key); output.write(value) }
    func encode(_ value: Double, forKey key: Key) throws {
        try output.requireFinite(value)
        try self.key(key)
        output.write(value)
    }
    func encode(_ value: Float, forKey key: Key) throws {
        try output.requireFinite(value)
        try self.key(key)
        output.write(value)
    }
    func encode(_ value: Int, forKey key: Key) throws { try self.key(key); output.write(value) }
    func encode(_ value: Int8, forKey key: Key) throws { try self.key(key); output.write(value) }
    func encode(_ value: Int16, forKey key: Key) throws { try self.key(key); output.write(value) }
    func encode(_ value: Int32, forKey key: Key) throws { try self.key(key); output.write(value) }
    func encode(_ value: Int64, forKey key: Key) throws { try self.key(key); output.write(value) }
    func encode(_ value: UInt, forKey key: Key) throws { try self.key(key); output.write(value) }
    func encode(_ value: UInt8, forKey key: Key) throws { try self.key(key); output.write(value) }
    func encode(_ value: UInt16, forKey key: Key) throws { try self.key(key); output.write(value) }
    func encode(_ value: UInt32, forKey key: Key) throws { try self.key(key); output.write(value) }
    func encode(_ value: UInt64, forKey key: Key) throws { try self.key(key); output.write(value) }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try output.writeValue(value, forKey: key.stringValue, at: place) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
        superEncoder(forKey: key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { superEncoder(forKey: key).unkeyedContainer() }
    func superEncoder() -> any Encoder { inner("super") }
    func superEncoder(forKey key: Key) -> any Encoder { inner(key.stringValue) }
    /// An encoder at an ended place throws when something is written. A second one for the same key would have to go on with the first.
    private func inner(_ key: String) -> JSONEncoding {
        do {
            if output.hasMember(key, at: place) { return JSONEncoding(output: output, place: .ended) }
            try output.key(key, at: place)
            return JSONEncoding(output: output, place: output.open())
        } catch {
            return JSONEncoding(output: output, place: .ended)
        }
    }
}

/// The elements of an array, one after the other.
struct JSONElementOutput: UnkeyedEncodingContainer {
    let output: JSONOutput
    let place: JSONOutput.Place
    var codingPath: [any CodingKey] { [] }
    var count: Int { output.count(at: place) }

    func encodeNil() throws { try output.element(at: place); output.writeNull() }
    func encode(_ value: Bool) throws { try output.element(at: place); output.write(value) }
    func encode(_ value: String) throws { try output.element(at: place); output.write(value) }
    func encode(_ value: Double) throws {
        try output.requireFinite(value)
        try output.element(at: place)
        output.write(value)
    }
    func encode(_ value: Float) throws {
        try output.requireFinite(value)
        try output.element(at: place)
        output.write(value)
    }
    func encode(_ value: Int) throws { try output.element(at: place); output.write(value) }
    func encode(_ value: Int8) throws { try output.element(at: place); output.write(value) }
    func encode(_ value: Int16) throws { try output.element(at: place); output.write(value) }
    func encode(_ value: Int32) throws { try output.element(at: place); output.write(value) }
    func encode(_ value: Int64) throws { try output.element(at: place); output.write(value) }
    func encode(_ value: UInt) throws { try output.element(at: place); output.write(value) }
    func encode(_ value: UInt8) throws { try output.element(at: place); output.write(value) }
    func encode(_ value: UInt16) throws { try output.element(at: place); output.write(value) }
    func encode(_ value: UInt32) throws { try output.element(at: place); output.write(value) }
    func encode(_ value: UInt64) throws { try output.element(at: place); output.write(value) }
    func encode<T: Encodable>(_ value: T) throws { try output.writeElement(value, at: place) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        inner().container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { inner().unkeyedContainer() }
    func superEncoder() -> any Encoder { inner() }
    private func inner() -> JSONEncoding {
        do {
            try output.element(at: place)
            return JSONEncoding(output: output, place: output.open())
        } catch {
            return JSONEncoding(output: output, place: .ended)
        }
    }
}
