// By hand: the scanner keeps strings as they came, and few need their escapes read.

/// Reads the escapes of JSON strings.
enum JSONText {
    static func hexDigit(_ c: UInt8) -> Int? {
        switch c {
        case 48...57: Int(c) - 48
        case 65...70: Int(c) - 55
        case 97...102: Int(c) - 87
        default: nil
        }
    }

    /// Resolves the escapes of a string that the scanner has accepted.
    static func unescape(_ raw: some Collection<UInt8>) -> [UInt8] {
        let raw = Array(raw)
        var out: [UInt8] = []
        out.reserveCapacity(raw.count)
        var i = 0
        func unit(_ at: Int) -> UInt32 { raw[at..<at + 4].reduce(0) { $0 << 4 | UInt32(hexDigit($1) ?? 0) } }
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
                var scalar = unit(i + 2)
                i += 4
                if (0xD800..<0xDC00).contains(scalar) {
                    scalar = 0x10000 + (scalar - 0xD800) << 10 + (unit(i + 4) - 0xDC00)
                    i += 6
                }
                if let value = Unicode.Scalar(scalar) { out.append(contentsOf: UTF8.encode(value) ?? UTF8.EncodedScalar()) }
            default: out.append(raw[i + 1])
            }
            i += 2
        }
        return out
    }
}
