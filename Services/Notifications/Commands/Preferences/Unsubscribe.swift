import Contracts
import Kernel
import Messaging
import ServiceKit

/// One click on the link of an e-mail (RFC 8058), by person or mail program, turns its category off.
public struct Unsubscribe: Command {
    public static let type: MessageType = "notifications.unsubscribe.v1"
    public let token: String
    public init(token: String) { self.token = token }
    static let daysValid = 365

    public func handle(in tx: NotificationsTransaction) throws -> UnsubscribeAnswer {
        guard let known = try tx.preferences.token(token) else { throw Rejection.notFound }
        guard tx.now - known.createdAt <= .days(Self.daysValid) else { throw Rejection(410, "gone", "This link is too old. Change your preferences in the app.") }
        let choosing = try Choosing(tx, user: known.user)
        guard let category = choosing.policy.categories[known.category], !category.isMandatory else { throw Rejection.notFound }
        let open = [ChannelName.push, .email, .sms].filter { choosing.policy.isOn($0, category: category, roles: choosing.roles, choosing.preferences) }
        // A mail program that looks at links before its reader does has clicked nothing.
        let attributes = tx.context.envelope.attributes
        let isLooking = attributes["method"] == "HEAD" || (attributes["sec-purpose"] ?? attributes["purpose"] ?? "").lowercased().contains("prefetch")
        guard !isLooking else { return UnsubscribeAnswer(category.name, isOff: open.isEmpty, token, attributes) }
        if !open.isEmpty {
            var preferences = choosing.preferences
            for channel in [ChannelName.push, .email, .sms] where !category.locked.contains(channel) { preferences.categories[category.name, default: [:]][channel] = false }
            for (name, switches) in preferences.types where choosing.policy.types[name]?.cat == category.name {
                preferences.types[name] = switches.filter { $0.key == .inApp }
            }
            preferences.types = preferences.types.filter { !$0.value.isEmpty }
            try tx.preferences.setTurnedOff(open.map(\.rawValue), by: token)
            _ = try choosing.save(preferences, by: "unsubscribe")
        }
        return UnsubscribeAnswer(category.name, isOff: true, token, attributes)
    }
}

/// That was not meant: what the click turned off is on again.
public struct UndoUnsubscribe: Command {
    public static let type: MessageType = "notifications.undo-unsubscribe.v1"
    public let token: String
    public init(token: String) { self.token = token }
    public func handle(in tx: NotificationsTransaction) throws -> UnsubscribeAnswer {
        guard let known = try tx.preferences.token(token) else { throw Rejection.notFound }
        guard tx.now - known.createdAt <= .days(Unsubscribe.daysValid) else { throw Rejection(410, "gone", "This link is too old. Change your preferences in the app.") }
        if let channels = known.turnedOff {
            let choosing = try Choosing(tx, user: known.user)
            var preferences = choosing.preferences
            for channel in channels.compactMap(ChannelName.init) { preferences.categories[known.category, default: [:]][channel] = true }
            try tx.preferences.setTurnedOff(nil, by: token)
            _ = try choosing.save(preferences, by: "unsubscribe")
        }
        return UnsubscribeAnswer(known.category, isOff: false, token, tx.context.envelope.attributes)
    }
}

/// JSON, or a page for who came with a browser.
public struct UnsubscribeAnswer: AnswerShape, Sendable {
    private struct Body: Encodable { let category: String; let unsubscribed: Bool; let undo: String }
    private let body: Body
    private let token: String
    private let isPage: Bool
    init(_ category: String, isOff: Bool, _ token: String, _ attributes: [String: String]) {
        self.token = token
        body = Body(category: category, unsubscribed: isOff, undo: "/unsubscribe/\(token)/undo")
        isPage = (attributes["accept"] ?? "").contains("text/html")
    }
    public func encode(to encoder: any Encoder) throws { try body.encode(to: encoder) }
    public func reply() throws -> Reply {
        guard isPage else { return Reply(status: 200, body: try JSON.encode(body)) }
        let category = SafeText.html(body.category)
        let text = body.unsubscribed ? "You will get no more messages of the category “\(category)”." : "You get messages of the category “\(category)”."
        // Relative: the same below a host and below /t/<tenant>.
        let form = body.unsubscribed ? "<form method=\"post\" action=\"\(SafeText.html(token))/undo\"><button>Undo</button></form>" : ""
        let page = "<!doctype html><meta charset=\"utf-8\"><title>Messages</title><p>\(text)</p>\(form)"
        return Reply(status: 200, body: Array(page.utf8), contentType: "text/html; charset=utf-8")
    }
}
