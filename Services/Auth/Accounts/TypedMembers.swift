import Kernel

/// The members of a form whose fields auth checks together: one of another JSON type is a field that is wrong like every other.
struct TypedMembers<Key: CodingKey> {
    private let box: KeyedDecodingContainer<Key>
    /// The members of another type.
    private(set) var flaws = Validation()

    init(_ box: KeyedDecodingContainer<Key>) { self.box = box }

    mutating func text(_ key: Key) -> String? { value(key, "must be text") }
    mutating func flag(_ key: Key) -> Bool? { value(key, "must be true or false") }
    /// A text that the gateway sealed. The gateway sends `false` in place of a value of another type.
    mutating func sealedText(_ key: Key) -> SealedValue? { value(key, "must be text") }

    private mutating func value<Value: Decodable>(_ key: Key, _ flaw: String) -> Value? {
        do { return try box.decodeIfPresent(Value.self, forKey: key) } catch {
            flaws.fail(key.stringValue, flaw)
            return nil
        }
    }
}
