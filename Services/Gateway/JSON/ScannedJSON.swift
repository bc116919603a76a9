/// A piece of a scanned document. Tokens are in document order; the members of an object are key, value, key, value.
package struct JSONToken {
    package enum Kind: UInt8 { case object, array, string, escapedString, integer, number, yes, no, null }
    package let kind: Kind
    /// Byte range; of a string, what is between the quotes.
    package let start: Int32
    package var end: Int32
    /// Index of the token after this one and everything in it.
    package var next: Int32
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

    /// A text token without the spaces around it, as the message has it; other tokens as they are.
    func trimmed(_ token: JSONToken) -> JSONToken {
        guard token.kind == .string || token.kind == .escapedString else { return token }
        var (first, last) = (token.start, token.end)
        while first < last, bytes[Int(first)] == 32 { first += 1 }
        while last > first, bytes[Int(last) - 1] == 32 { last -= 1 }
        return JSONToken(kind: token.kind, start: first, end: last, next: token.next)
    }

    func isFollowedByColon(_ start: Int) -> Bool {
        var at = start
        while at < bytes.count, bytes[at] == 32 || bytes[at] == 9 || bytes[at] == 10 || bytes[at] == 13 { at += 1 }
        return at < bytes.count && bytes[at] == UInt8(ascii: ":")
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
    package func equals(_ token: JSONToken, _ name: [UInt8]) -> Bool {
        switch token.kind {
        case .string:
            let count = Int(token.end - token.start)
            guard count == name.count else { return false }
            for i in 0..<count where bytes[Int(token.start) + i] != name[i] { return false }
            return true
        case .escapedString: return JSONText.unescape(bytes[Int(token.start)..<Int(token.end)]) == name
        case .object, .array, .integer, .number, .yes, .no, .null: return false
        }
    }
}
