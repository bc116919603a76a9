import Kernel

/// The path and query of a request line, percent-decoded piece by piece. Segments are decoded after splitting, so `%2F`
/// is data, not a slash.
package struct RequestTarget: Sendable {
    package static let queryParametersMax = 64
    package static let bytesMax = 8192

    /// As the client wrote it, query included.
    package let text: String
    package let segments: [String]
    package let query: [(name: String, value: String)]
    package var path: Substring { text.prefix { $0 != "?" } }
    package var decodedPath: String { "/" + segments.joined(separator: "/") }

    /// Nil: not a path we read (bad percent-encoding, not UTF-8, too long).
    package init?(_ text: String) {
        guard text.utf8.count <= Self.bytesMax, text.utf8.first == UInt8(ascii: "/") else { return nil }
        let bytes = text.utf8
        let mark = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
        var segments: [String] = []
        segments.reserveCapacity(8)
        for raw in text[..<mark].utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let segment = Self.decode(Substring(raw), plusIsSpace: false) else { return nil }
            segments.append(segment)
        }
        var query: [(name: String, value: String)] = []
        if mark != bytes.endIndex {
            guard let fields = Self.fields(text[bytes.index(after: mark)...], atMost: Self.queryParametersMax) else { return nil }
            query = fields
        }
        (self.text, self.segments, self.query) = (text, segments, query)
    }

    /// The first two segments of a path whose rest cannot be read: what names the tenant. None where they cannot be read.
    static func root(of text: String) -> RequestTarget? {
        let segments = text.prefix { $0 != "?" }.split(separator: "/", maxSplits: 2).prefix(2)
        return RequestTarget("/" + segments.joined(separator: "/")) ?? RequestTarget("/")
    }

    /// `name=value&name=value`; nil: cannot be read, or too many.
    static func fields(_ text: some StringProtocol, atMost limit: Int) -> [(name: String, value: String)]? {
        var fields: [(name: String, value: String)] = []
        for pair in Substring(text).utf8.split(separator: UInt8(ascii: "&")) {
            guard fields.count < limit else { return nil }
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            guard let name = decode(Substring(pair[..<equals]), plusIsSpace: true),
                let value = decode(Substring(equals == pair.endIndex ? pair[equals...] : pair[equals...].dropFirst()), plusIsSpace: true)
            else { return nil }
            fields.append((name, value))
        }
        return fields
    }

    private static func decode(_ raw: Substring, plusIsSpace: Bool) -> String? {
        let bytes = raw.utf8
        guard bytes.contains(where: { $0 == UInt8(ascii: "%") || ($0 == UInt8(ascii: "+") && plusIsSpace) || $0 >= 128 }) else {
            return String(raw)
        }
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var i = bytes.startIndex
        while i < bytes.endIndex {
            let c = bytes[i]
            if c == UInt8(ascii: "%") {
                guard let high = bytes.index(i, offsetBy: 1, limitedBy: bytes.endIndex), high < bytes.endIndex,
                    let low = bytes.index(i, offsetBy: 2, limitedBy: bytes.endIndex), low < bytes.endIndex,
                    let h = JSONText.hexDigit(bytes[high]), let l = JSONText.hexDigit(bytes[low]), h << 4 | l != 0
                else { return nil }
                out.append(UInt8(h << 4 | l))
                i = bytes.index(after: low)
            } else {
                out.append(c == UInt8(ascii: "+") && plusIsSpace ? 32 : c)
                i = bytes.index(after: i)
            }
        }
        return String(validating: out, as: UTF8.self)
    }
}
