import Crypto
import Kernel

/// Strong entity tags (RFC 9110 §8.8.3): a hash of the body. The compressed form of a body has a tag of its own.
package enum EntityTag {
    private static let gzipMark = "-gz"

    /// With a version the tag begins with it and a dot: `If-Match` compares that part, `If-None-Match` the whole.
    package static func of(_ body: [UInt8], version: Int? = nil) -> String {
        var hash = SHA256()
        body.withUnsafeBytes { hash.update(bufferPointer: $0) }
        return "\"" + (version.map { "\($0)." } ?? "") + Base64URL.encode(Array(hash.finalize()).prefix(18)) + "\""
    }
    package static func gzipped(_ tag: String) -> String { tag.dropLast() + gzipMark + "\"" }

    /// `If-None-Match`: `*`, or a list in which weak and compressed forms count as the same.
    package static func matches(_ header: String, _ tag: String) -> Bool {
        header.split(separator: ",").contains { part in
            let text = part.trimmingPrefix { $0 == " " }.trimmingPrefix("W/"[...])
            let candidate = text.prefix { $0 != " " }
            return candidate == "*" || candidate == tag || candidate == gzipped(tag)
        }
    }
}
