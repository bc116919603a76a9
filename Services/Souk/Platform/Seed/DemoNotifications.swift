import Contracts
import Kernel
import ServiceKit

/// What people were notified of before the demo begins (`notifications` in `notifications.yml`).
///
/// Times among the facts are written as elsewhere with a mark: `@d+5 09:00` is an instant, `@d+5` a day. `event: 9`
/// stands for the facts of that event.
public struct DemoNotifications: DemoReader {
    public static let file = "notifications.yml"
    public static let keys = ["notifications"]

    struct Notification {
        let account: Int
        let type: String
        let at: Timestamp
        let isRead: Bool
        let event: Int?
        let about: String?
        let facts: [String: JSONValue]
    }
    let notifications: [Notification]

    public init(_ form: DemoForm) {
        notifications = form.list("notifications", in: form.root).map { value in
            form.allow(["account", "type", "at", "read", "event", "about", "facts"], in: value, what: "a notification")
            return Notification(
                account: form.reference("account", to: .account, in: value), type: form.text("type", in: value),
                at: form.requiredTime("at", in: value), isRead: form.flag("read", in: value, default: false),
                event: value["event"] == nil ? nil : form.reference("event", to: .event, in: value),
                about: form.optionalText("about", in: value),
                facts: Self.resolved(value["facts"]?.json ?? .object([:]), form.time).object ?? [:])
        }
    }

    /// Marked times become what travels.
    private static func resolved(_ value: JSONValue, _ time: DemoTime) -> JSONValue {
        switch value {
        case .string(let text) where text.hasPrefix("@"):
            let marked = String(text.dropFirst())
            if let instant = time(marked) { return .string(instant.description) }
            guard marked.hasPrefix("d"), let days = Int(marked.dropFirst()) else { return value }
            return .string(time.today.adding(days: days).description)
        case .object(let members): return .object(members.mapValues { resolved($0, time) })
        case .array(let elements): return .array(elements.map { resolved($0, time) })
        case .null, .bool, .int, .double, .string: return value
        }
    }

    public func messages(in content: DemoContent) -> [DemoMessage] {
        let events = content.of(DemoEvents.self)
        var counts: [Int: Int] = [:]
        return notifications.map { notification in
            let account = notification.account, index = counts[account, default: 0]
            counts[account] = index + 1
            let event = notification.event.flatMap { events?.snapshot(of: $0, in: content) }
            let message = notification.message(index: index, user: content.user(account), locale: content.account(account)?.locale,
                                               event: event)
            return DemoMessage("notification/\(account)/\(index)", .notifications, message)
        }
    }
}

extension DemoNotifications.Notification {
    /// - Parameter index: of this one among its account's; part of the id.
    fileprivate func message(index: Int, user: User.ID, locale: String?, event: TicketEvent?) -> ImportNotification {
        var facts = facts
        if let event {
            facts["event"] = ["id": .string(event.eventId.rawValue), "title": .string(event.title),
                              "startDate": .string(event.startDate.wholeSeconds.description),
                              "endDate": .string(event.endDate.wholeSeconds.description), "status": .string(event.status)]
            facts["venue"] = ["name": .string(event.venue.name), "place": .string("\(event.venue.name), \(event.venue.city)")]
        }
        return ImportNotification(notificationId: DeterministicID.make("demo-notification", user.rawValue, String(index)), userId: user,
                                  kind: type, about: about ?? event?.eventId.rawValue, facts: facts, at: at, isRead: isRead, locale: locale)
    }
}
