import Kernel
import NotificationPolicy

/// An address of somebody's mailbox, as far as a sender must understand it.
enum MailAddress {
    static let bytesMax = 254
    static let localBytesMax = 64

    /// One `@` with something on both sides, no spaces, brackets or control characters: nothing that could end an SMTP command or a header.
    static func isUsable(_ address: String) -> Bool {
        guard address.utf8.count <= bytesMax, let at = address.lastIndex(of: "@") else { return false }
        let local = address[..<at], domain = address[address.index(after: at)...]
        guard (1...localBytesMax).contains(local.utf8.count), !domain.isEmpty, !domain.hasPrefix("."), !domain.hasSuffix("."),
            !domain.contains("..")
        else { return false }
        let forbidden: Set<Unicode.Scalar> = ["<", ">", "(", ")", "[", "]", ",", ";", ":", "\\", "\"", "@", " "]
        let isPlain = { (text: Substring) in
            text.unicodeScalars.allSatisfy { $0.value > 32 && !(0x7F...0xA0).contains($0.value) && !forbidden.contains($0) }
        }
        return isPlain(local) && isPlain(domain) && SafeText.line(address) == address
    }
    static func isASCII(_ address: String) -> Bool { address.utf8.allSatisfy { $0 < 128 } }
    static func domain(_ address: String) -> String {
        String(address[(address.lastIndex(of: "@").map { address.index(after: $0) } ?? address.startIndex)...])
    }
}
