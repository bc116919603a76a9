// By hand: the scanner keeps strings as they came, and few need their escapes read.

/// Reads the escapes of JSON strings.
package enum JSONText {
    package static func hexDigit(_ c: UInt8) -> Int? {
        switch c {
        case 48...57: Int(c) - 48
        case 65...70: Int(c) - 55
        case 97...102: Int(c) - 87
        default: nil
        }
    }

    /// Resolves the escapes of a string that the scanner has accepted. Half a surrogate pair becomes U+FFFD.
    static func unescape(_ raw: some Collection<UInt8>) -> [UInt8] {
        let raw = Array(raw)
        var out: [UInt8] = []
        out.reserveCapacity(raw.count)
        var i = 0
        while i < raw.count {
            guard raw[i] == UInt8(ascii: "\\"), i + 1 < raw.count else {
                out.append(raw[i])
                i += 1
                continue
            }
            switch raw[i + 1] {
            case UInt8(ascii: "b"): out.append(8)
            case UInt8(ascii: "f"): out.append(12)
            case UInt8(ascii: "n"): out.append(10)
            case UInt8(ascii: "r"): out.append(13)
            case UInt8(ascii: "t"): out.append(9)
            case UInt8(ascii: "u"):
                var scalar = unit(raw, at: i)
                i += 4
                if (0xD800..<0xDC00).contains(scalar), case let low = unit(raw, at: i + 2), (0xDC00..<0xE000).contains(low) {
                    scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
                    i += 6
                }
                out.append(contentsOf: UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
            default: out.append(raw[i + 1])
            }
            i += 2
        }
        return out
    }
    /// The code unit of the escape `\uXXXX` that begins there; 0 if another character stands there.
    private static func unit(_ raw: [UInt8], at escape: Int) -> UInt32 {
        guard escape + 6 <= raw.count, raw[escape] == UInt8(ascii: "\\"), raw[escape + 1] == UInt8(ascii: "u") else { return 0 }
        return raw[(escape + 2)..<(escape + 6)].reduce(0) { $0 << 4 | UInt32(hexDigit($1) ?? 0) }
    }
}
