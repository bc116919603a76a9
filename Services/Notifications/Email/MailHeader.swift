// By hand: Foundation has no mail headers, and the server workgroup keeps no mail library.

import FoundationEssentials
import Kernel
import NotificationPolicy

/// Headers of a message (RFC 5322 §2.2), with texts that are not ASCII as encoded words (RFC 2047) or extended parameters (RFC 2231).
/// A text never ends its header: line breaks and control characters are gone before it is encoded.
enum MailHeader {
    static let lineMax = 76
    /// RFC 2047 §2: an encoded word has at most 75 characters.
    static let encodedWordMax = 75

    static func line(_ name: String, _ value: String) -> String { "\(name): \(value)\r\n" }

    /// An unstructured header such as a subject.
    static func text(_ name: String, _ text: String) -> String {
        let clean = SafeText.line(text)
        guard !isPlain(clean) else { return folded(name, clean) }
        return line(name, encodedWords(clean, firstLineUsed: name.utf8.count + 2).joined(separator: "\r\n "))
    }
    /// `Name <address>`; the name alone may be encoded.
    static func mailbox(_ header: String, name: String?, address: String) -> String {
        guard let name = name.map(SafeText.line), !name.isEmpty else { return line(header, "<\(address)>") }
        guard !isPlain(name) else {
            let quoted = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            let value = "\"\(quoted)\""
            // A quoted string is not folded inside a word: a long name is encoded.
            if quoted.utf8.count <= 60 { return line(header, "\(value)\r\n <\(address)>") }
            return line(header, encodedWords(name, firstLineUsed: header.utf8.count + 2).joined(separator: "\r\n ") + "\r\n <\(address)>")
        }
        return line(header, encodedWords(name, firstLineUsed: header.utf8.count + 2).joined(separator: "\r\n ") + "\r\n <\(address)>")
    }
    /// A parameter such as `filename`, each on a line of its own.
    static func parameter(_ name: String, _ value: String) -> String {
        let clean = SafeText.line(value)
        if isPlain(clean), clean.utf8.count <= 60 {
            return ";\r\n \(name)=\"\(clean.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
        }
        var parts: [String] = [], part = "utf-8''"
        for byte in clean.utf8 {
            let piece = percentEncoded(byte)
            if part.utf8.count + piece.utf8.count > 60 { parts.append(part); part = "" }
            part += piece
        }
        parts.append(part)
        if parts.count == 1 { return ";\r\n \(name)*=\(part)" }
        return parts.enumerated().map { ";\r\n \(name)*\($0.offset)*=\($0.element)" }.joined()
    }
    /// RFC 5322 §3.3, in UTC: `Sat, 21 Nov 2026 07:00:00 +0000`.
    static func date(_ time: Timestamp) -> String {
        let second = Int(time.secondsSinceEpoch), day = second >= 0 ? second / 86_400 : (second - 86_399) / 86_400
        let date = CalendarDate(daysSinceEpoch: day), clock = second - day * 86_400
        let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][((day % 7) + 7) % 7]
        let month = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][date.month - 1]
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        return "\(weekday), \(two(date.day)) \(month) \(date.year) \(two(clock / 3600)):\(two(clock / 60 % 60)):\(two(clock % 60)) +0000"
    }

    // MARK: - Encodings

    private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { (32...126).contains($0) } && !text.contains("=?") }

    /// RFC 2047 §4.1 "B" encoding, cut between characters so that each word stands alone.
    private static func encodedWords(_ text: String, firstLineUsed: Int) -> [String] {
        let frame = "=?utf-8?B??=".utf8.count
        var words: [String] = [], bytes: [UInt8] = []
        func bytesMax() -> Int { (min(encodedWordMax, lineMax - (words.isEmpty ? firstLineUsed : 1)) - frame) / 4 * 3 }
        func close() {
            guard !bytes.isEmpty else { return }
            words.append("=?utf-8?B?\(Data(bytes).base64EncodedString())?=")
            bytes = []
        }
        for character in text {
            // A character longer than a word is cut between its code points; each is valid alone.
            let pieces = character.utf8.count <= 30 ? [Array(character.utf8)] : character.unicodeScalars.map { Array(String($0).utf8) }
            for piece in pieces {
                if bytes.count + piece.count > bytesMax() { close() }
                bytes += piece
            }
        }
        close()
        return words
    }
    /// Folded at spaces (RFC 5322 §2.2.3); a word that is too long for a line is encoded, so no line grows beyond bounds.
    private static func folded(_ name: String, _ text: String) -> String {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.allSatisfy({ $0.utf8.count <= 60 && !$0.isEmpty }) || text.isEmpty else {
            return line(name, encodedWords(text, firstLineUsed: name.utf8.count + 2).joined(separator: "\r\n "))
        }
        var out = "\(name):", width = out.utf8.count
        for word in words {
            if width + 1 + word.utf8.count > lineMax, width > name.utf8.count + 1 {
                out += "\r\n"
                width = 0
            }
            out += " \(word)"
            width += 1 + word.utf8.count
        }
        return out + "\r\n"
    }
    private static func percentEncoded(_ byte: UInt8) -> String {
        switch byte {
        case 48...57, 65...90, 97...122, 45, 46, 95: return String(UnicodeScalar(byte))
        default:
            let digits = Array("0123456789ABCDEF")
            return "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
        }
    }
}
