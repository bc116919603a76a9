/// A piece of a scanned document. Tokens are in document order; the members of an object are key, value, key, value.
package struct JSONToken {
    package enum Kind: UInt8 { case object, array, string, escapedString, integer, number, yes, no, null }
    package let kind: Kind
    /// Byte range; of a string, what is between the quotes.
    package var start: Int32
    package var end: Int32
    /// Index of the token after this one and everything in it.
    package var next: Int32

    var isNumber: Bool { kind == .integer || kind == .number }
}

extension JSONToken.Kind {
    /// For people.
    var name: String {
        switch self {
        case .object: "an object"
        case .array: "an array"
        case .string, .escapedString: "a text"
        case .integer, .number: "a number"
        case .yes, .no: "true or false"
        case .null: "null"
        }
    }
}

/// A JSON document whose bytes stay as they came, with a table of what lies where.
package struct ScannedJSON {
    package let bytes: [UInt8]
    package let tokens: [JSONToken]

    /// The text of a string token, escapes resolved.
    package func text(_ token: JSONToken) -> String {
        let slice = bytes[Int(token.start)..<Int(token.end)]
        guard token.kind == .escapedString else { return String(decoding: slice, as: UTF8.self) }
        return String(decoding: JSONText.unescape(slice), as: UTF8.self)
    }
    /// The same as UTF-8.
    func characters(_ token: JSONToken) -> [UInt8] {
        let slice = bytes[Int(token.start)..<Int(token.end)]
        return token.kind == .escapedString ? JSONText.unescape(slice) : Array(slice)
    }

    /// The text of a member of the root object; nil: there is none, or it is no text.
    package func member(_ name: String) -> String? {
        guard let root = tokens.first, root.kind == .object else { return nil }
        let bytes = Array(name.utf8)
        var at = 1
        while at < Int(root.next) {
            let value = tokens[at + 1]
            if equals(tokens[at], bytes) { return value.kind == .string || value.kind == .escapedString ? text(value) : nil }
            at = Int(value.next)
        }
        return nil
    }

    /// True when the string token, escapes resolved, is this text.
    package func equals(_ token: JSONToken, _ name: [UInt8]) -> Bool { name.withUnsafeBufferPointer { equals(token, $0) } }

    func equals(_ token: JSONToken, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        switch token.kind {
        case .string:
            guard Int(token.end - token.start) == name.count else { return false }
            let start = Int(token.start)
            for i in name.indices where bytes[start + i] != name[i] { return false }
            return true
        case .escapedString:
            // An escape is longer than what it stands for.
            return Int(token.end - token.start) > name.count && characters(token).elementsEqual(name)
        case .object, .array, .integer, .number, .yes, .no, .null: return false
        }
    }
}
