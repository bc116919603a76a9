import Contracts
import Kernel
import Messaging
import PaymentsIntents
import PaymentsService
import PaymentsWallets
import Testing
import TestKit

/// Sales of event `e-1` by organizer Bob, 5 % fee, released 24 h after the end.
struct WalletScene {
    let shard: ShardHarness<Payments>
    static let bob = Principal.user("bob", roles: ["organizer"])
    static let end = PaymentScene.start + .days(2)

    init() throws {
        let settings: JSONValue = ["platformFeePercent": 5, "earningsReleaseHours": 24, "withdrawalMinimum": 5000]
        shard = try ShardHarness(Payments.self, definition: PaymentScene.definition(settings: settings), now: PaymentScene.start)
    }
    static func event(title: String = "Tech", status: String = "completed", end: Timestamp = end) -> TicketEvent {
        TicketEvent(eventId: "e-1", organizerId: "bob", organizerName: "Bob Events", title: title, category: "technology", status: status,
            startDate: PaymentScene.start,
                    endDate: end, venue: Venue(name: "V", address: nil, city: "K", latitude: 0, longitude: 0), posterUrl: nil,
                    ageRestriction: nil, ticketTypes: [],
                    refundPolicy: .init(type: "none", hoursBefore: nil), transferable: true, reEntry: false, doorsOpenMinutes: 0,
                    version: 1)
    }
    /// Pays by card and completes the order, or the other way round.
    func sell(_ order: String, _ amount: Int, complete: Bool = true) throws {
        let payment = PaymentID("p-" + order)
        try shard.receive(CreateIntent(paymentId: payment, orderId: OrderID(order), userId: "buyer", organizerId: "bob", amount: amount,
            currency: .ugx, eventId: "e-1"))
        let text = String(decoding: try JSON.encode(PaymentScene.card("4242424242424242")), as: UTF8.self)
        try shard.sendThroughPreprocessor(PrepareConfirm<Payments>.self,
                                          ["paymentId": .string(payment.rawValue), "method": try shard.sealed(text)],
                                          as: PaymentScene.buyer)
        if complete { try self.complete(order, amount) }
    }
    func complete(_ order: String, _ amount: Int) throws {
        try shard.receive(OrderCompleted(orderId: OrderID(order), number: "EP", userId: "buyer", organizerId: "bob", eventId: "e-1",
                                         title: "Tech", items: [],
                                         total: Money(amount, .ugx), fee: Money(amount, .ugx).share(percent: 5),
                                         paymentId: PaymentID("p-" + order)))
    }
    func refund(_ order: String, _ amount: Int, id: RefundID) throws {
        try shard.receive(RefundPayment(refundId: id, paymentId: PaymentID("p-" + order), orderId: OrderID(order), amount: amount,
            currency: .ugx, reason: "test"))
    }
    func endEvent() throws { try shard.receive(EventEnded(eventId: "e-1", event: Self.event())) }
    func payout(_ phone: String = "+256772000000") throws -> Reply? {
        try shard.sendThroughPreprocessor(PreparePayoutAccount<Payments>.self,
            ["type": "mtn_momo", "phone": try shard.sealed(phone), "accountName": "Bob Events"], as: Self.bob)
    }
    func withdraw(_ amount: Int) throws -> Reply? { try shard.send(RequestWithdrawal(amount: .int(amount)), as: Self.bob) }
    /// Available, on hold, pending, withdrawn.
    func wallet() throws -> [Int] {
        let json = try shard.ask(WalletOfUser.self, as: Self.bob).json
        return ["available", "onHold", "pendingWithdrawals", "withdrawn"].map { json[$0]?["amount"]?.int ?? 0 }
    }
}
