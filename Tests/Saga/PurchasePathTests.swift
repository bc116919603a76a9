import Contracts
import Kernel
import Messaging
import OrdersTicketSales
import PaymentsRefunds
import PaymentsService
import ServiceKit
import Testing
import TestKit

/// Every way in which a purchase can go, one by one. After each, seats, money and tickets agree.
@Suite("The paths of a purchase")
struct PurchasePathTests {
    static let seeds: [UInt64] = [1, 2, 3]

    @Test("Paid in time: the tickets are there", arguments: seeds)
    func paid(seed: UInt64) throws {
        let story = try SagaStory(seed: seed)
        let order = try story.buy(2)
        #expect(try story.status(order) == "completed")
        #expect(try story.holders() == ["john", "john"])
        try story.expectTruth()
    }

    @Test("Declined, then paid by another try: one payment, one set of tickets", arguments: seeds)
    func declined(seed: UInt64) throws {
        let story = try SagaStory(seed: seed)
        let order = try story.place(2)
        try story.pay(order, phoneEnding: "03")
        try story.wait(.seconds(4))
        #expect(try story.status(order) == "awaiting-payment")
        try story.expectTruth()
        try story.pay(order)
        try story.wait(.seconds(4))
        #expect(try story.status(order) == "completed")
        try story.expectTruth()
    }

    @Test("Declined and left: the seats are free again", arguments: seeds)
    func abandoned(seed: UInt64) throws {
        let story = try SagaStory(seed: seed)
        let order = try story.place(4)
        try story.pay(order, phoneEnding: "02")
        try story.wait(.minutes(30))
        #expect(try story.status(order) == "expired")
        try story.expectTruth()
        _ = try story.buy(4, as: SagaStory.jane)
        #expect(try story.holders() == ["jane", "jane", "jane", "jane"])
        try story.expectTruth()
    }

    @Test("Never answered by the payer: the attempt ends after 15 minutes, the hold after its grace", arguments: seeds)
    func unanswered(seed: UInt64) throws {
        let story = try SagaStory(seed: seed)
        let order = try story.place(3)
        try story.pay(order, phoneEnding: "01")
        try story.wait(.minutes(14))
        #expect(try story.status(order) == "awaiting-payment")
        try story.expectTruth()
        try story.wait(.minutes(7))
        #expect(try story.status(order) == "expired")
        #expect(try story.details(order)["payment"]?["status"] != "succeeded")
        try story.expectTruth()
    }

    @Test("Never answered by the provider: the question at 15 minutes finds the money", arguments: seeds)
    func lostResult(seed: UInt64) throws {
        let story = try SagaStory(seed: seed)
        let order = try story.buy(2, sandbox: "never")
        #expect(try story.status(order) == "awaiting-payment")
        try story.wait(.minutes(15))
        #expect(try story.status(order) == "completed")
        try story.expectTruth()
    }

    @Test("Answered twice, or the result before the start: one purchase", arguments: ["duplicate", "out-of-order"], seeds)
    func strange(sandbox: String, seed: UInt64) throws {
        let story = try SagaStory(seed: seed)
        let order = try story.buy(2, sandbox: sandbox)
        try story.wait(.minutes(1))
        #expect(try story.status(order) == "completed")
        #expect(try story.holders() == ["john", "john"])
        try story.expectTruth()
    }

    @Test("Paid after the hold was over, and seats are left: they are asked for once more", arguments: seeds)
    func lateWithStock(seed: UInt64) throws {
        let story = try SagaStory(seed: seed)
        let order = try story.buy(2, sandbox: "late")
        try story.wait(.minutes(21))
        #expect(try story.status(order) == "expired")
        try story.expectTruth()
        try story.wait(.minutes(2))
        #expect(try story.status(order) == "completed")
        try story.expectTruth()
    }

    @Test("Paid after the hold was over, and others have the seats: all the money goes back", arguments: seeds)
    func lateWithoutStock(seed: UInt64) throws {
        let story = try SagaStory(seed: seed)
        let order = try story.buy(4, sandbox: "late")
        try story.wait(.minutes(21))
        _ = try story.buy(4, as: SagaStory.jane)
        _ = try story.buy(3, as: SagaStory.alice)
        try story.wait(.minutes(2))
        #expect(try story.status(order) == "refunded")
        #expect(try story.holders() == ["alice", "alice", "alice", "jane", "jane", "jane", "jane"])
        try story.expectTruth()
    }

    @Test("A refund fails once and succeeds ten minutes later; meanwhile the seat is for sale", arguments: seeds)
    func refundFailsOnce(seed: UInt64) throws {
        let story = try SagaStory(seed: seed)
        let order = try story.place(2)
        try story.payByCard(order, "4000000000005134")
        #expect(try story.status(order) == "completed")
        let first = try #require(try story.tickets(order).first).id
        #expect(try story.refund(order, [first])?.status == 201)
        #expect(try story.status(order) == "completed")
        #expect(try story.holders() == ["john"])
        try story.wait(.minutes(11))
        #expect(try story.status(order) == "partially-refunded")
        try story.expectTruth()
        #expect(try story.refund(order)?.status == 201)
        try story.wait(.minutes(11))
        #expect(try story.status(order) == "refunded")
        try story.expectTruth()
    }

    @Test("A part refunded by hand while the seats are being confirmed is part of the sale", arguments: seeds)
    func refundedByHand(seed: UInt64) throws {
        let story = try SagaStory(seed: seed)
        let order = try story.buy(2, sandbox: "late")
        try story.wait(.minutes(21))
        // The money comes when nobody else has heard of it: the refund is made before the seats are asked for again.
        try story.fixture.payments.advance(by: .minutes(2))
        let refund = RequestPaymentRefund(paymentId: PaymentID(try #require(order.payment)), amount: 50_000, reason: "One of us is ill")
        #expect(try story.fixture.payments.send(refund, as: .user("sam", roles: ["moderator"]))?.status == 201)
        try story.wait(.minutes(3))
        #expect(try story.status(order) == "partially-refunded")
        #expect(try story.holders() == ["john", "john"])
        try story.expectMoneyOnly()
    }
}
