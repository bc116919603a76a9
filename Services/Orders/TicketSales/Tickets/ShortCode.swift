import Kernel

/// Names people read aloud: eight characters of Crockford's base 32 (https://www.crockford.com/base32.html; no I, L, O,
/// U), 40 bits taken from an id.
package enum ShortCode {
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// Order numbers: `EP-7K3M9Q2X`.
    package static func orderNumber(prefix: String, of id: String, attempt: Int) -> String {
        prefix + "-" + String(decoding: characters("order-number", id, attempt), as: UTF8.self)
    }
    /// Ticket serials: `EP-7F3K-9Q2M`.
    package static func serial(prefix: String, of id: String, attempt: Int) -> String {
        let code = characters("serial", id, attempt)
        return prefix + "-" + String(decoding: code.prefix(4), as: UTF8.self) + "-" + String(decoding: code.suffix(4), as: UTF8.self)
    }

    /// 40 bits collide after about a million codes, so an attempt may be taken already: the next one is another code of the same id.
    private static func characters(_ purpose: String, _ id: String, _ attempt: Int) -> [UInt8] {
        let digest = DeterministicID.make(purpose, id, String(attempt)).utf8.filter { $0 != 45 }.prefix(10)
        var bits = digest.reduce(UInt64(0)) { $0 << 4 | UInt64($1 >= 97 ? $1 - 87 : $1 - 48) }
        var out = [UInt8](repeating: 0, count: 8)
        for place in stride(from: 7, through: 0, by: -1) {
            out[place] = alphabet[Int(bits & 31)]
            bits >>= 5
        }
        return out
    }
    /// After so many taken codes in a row something is wrong.
    package static let attemptsMax = 8
}
