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
        let town = try CardTown()
        try town.sell(1)
        try town.sell(1)
        #expect(try town.status()["endDate"] == "2027-01-21")
        if inSteps {
            for day in ["2027-01-14", "2027-01-18", "2027-01-20"] { try town.moveClock(to: day, "10:01") }
            try town.moveClock(to: "2027-01-21", "23:00")
            let last = try town.status()
            #expect((last["status"], last["daysRemaining"], last["expiresSoon"]) == ("active", 0, true))
        }
        try town.moveClock(to: "2027-01-22", "01:00")
        // A jump over all reminders sends none of them.
        #expect(try town.shard.published(MembershipExpiring.self).map(\.daysLeft) == (inSteps ? [7, 3, 1] : []))
        let ended = try town.shard.published(MembershipExpired.self)
        #expect(ended.map(\.subscriptionId) == [1, 2])
        #expect(ended.map(\.coverageEnd) == [CalendarDate("2027-01-21"), nil])
        let status = try town.status()
        #expect((status["status"], status["hasActiveSubscription"], status["daysRemaining"], status["maxMonths"]) == ("expired", false, 0, 3))
        #expect(try town.history().map { $0["status"] } == ["expired", "expired"])
        let scan = try town.scan(try town.proof()).json
        #expect((scan["result"], scan["subscription"]?["status"], scan["allowed"]) == ("valid", "expired", ["activate"]))
        #expect(try town.redeem(try #require(scan["scanId"]?.string), 1000).slug == "not-active")
        #expect(try town.sell(1)["subscription"]?["startDate"] == "2027-01-22")
    }

    @Test("Of reminders that fall due together only the last that is still true is told (12.F32)", arguments: [
        ("2027-01-14", "10:00", [7]), ("2027-01-18", "09:59", [7]), ("2027-01-18", "10:00", [3]), ("2027-01-19", "12:00", [3]), ("2027-01-21", "23:59", [1]),
        ("2027-01-22", "00:00", []), ("2027-03-01", "12:00", []),
    ])
    func together(day: String, time: String, told: [Int]) throws {
        let town = try CardTown()
        try town.sell(2)
        try town.moveClock(to: day, time)
        #expect(try town.shard.published(MembershipExpiring.self).map(\.daysLeft) == told)
    }

    @Test("An extension moves the reminders; a moment that is past is skipped")
    func replanned() throws {
        let town = try CardTown()
        try town.sell(1)
        try town.moveClock(to: "2026-12-15", "09:00")
        #expect(try town.shard.published(MembershipExpiring.self).map(\.daysLeft) == [7])
        try town.sell(1)
        try town.moveClock(to: "2026-12-30", "09:00")
        #expect(try town.shard.published(MembershipExpiring.self).count == 1)
        #expect(try town.reminders().count == 3)
    }

    @Test("An administrator ends the newest period at once; no money moves")
    func cancelled() throws {
        let town = try CardTown()
        try town.sell(1)
        try town.sell(1)
        func cancel(_ id: String, as person: Principal = CardTown.admin) throws -> Reply {
            try #require(try town.shard.send(CancelSubscription(subscriptionId: id, reason: "déménagement"), as: person))
        }
        #expect(try cancel("2", as: CardTown.vendor).status == 403)
        #expect(try cancel("x").status == 404)
        #expect(try cancel("1").slug == "not-latest-subscription")
        #expect(try cancel("2").json["status"] == "cancelled")
        #expect(try cancel("2").slug == "invalid-transition")
        #expect(try town.status()["endDate"] == "2026-12-21")
        #expect(try cancel("1").status == 200)
        #expect(try town.status()["status"] == "cancelled")
        #expect(try town.stats()["feeThisMonth"]?.amount == 30_000)
        #expect(try town.shard.published(VoidCash.self).isEmpty)
    }

    @Test("A month is the tenant's: a visit at 23:30 UTC of its last day belongs to the next")
    func month() throws {
        let town = try CardTown()
        try town.sell(3)
        try town.shard.advance(by: try #require(Timestamp("2026-11-30T22:30:00Z")) - town.shard.now)
        _ = try town.visit(100_000)
        #expect(try town.stats()["month"] == "2026-11")
        try town.shard.advance(by: .minutes(60))
        _ = try town.visit(200_000)
        let stats = try town.stats()
        #expect((stats["month"], stats["savingsThisMonth"]?.amount, stats["savingsTotal"]?.amount) == ("2026-12", 11_000, 16_500))
        #expect(stats["netSavingsThisMonth"]?.amount == 11_000 - 30_000)
        let november = try town.shard.ask(RedemptionsOfMember.self, ["month": "2026-11"], as: CardTown.samir).json
        #expect(november["summary"]?["savings"]?.amount == 5_500)
        #expect(try town.shard.ask(RedemptionsOfMember.self, ["shopId": 1], as: CardTown.samir).json["meta"]?["total"] == 0)
    }

    @Test("The cash book that does not answer is told again three times; then a person has to look, and the membership stays")
    func silentBook() throws {
        let town = try CardTown()
        try town.sell(1)
        try town.shard.advance(by: .minutes(60))
        #expect(try town.shard.published(RecordCash.self).count == 4)
        #expect(Set(try town.shard.published(RecordCash.self).map(\.paymentId)).count == 1)
        #expect(try town.shard.published(CashUnconfirmed.self).count == 1)
        let sale = try #require(try town.shard.ask(ActivationsOfShop.self, ["shopId": 11], as: CardTown.vendor).json["data"]?.array?.first)
        #expect(sale["cashStatus"] == "unconfirmed")
        #expect(try town.status()["status"] == "active")
        let told = try #require(try town.shard.published(RecordCash.self).first)
        try town.shard.receive(CashRecorded(paymentId: told.paymentId, activationId: told.activationId, shopId: told.shopId, vendorUserId: told.vendorUserId,
                                            userId: told.userId, amount: told.amount))
        #expect(try town.shard.ask(ActivationsOfShop.self, ["shopId": 11], as: CardTown.vendor).json["data"]?.array?.first?["cashStatus"] == "recorded")
    }

    @Test("What was sold and bought elsewhere is taken over once")
    func imported() throws {
        let town = try CardTown()
        let now = town.shard.now
        func period(_ n: Int, _ months: Int, _ start: String, _ end: String) throws -> ImportMembership.Period {
            .init(activationId: "a\(n)", paymentId: PaymentID("p\(n)"), shopId: 11, vendorUserId: "vendor", months: months,
                  startDate: try #require(CalendarDate(start)), endDate: try #require(CalendarDate(end)), soldAt: now - .days(100 - n))
        }
        let visit = ImportMembership.Visit(redemptionId: "r1", shopId: 1, vendorUserId: "vendor2", purchaseAmount: Money(80_000, .dzd), discountBasisPoints: 750,
                                           bonusBasisPoints: 0, at: now - .days(3))
        let message = ImportMembership(userId: CardTown.ahmed.userID, periods: [try period(1, 1, "2026-08-01", "2026-09-01"), try period(2, 3, "2026-11-20", "2027-02-20")],
                                       visits: [visit])
        try town.shard.receive(message)
        try town.shard.receive(message)
        #expect(try town.history(CardTown.ahmed).map { $0["status"] } == ["active", "expired"])
        #expect(try town.status(CardTown.ahmed)["daysRemaining"] == 91)
        #expect(try town.stats(CardTown.ahmed)["savingsTotal"]?.amount == 6_000)
        #expect(try town.shard.published(RecordCash.self).map(\.amount.amount) == [30_000, 90_000])
        #expect(try town.shard.published(MembershipActivated.self).allSatisfy { $0.imported == true })
        #expect(try town.shard.deadLetters().isEmpty)
    }
}
