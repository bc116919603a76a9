/// `application/x-www-form-urlencoded` (WHATWG URL §5.2).
package enum FormEncoding {
    package static let contentType = "application/x-www-form-urlencoded"

    package static func encode(_ fields: [(String, String)]) -> [UInt8] {
        Array(fields.map { escaped($0.0) + "=" + escaped($0.1) }.joined(separator: "&").utf8)
    }
    /// RFC 3986 §2.3: everything but unreserved characters is encoded.
    static func pathSegment(_ text: String) -> String { escaped(text).replacing("+", with: "%20").replacing("*", with: "%2A") }
    private static func escaped(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var out: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 48...57, 65...90, 97...122, 42, 45, 46, 95: out.append(byte)
            case 32: out.append(43)
            default: out += [37, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}
