// By hand: libraries decode the pixels or are written in C; taking metadata out needs a walk over segments only, and a trap here
// would end the service.

/// A picture as it was sent: what it is by its bytes, how large, and what it is without the data that tells of people
/// (place, camera, author, remarks). Pixels are not touched; what must look the same stays: a JPEG's orientation,
/// colour profiles.
public struct ImageFile: Sendable, Equatable {
    public enum Format: String, Sendable, CaseIterable {
        case jpeg = "image/jpeg"
        case png = "image/png"
        case webp = "image/webp"
    }
    public enum Problem: Error, Sendable, Equatable {
        /// The first bytes are of no format that is accepted.
        case unsupported
        /// It begins like one and does not go on like one.
        case corrupt
    }

    public let format: Format
    /// Pixels.
    public let width: Int
    public let height: Int
    /// The picture without its metadata.
    public let bytes: [UInt8]
    public var contentType: String { format.rawValue }

    /// Reads a picture. Formats: JPEG (ITU-T T.81, JFIF, Exif 2.3), PNG (ISO 15948), WebP (RFC 9649).
    public init(_ sent: [UInt8], accepting formats: Set<Format> = [.jpeg, .png]) throws(Problem) {
        guard let format = Self.format(of: sent), formats.contains(format) else { throw .unsupported }
        let read: (width: Int, height: Int, bytes: [UInt8])?
        switch format {
        case .jpeg: read = JPEGReading(sent).read()
        case .png: read = PNGReading(sent).read()
        case .webp: read = WebPReading(sent).read()
        }
        guard let read, read.width > 0, read.height > 0 else { throw .corrupt }
        (self.format, width, height, bytes) = (format, read.width, read.height, read.bytes)
    }

    public static func format(of bytes: [UInt8]) -> Format? {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if bytes.starts(with: PNGReading.signature) { return .png }
        if bytes.count >= 16, bytes.starts(with: Array("RIFF".utf8)), bytes[8..<12].elementsEqual("WEBP".utf8) { return .webp }
        return nil
    }
}

/// Walks the segments of a JPEG.
private struct JPEGReading {
    let bytes: [UInt8]
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func read() -> (width: Int, height: Int, bytes: [UInt8])? {
        var out: [UInt8] = [0xFF, 0xD8]
        out.reserveCapacity(bytes.count)
        var size: (width: Int, height: Int)?
        var at = 2
        while let marker = marker(&at) {
            switch marker {
            case 0xD9:
                guard let size else { return nil }
                return (size.width, size.height, out + [0xFF, 0xD9])
            case 0x01, 0xD0...0xD8: return nil
            default:
                guard at + 2 <= bytes.count else { return nil }
                let end = at + Int(bytes[at]) << 8 + Int(bytes[at + 1])
                guard end >= at + 2, end <= bytes.count else { return nil }
                let body = bytes[(at + 2)..<end]
                if isFrame(marker) {
                    guard body.count >= 6 else { return nil }
                    let b = Array(body.prefix(5))
                    size = (Int(b[3]) << 8 | Int(b[4]), Int(b[1]) << 8 | Int(b[2]))
                }
                if marker == 0xE1, let orientation = orientation(Array(body)), orientation != 1 { out += Self.exif(orientation) }
                if isKept(marker, body) { out += [0xFF, marker] + bytes[at..<end] }
                at = end
                if marker == 0xDA {
                    guard size != nil, let stop = endOfScan(from: at) else { return nil }
                    out += bytes[at..<stop]
                    at = stop
                }
            }
        }
        return nil
    }

    /// The next marker; fill bytes before it are skipped.
    private func marker(_ at: inout Int) -> UInt8? {
        guard at < bytes.count, bytes[at] == 0xFF else { return nil }
        while at < bytes.count, bytes[at] == 0xFF { at += 1 }
        guard at < bytes.count, bytes[at] != 0 else { return nil }
        defer { at += 1 }
        return bytes[at]
    }
    private func isFrame(_ marker: UInt8) -> Bool { (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker) }
    /// Of the application segments JFIF, the colour profile and Adobe's transform matter for how it looks; the others, and remarks, go.
    /// Cameras also write remarks of their own under the numbers of these three.
    private func isKept(_ marker: UInt8, _ body: ArraySlice<UInt8>) -> Bool {
        switch marker {
        case 0xE0: body.starts(with: Array("JFIF\0".utf8))
        case 0xE2: body.starts(with: Array("ICC_PROFILE\0".utf8))
        case 0xEE: body.starts(with: Array("Adobe".utf8))
        case 0xE1, 0xE3...0xED, 0xEF, 0xFE: false
        default: true
        }
    }
    private func endOfScan(from start: Int) -> Int? {
        var i = start
        while i + 1 < bytes.count {
            if bytes[i] == 0xFF, bytes[i + 1] != 0, !(0xD0...0xD7).contains(bytes[i + 1]), bytes[i + 1] != 0xFF { return i }
            i += 1
        }
        return nil
    }

    /// Tag 0x0112 of the first directory.
    private func orientation(_ body: [UInt8]) -> UInt8? {
        guard body.starts(with: Array("Exif\0\0".utf8)), body.count > 14 else { return nil }
        let tiff = Array(body[6...])
        let isLittle = tiff[0] == 0x49
        func short(_ i: Int) -> Int? {
            guard i >= 0, i + 2 <= tiff.count else { return nil }
            return isLittle ? Int(tiff[i]) | Int(tiff[i + 1]) << 8 : Int(tiff[i]) << 8 | Int(tiff[i + 1])
        }
        func long(_ i: Int) -> Int? {
            guard let a = short(i), let b = short(i + 2) else { return nil }
            return isLittle ? a | b << 16 : a << 16 | b
        }
        guard let directory = long(4), let count = short(directory) else { return nil }
        for entry in 0..<min(count, 64) {
            let place = directory + 2 + entry * 12
            if short(place) == 0x0112, let value = short(place + 8), (1...8).contains(value) { return UInt8(value) }
        }
        return nil
    }
    /// A segment that holds nothing but the orientation.
    private static func exif(_ orientation: UInt8) -> [UInt8] {
        let tiff: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
        return [0xFF, 0xE1, 0, UInt8(2 + 6 + tiff.count)] + Array("Exif\0\0".utf8) + tiff
    }
}

/// Walks the chunks of a PNG.
private struct PNGReading {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    static let kept: Set<String> = [
        "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "bKGD", "hIST", "pHYs", "sPLT", "acTL", "fcTL",
        "fdAT", "cICP"
    ]
    let bytes: [UInt8]
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func read() -> (width: Int, height: Int, bytes: [UInt8])? {
        var out = Self.signature
        out.reserveCapacity(bytes.count)
        var size: (width: Int, height: Int)?
        var hasData = false
        var at = 8
        while at + 12 <= bytes.count {
            let length = number(at)
            guard length <= 0x7FFF_FFFF, at + 12 + length <= bytes.count else { return nil }
            let name = String(decoding: bytes[(at + 4)..<(at + 8)], as: UTF8.self)
            guard PNGChecksum.of(bytes[(at + 4)..<(at + 8 + length)]) == UInt32(number(at + 8 + length)) else { return nil }
            if size == nil {
                guard name == "IHDR", length == 13 else { return nil }
                size = (number(at + 8), number(at + 12))
            }
            hasData = hasData || name == "IDAT"
            let isCritical = bytes[at + 4] & 0x20 == 0
            guard Self.kept.contains(name) || !isCritical else { return nil }
            if Self.kept.contains(name) { out += bytes[at..<(at + 12 + length)] }
            at += 12 + length
            if name == "IEND" {
                guard let size, hasData else { return nil }
                return (size.width, size.height, out)
            }
        }
        return nil
    }
    private func number(_ at: Int) -> Int { Int(bytes[at]) << 24 | Int(bytes[at + 1]) << 16 | Int(bytes[at + 2]) << 8 | Int(bytes[at + 3]) }
}

/// CRC-32 as PNG has it (ISO 15948 annex D).
enum PNGChecksum {
    private static let table: [UInt32] = (0..<256).map { n in
        (0..<8).reduce(UInt32(n)) { c, _ in c & 1 == 1 ? 0xEDB8_8320 ^ (c >> 1) : c >> 1 }
    }
    static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        table.withUnsafeBufferPointer { table in
            ~bytes.withUnsafeBufferPointer { $0.reduce(UInt32.max) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ ($0 >> 8) } }
        }
    }
}

/// Walks the chunks of a WebP.
private struct WebPReading {
    /// What belongs to the picture: its frames, alpha, animation and colour profile.
    private static let kept: Set<String> = ["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP"]
    let bytes: [UInt8]
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func read() -> (width: Int, height: Int, bytes: [UInt8])? {
        let end = 8 + number(4, 4)
        guard end <= bytes.count, end >= 20 else { return nil }
        var body: [UInt8] = Array("WEBP".utf8)
        var size: (width: Int, height: Int)?
        var hasData = false
        var at = 12
        while at + 8 <= end {
            let name = String(decoding: bytes[at..<(at + 4)], as: UTF8.self), length = number(at + 4, 4)
            let next = at + 8 + length + (length & 1)
            guard at + 8 + length <= end else { return nil }
            var chunk = Array(bytes[at..<min(next, end)])
            switch name {
            case "VP8X":
                guard length >= 10 else { return nil }
                // Bits that say there is Exif and XMP: there is none any more.
                chunk[8] &= ~0x0C
                size = (number(at + 12, 3) + 1, number(at + 15, 3) + 1)
            case "VP8 ":
                guard length >= 10 else { return nil }
                hasData = true
                size = size ?? (number(at + 14, 2) & 0x3FFF, number(at + 16, 2) & 0x3FFF)
            case "VP8L":
                guard length >= 5, bytes[at + 8] == 0x2F else { return nil }
                hasData = true
                let bits = number(at + 9, 4)
                size = size ?? ((bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1)
            case "ANMF": hasData = true
            default: break
            }
            if Self.kept.contains(name) { body += chunk }
            at = next
        }
        guard let size, hasData else { return nil }
        let length = (0..<4).map { UInt8(truncatingIfNeeded: body.count >> (8 * $0)) }
        return (size.width, size.height, Array("RIFF".utf8) + length + body)
    }
    /// Little-endian.
    private func number(_ at: Int, _ count: Int) -> Int { (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
}
