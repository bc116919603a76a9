import Contracts
import Kernel
import ServiceKit

/// `memberships.yml`: who was a member when, and which visits had a discount. Ids follow from the account and the index in its list.
public struct DemoMemberships: DemoReader {
    public static let file = "memberships.yml"
    public static let keys = ["memberships"]

    struct Membership {
        let account: Int
        let periods: [Period]
        let visits: [Visit]
    }
    struct Period {
        let months: Int
        /// Days from the day of seeding to the last day; negative: it is over.
        let endsInDays: Int
        let shop: Int
        let vendor: Int
    }
    struct Visit {
        let shop: Int
        let vendor: Int
        /// Minor units.
        let amount: Int
        let basisPoints: Int
        let at: Timestamp
    }
    let memberships: [Membership]

    public init(_ form: DemoForm) {
        memberships = form.list("memberships", in: form.root).map { value in
            form.allow(["account", "periods", "visits"], in: value, what: "a membership")
            return Membership(account: form.reference("account", to: .account, in: value),
                              periods: form.list("periods", in: value).map { Self.period($0, form) },
                              visits: form.list("visits", in: value).map { Self.visit($0, form) })
        }
    }
    private static func period(_ value: YAMLFile.Value, _ form: DemoForm) -> Period {
        form.allow(["months", "endsInDays", "shop", "vendor"], in: value, what: "a period")
        return Period(months: form.number("months", in: value), endsInDays: form.number("endsInDays", in: value),
                      shop: form.reference("shop", to: .shop, in: value), vendor: form.reference("vendor", to: .account, in: value))
    }
    private static func visit(_ value: YAMLFile.Value, _ form: DemoForm) -> Visit {
        form.allow(["shop", "vendor", "amount", "basisPoints", "at"], in: value, what: "a visit")
        return Visit(shop: form.reference("shop", to: .shop, in: value), vendor: form.reference("vendor", to: .account, in: value),
                     amount: form.number("amount", in: value), basisPoints: form.number("basisPoints", in: value),
                     at: form.requiredTime("at", in: value))
    }

    public func messages(in content: DemoContent) -> [DemoMessage] {
        memberships.map { DemoMessage("membership/\($0.account)", .purchases, $0.message(in: content)) }
    }
}

extension DemoMemberships.Membership {
    fileprivate func message(in content: DemoContent) -> ImportMembership {
        let time = content.time, owner = content.user(account)
        let past = periods.enumerated().map { index, period in
            let end = time.today.adding(days: period.endsInDays)
            let start = Self.start(of: period.months, endingOn: end)
            // Sold in the morning of its first day, at the latest an hour before now.
            let soldAt = min(time("d\(signed(start.daysSinceEpoch - time.today.daysSinceEpoch)) 10:00") ?? time.seededAt,
                             time.seededAt - .hours(1))
            return ImportMembership.Period(
                activationId: DeterministicID.make("demo-activation", owner.rawValue, String(index)),
                paymentId: PaymentID(DeterministicID.make("demo-cash", owner.rawValue, String(index))), shopId: period.shop,
                vendorUserId: content.user(period.vendor), months: period.months, startDate: start, endDate: end, soldAt: soldAt)
        }
        let visited = visits.enumerated().map { index, visit in
            ImportMembership.Visit(redemptionId: DeterministicID.make("demo-visit", owner.rawValue, String(index)), shopId: visit.shop,
                                   vendorUserId: content.user(visit.vendor), purchaseAmount: Money(visit.amount, content.currency),
                                   discountBasisPoints: visit.basisPoints, bonusBasisPoints: 0, at: visit.at)
        }
        return ImportMembership(userId: owner, periods: past, visits: visited)
    }
    private func signed(_ number: Int) -> String { number < 0 ? String(number) : "+\(number)" }

    /// The same day so many months before, or the last day of a month that is too short for it.
    private static func start(of months: Int, endingOn end: CalendarDate) -> CalendarDate {
        let month0 = end.year * 12 + end.month - 1 - months
        let (year, month) = (month0 / 12, month0 % 12 + 1)
        return CalendarDate(year: year, month: month, day: min(end.day, CalendarDate.days(inMonth: month, ofYear: year))) ?? end
    }
}
