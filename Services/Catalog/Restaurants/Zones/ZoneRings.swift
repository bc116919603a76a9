import Kernel

/// Rings of a zone as they are kept: JSON of lists and numbers, read without a decoder because one list of restaurants reads hundreds.
enum ZoneRings {
    static func text(_ polygon: ZonePolygon) throws -> String {
        String(decoding: try JSON.encode(polygon.rings.map { $0.map { [$0.x, $0.y] } }), as: UTF8.self)
    }

    private static var wrong: DecodingError {
        DecodingError.dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: "rings that cannot be read"))
    }

    /// Throws when the text is not what `text` writes.
    static func polygon(_ text: String) throws -> ZonePolygon {
        var rings: [[PlanePoint]] = []
        var point: [Double] = []
        var depth = 0
        var number: String.Index?
        var index = text.utf8.startIndex
        while index < text.utf8.endIndex {
            let byte = text.utf8[index]
            if isPartOfNumber(byte) {
                number = number ?? index
            } else {
                if let first = number {
                    guard depth == 3, let value = Double(text[first..<index]) else { throw wrong }
                    point.append(value)
                    number = nil
                }
                switch byte {
                case UInt8(ascii: "["):
                    depth += 1
                    guard depth <= 3 else { throw wrong }
                    if depth == 2 { rings.append([]) }
                case UInt8(ascii: "]"):
                    guard depth > 0 else { throw wrong }
                    if depth == 3 {
                        guard point.count == 2, !rings.isEmpty else { throw wrong }
                        rings[rings.count - 1].append(PlanePoint(x: point[0], y: point[1]))
                        point.removeAll(keepingCapacity: true)
                    }
                    depth -= 1
                case UInt8(ascii: ","): break
                default: throw wrong
                }
            }
            text.utf8.formIndex(after: &index)
        }
        guard depth == 0, number == nil, !rings.isEmpty else { throw wrong }
        return ZonePolygon(rings: rings)
    }

    /// Digits, a decimal point, a sign, an exponent.
    private static func isPartOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "e"),
             UInt8(ascii: "E"): true
        default: false
        }
    }
}
