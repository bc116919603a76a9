/// Collects every failing field before it refuses, so that a person mends a form once.
public struct Validation: Sendable {
    public private(set) var errors: [String: [String]] = [:]
    public init() {}

    /// A list of a hundred thousand wrong entries would make an answer that no log takes.
    package static let fieldsMax = 200

    /// More than `fieldsMax` fields are not named.
    public mutating func fail(_ field: String, _ message: String) {
        guard errors.count < Self.fieldsMax || errors[field] != nil else { return }
        errors[field, default: []].append(message)
    }

    public mutating func require(_ condition: Bool, _ field: String, _ message: String) {
        if !condition { fail(field, message) }
    }

    /// Takes over what another check has found, or what a refusal says of fields.
    /// - Parameter path: the field that they are below, as `windows.0`; nil: they are this form's own.
    public mutating func take(_ found: [String: [String]], below path: String? = nil) {
        for (field, messages) in found.sorted(by: { $0.key < $1.key }) {
            for message in messages { fail(path.map { "\($0).\(field)" } ?? field, message) }
        }
    }

    /// Trims the text and counts characters. Rejects control characters (except newline and tab if `multiline`) and
    /// texts without a visible character, unless they may be empty.
    /// Answers the trimmed text, or nil when it is refused or missing.
    @discardableResult
    public mutating func text(_ field: String, _ value: String?, _ length: ClosedRange<Int>, required: Bool = true,
                              multiline: Bool = false) -> String? {
        guard let value else {
            if required { fail(field, "is required") }
            return nil
        }
        let trimmed = value.trimmed
        // Trimming removes U+0085 as white space, so check the untrimmed text, too.
        if value.hasControlCharacters(besides: "\n\r\t") || trimmed.hasControlCharacters(besides: multiline ? "\n\r\t" : "") {
            fail(field, "contains control characters")
            return nil
        }
        if required, !trimmed.hasVisibleCharacter {
            fail(field, "is required")
            return nil
        }
        guard length.contains(trimmed.characterCount(atMost: length.upperBound)),
              length.lowerBound < 1 || trimmed.hasVisibleCharacter else {
            fail(field, "must have \(length.lowerBound) to \(length.upperBound) characters")
            return nil
        }
        return trimmed
    }

    @discardableResult
    public mutating func number(_ field: String, _ value: Int?, _ range: ClosedRange<Int>, required: Bool = true) -> Int? {
        guard let value else {
            if required { fail(field, "is required") }
            return nil
        }
        guard range.contains(value) else {
            fail(field, "must be \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return value
    }

    /// Throws a 422 that names all fields that failed.
    public func check() throws(Rejection) {
        if !errors.isEmpty { throw .invalid(errors) }
    }
}
