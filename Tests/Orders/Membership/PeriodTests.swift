import Foundation
import Kernel
import OrdersMembership
import Testing

@Suite("Periods of membership")
struct PeriodTests {
    private func day(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text)) }
    private func period(_ id: Int, _ start: String, _ end: String, _ status: Subscription.Status = .active) throws -> Subscription {
        Subscription(id: id, userID: "u", startDate: try day(start), endDate: try day(end), months: 1, source: .vendor,
                     price: Money(30_000, .dzd), status: status, createdAt: .distantPast)
    }
    private func settings(_ json: JSONValue = MembershipFixture.terms) throws -> MembershipSettings { try json.decoded() }

    @Test("Months are calendar months; the day is clamped to a short one", arguments: [
        ("2026-01-31", 1, "2026-02-28"), ("2028-01-31", 1, "2028-02-29"), ("2026-02-04", 1, "2026-03-04"), ("2026-11-30", 3, "2027-02-28"),
        ("2026-12-31", 2, "2027-02-28"),
        ("2026-03-31", 1, "2026-04-30"), ("2026-08-31", 12, "2027-08-31"),
    ])
    func months(_ start: String, _ months: Int, _ end: String) throws {
        #expect(try day(start).adding(months: months) == (try day(end)))
    }

    @Test("Without coverage a period starts today; with coverage it starts the day after its end and ends months after it")
    func next() throws {
        let today = try day("2026-11-21")
        #expect(Coverage([], today: today).next(months: 2) == (today, try day("2027-01-21")))
        let running = Coverage([try period(1, "2025-11-04", "2026-02-04"), try period(2, "2026-11-04", "2027-02-04")], today: today)
        #expect(running.next(months: 1) == (try day("2027-02-05"), try day("2027-03-04")))
        let over = Coverage([try period(1, "2025-11-04", "2026-02-04")], today: today)
        #expect(over.next(months: 1) == (today, try day("2026-12-21")))
    }

    @Test("The last day is covered, the day after is not")
    func lastDay() throws {
        let periods = [try period(1, "2026-11-04", "2026-11-21")]
        let last = Coverage(periods, today: try day("2026-11-21"))
        #expect((last.standing, last.daysRemaining, last.isActive) == (.active, 0, true))
        let after = Coverage(periods, today: try day("2026-11-22"))
        #expect((after.standing, after.daysRemaining, after.isActive) == (.expired, 0, false))
    }

    @Test("A queued period is active and not current; a cancelled newest one shows only without coverage")
    func queued() throws {
        let today = try day("2026-11-21")
        let queued = Coverage([try period(1, "2026-11-01", "2026-12-01"), try period(2, "2026-12-02", "2027-01-01")], today: today)
        #expect(queued.current?.id == 1)
        #expect(queued.end == (try day("2027-01-01")))
        let end = Subscription.Status.cancelled(.init(at: .distantPast, day: today, cause: .voided, reason: "voided"))
        let undone = Coverage([try period(1, "2026-11-01", "2026-12-01"), try period(2, "2026-12-02", "2027-01-01", end)], today: today)
        #expect((undone.standing, undone.end) == (.active, try day("2026-12-01")))
        #expect(undone.latest?.id == 1)
        #expect(Coverage([try period(1, "2026-11-01", "2026-12-01", end)], today: today).standing == .cancelled)
        #expect(Coverage([], today: today).standing == .none)
    }

    @Test("Coverage ends at most twelve months from today")
    func limit() throws {
        let today = try day("2026-11-21")
        let terms = try settings()
        #expect(Coverage([], today: today).monthsMax(terms) == 3)
        #expect(Coverage([try period(1, "2026-11-21", "2027-08-21")], today: today).monthsMax(terms) == 3)
        #expect(Coverage([try period(1, "2026-11-21", "2027-08-22")], today: today).monthsMax(terms) == 2)
        #expect(Coverage([try period(1, "2026-11-21", "2027-11-21")], today: today).monthsMax(terms) == 0)
    }

    @Test("Savings round half up; the lines of the explanation add up to them", arguments: [
        (199_999, 750, 0, 15_000), (1, 800, 0, 0), (245_000, 550, 0, 13_475), (190_000, 700, 200, 17_100), (100, 50, 0, 1), (99, 50, 0, 0),
    ])
    func savings(_ amount: Int, _ base: Int, _ bonus: Int, _ total: Int) {
        let savings = Savings(of: Money(amount, .dzd), baseBasisPoints: base, bonusBasisPoints: bonus)
        #expect(savings.total.amount == total)
        #expect(savings.base.amount + savings.bonus.amount == total)
        #expect(savings.total.amount + savings.due.amount == amount)
    }

    @Test("For random purchases the explanation adds up, and what is saved and due is what was bought")
    func randomSavings() {
        var state: UInt64 = 7
        func draw(_ below: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % below
        }
        for _ in 0..<5000 {
            let savings = Savings(of: Money(1 + draw(100_000_000), .dzd), baseBasisPoints: 500 + draw(31) * 10,
                                  bonusBasisPoints: draw(11) * 50)
            #expect(savings.base.amount + savings.bonus.amount == savings.total.amount)
            #expect(savings.total.amount + savings.due.amount == savings.purchase.amount)
            #expect(savings.bonus.amount >= 0)
        }
    }

    @Test("A name at the counter is the first word and the initial of the last", arguments: [
        ("Ahmed Mohamed", "Ahmed M."), ("Ahmed", "Ahmed"), ("Lalla Fatma N'Soumer", "Lalla N."), ("أحمد محمد", "أحمد م."),
        ("ahmed mohamed", "ahmed M."),
    ])
    func names(_ name: String, _ short: String) { #expect(Member.short(name) == short) }

    @Test("What is wrong with a tenant's terms is told by name")
    func terms() throws {
        #expect(MembershipSettings.problems(in: ["membership": MembershipFixture.terms]).isEmpty)
        #expect(MembershipSettings.problems(in: .object([:])).map(\.path) == ["membership.issuer"])
        let wrong: JSONValue = ["issuer": "Peez!", "plans": [], "reminderTime": "25:00", "scanMinutes": 0]
        #expect(Set(MembershipSettings.problems(in: ["membership": wrong]).map(\.path))
                == ["membership.issuer", "membership.plans", "membership.reminderTime", "membership.scanMinutes"])
    }
}
