import Contracts
import Kernel
import ServiceKit

/// `notifications.yml`: what people were told before the demo begins, and what they chose to hear of.
///
/// Times among the facts are written as elsewhere with a mark: `@d+5 09:00` is an instant, `@d+5` a day. `event: 9`
/// stands for the facts of that event.
struct DemoNotification: Sendable {
    let account: Int
    let type: String
    let at: Timestamp
    let isRead: Bool
    let event: Int?
    let about: String?
    let facts: [String: JSONValue]

    static func read(_ file: YAMLFile, _ time: DemoTime) throws -> [DemoNotification] {
        let form = YAMLForm(file: file.path)
        form.allow(["notifications", "preferences"], in: file.root, what: "notifications.yml")
        let all = form.list("notifications", in: file.root).map { value in
            form.allow(["account", "type", "at", "read", "event", "about", "facts"], in: value, what: "a notification")
            let at = form.time("at", in: value, time)
            if value["at"] == nil { form.fail(value.line, "'at' is missing") }
            return DemoNotification(account: form.number("account", in: value), type: form.text("type", in: value), at: at ?? time.seededAt,
                                    isRead: form.flag("read", in: value, default: false),
                                    event: value["event"] == nil ? nil : form.number("event", in: value),
                                    about: form.optionalText("about", in: value),
                                    facts: resolved(value["facts"]?.json ?? .object([:]), time).object ?? [:])
        }
        try form.check()
        return all
    }

    /// Marked times become what travels.
    private static func resolved(_ value: JSONValue, _ time: DemoTime) -> JSONValue {
        switch value {
        case .string(let text) where text.hasPrefix("@"):
            let told = String(text.dropFirst())
            if let instant = time(told) { return .string(instant.description) }
            guard told.hasPrefix("d"), let days = Int(told.dropFirst()) else { return value }
            return .string(time.today.adding(days: days).description)
        case .object(let members): return .object(members.mapValues { resolved($0, time) })
        case .array(let elements): return .array(elements.map { resolved($0, time) })
        case .null, .bool, .int, .double, .string: return value
        }
    }

    /// - Parameters:
    ///   - place: of this one among its account's; part of the id.
    ///   - snapshot: of the event it is about.
    func message(place: Int, user: User.ID, locale: String?, snapshot: TicketEvent?) -> ImportNotification {
        var facts = facts
        if let snapshot {
            facts["event"] = ["id": .string(snapshot.eventId.rawValue), "title": .string(snapshot.title),
                              "startDate": .string(snapshot.startDate.wholeSeconds.description),
                              "endDate": .string(snapshot.endDate.wholeSeconds.description), "status": .string(snapshot.status)]
            facts["venue"] = ["name": .string(snapshot.venue.name), "place": .string("\(snapshot.venue.name), \(snapshot.venue.city)")]
        }
        return ImportNotification(notificationId: DeterministicID.make("demo-notification", user.rawValue, String(place)), userId: user,
                                  kind: type,
                                  about: about ?? snapshot?.eventId.rawValue, facts: facts, at: at, isRead: isRead, locale: locale)
    }
}

/// What somebody chose (`preferences` in `notifications.yml`): the body of `PUT /notification-preferences`.
struct DemoPreferences: Sendable {
    let account: Int
    let document: [String: JSONValue]

    static func read(_ file: YAMLFile) throws -> [DemoPreferences] {
        let form = YAMLForm(file: file.path)
        let all = form.list("preferences", in: file.root).map { value in
            form.allow(["account", "document"], in: value, what: "preferences")
            return DemoPreferences(account: form.number("account", in: value), document: value["document"]?.json.object ?? [:])
        }
        try form.check()
        return all
    }
}
