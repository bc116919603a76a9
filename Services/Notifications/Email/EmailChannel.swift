import Kernel
import NotificationPolicy
import NotificationsDelivery
import NotificationsKit

/// E-mail: a plain text and a simple HTML part, with a way to turn the category off where there is one.
public struct EmailChannel: Channel {
    public let name = ChannelName.email
    public init() {}
    public func addresses(of recipient: Recipient) -> [String] { recipient.email.map { [$0] } ?? [] }

    public func compose(_ notification: Notification, to address: String, _ parts: MessageParts) -> ChannelMessage? {
        let language = TextLanguage(tag: parts.language)
        var text = "\(notification.body)\n\n\(notification.why)\n"
        var html = """
            <h1>\(Self.html(notification.title))</h1><p>\(Self.linked(notification.body, notification.data))</p><p>\
            <small>\(Self.html(notification.why))</small></p>
            """
        if let url = parts.unsubscribeURL {
            text += "\n\(language.unsubscribe)\n\(url)\n"
            html += "<p><small><a href=\"\(SafeText.html(url))\">\(Self.html(language.unsubscribe))</a></small></p>"
        }
        let head = "<head><meta charset=\"utf-8\"><title>\(Self.html(notification.title))</title></head>"
        let page = """
            <!doctype html>\n<html lang=\"\(language.rawValue)\" \
            dir=\"\(language.isRightToLeft ? "rtl" : "ltr")\">\(head)<body>\(html)</body></html>\n
            """
        return ChannelMessage(channel: name, to: address, subject: SafeText.withoutMarks(notification.title), text: text, html: page,
            attachments: parts.attachments,
                              unsubscribeURL: parts.unsubscribeURL)
    }
    /// Turns our own addresses in the text into links. An address in text that a user wrote never becomes a link.
    private static func linked(_ text: String, _ facts: [String: JSONValue]) -> String {
        let ours = Set(facts.compactMap { name, value in name == "url" || name.hasSuffix("Url") ? value.string : nil })
        guard !ours.isEmpty else { return html(text) }
        return text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            let word = String(word)
            guard ours.contains(word), word.hasPrefix("https://") || word.hasPrefix("http://") else { return html(word) }
            return "<a href=\"\(SafeText.html(word))\">\(SafeText.html(word))</a>"
        }.joined(separator: " ")
    }
    private static func html(_ text: String) -> String {
        let safe = SafeText.html(text)
        return safe.utf8.contains(10) ? safe.replacing("\n", with: "<br>") : safe
    }

    public func problems(_ settings: JSONValue) -> [(path: String, message: String)] {
        let keys = ["host", "port", "security", "username", "passwordSecret", "fromAddress", "fromName", "replyTo", "helloName",
                    "trustRootsSecret"]
        var reader = SettingsReader(settings, keys: keys)
        let host = reader.text("host")
        reader.number("port", 1...65_535)
        let security = settings["security"] == nil ? nil : reader.choice("security", SMTPSettings.Security.allCases.map(\.rawValue))
        if security == SMTPSettings.Security.none.rawValue, let host, !ProviderAddress.isLoopback(host) {
            reader.fail("security", "'none' is for a server on this machine")
        }
        reader.text("username", required: false)
        reader.secret("passwordSecret", required: settings["username"] != nil)
        for key in ["fromAddress", "replyTo"] {
            if let address = reader.text(key, required: key == "fromAddress"), !MailAddress.isUsable(address) {
                reader.fail(key, "is not an e-mail address")
            }
        }
        reader.text("fromName", required: false)
        reader.text("helloName", required: false)
        reader.secret("trustRootsSecret", required: false)
        return reader.problems
    }
    public func provider(_ settings: JSONValue, of tenant: TenantID, _ secrets: TenantSecrets) throws -> (any ChannelProvider)? {
        let own = try settings.decoded(as: SMTPSettings.self)
        return try SMTPProvider(own, LaneSettings(from: settings), password: own.passwordSecret.map { try secrets.value($0, of: tenant) },
                                trustRoots: own.trustRootsSecret.map { try secrets.value($0, of: tenant) })
    }
}

struct SMTPSettings: Decodable, Sendable {
    enum Security: String, Decodable, Sendable, CaseIterable {
        /// STARTTLS, and nothing is sent where it is not offered.
        case starttls
        /// TLS from the first byte (port 465).
        case tls
        /// For a server on this machine.
        case none
    }
    let host: String
    let port: Int?
    let security: Security?
    let username: String?
    let passwordSecret: String?
    let fromAddress: String
    let fromName: String?
    let replyTo: String?
    let helloName: String?
    let trustRootsSecret: String?

    var secured: Security { security ?? .starttls }
    var standardPort: Int {
        switch secured {
        case .starttls: 587
        case .tls: 465
        case .none: 25
        }
    }
}
