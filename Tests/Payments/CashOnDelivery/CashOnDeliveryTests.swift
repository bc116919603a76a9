import Contracts
import Kernel
import Messaging
import PaymentsIntents
import PaymentsService
import Testing
import TestKit

@Suite("Cash at the door")
struct CashOnDeliveryTests {
    private func record(_ scene: LedgerScene, payment: PaymentID = "p-1", order: OrderID = "o-1", amount: Int = 7800) throws {
        try scene.shard.receive(RecordOrderCash(paymentId: payment, orderId: order, userId: "nora", courierId: "courier",
                                                amount: LedgerScene.money(amount)))
    }

    @Test("The payment begins with the delivery, paid in cash, and is seen by who paid; told twice it is one")
    func recorded() throws {
        let scene = try LedgerScene(), nora = Principal.user("nora", roles: ["customer"])
        func payment(_ who: Principal) throws -> Reply { try scene.shard.ask(PaymentDetails.self, ["paymentId": "p-1"], as: who) }
        #expect(try payment(nora).status == 404)
        try record(scene)
        try record(scene)
        let paid = try payment(nora).json
        #expect(paid["status"] == "succeeded" && paid["amount"] == 7800 && paid["method"]?["type"] == "cash" && paid["orderId"] == "o-1")
        #expect(try payment(LedgerScene.courier).status == 404)
        #expect(try scene.shard.published(OrderCashRecorded.self) == [
            OrderCashRecorded(paymentId: "p-1", orderId: "o-1", userId: "nora", courierId: "courier", amount: LedgerScene.money(7800)),
        ])
        let mine = try scene.shard.ask(TransactionsOfUser.self, as: nora).json["data"]?.array
        #expect(mine?.count == 1 && mine?[0]["method"] == "cash")
    }

    @Test("Another sum under the same id, no sum, another currency, or an app that takes no cash: a person must look")
    func refused() throws {
        let scene = try LedgerScene()
        try record(scene)
        try record(scene, amount: 7801)
        try record(scene, order: "o-2")
        try record(scene, payment: "p-2", amount: 0)
        try record(scene, payment: "p-3", amount: -5)
        try scene.shard.receive(RecordOrderCash(paymentId: "p-4", orderId: "o-4", userId: "nora", courierId: "courier",
                                                amount: Money(7800, .eur)))
        #expect(try scene.shard.deadLetters().count == 5 && scene.shard.published(OrderCashRecorded.self).count == 1)
        let other = try PaymentScene()
        try other.shard.receive(RecordOrderCash(paymentId: "p-9", orderId: "o-9", userId: "nora", courierId: "courier",
                                                amount: Money(7800, .ugx)))
        #expect(try other.shard.deadLetters().count == 1)
    }
}
