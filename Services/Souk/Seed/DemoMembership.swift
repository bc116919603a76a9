import Contracts
import Kernel
import ServiceKit

/// `memberships.yml`: who was a member when, and which visits had a discount. Ids follow from the account and the place in its list.
struct DemoMembership: Sendable {
    struct Period: Sendable {
        let months: Int
        /// Days from the day of seeding to the last day; negative: it is over.
        let endsInDays: Int
        let shop: Int
        let vendor: Int
    }
    struct Visit: Sendable {
        let shop: Int
        let vendor: Int
        /// Minor units.
        let amount: Int
        let basisPoints: Int
        let at: Timestamp
    }
    let account: Int
    let periods: [Period]
    let visits: [Visit]

    static func read(_ file: YAMLFile, _ time: DemoTime) throws -> [DemoMembership] {
        let form = YAMLForm(file: file.path)
        form.allow(["memberships"], in: file.root, what: "memberships.yml")
        let all = form.list("memberships", in: file.root).map { value in
            form.allow(["account", "periods", "visits"], in: value, what: "a membership")
            return DemoMembership(account: form.number("account", in: value),
                                  periods: form.list("periods", in: value).map { period($0, form) },
                                  visits: form.list("visits", in: value).map { visit($0, form, time) })
        }
        try form.check()
        return all
    }
    private static func period(_ value: YAMLFile.Value, _ form: YAMLForm) -> Period {
        form.allow(["months", "endsInDays", "shop", "vendor"], in: value, what: "a period")
        return Period(months: form.number("months", in: value), endsInDays: form.number("endsInDays", in: value),
                      shop: form.number("shop", in: value), vendor: form.number("vendor", in: value))
    }
    private static func visit(_ value: YAMLFile.Value, _ form: YAMLForm, _ time: DemoTime) -> Visit {
        form.allow(["shop", "vendor", "amount", "basisPoints", "at"], in: value, what: "a visit")
        let text = form.text("at", in: value)
        let at = time(text)
        if at == nil { form.fail(value.line(of: "at"), "'\(text)' is no time (d-5 10:00)") }
        return Visit(shop: form.number("shop", in: value), vendor: form.number("vendor", in: value),
                     amount: form.number("amount", in: value), basisPoints: form.number("basisPoints", in: value), at: at ?? time.seededAt)
    }

    /// Every account that is named.
    var accounts: Set<Int> { Set([account] + periods.map(\.vendor) + visits.map(\.vendor)) }

    /// - Parameter user: the id of an account by its number.
    func message(currency: Currency, _ time: DemoTime, _ user: (Int) -> User.ID) -> ImportMembership {
        let owner = user(account)
        let past = periods.enumerated().map { place, period in
            let end = time.today.adding(days: period.endsInDays)
            let start = Self.start(of: period.months, endingOn: end)
            // Sold in the morning of its first day, at the latest an hour before now.
            let soldAt = min(time("d\(signed(start.daysSinceEpoch - time.today.daysSinceEpoch)) 10:00") ?? time.seededAt,
                             time.seededAt - .hours(1))
            return ImportMembership.Period(
                activationId: DeterministicID.make("demo-activation", owner.rawValue, String(place)),
                paymentId: PaymentID(DeterministicID.make("demo-cash", owner.rawValue, String(place))), shopId: period.shop,
                vendorUserId: user(period.vendor), months: period.months, startDate: start, endDate: end, soldAt: soldAt)
        }
        let visited = visits.enumerated().map { place, visit in
            ImportMembership.Visit(redemptionId: DeterministicID.make("demo-visit", owner.rawValue, String(place)), shopId: visit.shop,
                                   vendorUserId: user(visit.vendor), purchaseAmount: Money(visit.amount, currency),
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
