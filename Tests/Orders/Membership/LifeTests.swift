import Contracts
import Foundation
import Kernel
import Messaging
import OrdersMembership
import TestKit
import Testing

@Suite("The life of a membership")
struct LifeTests {
    @Test("A member is reminded at ten on the days before the end; it expires after its last day", arguments: [true, false])
    func remindersAndEnd(inSteps: Bool) throws {
        let fixture = try MembershipFixture()
        try fixture.sell(1)
        try fixture.sell(1)
        #expect(try fixture.status()["endDate"] == "2027-01-21")
        if inSteps {
            for day in ["2027-01-14", "2027-01-18", "2027-01-20"] { try fixture.moveClock(to: day, "10:01") }
            try fixture.moveClock(to: "2027-01-21", "23:00")
            let last = try fixture.status()
            #expect((last["status"], last["daysRemaining"], last["expiresSoon"]) == ("active", 0, true))
        }
        try fixture.moveClock(to: "2027-01-22", "01:00")
        // A jump over all reminders sends none of them.
        #expect(try fixture.shard.published(MembershipExpiring.self).map(\.daysLeft) == (inSteps ? [7, 3, 1] : []))
        let ended = try fixture.shard.published(MembershipExpired.self)
        #expect(ended.map(\.subscriptionId) == [1, 2])
        #expect(ended.map(\.coverageEnd) == [CalendarDate("2027-01-21"), nil])
        let status = try fixture.status()
        #expect((status["status"], status["hasActiveSubscription"], status["daysRemaining"], status["maxMonths"])
            == ("expired", false, 0, 3))
        #expect(try fixture.history().map { $0["status"] } == ["expired", "expired"])
        let scan = try fixture.scan(try fixture.proof()).json
        #expect((scan["result"], scan["subscription"]?["status"], scan["allowed"]) == ("valid", "expired", ["activate"]))
        #expect(try fixture.redeem(try #require(scan["scanId"]?.string), 1000).slug == "not-active")
        #expect(try fixture.sell(1)["subscription"]?["startDate"] == "2027-01-22")
    }

    @Test("Of reminders that fall due together only the last that is still true is told (12.F32)", arguments: [
        ("2027-01-14", "10:00", [7]), ("2027-01-18", "09:59", [7]), ("2027-01-18", "10:00", [3]), ("2027-01-19", "12:00", [3]),
        ("2027-01-21", "23:59", [1]),
        ("2027-01-22", "00:00", []), ("2027-03-01", "12:00", []),
    ])
    func together(day: String, time: String, told: [Int]) throws {
        let fixture = try MembershipFixture()
        try fixture.sell(2)
        try fixture.moveClock(to: day, time)
        #expect(try fixture.shard.published(MembershipExpiring.self).map(\.daysLeft) == told)
    }

    @Test("An extension moves the reminders; a moment that is past is skipped")
    func replanned() throws {
        let fixture = try MembershipFixture()
        try fixture.sell(1)
        try fixture.moveClock(to: "2026-12-15", "09:00")
        #expect(try fixture.shard.published(MembershipExpiring.self).map(\.daysLeft) == [7])
        try fixture.sell(1)
        try fixture.moveClock(to: "2026-12-30", "09:00")
        #expect(try fixture.shard.published(MembershipExpiring.self).count == 1)
        #expect(try fixture.reminders().count == 3)
    }

    @Test("What is taken back names the period that had ended before it, if nothing covers the member any more")
    func endedBefore() throws {
        let fixture = try MembershipFixture()
        #expect(try fixture.voidSale(try fixture.sell(1)["id"]).status == 200)
        try fixture.sell(1)
        #expect(try fixture.voidSale(try fixture.sell(1)["id"]).status == 200)
        try fixture.moveClock(to: "2026-12-21", "23:58")
        let extended = try fixture.sell(1)
        try fixture.moveClock(to: "2026-12-22", "00:05")
        #expect(try fixture.voidSale(extended["id"]).status == 200)
        let last = try #require(CalendarDate("2026-12-21"))
        let cancelled = try fixture.shard.published(MembershipCancelled.self)
        #expect(cancelled.map(\.coverageEnd) == [nil, last, nil])
        #expect(cancelled.map(\.ended) == [nil, nil, .init(subscriptionId: 2, endDate: last)])
    }

    @Test("An administrator ends the newest period at once; no money moves")
    func cancelled() throws {
        let fixture = try MembershipFixture()
        try fixture.sell(1)
        try fixture.sell(1)
        func cancel(_ id: String, as person: Principal = MembershipFixture.admin) throws -> Reply {
            try #require(try fixture.shard.send(CancelSubscription(subscriptionId: id, reason: "déménagement"), as: person))
        }
        #expect(try cancel("2", as: MembershipFixture.vendor).status == 403)
        for other in ["x", "+2", "02", "-2", " 2", "2.0"] { #expect(try cancel(other).status == 404, "\(other)") }
        #expect(try cancel("1").slug == "not-latest-subscription")
        #expect(try cancel("2").json["status"] == "cancelled")
        #expect(try cancel("2").slug == "invalid-transition")
        #expect(try fixture.status()["endDate"] == "2026-12-21")
        #expect(try cancel("1").status == 200)
        #expect(try fixture.status()["status"] == "cancelled")
        #expect(try fixture.stats()["feeThisMonth"]?.amount == 30_000)
        #expect(try fixture.shard.published(VoidCash.self).isEmpty)
    }

    @Test("A month that was covered costs its fee, whatever a person wrote about its end", arguments: ["voided", "erased", "refunded"])
    func feeOfCancelled(reason: String) throws {
        let fixture = try MembershipFixture()
        try fixture.sell(1)
        try fixture.shard.send(CancelSubscription(subscriptionId: "1", reason: reason), as: MembershipFixture.admin)
        #expect(try fixture.stats()["feeThisMonth"]?.amount == 30_000)
        #expect(try fixture.shard.published(MembershipCancelled.self).map(\.reason) == ["cancelled"])
    }

    @Test("A month is the tenant's: a visit at 23:30 UTC of its last day belongs to the next")
    func month() throws {
        let fixture = try MembershipFixture()
        try fixture.sell(3)
        try fixture.shard.advance(by: try #require(Timestamp("2026-11-30T22:30:00Z")) - fixture.shard.now)
        _ = try fixture.visit(100_000)
        #expect(try fixture.stats()["month"] == "2026-11")
        try fixture.shard.advance(by: .minutes(60))
        _ = try fixture.visit(200_000)
        let stats = try fixture.stats()
        #expect((stats["month"], stats["savingsThisMonth"]?.amount, stats["savingsTotal"]?.amount) == ("2026-12", 11_000, 16_500))
        #expect(stats["netSavingsThisMonth"]?.amount == 11_000 - 30_000)
        let november = try fixture.shard.ask(RedemptionsOfMember.self, ["month": "2026-11"], as: MembershipFixture.samir).json
        #expect(november["summary"]?["savings"]?.amount == 5_500)
        #expect(try fixture.shard.ask(RedemptionsOfMember.self, ["shopId": 1], as: MembershipFixture.samir).json["meta"]?["total"] == 0)
    }

    @Test("The cash book that does not answer is told again three times; then a person has to look, and the membership stays")
    func silentBook() throws {
        let fixture = try MembershipFixture()
        try fixture.sell(1)
        try fixture.shard.advance(by: .minutes(60))
        #expect(try fixture.shard.published(RecordCash.self).count == 4)
        #expect(Set(try fixture.shard.published(RecordCash.self).map(\.paymentId)).count == 1)
        #expect(try fixture.shard.published(CashUnconfirmed.self).count == 1)
        let sale = try #require(try fixture.shard.ask(ActivationsOfShop.self, ["shopId": 11], as: MembershipFixture.vendor)
            .json["data"]?.array?.first)
        #expect(sale["cashStatus"] == "unconfirmed")
        #expect(try fixture.status()["status"] == "active")
        let told = try #require(try fixture.shard.published(RecordCash.self).first)
        try fixture.shard.receive(CashRecorded(paymentId: told.paymentId, activationId: told.activationId, shopId: told.shopId,
                                            vendorUserId: told.vendorUserId, userId: told.userId, amount: told.amount))
        #expect(try fixture.shard.ask(ActivationsOfShop.self, ["shopId": 11], as: MembershipFixture.vendor)
            .json["data"]?.array?.first?["cashStatus"] == "recorded")
    }

    @Test("What was sold and bought elsewhere is taken over once")
    func imported() throws {
        let fixture = try MembershipFixture()
        let now = fixture.shard.now
        func period(_ n: Int, _ months: Int, _ start: String, _ end: String) throws -> ImportMembership.Period {
            .init(activationId: "a\(n)", paymentId: PaymentID("p\(n)"), shopId: 11, vendorUserId: "vendor", months: months,
                  startDate: try #require(CalendarDate(start)), endDate: try #require(CalendarDate(end)), soldAt: now - .days(100 - n))
        }
        let visit = ImportMembership.Visit(redemptionId: "r1", shopId: 1, vendorUserId: "vendor2", purchaseAmount: Money(80_000, .dzd),
                                           discountBasisPoints: 750, bonusBasisPoints: 0, at: now - .days(3))
        let message = ImportMembership(userId: MembershipFixture.ahmed.userID,
                                       periods: [try period(1, 1, "2026-08-01", "2026-09-01"),
                                                 try period(2, 3, "2026-11-20", "2027-02-20")],
                                       visits: [visit])
        try fixture.shard.receive(message)
        try fixture.shard.receive(message)
        #expect(try fixture.history(MembershipFixture.ahmed).map { $0["status"] } == ["active", "expired"])
        #expect(try fixture.status(MembershipFixture.ahmed)["daysRemaining"] == 91)
        #expect(try fixture.stats(MembershipFixture.ahmed)["savingsTotal"]?.amount == 6_000)
        #expect(try fixture.shard.published(RecordCash.self).map(\.amount.amount) == [30_000, 90_000])
        #expect(try fixture.shard.published(MembershipActivated.self).allSatisfy { $0.imported == true })
        #expect(try fixture.shard.deadLetters().isEmpty)
    }
}
