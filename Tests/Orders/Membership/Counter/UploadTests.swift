import Contracts
import Foundation
import Kernel
import Messaging
import OrdersMembership
import TestKit
import Testing

@Suite("Visits told afterwards")
struct UploadTests {
    private func item(_ nonce: String, _ payload: String, at time: Timestamp, _ amount: Int = 100_000,
                      currency: String = "DZD") -> JSONValue {
        ["nonce": .string(nonce), "payload": .string(payload), "scannedAt": .string(time.description),
         "purchaseAmount": ["amount": .int(amount), "currency": .string(currency)]]
    }
    private func upload(_ fixture: MembershipFixture, _ items: [JSONValue], as vendor: Principal = MembershipFixture.vendor) throws -> [
        JSONValue] {
        let reply = try #require(try fixture.shard.send(UploadVisits(shopId: 11, items: items), as: vendor))
        #expect(reply.status == 200, "\(reply.json)")
        return reply.json["results"]?.array ?? []
    }

    @Test("A stale, a doubled and a good code are told apart; the same upload again changes nothing")
    func reconciled() throws {
        let fixture = try MembershipFixture()
        try fixture.sell(1)
        let (proof, shownAt) = (try fixture.proof(), fixture.shard.now)
        try fixture.shard.advance(by: .minutes(5))
        let (other, otherAt) = (try fixture.proof(), fixture.shard.now)
        try fixture.shard.advance(by: .hours(3))
        let items = [item("stale", proof, at: shownAt + .minutes(2)), item("good", proof, at: shownAt),
                     item("doubled", proof, at: shownAt + .seconds(1)),
                     item("second", other, at: otherAt, 1), item("card", try fixture.cardText(), at: otherAt),
                     item("old", proof, at: shownAt - .hours(22)),
                     item("ahead", proof, at: fixture.shard.now + .seconds(61)), item("money", proof, at: shownAt, 100, currency: "EUR"),
                     "nonsense"]
        let first = try upload(fixture, items)
        #expect(first.map { $0["reason"] } == ["proof-expired", JSONValue.null, "proof-already-used", JSONValue.null, "proof-required",
                                               "bad-time", "bad-time", "invalid-item", "invalid-item"])
        #expect(first.map { $0["result"]?.string ?? "" } == ["refused", "recorded", "refused", "recorded", "refused", "refused", "refused",
                                                             "refused", "refused"])
        let before = try fixture.stats()
        let again = try upload(fixture, Array(items.prefix(5)))
        #expect(again.allSatisfy { $0["result"] == "duplicate" })
        let bad = try upload(fixture, [items[7], item("", proof, at: shownAt), item("", proof, at: shownAt)])
        #expect(bad.map { $0["result"] } == ["duplicate", "refused", "refused"], "A nonce that is none marks nothing.")
        #expect(bad.allSatisfy { $0["reason"] == "invalid-item" })
        #expect(again.map { $0["redemptionId"] } == first.prefix(5).map { $0["redemptionId"] })
        #expect(try fixture.stats() == before)
        #expect(try fixture.shard.published(RedemptionRecorded.self).map(\.offline) == [true, true])
        let visits = try fixture.shard.ask(RedemptionsOfMember.self, as: MembershipFixture.samir).json
        #expect(visits["data"]?.array?.last?["recordedAt"] == "2026-11-21T07:00:00Z")
    }

    @Test("Coverage is that of the day of the visit; a code used online is used")
    func coverageThen() throws {
        let fixture = try MembershipFixture()
        let early = (proof: try fixture.proof(), at: fixture.shard.now)
        try fixture.shard.advance(by: .hours(20))
        try fixture.sell(1)
        let used = (proof: try fixture.proof(), at: fixture.shard.now)
        #expect(try fixture.scan(used.proof).json["result"] == "valid")
        let results = try upload(fixture, [item("1", early.proof, at: early.at), item("2", used.proof, at: used.at)])
        #expect(results.map { $0["reason"] } == ["not-active-then", "proof-already-used"])
    }

    @Test("A scan and an order end at the second that their answers name; a visit of a day ago is taken to the second")
    func wholeSeconds() throws {
        let start = try #require(Timestamp("2026-11-21T07:00:00Z"))
        let fixture = try MembershipFixture(now: start + .milliseconds(700))
        try fixture.sell(1)
        let proof = try fixture.proof()
        let scan = try fixture.scan(try fixture.cardText()).json
        let order = try #require(try fixture.shard.send(OrderMembership(months: 1), as: MembershipFixture.samir)).json["order"]
        #expect((scan["expiresAt"], order?["expiresAt"]) == ("2026-11-21T07:10:00Z", "2026-11-21T07:15:00Z"))
        try fixture.shard.advance(by: .minutes(10) - .milliseconds(700))
        #expect(try fixture.activate(try #require(scan["scanId"]?.string), 1).slug == "scan-expired")
        try fixture.shard.advance(by: .minutes(5))
        #expect(try fixture.shard.published(OrderExpired.self).count == 1)
        fixture.shard.now = start + .hours(24) + .milliseconds(999)
        let results = try upload(fixture, [item("older", proof, at: start - .seconds(1)), item("a day", proof, at: start)])
        #expect(results.map { $0["reason"] } == ["bad-time", JSONValue.null])
    }

    @Test("A campaign of then counts, the shop's own discount is that of now; nobody uploads a visit to himself")
    func discounts() throws {
        let fixture = try MembershipFixture()
        let now = fixture.shard.now
        try fixture.sell(1)
        try fixture.sell(1, to: MembershipFixture.vendor, as: MembershipFixture.otherVendor, at: 1)
        try fixture.shard.receive(
            CampaignPublished(campaign: fixture.campaign("c", bonus: 100, from: now - .hours(1), to: now + .minutes(10))))
        let (proof, own) = (try fixture.proof(), try fixture.proof(MembershipFixture.vendor))
        try fixture.shard.advance(by: .hours(1))
        let results = try upload(fixture, [item("1", proof, at: now), item("2", own, at: now)])
        #expect(results.map { $0["reason"] } == [JSONValue.null, "own-shop"])
        #expect(try fixture.stats()["savingsTotal"]?.amount == 6_500)
    }
}
