import Contracts
import Kernel
import Messaging
import OrdersService
import ServiceKit
import TestKit
import Testing

/// A workflow that exists only here: everything of it is in this folder, and no file of the other workflows or of their kit knows it.
@Suite("A third order workflow: book loans")
struct LoanTests {
    static let alice = Principal.user("alice")
    static func definition(_ plugins: [String] = ["book-loan"], tenant: TenantID = "library") -> TenantDefinition {
        TenantDefinition(tenant: tenant, name: "Library", currency: .eur, timezone: "Europe/Brussels", phonePrefix: "+32", sandbox: true,
                         roles: ["reader": []], plugins: ["orders": plugins], settings: ["orders": ["loans": ["lateFeePerDay": 50]]])
    }
    private let shard: ShardHarness<OrdersWithLoans>
    init() throws { shard = try ShardHarness(OrdersWithLoans.self, definition: Self.definition()) }

    private func borrow(_ book: String = "Emma", deposit: Int = 0) throws -> OrderID {
        let reply = try #require(try shard.send(BorrowBook(book: book, days: 14, deposit: deposit), as: Self.alice))
        #expect(reply.status == 201)
        return OrderID(try #require(reply.json["id"]?.string))
    }
    private func loan(_ id: OrderID) throws -> Loan {
        try #require(try shard.file.pool.read { try LoanStore($0, "library").find(id) })
    }
    private func pay(_ id: OrderID, _ amount: Int, payment: PaymentID? = nil) throws {
        try shard.receive(PaymentSucceeded(paymentId: try payment ?? loan(id).payment, orderId: id, userId: "alice", amount: amount,
            currency: .eur, attempt: 1))
    }

    @Test("A free book is lent at once, its borrower is reminded a day before it is due, and nothing is paid")
    func free() throws {
        let id = try borrow()
        #expect(try loan(id).status == .lent)
        #expect(try shard.send(BorrowBook(book: "Emma", days: 1, deposit: 0), as: Principal.user("bob"))?.slug == "book-lent")
        try shard.advance(by: .days(12))
        #expect(try shard.published(LoanDueSoon.self).isEmpty)
        try shard.advance(by: .days(1))
        #expect(try shard.published(LoanDueSoon.self).map(\.userId) == ["alice"])
        #expect(try shard.send(ReturnBook(loanId: id))?.status == 204)
        #expect(try shard.send(ReturnBook(loanId: id))?.slug == "not-lent")
        #expect(try shard.published(BookReturned.self).map(\.fee.amount) == [0])
        #expect(try shard.published(CreateIntent.self).isEmpty && shard.published(RefundPayment.self).isEmpty)
        #expect(try shard.deadLetters().isEmpty && shard.timers().isEmpty)
    }

    @Test("A book with a deposit is lent when the deposit is paid; a late return costs a fee, and the rest goes back")
    func paid() throws {
        let id = try borrow(deposit: 1000)
        let intent = try #require(try shard.published(CreateIntent.self).first)
        try shard.receive(IntentCreated(paymentId: intent.paymentId, orderId: id, userId: "alice", amount: 1000, currency: .eur))
        #expect(try loan(id).status == .awaitingDeposit)
        try pay(id, 1000)
        try pay(id, 1000)
        #expect(try shard.published(BookLent.self).count == 1)
        try shard.advance(by: .days(15) + .hours(1))
        #expect(try shard.send(ReturnBook(loanId: id))?.status == 204)
        let refund = try #require(try shard.published(RefundPayment.self).first)
        #expect((refund.amount, refund.orderId, try loan(id).fee.amount) == (900, id, 100))
        try shard.receive(RefundSucceeded(refundId: refund.refundId, paymentId: refund.paymentId, orderId: id, amount: 900, currency: .eur))
        #expect(try loan(id).refunded.amount == 900)
        #expect(try shard.deadLetters().isEmpty)
    }

    @Test("A deposit that does not come ends the loan; one that comes late, or is another sum, goes back")
    func unpaid() throws {
        let id = try borrow(deposit: 1000)
        try pay(id, 999)
        try shard.advance(by: .minutes(15))
        #expect(try loan(id).status == .expired)
        #expect(try shard.published(CancelIntent.self).count == 1)
        try pay(id, 1000)
        #expect(try shard.published(RefundPayment.self).map(\.amount) == [999, 1000])
        #expect(try shard.published(BookLent.self).isEmpty)
    }

    @Test("Whoever erases the account is not reminded and owes nothing; the book can still come back")
    func erased() throws {
        let lent = try borrow()
        let open = try borrow("Persuasion", deposit: 1000)
        try shard.receive(UserErased(userId: "alice"))
        #expect(try loan(open).status == .cancelled)
        #expect(try shard.timers().isEmpty)
        #expect(try shard.columns(holding: "alice").filter { $0.hasPrefix("loan.") } == [])
        try pay(open, 1000)
        #expect(try shard.published(RefundPayment.self).map(\.amount) == [1000])
        try shard.advance(by: .days(30))
        #expect(try shard.published(LoanDueSoon.self).isEmpty)
        #expect(try shard.send(ReturnBook(loanId: lent))?.status == 204)
    }

    @Test("A tenant that lends no more still takes deposits and books of the loans there are")
    func unmounted() throws {
        let id = try borrow(deposit: 1000)
        try shard.receive(ApplyTenant(Self.definition([])))
        try pay(id, 1000)
        #expect(try loan(id).status == .lent)
        #expect(try shard.send(ReturnBook(loanId: id))?.status == 204)
        #expect(try shard.published(RefundPayment.self).map(\.amount) == [1000])
    }

    @Test("A refund that a person makes in payments reaches the loan; its typed reason is stored nowhere")
    func refundByHand() throws {
        let id = try borrow(deposit: 1000)
        try pay(id, 1000)
        try shard.receive(KeepRefundReason(refundId: "hand", orderId: id, reason: "Torn cover"))
        try shard.receive(RefundSucceeded(refundId: "hand", paymentId: try loan(id).payment, orderId: id, amount: 400, currency: .eur))
        #expect(try loan(id).refunded.amount == 400)
        try shard.receive(RefundFailed(refundId: "hand-2", paymentId: try loan(id).payment, orderId: id, amount: 100, currency: .eur,
            failureCode: "closed"))
        #expect(try shard.columns(holding: "torn cover") == [] && shard.deadLetters().isEmpty)
    }

    @Test("Loans stand beside the other workflows: no handler clashes, and the tenant file's settings are checked")
    func declared() throws {
        let contents = OrdersWithLoans.contents
        #expect(contents.clashes.isEmpty)
        #expect(contents.plugins.map(\.name) == Orders.contents.plugins.map(\.name) + ["book-loan"])
        let plugin = try #require(contents.plugins.last)
        #expect(plugin.check(["loans": ["lateFeePerDay": -1]], Self.definition()).map(\.path) == ["loans.lateFeePerDay"])
        #expect(plugin.check(["loans": ["lateFeePerDay": 50]], Self.definition()).isEmpty)
    }
}
