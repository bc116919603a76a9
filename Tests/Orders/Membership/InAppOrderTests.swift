import Contracts
import Foundation
import Kernel
import Messaging
import OrdersMembership
import TestKit
import Testing

@Suite("Membership ordered in the app")
struct InAppOrderTests {
    private func place(_ fixture: MembershipFixture, _ months: Int = 1) throws -> Reply {
        try #require(try fixture.shard.send(OrderMembership(months: months), as: MembershipFixture.samir))
    }
    private func order(_ reply: Reply) throws -> (id: OrderID, payment: PaymentID) {
        let order = try #require(reply.json["order"])
        return (OrderID(try #require(order["id"]?.string)), PaymentID(try #require(order["payment"]?["id"]?.string)))
    }
    private func status(_ fixture: MembershipFixture, _ id: OrderID) throws -> JSONValue {
        try fixture.shard.ask(MembershipOrderDetails.self, ["orderId": .string(id.rawValue)], as: MembershipFixture.samir).json
    }
    private func pay(_ fixture: MembershipFixture, _ order: (id: OrderID, payment: PaymentID), _ amount: Int = 30_000,
                     payment: PaymentID? = nil) throws {
        try fixture.shard.receive(PaymentSucceeded(paymentId: payment ?? order.payment, orderId: order.id, userId: "samir", amount: amount,
                                                   currency: .dzd, attempt: 1))
    }

    @Test("A paid order covers from then on")
    func paid() throws {
        let fixture = try MembershipFixture()
        let reply = try place(fixture)
        #expect((reply.status, reply.json["order"]?["status"], reply.json["order"]?["amount"]?.amount) == (201, "awaiting_payment", 30_000))
        #expect(reply.location?.hasPrefix("/orders/") == true)
        let made = try order(reply)
        let intent = try #require(try fixture.shard.published(CreateIntent.self).first)
        #expect((intent.paymentId, intent.amount, intent.organizerId) == (made.payment, 30_000, nil))
        let second = try place(fixture)
        #expect((second.status, second.slug, second.json["members"]?["orderId"]?.string) == (409, "order-open", made.id.rawValue))
        try fixture.shard.receive(PaymentFailed(paymentId: made.payment, orderId: made.id, userId: "samir", amount: 30_000, currency: .dzd,
                                                attempt: 1, failureCode: "card_declined"))
        #expect(try status(fixture, made.id)["status"] == "awaiting_payment")
        try fixture.sell(1)
        try pay(fixture, made)
        let done = try status(fixture, made.id)
        #expect((done["status"], done["subscriptionId"]) == ("completed", 2))
        #expect(try fixture.history().map { $0["source"] } == ["in_app", "vendor"])
        #expect(try fixture.history().first?["startDate"] == "2026-12-22")
        #expect(try fixture.shard.published(OrderCompleted.self).map(\.months) == [1])
        try pay(fixture, made)
        #expect(try fixture.history().count == 2)
        #expect(try fixture.shard.published(RefundPayment.self).isEmpty)
        #expect(try fixture.shard.timers().filter { $0.hasPrefix("answer:") }.isEmpty)
    }

    @Test("After fifteen minutes the order expires; money that comes later still buys")
    func late() throws {
        let fixture = try MembershipFixture()
        let made = try order(try place(fixture))
        try fixture.shard.advance(by: .minutes(15))
        #expect(try status(fixture, made.id)["status"] == "expired")
        #expect(try fixture.shard.published(CancelIntent.self).map(\.paymentId) == [made.payment])
        #expect(try fixture.shard.published(OrderExpired.self).count == 1)
        try pay(fixture, made)
        #expect(try status(fixture, made.id)["status"] == "completed")
        #expect(try place(fixture).status == 201)
    }

    @Test("Money for a cancelled order, of a foreign payment, of another amount, or above the longest coverage goes back in full")
    func goesBack() throws {
        let fixture = try MembershipFixture()
        let first = try order(try place(fixture))
        #expect(try fixture.shard.send(CancelMembershipOrder(orderId: first.id), as: MembershipFixture.ahmed)?.status == 404)
        #expect(try fixture.shard.send(CancelMembershipOrder(orderId: first.id), as: MembershipFixture.samir)?.json["status"]
            == "cancelled")
        #expect(try fixture.shard.send(CancelMembershipOrder(orderId: first.id), as: MembershipFixture.samir)?.slug == "invalid-transition")
        try pay(fixture, first)
        let second = try order(try place(fixture))
        try pay(fixture, second, 29_999)
        try pay(fixture, second, payment: "foreign")
        for _ in 0..<4 { try fixture.sell(3) }
        try pay(fixture, second)
        #expect(try fixture.shard.published(RefundPayment.self).map(\.amount) == [30_000, 29_999, 30_000, 30_000])
        #expect(try status(fixture, second.id)["status"] == "cancelled")
        #expect(try fixture.history().allSatisfy { $0["source"] == "vendor" })
        let refund = try #require(try fixture.shard.published(RefundPayment.self).last)
        try fixture.shard.receive(RefundSucceeded(refundId: refund.refundId, paymentId: refund.paymentId, orderId: refund.orderId,
                                                  amount: refund.amount, currency: refund.currency))
        try fixture.shard.receive(RefundFailed(refundId: refund.refundId, paymentId: refund.paymentId, orderId: refund.orderId,
                                            amount: refund.amount, currency: refund.currency, failureCode: "x"))
        #expect(try fixture.shard.deadLetters().isEmpty)
    }

    private func refund(_ fixture: MembershipFixture, _ order: (id: OrderID, payment: PaymentID), _ amount: Int, total: Int? = nil) throws {
        let id = RefundID("r-\(amount)")
        try fixture.shard.receive(KeepRefundReason(refundId: id, orderId: order.id, reason: "Deux fois payé"))
        try fixture.shard.receive(RefundSucceeded(refundId: id, paymentId: order.payment, orderId: order.id, amount: amount, currency: .dzd,
                                                  refundedTotal: total ?? amount))
    }

    @Test("A full refund takes the months back at once and the order is refunded; a part of the money changes nothing (12.F31)")
    func refunded() throws {
        let fixture = try MembershipFixture()
        let made = try order(try place(fixture))
        try pay(fixture, made)
        #expect(try fixture.status()["status"] == "active")
        let proof = try fixture.scanID(try fixture.proof())
        try refund(fixture, made, 10_000)
        #expect(try status(fixture, made.id)["status"] == "completed")
        try refund(fixture, made, 20_000, total: 30_000)
        let done = try status(fixture, made.id)
        #expect((done["status"], done["subscriptionId"]) == ("refunded", 1))
        let standing = try fixture.status()
        #expect((standing["status"], standing["hasActiveSubscription"], standing["endDate"], standing["endsAt"])
            == ("cancelled", false, .null, .null))
        #expect(try fixture.card()["subscription"]?["endDate"] == .null)
        #expect(try fixture.history().map { $0["status"] } == ["cancelled"])
        #expect(try fixture.redeem(proof, 100_000).slug == "not-active")
        #expect(try fixture.reminders().isEmpty)
        // The typed text stays with the order; events carry codes (review).
        #expect(try fixture.shard.published(MembershipCancelled.self).map(\.reason) == ["refunded"])
        #expect(try fixture.shard.columns(holding: "deux fois").filter { $0.hasPrefix("souk_outbox") } == [])
        let told = try #require(try fixture.shard.published(OrderRefunded.self).first)
        #expect((told.userId, told.months, told.amount.amount, told.subscriptionId) == ("samir", 1, 30_000, 1))
        #expect(try place(fixture).status == 201)
    }

    @Test("""
        A reason that comes after its refund is kept with the order and the months that it ended; for a part of the money nothing is kept \
        (12.F3)
        """)
    func lateReason() throws {
        let fixture = try MembershipFixture()
        let made = try order(try place(fixture))
        try pay(fixture, made)
        func succeed(_ id: RefundID, _ amount: Int, total: Int) throws {
            try fixture.shard.receive(RefundSucceeded(refundId: id, paymentId: made.payment, orderId: made.id, amount: amount,
                                                      currency: .dzd, refundedTotal: total))
        }
        func known(_ text: String) throws -> [String] { try fixture.shard.columns(holding: text) }
        try succeed("r-1", 10_000, total: 10_000)
        try succeed("r-2", 20_000, total: 30_000)
        try fixture.shard.receive(KeepRefundReason(refundId: "r-1", orderId: made.id, reason: "Une partie"))
        #expect(try known("une partie") == [])
        try fixture.shard.receive(KeepRefundReason(refundId: "r-2", orderId: made.id, reason: "Deux fois payé"))
        #expect(try known("deux fois") == ["membership_order.reason", "subscription.cancel_reason"])
        #expect(try known("r-1").allSatisfy { !$0.hasPrefix("refund_reason") }
            && known("r-2").allSatisfy { !$0.hasPrefix("refund_reason") })
        try fixture.shard.receive(UserErased(userId: "samir"))
        #expect(try known("deux fois") == [])
    }

    @Test("What an administrator typed at a refund goes with the account (12, review)")
    func refundedAndErased() throws {
        let fixture = try MembershipFixture()
        let made = try order(try place(fixture))
        try pay(fixture, made)
        try refund(fixture, made, 30_000)
        func known() throws -> [String] { try fixture.shard.columns(holding: "deux fois").filter { $0 != "souk_outbox.value" } }
        #expect(try known().contains("membership_order.reason"))
        try fixture.shard.receive(UserErased(userId: "samir"))
        #expect(try known() == [])
    }

    @Test("What is paid for behind the refunded months moves up: coverage goes on without a gap (12.F31)")
    func othersMoveUp() throws {
        let fixture = try MembershipFixture()
        let made = try order(try place(fixture))
        try pay(fixture, made)
        try fixture.sell(2)
        #expect(try fixture.history().first?["startDate"] == "2026-12-22")
        try refund(fixture, made, 30_000)
        let standing = try fixture.status()
        #expect((standing["status"], standing["startDate"], standing["endDate"]) == ("active", "2026-11-21", "2027-01-21"))
        #expect(try fixture.history().map { $0["isCurrent"] } == [true, false])
        try fixture.moveClock(to: "2027-01-22", "00:10")
        #expect(try fixture.shard.published(MembershipExpired.self).map(\.subscriptionId) == [2])
    }

    @Test("Months that are over were had: their refund makes the order refunded and ends nothing (12.F31)")
    func refundedLate() throws {
        let fixture = try MembershipFixture()
        let made = try order(try place(fixture))
        try pay(fixture, made)
        try fixture.moveClock(to: "2026-12-25", "12:00")
        try fixture.sell(1)
        try refund(fixture, made, 30_000)
        #expect(try status(fixture, made.id)["status"] == "refunded")
        #expect(try fixture.history().map { $0["status"] } == ["active", "expired"])
    }

    @Test("Where the app does not sell, interest is noted once")
    func notOffered() throws {
        let terms: JSONValue = ["issuer": "peez", "plans": [["months": 1, "price": 30_000]]]
        let fixture = try MembershipFixture(MembershipFixture.definition(terms))
        #expect(try place(fixture).slug == "feature-disabled")
        #expect(try place(fixture, 2).failingFields == ["months"])
        #expect(try fixture.shard.send(NoteInterest(), as: MembershipFixture.samir)?.status == 204)
        #expect(try fixture.shard.send(NoteInterest(), as: MembershipFixture.samir)?.status == 204)
        #expect(try fixture.shard.published(InAppPaymentWanted.self).map(\.userId) == ["samir"])
    }
}

@Suite("Another town, another card")
struct SecondTenantTests {
    /// Nothing but data: other prices, plans, currency, zone, card and periods of grace.
    static let terms: JSONValue = [
        "issuer": "quartier", "proofPrefix": "QUARTIER7",
        "plans": [["months": 1, "price": 500], ["months": 6, "price": 2400], ["months": 12, "price": 3600]],
        "coverageMonthsMax": 18, "voidMinutes": 60, "reminderDays": [14], "reminderTime": "08:30", "scanMinutes": 5,
    ]

    @Test("A second membership app is a tenant file: its prices, plans, card and clock are its own")
    func secondTenant() throws {
        let definition = MembershipFixture.definition(Self.terms, tenant: "brussels", currency: .eur, timezone: "Europe/Brussels")
        #expect(MembershipSettings.problems(in: definition.settings["orders"] ?? JSONValue.null).isEmpty)
        let fixture = try MembershipFixture(definition)
        let plans = try fixture.shard.ask(Plans.self).json["data"]?.array ?? []
        #expect(plans.map { $0["price"]?.amount } == [500, 2400, 3600])
        #expect(plans.map { $0["savingPercent"] } == [0, 20, 40])
        #expect(plans.first?["price"]?["currency"] == "EUR")
        let sale = try fixture.sell(12)
        #expect((sale["amount"]?.amount, sale["subscription"]?["endDate"], sale["voidableUntil"])
            == (3600, "2027-11-21", "2026-11-21T08:00:00Z"))
        #expect(try fixture.shard.timers().filter { $0.hasPrefix("membership-reminder") }.count == 1)
        let proof = try fixture.proof()
        #expect(proof.hasPrefix("QUARTIER7:"))
        #expect(try fixture.redeem(try fixture.scanID(proof), 1000, currency: .eur).json["savings"]?.amount == 55)
        #expect(try fixture.scan("hello").json["reason"] == "not-a-quartier-code")
        #expect(try fixture.stats()["feeThisMonth"]?.amount == 500)
    }

    @Test("Plans beyond what a membership may cover are named, not a crash")
    func tooLongPlans() {
        let settings: JSONValue = ["membership": ["issuer": "peez", "plans": [["months": 200, "price": 500]], "coverageMonthsMax": 120]]
        #expect(MembershipSettings.problems(in: settings).map(\.path).sorted() == ["membership.coverageMonthsMax", "membership.plans"])
    }

    @Test("A card of one app is a forgery in another")
    func foreignCard() throws {
        let oran = try MembershipFixture()
        let brussels =
            try MembershipFixture(MembershipFixture.definition(Self.terms, tenant: "brussels", currency: .eur, timezone: "Europe/Brussels"))
        #expect(try brussels.scan(try oran.cardText()).json["reason"] == "bad-signature")
        #expect(try brussels.scan(try oran.proof()).json["reason"] == "not-a-quartier-code")
        let sameWords = try MembershipFixture(MembershipFixture.definition(tenant: "copy"))
        #expect(try sameWords.scan(try oran.cardText()).json["reason"] == "bad-signature")
        #expect(try sameWords.scan(try oran.proof()).json["reason"] == "bad-proof")
    }
}
