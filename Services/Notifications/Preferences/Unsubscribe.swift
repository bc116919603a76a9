import Contracts
import Kernel
import Messaging
import NotificationPolicy
import NotificationsKit
import ServiceKit

/// One click on the link of an e-mail (RFC 8058), by person or mail program, turns its category off.
public struct Unsubscribe: Command {
    public static let type: MessageType = "notifications.unsubscribe.v1"
    public let token: String
    public init(token: String) { self.token = token }
    static let daysValid = 365

    public func handle(in tx: NotificationsTransaction) throws -> UnsubscribeAnswer {
        guard let known = try tx.preferences.token(token) else { throw Rejection.notFound }
        guard tx.now - known.createdAt <= .days(Self.daysValid) else {
            throw Rejection(410, "gone", "This link is too old. Change your preferences in the app.")
        }
        let editor = try PreferenceEditor(tx, user: known.user)
        guard let category = editor.policy.categories[known.category], !category.isMandatory else { throw Rejection.notFound }
        let open = OpenSwitches(of: category, editor)
        guard !tx.isLooking else { return UnsubscribeAnswer(category.name, isOff: open.isEmpty, token, editor) }
        if !open.isEmpty {
            try tx.preferences.setTurnedOff(open.named, by: token)
            _ = try editor.save(open.turnedOff(in: editor.preferences, category), by: "unsubscribe")
        }
        return UnsubscribeAnswer(category.name, isOff: true, token, editor)
    }
}

/// That was not meant: what the click turned off is on again.
public struct UndoUnsubscribe: Command {
    public static let type: MessageType = "notifications.undo-unsubscribe.v1"
    public let token: String
    public init(token: String) { self.token = token }
    public func handle(in tx: NotificationsTransaction) throws -> UnsubscribeAnswer {
        guard let known = try tx.preferences.token(token) else { throw Rejection.notFound }
        guard tx.now - known.createdAt <= .days(Unsubscribe.daysValid) else {
            throw Rejection(410, "gone", "This link is too old. Change your preferences in the app.")
        }
        let editor = try PreferenceEditor(tx, user: known.user)
        guard !tx.isLooking else {
            let isOff = editor.policy.categories[known.category].map { OpenSwitches(of: $0, editor).isEmpty } ?? false
            return UnsubscribeAnswer(known.category, isOff: isOff, token, editor)
        }
        if let turnedOff = known.turnedOff {
            try tx.preferences.setTurnedOff(nil, by: token)
            _ = try editor.save(OpenSwitches(turnedOff, of: known.category).turnedOn(in: editor.preferences), by: "unsubscribe")
        }
        return UnsubscribeAnswer(known.category, isOff: false, token, editor)
    }
}

extension NotificationsTransaction {
    /// A mail program or browser that looks at links before its reader does has clicked nothing.
    fileprivate var isLooking: Bool {
        let attributes = context.envelope.attributes
        return attributes["method"] == "HEAD" || (attributes["sec-purpose"] ?? attributes["purpose"] ?? "").lowercased()
            .contains("prefetch")
    }
}

/// The ways on which a category may interrupt somebody: its own switches, and those of its types that are on whatever the category says.
private struct OpenSwitches {
    private static let interrupting = [ChannelName.push, .email, .sms]
    private let category: String
    private let channels: [ChannelName]
    /// Type → channels.
    private let types: [String: [ChannelName]]

    init(of category: NotificationPolicy.Category, _ editor: PreferenceEditor) {
        let ways = Self.interrupting.filter { !category.locked.contains($0) }
        self.category = category.name
        channels = ways.filter { editor.policy.isOn($0, category: category, roles: editor.roles, editor.preferences) }
        types = editor.preferences.types.filter { editor.policy.types[$0.key]?.cat == category.name }
            .mapValues { switches in ways.filter { switches[$0] == true } }.filter { !$0.value.isEmpty }
    }
    var isEmpty: Bool { channels.isEmpty && types.isEmpty }

    /// Also what is off already: another default of the tenant turns nothing on for who has left.
    func turnedOff(in preferences: Preferences, _ left: NotificationPolicy.Category) -> Preferences {
        var preferences = preferences
        for channel in Self.interrupting where !left.locked.contains(channel) {
            preferences.categories[category, default: [:]][channel] = false
        }
        for (type, ways) in types {
            preferences.types[type] = preferences.types[type]?.filter { !ways.contains($0.key) }
            if preferences.types[type]?.isEmpty == true { preferences.types[type] = nil }
        }
        return preferences
    }
    func turnedOn(in preferences: Preferences) -> Preferences {
        var preferences = preferences
        for channel in channels { preferences.categories[category, default: [:]][channel] = true }
        for (type, ways) in types { for channel in ways { preferences.types[type, default: [:]][channel] = true } }
        return preferences
    }

    // MARK: - As texts: `push` of the category, `tickets-low/push` of a type

    var named: [String] {
        channels.map(\.rawValue) + types.sorted { $0.key < $1.key }.flatMap { type, ways in ways.map { "\(type)/\($0.rawValue)" } }
    }

    init(_ named: [String], of category: String) {
        var channels: [ChannelName] = [], types: [String: [ChannelName]] = [:]
        for text in named {
            let parts = text.split(separator: "/")
            guard let channel = parts.last.flatMap({ ChannelName(rawValue: String($0)) }) else { continue }
            if parts.count == 2 { types[String(parts[0]), default: []].append(channel) } else { channels.append(channel) }
        }
        (self.category, self.channels, self.types) = (category, channels, types)
    }
}

/// JSON for programs, a page in the reader's language for a browser.
public struct UnsubscribeAnswer: AnswerShape, Sendable {
    private struct Body: Encodable { let category: String; let unsubscribed: Bool; let undo: String }
    private let body: Body
    /// Nil: the caller asked for JSON.
    private let page: Markup?

    init(_ category: String, isOff: Bool, _ token: String, _ editor: PreferenceEditor) {
        let attributes = editor.tx.context.envelope.attributes
        body = Body(category: category, unsubscribed: isOff,
                    undo: "\(RootPath.of(attributes["root"] ?? ""))/unsubscribe/\(token)/undo")
        guard AnswerForm.isPage(attributes["accept"]) else {
            page = nil
            return
        }
        // The mail was in the reader's language; the browser's counts for people of whom none is known.
        let languages = editor.policy.languages
        let asked = attributes["language"].flatMap { languages.contains($0) ? $0 : nil }
        let language = editor.language ?? asked ?? languages.first ?? "en"
        let label = editor.policy.categories[category]?.label(in: language) ?? category
        page = Self.page(label, isOff: isOff, undo: body.undo, TextLanguage(tag: language))
    }

    public func encode(to encoder: any Encoder) throws { try body.encode(to: encoder) }
    public func reply() throws -> Reply {
        guard let page else { return Reply(status: 200, body: try JSON.encode(body)) }
        return try PageAnswer(page).reply()
    }

    // MARK: - The page

    private static func page(_ label: String, isOff: Bool, undo: String, _ language: TextLanguage) -> Markup {
        let text = (isOff ? noMore : again)[language].replacing("%", with: label)
        let form: Markup = isOff ? "<form method=\"post\" action=\"\(undo)\"><button>\(undoWord[language])</button></form>" : .empty
        return PageFrame(language: language.rawValue, title: title[language])
            .page("<h1>\(title[language])</h1><p>\(text)</p>\(form)")
    }
    private static let title = Phrase("Your messages", "Vos messages", "رسائلك", "Tus mensajes")
    private static let undoWord = Phrase("Undo", "Annuler", "تراجع", "Deshacer")
    /// `%`: what the category is called.
    private static let noMore = Phrase("You will get no more messages about “%”.", "Vous ne recevrez plus de messages sur « % ».",
                                       "لن تصلك بعد الآن رسائل عن «%».", "Ya no recibirás mensajes sobre «%».")
    private static let again = Phrase("You get messages about “%”.", "Vous recevez des messages sur « % ».", "تصلك رسائل عن «%».",
                                      "Recibes mensajes sobre «%».")
}
