import Foundation
import Kernel

/// The rules of timing, caps and deadlines written a second time, in the slowest way: minute after minute, asked of
/// Foundation's calendar whether anything forbids to send. Knows the numbers of EventPass by heart, shares no code with
/// the engine.
struct SlowPolicy {
    struct Sent { let type: String; let at: Date; let subject: String }
    struct Question {
        var type: String
        var now: Date
        var zone: String
        var subject = "evt_1"
        var relations: Set<String> = []
        var start: Date
        var end: Date
        var quiet: (from: Int, to: Int)? = (22 * 60, 7 * 60)
        var keepsSundays = true
        var sent: [Sent] = []
    }
    enum Outcome: Equatable, CustomStringConvertible {
        case send, delay(Date), other(String)
        var description: String {
            switch self {
            case .send: "send"
            case .delay(let at): "delay \(at.formatted(.iso8601))"
            case .other(let name): name
            }
        }
    }
    static let category = [
        "tickets-low": "engagement", "friend-attending": "engagement", "new-feature": "informational",
        "sales-start-tomorrow": "informational",
        "ticket-expiring": "transactional", "low-inventory": "organizer", "milestone": "organizer", "promotion": "marketing",
        "refund-processed": "critical",
        "ticket-purchased": "critical", "event-reminder": "engagement", "payment-pending": "transactional",
        "getting-started": "informational",
    ]
    private let question: Question
    private var calendar: Calendar
    init(_ question: Question) {
        self.question = question
        calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: question.zone) ?? .gmt
    }
    private var category: String { Self.category[question.type] ?? "" }

    /// Looks at every minute of the next fifty days.
    func decide() -> Outcome {
        if category == "critical" { return .send }
        var day: (start: Date, capped: String?)?
        for minute in 0..<(50 * 1440) {
            let t = question.now.addingTimeInterval(Double(minute) * 60)
            if forbidden(t) { continue }
            // Caps change with the day alone: nothing is sent in between.
            let today = calendar.startOfDay(for: t)
            if day?.start != today { day = (today, capped(t)) }
            if let capped = day?.capped {
                if ["new-feature", "promotion"].contains(question.type) { continue }
                return .other(capped)
            }
            if minute > 0, t > deadline { return .other(late) }
            return minute == 0 ? .send : .delay(t)
        }
        // Windows that leave no free minute.
        return .other(late)
    }

    private func forbidden(_ t: Date) -> Bool {
        let parts = calendar.dateComponents([.year, .month, .day, .weekday, .hour, .minute], from: t)
        let minute = (parts.hour ?? 0) * 60 + (parts.minute ?? 0), day =
            (parts.year ?? 0) * 10_000 + (parts.month ?? 0) * 100 + (parts.day ?? 0)
        if let quiet = question.quiet {
            let isInside = quiet.from < quiet.to ? minute >= quiet.from && minute < quiet.to : minute >= quiet.from || minute < quiet.to
            if isInside { return true }
        }
        if question.keepsSundays, parts.weekday == 1, minute < 13 * 60 { return true }
        if [20_261_225, 20_270_101, 20_270_309, 20_270_326].contains(day), minute < 13 * 60 { return true }
        if ["engagement", "informational", "marketing"].contains(category), day >= 20_270_207, day <= 20_270_309 {
            if minute >= 4 * 60 + 30 && minute < 6 * 60 || minute >= 18 * 60 + 30 && minute < 20 * 60 { return true }
            if category == "marketing",
                question.sent.contains(where: { Self.category[$0.type] == "marketing" && t.timeIntervalSince($0.at) < 14 * 86_400 }) {
                return true
            }
        }
        switch question.type {
        case "ticket-expiring": if minute < 9 * 60 || minute >= 22 * 60 { return true }
        case "event-reminder": if minute < 10 * 60 || minute >= 22 * 60 { return true }
        case "new-feature", "getting-started": if minute < 10 * 60 || minute >= 20 * 60 { return true }
        case "sales-start-tomorrow": if minute < 17 * 60 || minute >= 20 * 60 { return true }
        case "promotion": if parts.weekday != 5 || minute < 18 * 60 || minute >= 21 * 60 { return true }
        default: break
        }
        if category == "marketing",
            question.sent.contains(
                where: { ["critical", "transactional"].contains(Self.category[$0.type] ?? "") && t.timeIntervalSince($0.at) < 12 * 3600 }) {
            return true
        }
        if ["engagement", "informational", "marketing"].contains(category),
            question.sent.contains(where: { t.timeIntervalSince($0.at) < 30 * 60 }) { return true }
        return false
    }

    private func capped(_ t: Date) -> String? {
        guard category != "transactional" else { return nil }
        func sameDay(_ sent: Sent) -> Bool { calendar.startOfDay(for: sent.at) == calendar.startOfDay(for: t) }
        func week(_ date: Date) -> Date {
            let start = calendar.startOfDay(for: date)
            let back = (calendar.component(.weekday, from: start) + 5) % 7
            return calendar.date(byAdding: .day, value: -back, to: start) ?? start
        }
        func month(_ date: Date) -> Int { calendar.component(.year, from: date) * 12 + calendar.component(.month, from: date) }
        let over = ["low-inventory", "event-reminder"].contains(question.type) ? "email_instead" : question.type == "milestone" ? "digest"
            : "feed_only"
        let today = question.sent.filter(sameDay), thisWeek = question.sent.filter { week($0.at) == week(t) }
        if category != "organizer", question.type != "event-reminder",
            today.contains(where: { $0.type == question.type && $0.subject == question.subject }) { return over }
        if question.type == "new-feature", question.sent.contains(where: { $0.type == "new-feature" && month($0.at) == month(t) }) {
            return over
        }
        func mine(_ list: [Sent]) -> Int { list.count { Self.category[$0.type] == category } }
        if question.type == "getting-started", question.sent.contains(where: { $0.type == "getting-started" }) { return over }
        let caps: [String: (Int, Int?)] = ["organizer": (20, nil), "engagement": (3, 12), "informational": (1, 3), "marketing": (1, 1)]
        if let cap = caps[category] {
            if mine(today) >= cap.0 { return over }
            if let weekly = cap.1, mine(thisWeek) >= weekly { return over }
        }
        func counted(_ list: [Sent]) -> Int {
            list.count { ["organizer", "engagement", "informational", "marketing"].contains(Self.category[$0.type] ?? "") }
        }
        return counted(today) >= 8 || counted(thisWeek) >= 20 ? over : nil
    }

    private var deadline: Date {
        switch question.type {
        case "tickets-low", "friend-attending": question.start.addingTimeInterval(-1800)
        case "ticket-expiring": question.end.addingTimeInterval(-12 * 3600)
        case "low-inventory": question.start
        case "new-feature": calendar.date(byAdding: .day, value: 30, to: question.now) ?? question.now
        case "sales-start-tomorrow": calendar.date(byAdding: .day, value: 1, to: question.now) ?? question.now
        case "event-reminder": question.start.addingTimeInterval(-4 * 3600)
        case "payment-pending": question.end
        case "promotion": Date(timeIntervalSince1970: 1_861_920_000)
        default: calendar.date(byAdding: .day, value: 7, to: question.now) ?? question.now
        }
    }
    private var late: String {
        ["ticket-expiring", "event-reminder", "payment-pending"].contains(question.type) ? "email_instead" : question.type == "promotion"
            ? "drop" : "feed_only"
    }
}
