import Contracts
import Kernel
import Messaging
import SchedulingAppointments
import SchedulingService
import TestKit
import Testing

/// A studio may refund part of a deposit in payments, without asking scheduling.
@Suite("A part of a deposit that went back is a part (12, review)")
struct PartRefundTests {
    private static let amount = 2_000_000

    private func paid(_ studio: Studio, received: Int = amount) throws -> (manage: String, intent: CreateIntent) {
        let reply = try studio.book(studio.link(deposit: Self.amount), tuesday10)
        let intent = try #require(try studio.shard.published(CreateIntent.self).last)
        try studio.shard.receive(PaymentSucceeded(paymentId: intent.paymentId, orderId: intent.orderId, userId: intent.userId,
                                                  amount: received, currency: intent.currency, attempt: 1))
        return (try #require(reply.json["manageToken"]?.string), intent)
    }
    private func back(_ refund: RefundID, _ amount: Int, total: Int?, _ intent: CreateIntent, _ studio: Studio) throws {
        try studio.shard.receive(RefundSucceeded(refundId: refund, paymentId: intent.paymentId, orderId: intent.orderId, amount: amount,
                                                 currency: intent.currency, reason: "Goodwill", refundedTotal: total))
    }
    private func deposit(_ manage: String, _ studio: Studio) throws -> JSONValue? {
        try studio.shard.ask(AppointmentForCustomer.self, ["manageToken": .string(manage)]).json["deposit"]?["status"]
    }

    @Test("After a part refund the deposit is still paid and nobody is told that all of it comes back; a cancellation asks for the rest")
    func rest() throws {
        let studio = try Studio()
        let (manage, intent) = try paid(studio)
        try studio.shard.markSeen()
        try back("by-hand", 100, total: 100, intent, studio)
        #expect(try deposit(manage, studio) == "paid")
        #expect(try studio.mails().isEmpty)
        #expect(try studio.post(CancelAppointment.type, ["appointmentId": "1"]).json["deposit"]?["status"] == "refunding")
        let refund = try #require(try studio.shard.published(RefundPayment.self).last)
        #expect(refund.amount == Self.amount - 100)
        try back(refund.refundId, refund.amount, total: Self.amount, intent, studio)
        #expect(try deposit(manage, studio) == "refunded")
        #expect(try studio.mails().map(\.template) == ["appointment-cancelled", "deposit-refunded"])
    }

    @Test("Two parts that make the whole are the whole; an older total changes nothing")
    func parts() throws {
        let studio = try Studio()
        let (manage, intent) = try paid(studio)
        try back("second", Self.amount - 100, total: Self.amount, intent, studio)
        #expect(try deposit(manage, studio) == "refunded")
        try back("first", 100, total: 100, intent, studio)
        #expect(try deposit(manage, studio) == "refunded")
        #expect(try studio.mails().filter { $0.template == "deposit-refunded" }.count == 1)
    }

    @Test("A refund that failed because a part was on its way is asked for again, for the rest, when the part is back")
    func overtaken() throws {
        let studio = try Studio()
        let (manage, intent) = try paid(studio)
        _ = try studio.post(CancelAppointment.type, ["appointmentId": "1"])
        let refused = try #require(try studio.shard.published(RefundPayment.self).last)
        try studio.shard.receive(RefundFailed(refundId: refused.refundId, paymentId: intent.paymentId, orderId: intent.orderId,
                                              amount: refused.amount, currency: intent.currency, failureCode: "refund-exceeds-payment"))
        #expect(try deposit(manage, studio) == "refund_failed")
        try back("by-hand", 100, total: 100, intent, studio)
        #expect(try deposit(manage, studio) == "refunding")
        #expect(try studio.shard.published(RefundPayment.self).map(\.amount) == [Self.amount, Self.amount - 100])
    }

    @Test("Another amount than asked for is back when it is back", arguments: [5, 2_000_005])
    func otherAmount(received: Int) throws {
        let studio = try Studio()
        let (manage, intent) = try paid(studio, received: received)
        let refund = try #require(try studio.shard.published(RefundPayment.self).last)
        #expect(refund.amount == received)
        try back(refund.refundId, received, total: received, intent, studio)
        #expect(try deposit(manage, studio) == "refunded")
        let mail = try #require(try studio.mails().last)
        #expect(mail.template == "deposit-refunded" && mail.params["deposit"]?.string == (received == 5 ? "ARS 0,05" : "ARS 20.000,05"))
    }
}
