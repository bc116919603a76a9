import Contracts
import Foundation
import Kernel
import Messaging
import OrdersMembership
import TestKit
import Testing

@Suite("At the counter")
struct CounterTests {
    @Test("Cash for two months: the member is covered at once, the scan serves one sale")
    func sale() throws {
        let town = try CardTown()
        let scan = try town.scan(try town.cardText()).json
        #expect((scan["kind"], scan["subscription"]?["status"], scan["allowed"], scan["shopId"]) == ("card", "none", ["activate"], 11))
        #expect(scan["member"] == ["name": "Samir B.", "membershipId": "PEEZ-20261121-00003", "memberSince": "2026-11-21"])
        #expect((scan["discountPercent"], scan["maxMonths"], scan["expiresAt"]) == (5.5, 3, "2026-11-21T07:10:00Z"))
        let id = try #require(scan["scanId"]?.string)
        #expect(try town.activate(id, 4).failingFields == ["months"])
        let reply = try town.activate(id, 2)
        #expect(reply.status == 201)
        #expect(reply.json["amount"] == ["amount": 60_000, "currency": "DZD"])
        #expect((reply.json["cashStatus"], reply.json["voidableUntil"], reply.json["status"]) == ("recording", "2026-11-21T07:15:00Z", "completed"))
        let again = try town.activate(id, 2)
        #expect((again.status, again.slug) == (409, "scan-already-used"))
        #expect(again.json["members"]?["activationId"] == reply.json["id"])
        #expect(try town.shard.published(RecordCash.self).map(\.amount.amount) == [60_000])
        let told = try #require(try town.shard.published(MembershipActivated.self).last)
        #expect((told.source, told.months, told.startDate.description, told.endDate.description) == ("vendor", 2, "2026-11-21", "2027-01-21"))
        let status = try town.status()
        #expect((status["status"], status["hasActiveSubscription"], status["endDate"], status["endsAt"]) == ("active", true, "2027-01-21", "2027-01-21T23:00:00Z"))
        #expect((status["daysTotal"], status["daysRemaining"], status["progressPercent"], status["expiresSoon"]) == (61, 61, 100, false))
        let period = try #require(status["current"])
        #expect((period["id"], period["isCurrent"], period["durationMonths"], period["source"]) == (1, true, 2, "vendor"))
        #expect((period["price"]?.amount, period["pricePerMonth"]?.amount, period["shop"]) == (60_000, 30_000, ["id": 11, "name": "Commerce 11"]))
    }

    @Test("Nobody without a row has a status, too: none, with nulls and zeros")
    func none() throws {
        let status = try CardTown().status()
        #expect(status == ["status": "none", "hasActiveSubscription": false, "startDate": JSONValue.null, "endDate": JSONValue.null, "endsAt": JSONValue.null, "daysTotal": 0, "daysRemaining": 0,
                           "progressPercent": 0, "expiresSoon": false, "maxMonths": 3, "current": JSONValue.null])
    }

    @Test("A discount needs the moving code; one scan gives it once")
    func visit() throws {
        let town = try CardTown()
        try town.sell(2)
        let byCard = try town.redeem(try town.scanID(try town.cardText()), 245_000)
        #expect((byCard.status, byCard.slug) == (409, "proof-required"))
        let scan = try town.scan(try town.proof()).json
        #expect(scan["allowed"] == ["activate", "redeem"])
        let id = try #require(scan["scanId"]?.string)
        #expect(try town.redeem(id, 0).failingFields == ["purchaseAmount.amount"])
        #expect(try town.redeem(id, 100_000_001).failingFields == ["purchaseAmount.amount"])
        #expect(try town.redeem(id, 100, currency: .eur).failingFields == ["purchaseAmount.currency"])
        let reply = try town.redeem(id, 245_000)
        #expect(reply.status == 201)
        #expect((reply.json["savings"]?.amount, reply.json["amountDue"]?.amount, reply.json["discountPercent"]) == (13_475, 231_525, 5.5))
        #expect(reply.json["explain"] == [["rule": "shop-discount", "percent": 5.5, "amount": ["amount": 13_475, "currency": "DZD"]]])
        #expect(reply.json["member"]?["name"] == "Samir B.")
        let again = try town.redeem(id, 245_000)
        #expect((again.status, again.slug, again.json["members"]?["redemptionId"]) == (409, "scan-already-used", reply.json["id"]))
        #expect(try town.shard.published(RedemptionRecorded.self).map(\.savings.amount) == [13_475])
        let stats = try town.stats()
        #expect((stats["savingsThisMonth"]?.amount, stats["feeThisMonth"]?.amount, stats["netSavingsThisMonth"]?.amount) == (13_475, 30_000, -16_525))
        #expect((stats["month"], stats["visitsThisMonth"], stats["shopsVisited"], stats["shopsTotal"], stats["shopsInNeighborhood"]) == ("2026-11", 1, 1, 3, JSONValue.null))
    }

    @Test("A campaign's bonus comes on top while it runs; the largest of several counts")
    func campaigns() throws {
        let town = try CardTown()
        try town.sell(1)
        let now = town.shard.now
        try town.shard.receive(CampaignPublished(campaign: town.campaign("small", bonus: 100, from: now - .hours(1), to: now + .days(1))))
        try town.shard.receive(CampaignPublished(campaign: town.campaign("large", bonus: 200, categories: [4], from: now - .hours(1), to: now + .days(1))))
        try town.shard.receive(CampaignPublished(campaign: town.campaign("later", bonus: 500, from: now + .days(2), to: now + .days(3))))
        #expect(try town.scan(try town.cardText()).json["discountPercent"] == 6.5)
        let visit = try town.visit(190_000, as: CardTown.otherVendor, at: 35)
        #expect((visit["savings"]?.amount, visit["amountDue"]?.amount, visit["discountPercent"]) == (17_100, 172_900, 9))
        #expect(visit["explain"] == [["rule": "shop-discount", "percent": 7, "amount": ["amount": 13_300, "currency": "DZD"]],
                                     ["rule": "campaign", "campaignId": "large", "percent": 2, "amount": ["amount": 3_800, "currency": "DZD"]]])
        try town.shard.receive(CampaignCancelled(campaign: town.campaign("large", bonus: 200, categories: [4], from: now - .hours(1), to: now + .days(1))))
        #expect(try town.visit(190_000, as: CardTown.otherVendor, at: 35)["discountPercent"] == 8)
    }

    @Test("Discount and right are those of the scan; a scan is good for ten minutes")
    func frozen() throws {
        let town = try CardTown()
        try town.sell(1)
        try town.moveClock(to: "2026-12-21", "23:55")
        let scan = try town.scanID(try town.proof())
        try town.shard.receive(ListingUpdated(listing: town.shop(11, category: 2, neighborhood: 2, discount: 800, staff: [CardTown.vendor])))
        try town.moveClock(to: "2026-12-22", "00:04")
        #expect(try town.status()["status"] == "expired")
        #expect(try town.redeem(scan, 100_000).json["savings"]?.amount == 5_500)
        let old = try town.scanID(try town.cardText())
        try town.shard.advance(by: .minutes(10))
        let late = try town.activate(old, 1)
        #expect((late.status, late.slug) == (410, "scan-expired"))
    }

    @Test("A new member buys at once: activating through a moving code lets it redeem")
    func atOnce() throws {
        let town = try CardTown()
        let scan = try town.scanID(try town.proof())
        #expect(try town.redeem(scan, 100_000).slug == "not-active")
        let sale = try town.activate(scan, 1)
        #expect(try town.redeem(scan, 100_000).status == 201)
        #expect(try town.voidSale(sale.json["id"]).slug == "subscription-used")
        try town.shard.advance(by: .seconds(31))
        let other = try town.scanID(try town.proof(CardTown.ahmed))
        let undone = try town.activate(other, 1)
        #expect(try town.voidSale(undone.json["id"]).status == 200)
        #expect(try town.redeem(other, 100_000).slug == "not-active")
    }

    @Test("A vendor who was dismissed scans and sells nothing with an old token, and may again once he is a vendor again (12.F30)")
    func dismissed() throws {
        let town = try CardTown()
        let card = try town.cardText()
        let scan = try town.scanID(card)
        try town.shard.receive(RolesChanged(userId: CardTown.vendor.userID, roles: ["member"]))
        #expect(try town.scan(card).slug == "not-your-shop")
        #expect(try town.scan(card, at: 11).slug == "not-your-shop")
        #expect(try town.activate(scan, 3).slug == "not-your-shop")
        #expect(try town.redeem(scan, 100).slug == "not-your-shop")
        #expect(try town.shard.published(MembershipActivated.self).isEmpty)
        try town.shard.receive(RolesChanged(userId: CardTown.vendor.userID, roles: ["member", "vendor"]))
        #expect(try town.activate(scan, 3).status == 201)
    }

    @Test("Only who works at a shop sells and scans there, and only while it is open")
    func shops() throws {
        let town = try CardTown()
        let card = try town.cardText()
        #expect(try town.scan(card, at: 11, as: CardTown.otherVendor).slug == "not-your-shop")
        #expect(try town.scan(card, as: CardTown.otherVendor).failingFields == ["shopId"])
        #expect(try town.scan(card, at: 99).status == 404)
        #expect(try town.scan(card, as: .user("nobody", roles: ["vendor"])).slug == "not-your-shop")
        let scan = try town.scanID(card)
        #expect(try town.activate(scan, 1, as: CardTown.otherVendor).status == 404)
        #expect(try town.activate("unknown", 1).status == 404)
        try town.shard.receive(ListingUpdated(listing: town.shop(11, category: 2, neighborhood: 2, discount: 550, staff: [CardTown.vendor], status: "suspended")))
        #expect(try town.scan(card).slug == "shop-inactive")
        #expect(try town.activate(scan, 1).slug == "shop-inactive")
        #expect(try town.redeem(scan, 100).slug == "shop-inactive")
        try town.shard.receive(ListingUpdated(listing: town.shop(11, category: 2, neighborhood: 2, discount: 550, staff: [CardTown.otherVendor])))
        #expect(try town.scan(card).slug == "not-your-shop")
    }

    @Test("A vendor may sell his own card months, but gives himself no discount")
    func ownCard() throws {
        let town = try CardTown()
        let scan = try town.scanID(try town.proof(CardTown.vendor))
        #expect(try town.activate(scan, 1).status == 201)
        let reply = try town.redeem(scan, 1000)
        #expect((reply.status, reply.slug) == (403, "own-shop"))
    }

    @Test("A sale is taken back within fifteen minutes: coverage, timers and book are as before")
    func undo() throws {
        let town = try CardTown()
        let sale = try town.sell(2)
        #expect(try town.reminders().count == 3)
        #expect(try town.voidSale(sale["id"], as: CardTown.otherVendor).slug == "not-your-shop")
        let undone = try town.voidSale(sale["id"])
        #expect((undone.status, undone.json["status"], undone.json["subscription"]?["status"]) == (200, "voided", "cancelled"))
        #expect(try town.status()["status"] == "cancelled")
        #expect(try town.reminders().isEmpty)
        #expect(try town.shard.published(VoidCash.self).map(\.amount.amount) == [60_000])
        #expect(try town.shard.published(ActivationVoided.self).map(\.reason) == ["voided"])
        #expect(try town.voidSale(sale["id"]).slug == "already-voided")
        #expect(try town.stats()["feeThisMonth"]?.amount == 0)
        let other = try town.sell(1)
        try town.shard.advance(by: .minutes(16))
        #expect(try town.voidSale(other["id"]).slug == "void-window-closed")
    }

    @Test("Only the newest period is taken back; an extension keeps the reminders of the whole")
    func latest() throws {
        let town = try CardTown()
        let first = try town.sell(1)
        let second = try town.sell(1)
        #expect(try town.history().map { $0["startDate"] } == ["2026-12-22", "2026-11-21"])
        #expect(try town.history().map { $0["isCurrent"] } == [false, true])
        #expect(try town.voidSale(first["id"]).slug == "not-latest-subscription")
        #expect(try town.voidSale(second["id"]).status == 200)
        #expect(try town.status()["endDate"] == "2026-12-21")
        #expect(try town.reminders().count == 3)
        #expect(try town.voidSale(first["id"]).status == 200)
    }

    @Test("A visit is taken back by its shop for fifteen minutes, by an administrator at any time")
    func voidVisit() throws {
        let town = try CardTown()
        try town.sell(1)
        let first = try town.visit(100_000)
        let second = try town.visit(100_000)
        #expect(try town.voidVisit(first["id"], as: CardTown.otherVendor).slug == "not-your-shop")
        #expect(try town.voidVisit(first["id"], as: CardTown.samir).status == 403)
        #expect(try town.voidVisit(first["id"]).json["status"] == "voided")
        #expect(try town.voidVisit(first["id"]).slug == "already-voided")
        try town.shard.advance(by: .minutes(20))
        #expect(try town.voidVisit(second["id"]).slug == "void-window-closed")
        #expect(try town.voidVisit(second["id"], as: CardTown.admin).status == 200)
        #expect(try town.shard.published(RedemptionVoided.self).count == 2)
        #expect(try town.stats()["savingsThisMonth"]?.amount == 0)
        let mine = try town.shard.ask(RedemptionsOfMember.self, as: CardTown.samir).json
        #expect(mine["summary"] == ["visits": 0, "savings": ["amount": 0, "currency": "DZD"]])
        #expect(mine["meta"]?["total"] == 2)
    }

    @Test("Coverage reaches at most a year ahead; two sales at once follow each other")
    func limit() throws {
        let town = try CardTown()
        for _ in 0..<4 { try town.sell(3) }
        let reply = try town.activate(try town.scanID(try town.cardText()), 1)
        #expect((reply.status, reply.slug, reply.json["members"]?["maxMonths"]) == (409, "coverage-limit", 0))
        let first = try town.scanID(try town.cardText(CardTown.ahmed))
        let second = try town.scanID(try town.cardText(CardTown.ahmed), at: 1, as: CardTown.otherVendor)
        #expect(try town.activate(first, 1).json["subscription"]?["endDate"] == "2026-12-21")
        #expect(try town.activate(second, 1, as: CardTown.otherVendor).json["subscription"]?["startDate"] == "2026-12-22")
    }

    @Test("A shop's lists and sums leave out what was taken back")
    func lists() throws {
        let town = try CardTown()
        try town.sell(1)
        let undone = try town.sell(2, to: CardTown.ahmed)
        _ = try town.voidSale(undone["id"])
        _ = try town.visit(100_000)
        let sales = try town.shard.ask(ActivationsOfShop.self, ["shopId": 11, "from": "2026-11-21", "to": "2026-11-21"], as: CardTown.vendor).json
        #expect(sales["summary"] == ["count": 1, "total": ["amount": 30_000, "currency": "DZD"]])
        #expect(sales["data"]?.array?.map { $0["status"] } == ["voided", "completed"])
        #expect(try town.shard.ask(ActivationsOfShop.self, ["shopId": 11, "from": "2026-11-22"], as: CardTown.vendor).json["meta"]?["total"] == 0)
        #expect(try town.shard.ask(ActivationsOfShop.self, ["shopId": 11], as: CardTown.otherVendor).slug == "not-your-shop")
        let visits = try town.shard.ask(RedemptionsOfShop.self, ["shopId": 11], as: CardTown.vendor).json
        #expect(visits["summary"]?["count"] == 1)
    }
}
