import ServiceKit
import Testing

/// Strangers' bytes are read in the writer's process: whatever they are, reading must end, and never by a trap.
@Suite("Pictures of strangers")
struct ImageFuzzTests {
    /// SplitMix64: the same cases on every machine.
    private struct Draw: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }
    private static func little(_ n: Int, _ count: Int = 4) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: n >> (8 * $0)) } }
    private static func big(_ n: Int, _ count: Int = 4) -> [UInt8] { little(n, count).reversed() }

    private static let jpeg: [UInt8] = {
        func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] { [0xFF, marker] + big(data.count + 2, 2) + data }
        let tiff: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]
        return [0xFF, 0xD8] + segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])
            + segment(0xE1, Array("Exif\0\0".utf8) + tiff)
            + segment(0xFE, Array("a remark".utf8)) + segment(0xC0, [8] + big(9, 2) + big(16, 2) + [1, 1, 0x11, 0])
            + segment(0xDA, [1, 1, 0, 0, 63, 0])
            + [1, 2, 0xFF, 0, 3, 0xFF, 0xD0, 4, 0xFF, 0xD9]
    }()
    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + data
        return big(data.count) + named + big(Int(crc(named[...])))
    }
    private static func crc(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(UInt32.max) { start, byte in
            (0..<8).reduce(start ^ UInt32(byte)) { c, _ in c & 1 == 1 ? 0xEDB8_8320 ^ (c >> 1) : c >> 1 }
        }
    }
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", big(16) + big(9) + [8, 2, 0, 0, 0])
        + chunk("tEXt", Array("Comment\0remark".utf8)) + chunk("IDAT", [1, 2, 3, 4, 5]) + chunk("IEND", [])
    private static func webp(_ chunks: [(String, [UInt8])]) -> [UInt8] {
        let body = Array("WEBP".utf8) + chunks.flatMap { Array($0.0.utf8) + little($0.1.count) + $0.1 + ($0.1.count & 1 == 1 ? [0] : []) }
        return Array("RIFF".utf8) + little(body.count) + body
    }
    private static let samples: [(name: String, bytes: [UInt8])] = [
        ("jpeg", jpeg), ("png", png),
        ("webp, extended", webp([("VP8X", [0x0C, 0, 0, 0] + little(15, 3) + little(8, 3)),
                                   ("VP8 ", [UInt8](repeating: 3, count: 11)), ("EXIF", [1, 2, 3])])),
        ("webp, lossless", webp([("VP8L", [0x2F] + little(15 | 8 << 14) + [1, 2])])),
        ("webp, lossy", webp([("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A] + little(16, 2) + little(9, 2) + [7, 7])])),
    ]
    private static let everything = Set(ImageFile.Format.allCases)

    /// What was read is a picture of the same size without anything more to take out.
    private static func read(_ bytes: [UInt8], _ what: @autoclosure () -> String) {
        guard let image = try? ImageFile(bytes, accepting: everything) else { return }
        #expect(image.width > 0 && image.height > 0, "\(what())")
        #expect((try? ImageFile(image.bytes, accepting: everything)) == image, "\(what())")
    }

    @Test("The samples are read, without their metadata")
    func samplesAreRead() throws {
        for (name, bytes) in Self.samples {
            let image = try ImageFile(bytes, accepting: Self.everything)
            #expect(image.width == 16 && image.height == 9, "\(name)")
            let text = String(decoding: image.bytes, as: UTF8.self)
            #expect(!text.contains("remark") && !text.contains("EXIF"), "\(name)")
        }
    }

    @Test("What is neither picture nor colour profile goes, whatever number or name it bears")
    func foreignParts() throws {
        func segment(_ marker: UInt8, _ text: String) -> [UInt8] { [0xFF, marker] + Self.big(text.utf8.count + 2, 2) + Array(text.utf8) }
        let parts = segment(0xE0, "CIFF remark") + segment(0xE2, "FPXR\0remark") + segment(0xE2, "ICC_PROFILE\0\u{1}\u{1}colours")
            + segment(0xEE, "Adobe transform") + segment(0xEE, "other remark")
        let jpeg = try ImageFile(Self.jpeg.prefix(2) + parts + Self.jpeg.dropFirst(2))
        let webp = try ImageFile(Self.webp([("VP8X", [0x20, 0, 0, 0] + Self.little(15, 3) + Self.little(8, 3)),
                                            ("ICCP", Array("colours".utf8)), ("VP8 ", [UInt8](repeating: 3, count: 11)),
                                            ("NOTE", Array("remark".utf8))]), accepting: [.webp])
        for image in [jpeg, webp] {
            let text = String(decoding: image.bytes, as: UTF8.self)
            #expect(text.contains("colours") && !text.contains("remark"))
        }
        #expect(String(decoding: jpeg.bytes, as: UTF8.self).contains("Adobe transform"))
    }

    @Test("Every beginning of a picture is read or refused")
    func truncated() {
        for (name, bytes) in Self.samples {
            for count in 0..<bytes.count { Self.read(Array(bytes.prefix(count)), "\(name), \(count) bytes") }
        }
    }

    @Test("Every byte of a picture may be any of six values")
    func oneByte() {
        for (name, bytes) in Self.samples {
            for place in bytes.indices {
                for value in [0, 1, 0x7F, 0x80, 0xFE, 0xFF] as [UInt8] {
                    var changed = bytes
                    changed[place] = value
                    Self.read(changed, "\(name), \(value) at \(place)")
                }
            }
        }
    }

    @Test("Pictures with bytes changed, taken out, put in and doubled are read or refused; so is noise behind its first bytes",
          arguments: [1, 2, 3, 4] as [UInt64])
    func drawn(seed: UInt64) {
        var draw = Draw(state: seed)
        for round in 0..<1000 {
            let sample = Self.samples[Int.random(in: 0..<Self.samples.count, using: &draw)]
            var bytes = sample.bytes
            if round % 4 == 0 {
                let noise = (0..<Int.random(in: 0...200, using: &draw)).map { _ in UInt8.random(in: 0...255, using: &draw) }
                bytes = bytes.prefix(16) + noise
            }
            for _ in 0..<Int.random(in: 1...6, using: &draw) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &draw)
                switch Int.random(in: 0..<4, using: &draw) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &draw)
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...8, using: &draw)))
                case 2: bytes.insert(contentsOf: [0xFF, UInt8.random(in: 0...255, using: &draw)], at: place)
                default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 12)], at: place)
                }
            }
            Self.read(Self.withChecksums(bytes), "\(sample.name), seed \(seed), round \(round)")
        }
    }
    /// Gives the chunks of a PNG the checksums they need to be looked at.
    private static func withChecksums(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.starts(with: png.prefix(8)) else { return bytes }
        var bytes = bytes, at = 8
        while at + 12 <= bytes.count {
            let length = bytes[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) }
            guard at + 12 + length <= bytes.count else { break }
            bytes.replaceSubrange((at + 8 + length)..<(at + 12 + length), with: big(Int(crc(bytes[(at + 4)..<(at + 8 + length)]))))
            at += 12 + length
        }
        return bytes
    }
}
