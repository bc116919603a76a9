import Kernel
import Messaging
import NotificationPolicy
import NotificationsFeed
import NotificationsKit
import ServiceKit

/// How messages do: sent, opened, left.
public struct NotificationMetrics: Query {
    public static let type: MessageType = "notifications.metrics.v1"
    public let from: Timestamp?
    public let to: Timestamp?
    public let by: String?
    package static let daysMax = 92

    public struct Row: Encodable, Sendable {
        package let key: String
        package let decided, sent, delivered, opened, acted, emailed, feedOnly, dropped, optOuts, recipients: Int
        let optOutRate, openRate: Double
        package struct Targets: Encodable, Sendable { let optOutRate, openRate: Double }
        package let targets: Targets
        let met: Bool
    }
    public struct Answer: Encodable, Sendable {
        package let rows: [Row]
        let perUserAverage, eventTriggeredShare, complaintRate: Double
    }

    public func answer(in view: NotificationsView) throws -> Answer {
        try view.require(permission: NotificationPolicy.permission)
        let end = to ?? view.now, start = from ?? end - .days(7)
        var check = Validation()
        check.require(start < end, "from", "must be before 'to'")
        check.require(end - start <= .days(Self.daysMax), "from", "may be \(Self.daysMax) days before 'to'")
        try check.check()
        let policy = view.policy, key = by ?? "category"
        let totals = try view.receipts.totals(from: start, to: end, by: key, zone: try TimeZoneRules.named(policy.zone))
        let rows = try totals.lines.sorted { $0.key < $1.key }.map { name, line in
            let category = policy.categories[name] ?? policy.category(of: name)
            let optOuts = try key == "category" ? view.preferences.optOuts(of: name, from: start, to: end).optOuts : 0
            let target = category.map { $0.isMandatory ? 0.8 : $0.isOptIn ? 0.15 : 0.4 } ?? 0.4
            let optOutRate = Self.share(optOuts, line.recipients.count), openRate = Self.share(line.opened, line.sent)
            return Row(key: name, decided: line.decided, sent: line.sent, delivered: line.delivered, opened: line.opened, acted: line.acted,
                       emailed: line.emailed,
                       feedOnly: line.feedOnly, dropped: line.dropped, optOuts: optOuts, recipients: line.recipients.count,
                       optOutRate: optOutRate, openRate: openRate,
                       targets: .init(optOutRate: 0.05, openRate: target), met: optOutRate < 0.05 && openRate > target)
        }
        return Answer(rows: rows, perUserAverage: Self.share(totals.sends, totals.recipients.count),
                      eventTriggeredShare: Self.share(totals.eventTriggered, totals.sends),
                      complaintRate: Self.share(totals.complaints, totals.sends))
    }
    private static func share(_ part: Int, _ whole: Int) -> Double {
        whole == 0 ? 0 : (Double(part) / Double(whole) * 10_000).rounded() / 10_000
    }
}

/// Categories too many people leave: the alerts that are open, newest first.
public struct OptOutAlertList: Query {
    public static let type: MessageType = "notifications.opt-out-alerts.v1"
    public struct Item: Encodable, Sendable {
        package let category: String
        package let openedAt: Timestamp
        package let rate: Double
        package let optOuts, recipients: Int
    }
    public let page: Int?
    public let perPage: Int?
    public func answer(in view: NotificationsView) throws -> Page<Item> {
        try view.require(permission: NotificationPolicy.permission)
        let request = try PageRequest(page: page, perPage: perPage)
        let (alerts, total) = try view.preferences.openAlerts(limit: request.perPage, offset: request.offset)
        return Page(alerts.map {
            Item(category: $0.category, openedAt: $0.openedAt.wholeSeconds, rate: $0.rate, optOuts: $0.optOuts, recipients: $0.recipients)
        }, request, total: total)
    }
}
