import Contracts
import Kernel
import Messaging
import NotificationPolicy
import NotificationsKit
import ServiceKit

/// Somebody chooses what to hear of. What waits for them is decided again at once.
public struct SetPreferences: Command {
    public static let type: MessageType = "notifications.set-preferences.v1"
    /// `channels`, `simple`; nil: the whole document.
    public let view: String?
    public let document: [String: JSONValue]
    public init(view: String? = nil, document: [String: JSONValue]) { (self.view, self.document) = (view, document) }
    public init(from decoder: any Decoder) throws {
        var members = try [String: JSONValue](from: decoder)
        view = members.removeValue(forKey: "view")?.string
        document = members
    }
    public func encode(to encoder: any Encoder) throws {
        var members = document
        if let view { members["view"] = .string(view) }
        try members.encode(to: encoder)
    }

    public func handle(in tx: NotificationsTransaction) throws -> JSONValue {
        let editor = try PreferenceEditor(tx)
        var check = Validation()
        let document: [String: JSONValue] = switch view {
        case "channels": editor.view.document(ofChannels: self.document)
        case "simple": editor.view.document(ofSimple: self.document, &check)
        default: self.document
        }
        var form = editor.form
        form.take(document)
        for (field, messages) in form.check.errors {
            for name in names(of: field, editor.view) { for message in messages { check.fail(name, message) } }
        }
        try check.check()
        return try editor.save(form.preferences, by: "user").answer(view)
    }
    /// A field of the document under the names the asker used.
    private func names(of field: String, _ shown: PreferenceView) -> [String] {
        switch view {
        case "channels":
            let lines = shown.names(ofChannels: field, in: document)
            return lines.isEmpty ? [field] : lines
        case "simple": return [Self.name(ofSimple: field, shown)]
        default: return [field]
        }
    }
    private static func name(ofSimple field: String, _ shown: PreferenceView) -> String {
        switch field {
        case "quietHours", "quietHours.enabled": "quietHoursEnabled"
        case "quietHours.from": "quietHoursStart"
        case "quietHours.to": "quietHoursEnd"
        case "enabled": "isEnabled"
        default: shown.name(ofSimple: field) ?? field
        }
    }
}

/// Everything as the tenant has it at first, zone and language as the profile has them.
public struct ResetPreferences: Command {
    public static let type: MessageType = "notifications.reset-preferences.v1"
    public init() {}
    public func handle(in tx: NotificationsTransaction) throws -> JSONValue {
        try PreferenceEditor(tx).save(Preferences(), by: "user").answer(nil)
    }
}

/// A category or a type is quiet for a while.
public struct Snooze: Command {
    public static let type: MessageType = "notifications.snooze.v1"
    public let kind: String
    public let until: Timestamp?
    private enum Key: String, CodingKey { case type, until }
    public init(kind: String, until: Timestamp? = nil) { (self.kind, self.until) = (kind, until) }
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        (kind, until) = (try container.decode(String.self, forKey: .type), try container.decodeIfPresent(Timestamp.self, forKey: .until))
    }
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(kind, forKey: .type)
        try container.encodeIfPresent(until, forKey: .until)
    }
    public func handle(in tx: NotificationsTransaction) throws -> JSONValue {
        let editor = try PreferenceEditor(tx)
        var form = editor.form
        form.snooze(kind, until: until)
        try form.check.check()
        return try editor.save(form.preferences, by: "user").answer(nil)
    }
}

/// It may speak again.
public struct EndSnooze: Command {
    public static let type: MessageType = "notifications.end-snooze.v1"
    public let kind: String
    public init(kind: String) { self.kind = kind }
    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        let editor = try PreferenceEditor(tx)
        var preferences = editor.preferences
        preferences.snoozes.removeAll { $0.type == kind }
        _ = try editor.save(preferences, by: "user")
        return NoContent()
    }
}
