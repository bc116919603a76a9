// By hand: Sealing and idempotency need the body's own bytes, keys that come twice must be refused, and no value may cost an
// allocation: Foundation gives none of it.

/// Where a JSON text stops being one.
package struct JSONSyntaxError: Error, Equatable {
    /// Byte offset.
    package let offset: Int
    package let reason: String
}

/// Checks a JSON text (RFC 8259) in one pass and notes where its values lie. Refuses invalid UTF-8 and nesting beyond a limit. What
/// clients send may have no half surrogate pairs either, and no keys that come twice (which of two counts would be anybody's guess);
/// the decoder takes both, so that a provider's answer with a cut text can still be read.
package struct JSONScanner {
    /// What a client may send.
    package static let depthMax = 32
    /// What a value may be decoded from or encoded to. Values are read one inside the other on the stack of a thread.
    static let decodedDepthMax = 128

    private let bytes: UnsafeBufferPointer<UInt8>
    private let depthMax: Int
    private let isFromOutside: Bool
    private var i = 0
    private var tokens: [JSONToken] = []

    package static func scan(_ bytes: [UInt8]) throws(JSONSyntaxError) -> ScannedJSON {
        try scan(bytes, depthMax: depthMax, isFromOutside: true)
    }

    static func scan(_ bytes: [UInt8], depthMax: Int, isFromOutside: Bool) throws(JSONSyntaxError) -> ScannedJSON {
        guard bytes.count < Int32.max else { throw JSONSyntaxError(offset: 0, reason: "too large") }
        let tokens = try bytes.withUnsafeBufferPointer { (buffer) throws(JSONSyntaxError) -> [JSONToken] in
            var scanner = JSONScanner(buffer, depthMax: depthMax, isFromOutside: isFromOutside)
            return try scanner.document()
        }
        return ScannedJSON(bytes: bytes, tokens: tokens)
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>, depthMax: Int, isFromOutside: Bool) {
        (self.bytes, self.depthMax, self.isFromOutside) = (bytes, depthMax, isFromOutside)
        tokens.reserveCapacity(24)
    }

    private mutating func document() throws(JSONSyntaxError) -> [JSONToken] {
        skipSpace()
        try value(depth: 0)
        skipSpace()
        guard i == bytes.count else { throw error("something follows the document") }
        return tokens
    }

    private func error(_ reason: String) -> JSONSyntaxError { JSONSyntaxError(offset: i, reason: reason) }

    private mutating func skipSpace() {
        while i < bytes.count {
            switch bytes[i] {
            case 32, 9, 10, 13: i += 1
            default: return
            }
        }
    }

    private mutating func value(depth: Int) throws(JSONSyntaxError) {
        guard i < bytes.count else { throw error("ends too early") }
        switch bytes[i] {
        case UInt8(ascii: "{"): try object(depth: depth + 1)
        case UInt8(ascii: "["): try array(depth: depth + 1)
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "t"): try word("true", .yes)
        case UInt8(ascii: "f"): try word("false", .no)
        case UInt8(ascii: "n"): try word("null", .null)
        default: try number()
        }
    }

    private mutating func append(_ kind: JSONToken.Kind, _ start: Int, _ end: Int) {
        tokens.append(JSONToken(kind: kind, start: Int32(start), end: Int32(end), next: Int32(tokens.count + 1)))
    }

    private mutating func word(_ word: StaticString, _ kind: JSONToken.Kind) throws(JSONSyntaxError) {
        let count = word.utf8CodeUnitCount
        guard i + count <= bytes.count else { throw error("ends too early") }
        for k in 0..<count where bytes[i + k] != word.utf8Start[k] { throw error("no JSON value") }
        append(kind, i, i + count)
        i += count
    }

    private mutating func object(depth: Int) throws(JSONSyntaxError) {
        guard depth <= depthMax else { throw error("nested deeper than \(depthMax)") }
        let own = tokens.count
        append(.object, i, i)
        i += 1
        skipSpace()
        if i < bytes.count, bytes[i] == UInt8(ascii: "}") {
            i += 1
        } else {
            var count = 0
            while true {
                skipSpace()
                guard i < bytes.count, bytes[i] == UInt8(ascii: "\"") else { throw error("expected a key") }
                try string()
                skipSpace()
                guard i < bytes.count, bytes[i] == UInt8(ascii: ":") else { throw error("expected a colon") }
                i += 1
                skipSpace()
                try value(depth: depth)
                count += 1
                if try !isFollowedByAnother(closing: UInt8(ascii: "}")) { break }
            }
            if count > 1, isFromOutside { try refuseDuplicateKeys(of: own, count: count) }
        }
        tokens[own].end = Int32(i)
        tokens[own].next = Int32(tokens.count)
    }

    private mutating func array(depth: Int) throws(JSONSyntaxError) {
        guard depth <= depthMax else { throw error("nested deeper than \(depthMax)") }
        let own = tokens.count
        append(.array, i, i)
        i += 1
        skipSpace()
        if i < bytes.count, bytes[i] == UInt8(ascii: "]") {
            i += 1
        } else {
            repeat {
                skipSpace()
                try value(depth: depth)
            } while try isFollowedByAnother(closing: UInt8(ascii: "]"))
        }
        tokens[own].end = Int32(i)
        tokens[own].next = Int32(tokens.count)
    }

    private mutating func isFollowedByAnother(closing: UInt8) throws(JSONSyntaxError) -> Bool {
        skipSpace()
        guard i < bytes.count else { throw error("ends too early") }
        if bytes[i] == UInt8(ascii: ",") {
            i += 1
            return true
        }
        guard bytes[i] == closing else { throw error("expected a comma or the end of the list") }
        i += 1
        return false
    }

    private func refuseDuplicateKeys(of object: Int, count: Int) throws(JSONSyntaxError) {
        var keys: [JSONToken] = []
        keys.reserveCapacity(count)
        var at = object + 1
        for _ in 0..<count {
            keys.append(tokens[at])
            at = Int(tokens[at + 1].next)
        }
        if count <= 12, keys.allSatisfy({ $0.kind == .string }) {
            for a in 1..<count {
                for b in 0..<a where isSame(keys[a], keys[b]) { throw JSONSyntaxError(offset: Int(keys[a].start), reason: "a key twice") }
            }
            return
        }
        var seen = Set<[UInt8]>(minimumCapacity: count)
        for key in keys {
            let slice = bytes[Int(key.start)..<Int(key.end)]
            let name = key.kind == .escapedString ? JSONText.unescape(slice) : Array(slice)
            guard seen.insert(name).inserted else { throw JSONSyntaxError(offset: Int(key.start), reason: "a key twice") }
        }
    }

    private func isSame(_ a: JSONToken, _ b: JSONToken) -> Bool {
        let count = Int(a.end - a.start)
        guard count == Int(b.end - b.start) else { return false }
        for k in 0..<count where bytes[Int(a.start) + k] != bytes[Int(b.start) + k] { return false }
        return true
    }

    // MARK: - Scalars

    private mutating func string() throws(JSONSyntaxError) {
        i += 1
        let start = i
        var isEscaped = false
        while i < bytes.count {
            let c = bytes[i]
            if c == UInt8(ascii: "\"") {
                append(isEscaped ? .escapedString : .string, start, i)
                i += 1
                return
            }
            if c == UInt8(ascii: "\\") {
                isEscaped = true
                try escape()
            } else if c < 32 {
                throw error("a control character in a string")
            } else if c < 128 {
                i += 1
            } else {
                try multibyte()
            }
        }
        throw error("a string without an end")
    }

    private mutating func escape() throws(JSONSyntaxError) {
        guard i + 1 < bytes.count else { throw error("ends too early") }
        switch bytes[i + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
            UInt8(ascii: "r"), UInt8(ascii: "t"):
            i += 2
        case UInt8(ascii: "u"):
            let unit = try hexUnit(at: i + 2)
            if (0xD800..<0xDC00).contains(unit), try isLowSurrogate(at: i + 6) {
                i += 12
            } else if isFromOutside, (0xD800..<0xE000).contains(unit) {
                throw error("half a surrogate pair")
            } else {
                i += 6
            }
        default: throw error("no such escape")
        }
    }

    private func isLowSurrogate(at start: Int) throws(JSONSyntaxError) -> Bool {
        guard start + 1 < bytes.count, bytes[start] == UInt8(ascii: "\\"), bytes[start + 1] == UInt8(ascii: "u") else { return false }
        return (0xDC00..<0xE000).contains(try hexUnit(at: start + 2))
    }
    private func hexUnit(at start: Int) throws(JSONSyntaxError) -> Int {
        guard start + 4 <= bytes.count else { throw error("ends too early") }
        var unit = 0
        for k in start..<start + 4 {
            guard let digit = JSONText.hexDigit(bytes[k]) else { throw error("no such escape") }
            unit = unit << 4 | digit
        }
        return unit
    }

    /// One character of two to four bytes, as RFC 3629 has it: shortest form, no surrogates, nothing past U+10FFFF.
    private mutating func multibyte() throws(JSONSyntaxError) {
        let lead = bytes[i]
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: length = 4
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: throw error("not UTF-8")
        }
        guard i + length <= bytes.count, second.contains(bytes[i + 1]) else { throw error("not UTF-8") }
        for k in 2..<max(2, length) where bytes[i + k] & 0xC0 != 0x80 { throw error("not UTF-8") }
        i += length
    }

    private mutating func number() throws(JSONSyntaxError) {
        let start = i
        var isInteger = true
        if bytes[i] == UInt8(ascii: "-") { i += 1 }
        guard i < bytes.count, isDigit(bytes[i]) else { throw error("no JSON value") }
        if bytes[i] == UInt8(ascii: "0") { i += 1 } else { skipDigits() }
        if i < bytes.count, bytes[i] == UInt8(ascii: ".") {
            isInteger = false
            i += 1
            guard i < bytes.count, isDigit(bytes[i]) else { throw error("no JSON number") }
            skipDigits()
        }
        if i < bytes.count, bytes[i] | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            i += 1
            if i < bytes.count, bytes[i] == UInt8(ascii: "+") || bytes[i] == UInt8(ascii: "-") { i += 1 }
            guard i < bytes.count, isDigit(bytes[i]) else { throw error("no JSON number") }
            skipDigits()
        }
        append(isInteger ? .integer : .number, start, i)
    }
    private func isDigit(_ c: UInt8) -> Bool { c >= 48 && c <= 57 }
    private mutating func skipDigits() { while i < bytes.count, isDigit(bytes[i]) { i += 1 } }
}
