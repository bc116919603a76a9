// By hand: Foundation has no MIME, and the server workgroup keeps no mail library.

import FoundationEssentials
import Kernel
import NotificationPolicy
import NotificationsKit

/// A message as bytes (RFC 5322, MIME RFC 2045–2046), with CRLF line ends and in 7-bit lines of at most 76 characters,
/// so that any server takes it.
struct MailMessage: Sendable {
    let bytes: [UInt8]

    struct Sender: Sendable {
        let address: String
        let name: String?
        let replyTo: String?
    }

    init(_ outbound: OutboundMessage, from sender: Sender) {
        let message = outbound.message
        var head = MailHeader.mailbox("From", name: sender.name, address: sender.address)
        head += MailHeader.line("To", "<\(message.to)>")
        if let replyTo = sender.replyTo { head += MailHeader.line("Reply-To", "<\(replyTo)>") }
        head += MailHeader.text("Subject", message.subject ?? "")
        // The time of the message, not of this try: a repeated one is the same message.
        head += MailHeader.line("Date", MailHeader.date(outbound.createdAt))
        head += MailHeader.line("Message-ID", "<\(Self.idText(outbound.deliveryId))@\(Self.idDomain(sender.address))>")
        head += MailHeader.line("Auto-Submitted", "auto-generated")
        if let url = message.unsubscribeURL, url.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != 60 && $0 != 62 }), url.utf8.count <= 900 {
            head += MailHeader.line("List-Unsubscribe", "<\(url)>")
            // RFC 8058 asks for https; a test's http works the same.
            head += MailHeader.line("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
        }
        head += MailHeader.line("MIME-Version", "1.0")
        bytes = Array(head.utf8) + Self.body(message, boundary: "=_" + Self.idText(outbound.deliveryId)).bytes
    }

    private struct Part {
        /// Headers that speak of the content, an empty line, the content.
        let bytes: [UInt8]
    }

    private static func body(_ message: ChannelMessage, boundary: String) -> Part {
        let text = textPart("text/plain; charset=utf-8", message.text)
        let words = message.html.map {
            multipart("alternative", [text, textPart("text/html; charset=utf-8", $0)], boundary: boundary + "_a")
        } ?? text
        guard !message.attachments.isEmpty else { return words }
        return multipart("mixed", [words] + message.attachments.map(attachment), boundary: boundary + "_m")
    }
    private static func multipart(_ kind: String, _ parts: [Part], boundary: String) -> Part {
        var out = Array("Content-Type: multipart/\(kind);\r\n boundary=\"\(boundary)\"\r\n\r\n".utf8)
        for part in parts { out += Array("--\(boundary)\r\n".utf8) + part.bytes + Array("\r\n".utf8) }
        return Part(bytes: out + Array("--\(boundary)--\r\n".utf8))
    }
    private static func textPart(_ type: String, _ text: String) -> Part {
        Part(bytes: Array("Content-Type: \(type)\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n".utf8)
            + QuotedPrintable.encode(text))
    }
    private static func attachment(_ file: Attachment) -> Part {
        let isText = file.contentType.hasPrefix("text/")
        let declared = SafeText.line(file.contentType).filter(\.isASCII)
        let type = isText && !declared.contains("charset") ? declared + "; charset=utf-8" : declared
        var head = MailHeader.line("Content-Type", type.replacing("; ", with: ";\r\n "))
        head += MailHeader.line("Content-Transfer-Encoding", "base64")
        head += MailHeader.line("Content-Disposition", "attachment" + MailHeader.parameter("filename", file.filename))
        let encoded = isText ? Data(file.content.utf8).base64EncodedString() : file.content.filter { $0.isASCII && !$0.isWhitespace }
        var lines: [UInt8] = []
        for (index, byte) in encoded.utf8.enumerated() {
            if index > 0, index % 76 == 0 { lines += [13, 10] }
            lines.append(byte)
        }
        return Part(bytes: Array((head + "\r\n").utf8) + lines + [13, 10])
    }

    /// What may stand in an id and in a boundary.
    private static func idText(_ id: String) -> String {
        String(id.prefix(48).filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
    }
    private static func idDomain(_ address: String) -> String {
        let domain = MailAddress.domain(address)
        return MailAddress.isASCII(domain) ? domain : "mail.invalid"
    }
}

/// RFC 2045 §6.7.
enum QuotedPrintable {
    static func encode(_ text: String) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        var out: [UInt8] = []
        var normal = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        if !normal.hasSuffix("\n") { normal += "\n" }
        for line in normal.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            var width = 0
            let bytes = Array(line.utf8)
            for (index, byte) in bytes.enumerated() {
                let isBlank = byte == 32 || byte == 9
                let isPlain = (33...126).contains(byte) && byte != 61 || isBlank && index < bytes.count - 1
                if width + (isPlain ? 1 : 3) > 75 {
                    out += [61, 13, 10]
                    width = 0
                }
                if isPlain { out.append(byte) } else { out += [61, digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
                width += isPlain ? 1 : 3
            }
            out += [13, 10]
        }
        return out
    }
}
