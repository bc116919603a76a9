import Kernel

/// An address a person can be written to. Kept as typed; equal when equal without case.
public struct EmailAddress: Hashable, Sendable {
    public let text: String

    /// Nil when it is not `local@domain.tld`: the dot-atom form of RFC 5322 with the lengths of RFC 5321, ASCII (other
    /// scripts in their `xn--` form).
    public init?(_ typed: String) {
        let text = typed.trimmed
        guard text.utf8.count <= 254, let at = text.lastIndex(of: "@") else { return nil }
        let local = text[..<at]
        let domain = text[text.index(after: at)...]
        guard (1...64).contains(local.utf8.count), Self.isDotAtom(local), Self.isDomain(domain) else { return nil }
        self.text = text
    }

    /// What equal addresses have in common.
    public var folded: String { text.lowercased() }

    private static func isDotAtom(_ local: Substring) -> Bool {
        let marks = Set("!#$%&'*+-/=?^_`{|}~".utf8)
        return local.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
            !atom.isEmpty && atom.utf8.allSatisfy { isLetterOrDigit($0) || marks.contains($0) }
        }
    }
    private static func isDomain(_ domain: Substring) -> Bool {
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, domain.utf8.count <= 253, let top = labels.last, top.utf8.count >= 2,
              !top.utf8.allSatisfy({ (48...57).contains($0) })
        else { return false }
        return labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-" && label.utf8.allSatisfy {
                isLetterOrDigit($0) || $0 == 45
            }
        }
    }
    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }
}
