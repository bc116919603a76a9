import Contracts
import Foundation
import Kernel
import Messaging
import OrdersMembership
import OrdersService
import ServiceKit
import TestKit
import Testing

@Suite("At the counter")
struct CounterTests {
    @Test("Cash for two months: the member is covered at once, the scan serves one sale")
    func sale() throws {
        let fixture = try MembershipFixture()
        let scan = try fixture.scan(try fixture.cardText()).json
        #expect((scan["kind"], scan["subscription"]?["status"], scan["allowed"], scan["shopId"]) == ("card", "none", ["activate"], 11))
        #expect(scan["member"] == ["name": "Samir B.", "membershipId": "PEEZ-20261121-00003", "memberSince": "2026-11-21"])
        #expect((scan["discountPercent"], scan["maxMonths"], scan["expiresAt"]) == (5.5, 3, "2026-11-21T07:10:00Z"))
        let id = try #require(scan["scanId"]?.string)
        #expect(try fixture.activate(id, 4).failingFields == ["months"])
        let reply = try fixture.activate(id, 2)
        #expect(reply.status == 201)
        #expect(reply.json["amount"] == ["amount": 60_000, "currency": "DZD"])
        #expect((reply.json["cashStatus"], reply.json["voidableUntil"], reply.json["status"]) == ("recording", "2026-11-21T07:15:00Z",
            "completed"))
        let again = try fixture.activate(id, 2)
        #expect((again.status, again.slug) == (409, "scan-already-used"))
        #expect(again.json["members"]?["activationId"] == reply.json["id"])
        #expect(try fixture.shard.published(RecordCash.self).map(\.amount.amount) == [60_000])
        let told = try #require(try fixture.shard.published(MembershipActivated.self).last)
        #expect((told.source, told.months, told.startDate.description, told.endDate.description)
            == ("vendor", 2, "2026-11-21", "2027-01-21"))
        let status = try fixture.status()
        #expect((status["status"], status["hasActiveSubscription"], status["endDate"], status["endsAt"])
            == ("active", true, "2027-01-21", "2027-01-21T23:00:00Z"))
        #expect((status["daysTotal"], status["daysRemaining"], status["progressPercent"], status["expiresSoon"]) == (61, 61, 100, false))
        let period = try #require(status["current"])
        #expect((period["id"], period["isCurrent"], period["durationMonths"], period["source"]) == (1, true, 2, "vendor"))
        #expect((period["price"]?.amount, period["pricePerMonth"]?.amount, period["shop"])
            == (60_000, 30_000, ["id": 11, "name": "Commerce 11"]))
    }

    @Test("Nobody without a row has a status, too: none, with nulls and zeros")
    func none() throws {
        let status = try MembershipFixture().status()
        #expect(status == ["status": "none", "hasActiveSubscription": false, "startDate": JSONValue.null, "endDate": JSONValue.null,
                           "endsAt": JSONValue.null, "daysTotal": 0, "daysRemaining": 0,
                           "progressPercent": 0, "expiresSoon": false, "maxMonths": 3, "current": JSONValue.null])
    }

    @Test("A discount needs the moving code; one scan gives it once")
    func visit() throws {
        let fixture = try MembershipFixture()
        try fixture.sell(2)
        let byCard = try fixture.redeem(try fixture.scanID(try fixture.cardText()), 245_000)
        #expect((byCard.status, byCard.slug) == (409, "proof-required"))
        let scan = try fixture.scan(try fixture.proof()).json
        #expect(scan["allowed"] == ["activate", "redeem"])
        let id = try #require(scan["scanId"]?.string)
        #expect(try fixture.redeem(id, 0).failingFields == ["purchaseAmount.amount"])
        #expect(try fixture.redeem(id, 100_000_001).failingFields == ["purchaseAmount.amount"])
        #expect(try fixture.redeem(id, 100, currency: .eur).failingFields == ["purchaseAmount.currency"])
        let reply = try fixture.redeem(id, 245_000)
        #expect(reply.status == 201)
        #expect((reply.json["savings"]?.amount, reply.json["amountDue"]?.amount, reply.json["discountPercent"]) == (13_475, 231_525, 5.5))
        #expect(reply.json["explain"] == [["rule": "shop-discount", "percent": 5.5, "amount": ["amount": 13_475, "currency": "DZD"]]])
        #expect(reply.json["member"]?["name"] == "Samir B.")
        let again = try fixture.redeem(id, 245_000)
        #expect((again.status, again.slug, again.json["members"]?["redemptionId"]) == (409, "scan-already-used", reply.json["id"]))
        #expect(try fixture.shard.published(RedemptionRecorded.self).map(\.savings.amount) == [13_475])
        let stats = try fixture.stats()
        #expect((stats["savingsThisMonth"]?.amount, stats["feeThisMonth"]?.amount, stats["netSavingsThisMonth"]?.amount)
            == (13_475, 30_000, -16_525))
        #expect((stats["month"], stats["visitsThisMonth"], stats["shopsVisited"], stats["shopsTotal"], stats["shopsInNeighborhood"])
            == ("2026-11", 1, 1, 3, JSONValue.null))
    }

    @Test("A campaign's bonus comes on top while it runs; the largest of several counts")
    func campaigns() throws {
        let fixture = try MembershipFixture()
        try fixture.sell(1)
        let now = fixture.shard.now
        try fixture.shard.receive(
            CampaignPublished(campaign: fixture.campaign("small", bonus: 100, from: now - .hours(1), to: now + .days(1))))
        try fixture.shard.receive(
            CampaignPublished(campaign: fixture.campaign("large", bonus: 200, categories: [4], from: now - .hours(1), to: now + .days(1))))
        try fixture.shard.receive(
            CampaignPublished(campaign: fixture.campaign("later", bonus: 500, from: now + .days(2), to: now + .days(3))))
        #expect(try fixture.scan(try fixture.cardText()).json["discountPercent"] == 6.5)
        let visit = try fixture.visit(190_000, as: MembershipFixture.otherVendor, at: 35)
        #expect((visit["savings"]?.amount, visit["amountDue"]?.amount, visit["discountPercent"]) == (17_100, 172_900, 9))
        #expect(visit["explain"] == [["rule": "shop-discount", "percent": 7, "amount": ["amount": 13_300, "currency": "DZD"]],
                                     ["rule": "campaign", "campaignId": "large", "percent": 2,
                                      "amount": ["amount": 3_800, "currency": "DZD"]]])
        try fixture.shard.receive(
            CampaignCancelled(campaign: fixture.campaign("large", bonus: 200, categories: [4], from: now - .hours(1), to: now + .days(1))))
        #expect(try fixture.visit(190_000, as: MembershipFixture.otherVendor, at: 35)["discountPercent"] == 8)
    }

    @Test("Discount and right are those of the scan; a scan is good for ten minutes")
    func frozen() throws {
        let fixture = try MembershipFixture()
        try fixture.sell(1)
        try fixture.moveClock(to: "2026-12-21", "23:55")
        let scan = try fixture.scanID(try fixture.proof())
        try fixture.shard.receive(
            ListingUpdated(listing: fixture.shop(11, category: 2, neighborhood: 2, discount: 800, staff: [MembershipFixture.vendor])))
        try fixture.moveClock(to: "2026-12-22", "00:04")
        #expect(try fixture.status()["status"] == "expired")
        #expect(try fixture.redeem(scan, 100_000).json["savings"]?.amount == 5_500)
        let old = try fixture.scanID(try fixture.cardText())
        try fixture.shard.advance(by: .minutes(10))
        let late = try fixture.activate(old, 1)
        #expect((late.status, late.slug) == (410, "scan-expired"))
    }

    @Test("What no new scan mends is said before a scan is too old")
    func late() throws {
        let fixture = try MembershipFixture()
        try fixture.sell(1)
        let card = try fixture.scanID(try fixture.cardText()), good = try fixture.scanID(try fixture.proof())
        let expired = try fixture.scanID(try fixture.proof(MembershipFixture.ahmed))
        let own = try fixture.scanID(try fixture.proof(MembershipFixture.vendor))
        try fixture.shard.advance(by: .minutes(10))
        #expect(try [card, expired, own, good].map { try fixture.redeem($0, 1000).slug }
            == ["proof-required", "not-active", "own-shop", "scan-expired"])
    }

    @Test("After the membership is taken back, a scan that gave its discount is refused as not active")
    func lostMembership() throws {
        let fixture = try MembershipFixture()
        let scan = try fixture.scanID(try fixture.proof())
        let sale = try fixture.activate(scan, 1)
        let visit = try fixture.redeem(scan, 1000)
        #expect(try fixture.voidVisit(visit.json["id"]).status == 200)
        #expect(try fixture.redeem(scan, 1000).slug == "scan-already-used")
        #expect(try fixture.voidSale(sale.json["id"]).status == 200)
        #expect(try fixture.redeem(scan, 1000).slug == "not-active")
    }

    @Test("A new member buys at once: activating through a moving code lets it redeem")
    func atOnce() throws {
        let fixture = try MembershipFixture()
        let scan = try fixture.scanID(try fixture.proof())
        #expect(try fixture.redeem(scan, 100_000).slug == "not-active")
        let sale = try fixture.activate(scan, 1)
        #expect(try fixture.redeem(scan, 100_000).status == 201)
        #expect(try fixture.voidSale(sale.json["id"]).slug == "subscription-used")
        try fixture.shard.advance(by: .seconds(31))
        let other = try fixture.scanID(try fixture.proof(MembershipFixture.ahmed))
        let undone = try fixture.activate(other, 1)
        #expect(try fixture.voidSale(undone.json["id"]).status == 200)
        #expect(try fixture.redeem(other, 100_000).slug == "not-active")
    }

    @Test("A vendor who was dismissed scans and sells nothing with an old token, and may again once he is a vendor again (12.F30)")
    func dismissed() throws {
        let fixture = try MembershipFixture()
        let card = try fixture.cardText()
        let scan = try fixture.scanID(card)
        try fixture.shard.receive(RolesChanged(userId: MembershipFixture.vendor.userID, roles: ["member"]))
        #expect(try fixture.scan(card).slug == "not-your-shop")
        #expect(try fixture.scan(card, at: 11).slug == "not-your-shop")
        #expect(try fixture.activate(scan, 3).slug == "not-your-shop")
        #expect(try fixture.redeem(scan, 100).slug == "not-your-shop")
        #expect(try fixture.shard.published(MembershipActivated.self).isEmpty)
        try fixture.shard.receive(RolesChanged(userId: MembershipFixture.vendor.userID, roles: ["member", "vendor"]))
        #expect(try fixture.activate(scan, 3).status == 201)
    }

    @Test("Only who works at a shop sells and scans there, and only while it is open")
    func shops() throws {
        let fixture = try MembershipFixture()
        let card = try fixture.cardText()
        #expect(try fixture.scan(card, at: 11, as: MembershipFixture.otherVendor).slug == "not-your-shop")
        #expect(try fixture.scan(card, as: MembershipFixture.otherVendor).failingFields == ["shopId"])
        #expect(try fixture.scan(card, at: 99).status == 404)
        #expect(try fixture.scan(card, as: .user("nobody", roles: ["vendor"])).slug == "not-your-shop")
        let scan = try fixture.scanID(card)
        #expect(try fixture.activate(scan, 1, as: MembershipFixture.otherVendor).status == 404)
        #expect(try fixture.activate("unknown", 1).status == 404)
        try fixture.shard.receive(
            ListingUpdated(listing: fixture.shop(11, category: 2, neighborhood: 2, discount: 550, staff: [MembershipFixture.vendor],
                                                 status: "suspended")))
        #expect(try fixture.scan(card).slug == "shop-inactive")
        try fixture.shard.receive(
            ListingUpdated(listing: fixture.shop(12, category: 2, neighborhood: 2, discount: 550, staff: [MembershipFixture.vendor],
                                                 status: "draft")))
        #expect(try fixture.scan(card, at: 12).slug == "shop-inactive" && fixture.stats()["shopsTotal"] == 2)
        try fixture.shard.receive(
            ListingWithdrawn(listing: fixture.shop(12, category: 2, neighborhood: 2, discount: 550, staff: [], status: "closed")))
        #expect(try fixture.activate(scan, 1).slug == "shop-inactive")
        #expect(try fixture.redeem(scan, 100).slug == "shop-inactive")
        try fixture.shard.receive(
            ListingUpdated(listing: fixture.shop(11, category: 2, neighborhood: 2, discount: 550, staff: [MembershipFixture.otherVendor])))
        #expect(try fixture.scan(card).slug == "not-your-shop")
    }

    @Test("Any whole number in a body may be a shop's; one that no shop has is not found", arguments: [0, -1, 1 << 31, Int.max])
    func numbers(_ number: Int) throws {
        let bodies = Orders.contents.routes.filter { $0.path.hasPrefix("/vendor/") }.compactMap { $0.body?.json["properties"]?["shopId"] }
        #expect(bodies.count == 2 && bodies.allSatisfy { $0 == Schema.integer().json })
        let fixture = try MembershipFixture()
        #expect(try fixture.scan(try fixture.cardText(), at: number).status == 404)
        let upload = UploadVisits(shopId: number, items: [[:]])
        #expect(try fixture.shard.send(upload, as: MembershipFixture.vendor)?.status == 404)
    }

    @Test("A sale is taken back within fifteen minutes: coverage, timers and book are as before")
    func undo() throws {
        let fixture = try MembershipFixture()
        let sale = try fixture.sell(2)
        #expect(try fixture.reminders().count == 3)
        #expect(try fixture.voidSale(sale["id"], as: MembershipFixture.otherVendor).slug == "not-your-shop")
        let undone = try fixture.voidSale(sale["id"])
        #expect((undone.status, undone.json["status"], undone.json["subscription"]?["status"]) == (200, "voided", "cancelled"))
        #expect(try fixture.status()["status"] == "cancelled")
        #expect(try fixture.reminders().isEmpty)
        #expect(try fixture.shard.published(VoidCash.self).map(\.amount.amount) == [60_000])
        #expect(try fixture.shard.published(ActivationVoided.self).map(\.reason) == ["voided"])
        #expect(try fixture.voidSale(sale["id"]).slug == "already-voided")
        #expect(try fixture.stats()["feeThisMonth"]?.amount == 0)
        let other = try fixture.sell(1)
        try fixture.shard.advance(by: .minutes(16))
        #expect(try fixture.voidSale(other["id"]).slug == "void-window-closed")
    }

    @Test("Only the newest period is taken back; an extension keeps the reminders of the whole")
    func latest() throws {
        let fixture = try MembershipFixture()
        let first = try fixture.sell(1)
        let second = try fixture.sell(1)
        #expect(try fixture.history().map { $0["startDate"] } == ["2026-12-22", "2026-11-21"])
        #expect(try fixture.history().map { $0["isCurrent"] } == [false, true])
        #expect(try fixture.voidSale(first["id"]).slug == "not-latest-subscription")
        #expect(try fixture.voidSale(second["id"]).status == 200)
        #expect(try fixture.status()["endDate"] == "2026-12-21")
        #expect(try fixture.reminders().count == 3)
        #expect(try fixture.voidSale(first["id"]).status == 200)
    }

    @Test("A visit is taken back by its shop for fifteen minutes, by an administrator at any time")
    func voidVisit() throws {
        let fixture = try MembershipFixture()
        try fixture.sell(1)
        let first = try fixture.visit(100_000)
        let second = try fixture.visit(100_000)
        #expect(try fixture.voidVisit(first["id"], as: MembershipFixture.otherVendor).slug == "not-your-shop")
        #expect(try fixture.voidVisit(first["id"], as: MembershipFixture.samir).status == 403)
        #expect(try fixture.voidVisit(first["id"]).json["status"] == "voided")
        #expect(try fixture.voidVisit(first["id"]).slug == "already-voided")
        try fixture.shard.advance(by: .minutes(20))
        #expect(try fixture.voidVisit(second["id"]).slug == "void-window-closed")
        #expect(try fixture.voidVisit(second["id"], as: MembershipFixture.admin).status == 200)
        #expect(try fixture.shard.published(RedemptionVoided.self).count == 2)
        #expect(try fixture.stats()["savingsThisMonth"]?.amount == 0)
        let mine = try fixture.shard.ask(RedemptionsOfMember.self, as: MembershipFixture.samir).json
        #expect(mine["summary"] == ["visits": 0, "savings": ["amount": 0, "currency": "DZD"]])
        #expect(mine["meta"]?["total"] == 2)
    }

    @Test("Coverage reaches at most a year ahead; two sales at once follow each other")
    func limit() throws {
        let fixture = try MembershipFixture()
        for _ in 0..<4 { try fixture.sell(3) }
        let reply = try fixture.activate(try fixture.scanID(try fixture.cardText()), 1)
        #expect((reply.status, reply.slug, reply.json["members"]?["maxMonths"]) == (409, "coverage-limit", 0))
        let old = try fixture.scanID(try fixture.cardText())
        try fixture.shard.advance(by: .minutes(10))
        // Scanning again would not help.
        #expect(try fixture.activate(old, 1).slug == "coverage-limit")
        let first = try fixture.scanID(try fixture.cardText(MembershipFixture.ahmed))
        let second = try fixture.scanID(try fixture.cardText(MembershipFixture.ahmed), at: 1, as: MembershipFixture.otherVendor)
        #expect(try fixture.activate(first, 1).json["subscription"]?["endDate"] == "2026-12-21")
        #expect(try fixture.activate(second, 1, as: MembershipFixture.otherVendor).json["subscription"]?["startDate"] == "2026-12-22")
    }

    @Test("A shop's lists and sums leave out what was taken back")
    func lists() throws {
        let fixture = try MembershipFixture()
        try fixture.sell(1)
        let undone = try fixture.sell(2, to: MembershipFixture.ahmed)
        _ = try fixture.voidSale(undone["id"])
        _ = try fixture.visit(100_000)
        let sales = try fixture.shard.ask(ActivationsOfShop.self, ["shopId": 11, "from": "2026-11-21", "to": "2026-11-21"],
                                          as: MembershipFixture.vendor).json
        #expect(sales["summary"] == ["count": 1, "total": ["amount": 30_000, "currency": "DZD"]])
        #expect(sales["data"]?.array?.map { $0["status"] } == ["voided", "completed"])
        #expect(try fixture.shard.ask(ActivationsOfShop.self, ["shopId": 11, "from": "2026-11-22"], as: MembershipFixture.vendor)
            .json["meta"]?["total"] == 0)
        #expect(try fixture.shard.ask(ActivationsOfShop.self, ["shopId": 11], as: MembershipFixture.otherVendor).slug == "not-your-shop")
        let visits = try fixture.shard.ask(RedemptionsOfShop.self, ["shopId": 11], as: MembershipFixture.vendor).json
        #expect(visits["summary"]?["count"] == 1)
    }
}
