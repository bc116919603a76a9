/// Reads the fields of a form that arrived as JSON and names every field that is wrong by its path, so that a person mends a form once.
///
/// In an edit a field that is left out stays as it is, and null clears an optional one.
public struct FormReader: Sendable {
    public private(set) var check = Validation()
    private let values: [String: JSONValue]
    private let path: String
    private let isEdit: Bool

    /// - Parameter path: where the form lies in the request; empty: it is the body.
    public init(_ form: JSONValue, at path: String = "", isEdit: Bool = false) {
        values = form.object ?? [:]
        (self.path, self.isEdit) = (path, isEdit)
        if form.object == nil { check.fail(path.isEmpty ? "body" : path, "must be an object") }
    }

    /// Whether the field was sent, null included.
    public func has(_ name: String) -> Bool { values[name] != nil }
    /// Whether the field was sent as null.
    public func isNull(_ name: String) -> Bool { values[name] == .null }
    public var isValid: Bool { check.errors.isEmpty }

    public mutating func fail(_ name: String, _ message: String) { check.fail(path.isEmpty ? name : "\(path).\(name)", message) }
    /// Takes over what another reader found.
    public mutating func take(_ other: Validation) {
        check.take(other.errors)
    }

    /// What was sent. Nil: nothing or null, and the reader complains if the form needs it.
    public mutating func value(_ name: String, isRequired: Bool = false) -> JSONValue? {
        if let value = values[name], value != .null { return value }
        if isRequired, values[name] != nil || !isEdit { fail(name, "is required") }
        return nil
    }

    /// Trimmed. An optional text that shows nothing counts as null.
    public mutating func text(_ name: String, _ length: ClosedRange<Int>, isRequired: Bool = false, multiline: Bool = false) -> String? {
        guard let value = value(name, isRequired: isRequired) else { return nil }
        guard let text = value.string else {
            fail(name, "must be text")
            return nil
        }
        var own = Validation()
        let read = own.text(path.isEmpty ? name : "\(path).\(name)", text, isRequired ? length : 0...length.upperBound,
                            required: isRequired, multiline: multiline)
        take(own)
        return read.flatMap { $0.hasVisibleCharacter ? $0 : nil }
    }

    public mutating func integer(_ name: String, _ range: ClosedRange<Int>, isRequired: Bool = false) -> Int? {
        guard let value = value(name, isRequired: isRequired) else { return nil }
        guard let number = value.int else {
            fail(name, "must be a whole number")
            return nil
        }
        guard range.contains(number) else {
            fail(name, "must be \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return number
    }

    /// A finite number; its decimal digits are those that were sent.
    public mutating func number(_ name: String, isRequired: Bool = false) -> Double? {
        switch value(name, isRequired: isRequired) {
        case nil: return nil
        case .int(let number): return Double(number)
        case .double(let number) where number.isFinite: return number
        case .null, .bool, .double, .string, .array, .object:
            fail(name, "must be a number")
            return nil
        }
    }

    public mutating func flag(_ name: String) -> Bool? {
        guard let value = value(name) else { return nil }
        if value.bool == nil { fail(name, "must be true or false") }
        return value.bool
    }

    public mutating func choice(_ name: String, of choices: [String], isRequired: Bool = false) -> String? {
        guard let value = value(name, isRequired: isRequired) else { return nil }
        guard let text = value.string, choices.contains(text) else {
            fail(name, "must be one of \(choices.joined(separator: ", "))")
            return nil
        }
        return text
    }

    /// An RFC 3339 time.
    public mutating func time(_ name: String, isRequired: Bool = false) -> Timestamp? {
        guard let value = value(name, isRequired: isRequired) else { return nil }
        guard let time = value.string.flatMap(Timestamp.init) else {
            fail(name, "must be a time (RFC 3339)")
            return nil
        }
        return time
    }

    /// The id of something. A text that no message may carry as an id is refused here: the service that it goes to could not read it.
    public mutating func id<Entity>(_ name: String, isRequired: Bool = false, of _: Entity.Type = Entity.self) -> Identifier<Entity>? {
        guard let value = value(name, isRequired: isRequired) else { return nil }
        guard let id = value.string.flatMap({ Identifier<Entity>(checking: $0.trimmed) }) else {
            fail(name, "is not an id")
            return nil
        }
        return id
    }

    /// Money of this currency, as minor units.
    public mutating func money(_ name: String, _ range: ClosedRange<Int>, in currency: Currency, isRequired: Bool = false) -> Int? {
        guard let value = value(name, isRequired: isRequired) else { return nil }
        guard let amount = value["amount"]?.int, let code = value["currency"]?.string else {
            fail(name, "must be an amount in \(currency.code)")
            return nil
        }
        guard code == currency.code else {
            fail(name, "must be in \(currency.code)")
            return nil
        }
        guard range.contains(amount) else {
            fail(name, "must be \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return amount
    }

    /// A form inside this one. Nil: nothing, null, or something is wrong with it.
    public mutating func object<Made>(_ name: String, isRequired: Bool = false, _ read: (inout FormReader) -> Made?) -> Made? {
        guard let value = value(name, isRequired: isRequired) else { return nil }
        var inner = FormReader(value, at: path.isEmpty ? name : "\(path).\(name)")
        let made = inner.isValid ? read(&inner) : nil
        take(inner.check)
        return inner.isValid ? made : nil
    }

    /// A place in degrees, rounded to six decimals as the digits stand, half away from zero: the fields `lat` and `lng` of this form.
    public mutating func point() -> GeoPoint? {
        let lat = degrees("lat", 90), lng = degrees("lng", 180)
        guard let lat, let lng else { return nil }
        return GeoPoint(lat: lat, lng: lng)
    }
    private mutating func degrees(_ name: String, _ most: Int) -> Double? {
        guard let number = number(name, isRequired: true) else { return nil }
        guard let millionths = DecimalDigits(number)?.units(places: 6)?.rounded, millionths.magnitude <= most * 1_000_000 else {
            fail(name, "must be \(-most) to \(most)")
            return nil
        }
        return Double(millionths) / 1_000_000
    }

    /// Throws a 422 that names all fields that failed.
    public func finish() throws(Rejection) { try check.check() }
}
