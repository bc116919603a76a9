// By hand: answers to frequent queries are written row by row; a `Codable` value of a whole page would be made only to be encoded.

/// Writes JSON text without a tree of values and without `Codable`: for answers that are asked for thousands of times a second.
///
/// Keys are written in the order of the calls; the same calls give the same bytes.
public struct JSONWriter: ~Copyable {
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false

    public init(capacity: Int = 1024) { bytes.reserveCapacity(capacity) }

    // MARK: - Structure

    public mutating func object<E: Error>(_ body: (inout JSONWriter) throws(E) -> Void) throws(E) {
        open(123)
        try body(&self)
        close(125)
    }
    public mutating func array<S: Sequence, E: Error>(_ elements: S, _ element: (inout JSONWriter, S.Element) throws(E) -> Void) throws(E) {
        open(91)
        for value in elements { try element(&self, value) }
        close(93)
    }
    private mutating func open(_ mark: UInt8) {
        if needsComma { bytes.append(44) }
        bytes.append(mark)
        needsComma = false
    }
    private mutating func close(_ mark: UInt8) {
        bytes.append(mark)
        needsComma = true
    }
    private mutating func separate() {
        if needsComma { bytes.append(44) }
        needsComma = true
    }
    /// Writes the key of the next value. Keys are ASCII constants.
    public mutating func key(_ name: StaticString) {
        if needsComma { bytes.append(44) }
        bytes.append(34)
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(34)
        bytes.append(58)
        needsComma = false
    }
    /// A key that is data.
    public mutating func key(data name: String) {
        value(name)
        bytes.append(58)
        needsComma = false
    }

    // MARK: - Values

    public mutating func null() { separate(); bytes.append(contentsOf: "null".utf8) }
    public mutating func value(_ value: Bool) { separate(); bytes.append(contentsOf: value ? "true".utf8 : "false".utf8) }
    public mutating func value(_ value: Int) { separate(); bytes.append(contentsOf: String(value).utf8) }
    /// A finite number, in the shortest form that reads back the same.
    public mutating func value(_ value: Double) {
        guard value.isFinite else { return null() }
        separate()
        Self.append(number: value.description, to: &bytes)
    }
    public mutating func value(_ value: Timestamp) { self.value(value.description) }
    public mutating func value(_ value: String) {
        separate()
        Self.append(value, to: &bytes)
    }
    /// Sorts keys and writes the bytes that `JSON.encode` would; writes null for a number that is not finite.
    public mutating func value(_ value: JSONValue) {
        separate()
        _ = Self.append(value, depth: 0, to: &bytes)
    }
    /// False: something in it has no form in JSON, or lies too deep to be read again; null stands there.
    static func append(_ value: JSONValue, depth: Int, to json: inout [UInt8]) -> Bool {
        switch value {
        case .bool(let value): json.append(contentsOf: value ? "true".utf8 : "false".utf8)
        case .int(let value): json.append(contentsOf: String(value).utf8)
        case .double(let value) where value.isFinite: append(number: value.description, to: &json)
        case .string(let value): append(value, to: &json)
        case .array(let elements) where depth < JSONScanner.decodedDepthMax:
            var isWhole = true
            json.append(91)
            for (i, element) in elements.enumerated() {
                if i > 0 { json.append(44) }
                if !append(element, depth: depth + 1, to: &json) { isWhole = false }
            }
            json.append(93)
            return isWhole
        case .object(let members) where depth < JSONScanner.decodedDepthMax:
            var isWhole = true
            json.append(123)
            for (i, member) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }).enumerated() {
                if i > 0 { json.append(44) }
                append(member.key, to: &json)
                json.append(58)
                if !append(member.value, depth: depth + 1, to: &json) { isWhole = false }
            }
            json.append(125)
            return isWhole
        case .null: json.append(contentsOf: "null".utf8)
        case .double, .array, .object:
            json.append(contentsOf: "null".utf8)
            return false
        }
        return true
    }
    /// A number as Swift describes it: JSON leaves out that it has no fraction.
    static func append(number: String, to json: inout [UInt8]) {
        json.append(contentsOf: (number.hasSuffix(".0") ? number.dropLast(2) : Substring(number)).utf8)
    }
    /// Appends the text as a JSON string, quotes included, to JSON that is written piece by piece.
    public static func append(_ text: String, to json: inout [UInt8]) {
        json.append(34)
        var copy = text
        copy.withUTF8 { escape($0, to: &json) }
        json.append(34)
    }
    /// JSON that is ready.
    public mutating func raw(_ json: some Collection<UInt8>) { separate(); bytes.append(contentsOf: json) }

    private static func escape(_ text: UnsafeBufferPointer<UInt8>, to json: inout [UInt8]) {
        var clean = 0
        for (i, byte) in text.enumerated() where byte < 32 || byte == 34 || byte == 92 {
            json.append(contentsOf: text[clean..<i])
            clean = i + 1
            switch byte {
            case 34, 92: json.append(92); json.append(byte)
            case 8: json.append(contentsOf: "\\b".utf8)
            case 10: json.append(contentsOf: "\\n".utf8)
            case 12: json.append(contentsOf: "\\f".utf8)
            case 13: json.append(contentsOf: "\\r".utf8)
            case 9: json.append(contentsOf: "\\t".utf8)
            default:
                json.append(contentsOf: "\\u00".utf8)
                json.append(contentsOf: Hex.encode(CollectionOfOne(byte)).utf8)
            }
        }
        json.append(contentsOf: text[clean...])
    }

    // MARK: - Members

    public mutating func member(_ name: StaticString, _ value: Bool) { key(name); self.value(value) }
    public mutating func member(_ name: StaticString, _ value: Int) { key(name); self.value(value) }
    public mutating func member(_ name: StaticString, _ value: Double) { key(name); self.value(value) }
    public mutating func member(_ name: StaticString, _ value: String) { key(name); self.value(value) }
    public mutating func member(_ name: StaticString, _ value: Timestamp) { key(name); self.value(value) }
    /// Null where there is nothing.
    public mutating func member(_ name: StaticString, _ value: Int?) { key(name); if let value { self.value(value) } else { null() } }
    public mutating func member(_ name: StaticString, _ value: Double?) { key(name); if let value { self.value(value) } else { null() } }
    public mutating func member(_ name: StaticString, _ value: String?) { key(name); if let value { self.value(value) } else { null() } }
    public mutating func member(_ name: StaticString, _ value: Timestamp?) { key(name); if let value { self.value(value) } else { null() } }
    public mutating func member<Tag>(_ name: StaticString, _ value: Identifier<Tag>) { key(name); self.value(value.rawValue) }
    public mutating func member(_ name: StaticString, _ value: Money) {
        key(name)
        object { writer in
            writer.member("amount", value.amount)
            writer.member("currency", value.currency.code)
        }
    }
    public mutating func member<E: Error>(_ name: StaticString, object body: (inout JSONWriter) throws(E) -> Void) throws(E) {
        key(name)
        try object(body)
    }
    public mutating func member<S: Sequence, E: Error>(_ name: StaticString, array elements: S, _ element: (inout JSONWriter,
        S.Element) throws(E) -> Void) throws(E) {
        key(name)
        try array(elements, element)
    }
}
