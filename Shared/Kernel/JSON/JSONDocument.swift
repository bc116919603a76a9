import FoundationEssentials

/// A JSON text that values are decoded from where they lie. A position is the index of a value's token.
final class JSONDocument {
    /// Members that are looked at one after the other; an object with more gets an index of its keys.
    private static let unindexedMembersMax = 24

    private let json: ScannedJSON
    /// Of large objects: where the value of each key lies.
    private var indexes: [Int: [[UInt8]: Int]] = [:]
    /// Of containers that were asked before: the number of elements, and the child that a way led through last. Otherwise a long list
    /// would be walked from its start for each of its elements.
    private var counts: [Int: Int] = [:]
    private var reached: [Int: (child: Int, number: Int)] = [:]

    /// Skips a byte order mark. Throws `DecodingError.dataCorrupted` if the bytes are not JSON.
    init(_ bytes: [UInt8]) throws {
        do {
            let text = bytes.starts(with: Self.byteOrderMark) ? Array(bytes.dropFirst(Self.byteOrderMark.count)) : bytes
            json = try JSONScanner.scan(text, depthMax: JSONScanner.decodedDepthMax, isFromOutside: false)
        } catch {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "The given data was not valid JSON.",
                                                    underlyingError: error))
        }
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    // MARK: - Values

    func value<T: Decodable>(_ type: T.Type, at position: Int) throws -> T {
        if type == JSONValue.self, let value = try anyValue(at: position) as? T { return value }
        if type == Data.self, let value = try data(at: position) as? T { return value }
        return try T(from: JSONDecoding(document: self, position: position))
    }

    func isNull(_ position: Int) -> Bool { json.tokens[position].kind == .null }

    func bool(at position: Int) throws -> Bool {
        switch json.tokens[position].kind {
        case .yes: return true
        case .no: return false
        case .object, .array, .string, .escapedString, .integer, .number, .null:
            // Null too, as Foundation has it.
            throw DecodingError.typeMismatch(Bool.self, expected(Bool.self, at: position))
        }
    }
    func text(at position: Int) throws -> String {
        let token = json.tokens[position]
        switch token.kind {
        case .string, .escapedString: return json.text(token)
        case .object, .array, .integer, .number, .yes, .no, .null: throw mismatch(String.self, at: position)
        }
    }
    /// A number without a fraction, however it is written: `4`, `4.0` and `40e-1`.
    func integer<T: FixedWidthInteger>(_ type: T.Type, at position: Int) throws -> T {
        let token = json.tokens[position]
        guard token.isNumber else { throw mismatch(type, at: position) }
        guard let whole = json.wholeNumber(token), let value = whole.exactly(type) else { throw doesNotFit(at: position) }
        return value
    }
    func double(at position: Int) throws -> Double {
        let token = json.tokens[position]
        guard token.isNumber else { throw mismatch(Double.self, at: position) }
        guard let value = json.double(token) else { throw doesNotFit(at: position) }
        return value
    }
    func float(at position: Int) throws -> Float {
        let token = json.tokens[position]
        guard token.isNumber else { throw mismatch(Float.self, at: position) }
        guard let value = Float(json.text(token)), value.isFinite else { throw doesNotFit(at: position) }
        return value
    }
    private func data(at position: Int) throws -> Data {
        guard let data = Data(base64Encoded: try text(at: position)) else {
            throw DecodingError.dataCorrupted(.init(codingPath: path(to: position), debugDescription: "not Base64"))
        }
        return data
    }

    private func anyValue(at position: Int) throws -> JSONValue {
        let token = json.tokens[position]
        switch token.kind {
        case .null: return .null
        case .yes: return .bool(true)
        case .no: return .bool(false)
        case .string, .escapedString: return .string(json.text(token))
        case .integer, .number:
            if let whole = json.wholeNumber(token)?.exactly(Int.self) { return .int(whole) }
            // Digits that a double does not hold: 1.00000000000000000001 is one, and reads back as it was written.
            if let value = json.double(token) { return Int(exactly: value).map { .int($0) } ?? .double(value) }
            throw doesNotFit(at: position)
        case .array:
            var elements: [JSONValue] = []
            var at = position + 1
            while at < token.next {
                elements.append(try anyValue(at: at))
                at = Int(json.tokens[at].next)
            }
            return .array(elements)
        case .object:
            var members: [String: JSONValue] = [:]
            try eachMember(of: position) { key, value in
                let key = json.text(json.tokens[key])
                if members[key] == nil { members[key] = try anyValue(at: value) }
            }
            return .object(members)
        }
    }

    // MARK: - Objects and arrays

    /// Throws unless an object lies there.
    func requireObject(_ position: Int) throws {
        guard json.tokens[position].kind == .object else { throw mismatch([String: Any].self, at: position) }
    }
    func requireArray(_ position: Int) throws {
        guard json.tokens[position].kind == .array else { throw mismatch([Any].self, at: position) }
    }

    /// Where a member's value lies; of a key that comes twice, the first one's. Nil: the object has no such member.
    func member(_ name: String, of object: Int) -> Int? {
        var name = name
        var seen = 0
        var at = object + 1
        let end = Int(json.tokens[object].next)
        let found: Int? = name.withUTF8 { name in
            while at < end, seen < Self.unindexedMembersMax {
                if json.equals(json.tokens[at], name) { return at + 1 }
                at = Int(json.tokens[at + 1].next)
                seen += 1
            }
            return nil
        }
        return found ?? (at < end ? index(of: object)[Array(name.utf8)] : nil)
    }
    private func index(of object: Int) -> [[UInt8]: Int] {
        if let known = indexes[object] { return known }
        var index: [[UInt8]: Int] = [:]
        eachMember(of: object) { key, value in
            let name = json.characters(json.tokens[key])
            if index[name] == nil { index[name] = value }
        }
        indexes[object] = index
        return index
    }
    /// The keys in their order, each once.
    func keys(of object: Int) -> [String] {
        var keys: [String] = []
        var seen = Set<String>()
        eachMember(of: object) { key, _ in
            let name = json.text(json.tokens[key])
            if seen.insert(name).inserted { keys.append(name) }
        }
        return keys
    }
    private func eachMember<E: Error>(of object: Int, _ body: (_ key: Int, _ value: Int) throws(E) -> Void) throws(E) {
        var at = object + 1
        let end = Int(json.tokens[object].next)
        while at < end {
            try body(at, at + 1)
            at = Int(json.tokens[at + 1].next)
        }
    }

    func end(of container: Int) -> Int { Int(json.tokens[container].next) }
    func after(_ position: Int) -> Int { Int(json.tokens[position].next) }
    func count(of array: Int) -> Int {
        if let known = counts[array] { return known }
        var count = 0
        var at = array + 1
        while at < end(of: array) {
            count += 1
            at = after(at)
        }
        counts[array] = count
        return count
    }

    // MARK: - Errors

    /// The keys that lead to a value. Worked out when somebody asks: hardly ever.
    func path(to position: Int) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var at = 0
        while at != position {
            guard let (key, next) = step(from: at, towards: position) else { return path }
            path.append(key)
            at = next
        }
        return path
    }
    private func step(from container: Int, towards position: Int) -> (key: JSONKey, next: Int)? {
        let isObject = json.tokens[container].kind == .object
        var (child, number) = (container + 1, 0)
        if let known = reached[container], known.child <= position { (child, number) = known }
        defer { reached[container] = (child, number) }
        while child < end(of: container) {
            let value = isObject ? child + 1 : child
            if position < after(value) {
                return (isObject ? JSONKey(stringValue: json.text(json.tokens[child])) : JSONKey(intValue: number), value)
            }
            child = after(value)
            number += 1
        }
        return nil
    }

    func mismatch(_ type: Any.Type, at position: Int) -> DecodingError {
        let context = expected(type, at: position)
        return isNull(position) ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }
    private func expected(_ type: Any.Type, at position: Int) -> DecodingError.Context {
        .init(codingPath: path(to: position),
              debugDescription: "Expected to decode \(type) but found \(json.tokens[position].kind.name) instead.")
    }
    /// People may read it: the gateway checks types first, but not all.
    private func doesNotFit(at position: Int) -> DecodingError {
        .dataCorrupted(.init(codingPath: path(to: position), debugDescription: "is out of range"))
    }
}

/// A key of an object, or an index of an array, on the way to a value.
struct JSONKey: CodingKey {
    let stringValue: String
    let intValue: Int?
    init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
    init(intValue: Int) { (stringValue, self.intValue) = ("Index \(intValue)", intValue) }
}
