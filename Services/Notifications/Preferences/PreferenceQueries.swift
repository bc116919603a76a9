import Kernel
import Messaging
import NotificationPolicy
import NotificationsKit
import ServiceKit

extension NotificationsView {
    /// The asker's preferences, with what they follow from.
    package func preferenceView() throws -> PreferenceView {
        let user = try user()
        let (profile, addressed) = (try recipients.profile(user.userID), try recipients.find(user.userID))
        return PreferenceView(policy: policy, preferences: try preferences.find(user.userID.rawValue), roles: user.roles,
                              zone: profile?.zone ?? policy.zone,
                              locale: addressed.locale ?? policy.languages.first ?? "en", style: definition.json)
    }
    /// Counts by category and decision since the week began on the asker's calendar.
    package func week() throws -> (start: CalendarDate, counts: [String: [String: Int]]) {
        let view = try preferenceView()
        let zone = try TimeZoneRules.named(view.preferences.timezone ?? view.zone)
        let (start, _) = LocalCalendar.week(of: now, zone, startingOn: policy.weekStart)
        return (start, try history.counts(of: try user().userID.rawValue, from: zone.startOfDay(start)))
    }
}

/// What somebody chose, and what holds where they did not.
public struct PreferencesOfUser: Query {
    public static let type: MessageType = "notifications.preferences.v1"
    public let view: String?
    public func answer(in view: NotificationsView) throws -> JSONValue {
        let shown = try view.preferenceView()
        return switch self.view {
        case "channels": shown.channels
        case "simple": shown.simple
        default: shown.document(weekCounts: try view.week().counts.compactMapValues { $0["send"] }, now: view.now)
        }
    }
}

/// What came this week, by category.
public struct NotificationStats: Query {
    public static let type: MessageType = "notifications.stats.v1"
    public struct Line: Encodable, Sendable {
        package let category: String
        package let sent, emailed, feedOnly, batched: Int
        package struct Limits: Encodable, Sendable { let day, week: Int? }
        package let limits: Limits
    }
    public struct Answer: Encodable, Sendable {
        package let weekStart: CalendarDate
        package let total: Int
        package let sentence: String
        package let categories: [Line]
    }
    public func answer(in view: NotificationsView) throws -> Answer {
        let (start, counts) = try view.week()
        let lines = view.policy.categoriesByRank.map { category in
            let found = counts[category.name] ?? [:]
            return Line(category: category.name, sent: found["send"] ?? 0, emailed: found["email_instead"] ?? 0,
                        feedOnly: found["feed_only"] ?? 0,
                        batched: found["digest"] ?? 0, limits: .init(day: category.dayCap, week: category.weekCap))
        }
        let total = lines.reduce(0) { $0 + $1.sent }
        let shown = try view.preferenceView()
        let language = TextLanguage(tag: shown.preferences.locale ?? shown.locale)
        return Answer(weekStart: start, total: total, sentence: language.receivedThisWeek(total), categories: lines)
    }
}

/// How messages of a category or type would read; nothing is sent.
public struct PreviewMessages: Query {
    public static let type: MessageType = "notifications.preview.v1"
    public let category: String?
    public let type: String?
    public let locale: String?
    public struct Sample: Encodable, Sendable { let type, title, body, why: String; let channels: [String] }
    public struct Answer: Encodable, Sendable { let samples: [Sample] }

    public func answer(in view: NotificationsView) throws -> Answer {
        let policy = view.policy
        var check = Validation()
        let types = policy.types.values.filter { ($0.name == type || (type == nil && $0.cat == category)) && $0.feed }.sorted {
            $0.name < $1.name
        }
        if let type, policy.types[type]?.feed != true { check.fail("type", "is not a type") }
        if let category, policy.categories[category] == nil { check.fail("category", "is not a category") }
        if type == nil, category == nil { check.fail("category", "name a category or a type") }
        if let locale, !policy.languages.contains(TextLanguageTag.language(locale)) {
            check.fail("locale", "must be one of \(policy.languages.joined(separator: ", "))")
        }
        try check.check()
        let shown = try view.preferenceView()
        let zone = try TimeZoneRules.named(shown.preferences.timezone ?? shown.zone)
        return Answer(samples: types.compactMap { type in
            guard let (texts, language) = policy.texts(of: type.name, locale: locale ?? shown.preferences.locale ?? shown.locale) else {
                return nil
            }
            let words = policy.vocabulary
            let facts = words.sampleFacts(of: type.name, view.now, zone: zone, currency: view.definition.currency, language,
                                          plugins: Set(view.definition.plugins.values.joined()))
            let template = TextTemplate(facts: facts, zone: zone, now: view.now, language: language, words: words)
            let why = texts.why.map { template.render($0) } ?? Why(language: language, zone: zone, policy: policy)
                .sentence(relations: words.sampleRelation, title: words.sampleTitle(language))
            let on = ChannelName.allCases.filter { $0 == .inApp || type.channels.contains($0) }.filter {
                policy.isOn($0, type: type, roles: shown.roles, shown.preferences)
            }
            return Sample(type: type.name, title: template.render(texts.title, max: type.titleMax),
                          body: template.render(texts.body, max: Notification.bodyMax),
                          why: why, channels: on.map { $0.named(view.definition.json) })
        })
    }
}
