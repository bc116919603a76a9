import Crypto
import Kernel

/// Strong entity tags (RFC 9110 §8.8.3): a hash of the body. The compressed form of a body has a tag of its own.
package enum EntityTag {
    private static let gzipMark = "-gz"

    /// With a version the tag begins with it and a dot: `If-Match` compares that part, `If-None-Match` the whole.
    /// - Parameter keys: of members whose numbers vary with time and do not count. The tag stays a strong
    ///   one, because clients send it back in `If-Match`.
    package static func of(_ body: [UInt8], version: Int? = nil, without keys: [MemberKey] = []) -> String {
        var hash = SHA256()
        body.withUnsafeBytes { bytes in
            var next = 0
            for number in numbers(of: keys, in: bytes) {
                hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: bytes[next..<number.lowerBound]))
                next = number.upperBound
            }
            hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: bytes[next...]))
        }
        return "\"" + (version.map { "\($0)." } ?? "") + Base64URL.encode(Array(hash.finalize()).prefix(18)) + "\""
    }

    /// Where the numbers after these keys stand, in their order.
    private static func numbers(of keys: [MemberKey], in bytes: UnsafeRawBufferPointer) -> [Range<Int>] {
        var found: [Range<Int>] = []
        for key in keys {
            var end = 0
            while let start = key.end(in: bytes, from: end) {
                end = start
                while end < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[end]) { end += 1 }
                found.append(start..<end)
            }
        }
        return keys.count == 1 ? found : found.sorted { $0.lowerBound < $1.lowerBound }
    }

    package static func gzipped(_ tag: String) -> String { tag.dropLast() + gzipMark + "\"" }

    /// `If-None-Match`: `*`, or a list in which weak and compressed forms count as the same.
    package static func matches(_ header: String, _ tag: String) -> Bool { known(header, tag) != nil }

    /// The tag in the form that the client has, plain or compressed: a 304 repeats the tag of the stored answer
    /// (RFC 9110 §15.4.5). Nil: the client has another body.
    package static func known(_ header: String, _ tag: String) -> String? {
        let sent = header.split(separator: ",").map { part in
            part.trimmingPrefix { $0 == " " }.trimmingPrefix("W/"[...]).prefix { $0 != " " }
        }
        if sent.contains(tag[...]) || sent.contains("*") { return tag }
        let small = gzipped(tag)
        return sent.contains(small[...]) ? small : nil
    }
}

/// The key of a member as it stands in a JSON text: its quotes are not escaped, so it cannot be a part of a value.
package struct MemberKey: Sendable {
    private let text: [UInt8]
    /// How far to go on, by the byte at the end of the place that was looked at (Horspool): most of the text is skipped.
    private let steps: [Int]

    package init(_ name: String) {
        text = Array("\"\(name)\":".utf8)
        var steps = Array(repeating: text.count, count: 256)
        for (place, byte) in text.dropLast().enumerated() { steps[Int(byte)] = text.count - 1 - place }
        self.steps = steps
    }

    /// Where the next one ends; nil: the text has no other.
    func end(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var end = start + text.count
        while end <= bytes.count {
            if bytes[(end - text.count)..<end].elementsEqual(text) { return end }
            end += steps[Int(bytes[end - 1])]
        }
        return nil
    }
}
