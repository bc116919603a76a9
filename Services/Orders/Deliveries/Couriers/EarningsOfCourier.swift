import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// What a courier earned, by the local day on which each job ended.
package struct EarningsOfCourier: Query {
    package static let type: MessageType = "orders.earnings-of-courier.v1"
    package let from: String?
    package let to: String?
    package let courierId: User.ID?

    static let daysMax = 92

    package func answer(in view: OrdersView) throws -> EarningsAnswer {
        var check = Validation()
        let courier = try view.rider(courierId, &check)
        let (first, last) = try days(in: TimeZoneRules.named(view.definition.timezone), now: view.now, &check)
        guard let courier else { throw Rejection.invalid(check.errors) }
        return EarningsAnswer(days: try view.courierEarnings.days(of: courier, from: first, to: last), currency: view.definition.currency)
    }

    /// The first and the last day. A time stands for the day it is in: what was earned is kept by day.
    private func days(in zone: TimeZoneRules, now: Timestamp, _ check: inout Validation) throws -> (CalendarDate, CalendarDate) {
        let period = LocalPeriod(from: from, to: to, in: zone, check: &check)
        try check.check()
        let today = zone.local(now).date
        let sentFrom = period.from.map { zone.local($0).date }
        // The end of a period is outside of it.
        let sentTo = period.to.map { zone.local(max($0 - .milliseconds(1), period.from ?? .distantPast)).date }
        let last = sentTo ?? max(today, sentFrom ?? today)
        let first = sentFrom ?? min(today, last)
        check.require(last.daysSinceEpoch - first.daysSinceEpoch < Self.daysMax, "to", "must be at most \(Self.daysMax) days after from")
        try check.check()
        return (first, last)
    }
}

package struct EarningsAnswer: Encodable, Sendable {
    let days: [EarningStore.Day]
    let currency: Currency

    private enum Key: String, CodingKey { case deliveries, base, tips, total, cashCollected, byDay }
    package func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(days.reduce(0) { $0 + $1.deliveries }, forKey: .deliveries)
        let (base, tips) = (days.reduce(0) { $0 + $1.base }, days.reduce(0) { $0 + $1.tips })
        try box.encode(Money(base, currency), forKey: .base)
        try box.encode(Money(tips, currency), forKey: .tips)
        try box.encode(Money(base + tips, currency), forKey: .total)
        try box.encode(Money(days.reduce(0) { $0 + $1.cash }, currency), forKey: .cashCollected)
        try box.encode(days.map { DayPart(day: $0, currency: currency) }, forKey: .byDay)
    }

    private struct DayPart: Encodable {
        let day: EarningStore.Day
        let currency: Currency
        private enum Key: String, CodingKey { case date, deliveries, base, tips, total, cashCollected }
        func encode(to encoder: any Encoder) throws {
            var box = encoder.container(keyedBy: Key.self)
            try box.encode(day.day, forKey: .date)
            try box.encode(day.deliveries, forKey: .deliveries)
            try box.encode(Money(day.base, currency), forKey: .base)
            try box.encode(Money(day.tips, currency), forKey: .tips)
            try box.encode(Money(day.base + day.tips, currency), forKey: .total)
            try box.encode(Money(day.cash, currency), forKey: .cashCollected)
        }
    }
}
