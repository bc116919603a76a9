import Contracts
import Kernel
import Messaging
import OrdersFuelReceipts
import ServiceKit
import TestKit
import Testing

@Suite("Receipts of fuel orders")
struct FuelReceiptTests {
    private let shard = Result { try ReceiptDesk.shard() }

    private func charge(_ command: ChargeOrder) throws -> JSONValue { try #require(try shard.get().send(command)).json }
    private func receipt(_ order: OrderID) throws -> JSONValue {
        try shard.get().ask(ReceiptOfOrder.self, ["order": .string(order.rawValue)]).json
    }

    @Test("A receipt shows lines that add up, who paid with which card, and what was delivered")
    func contents() throws {
        let shown = try charge(ChargeOrder(order: "o-1"))
        #expect(shown["number"] == "AF-2026-000001" && shown["orderId"] == "o-1" && shown["issuedAt"] == "2026-11-24T13:05:00Z")
        #expect(shown["seller"]?["name"] == "AutoFill" && shown["customerName"] == "Maya (VIP) Torres Ñandú")
        #expect(shown["gallons"] == 12.345 && shown["pricePerGallon"] == ["mills": 3399, "currency": "USD"])
        #expect(shown["vehicle"]?["plate"] == ["region": "US-FL", "number": "ABC D12"])
        #expect(shown["total"] == ["amount": 5030, "currency": "USD"])
        #expect(shown["lines"]?.array?.compactMap { $0["amount"]?["amount"]?.int }.reduce(0, +) == 5030)
        let payment = try #require(shown["payments"]?.array?.first)
        #expect(payment["paymentId"] == "pay-o-1" && payment["brand"] == "visa" && payment["last4"] == "4242")
        #expect(payment["amount"] == ["amount": 5030, "currency": "USD"])
        #expect(shown["refunds"] == [] && shown["writtenOff"] == nil)
        let told = try shard.get().published(ReceiptIssued.self)
        #expect(told.map(\.receiptNumber) == ["AF-2026-000001"] && told.map(\.total.amount) == [5030] && told.map(\.gallons) == [12.345])
    }

    @Test("An order has one receipt, however often it is charged")
    func once() throws {
        _ = try charge(ChargeOrder(order: "o-1"))
        _ = try charge(ChargeOrder(order: "o-2"))
        #expect(try charge(ChargeOrder(order: "o-1", paid: 1))["total"] == ["amount": 5030, "currency": "USD"])
        #expect(try charge(ChargeOrder(order: "o-3"))["number"] == "AF-2026-000003")
        #expect(try shard.get().published(ReceiptIssued.self).count == 3)
    }

    @Test("Numbers have no gaps, and begin anew with the local year, to the second")
    func numbers() throws {
        let newYear = try #require(Timestamp("2027-01-01T05:00:00Z"))
        let numbers = try [newYear - .seconds(2), newYear - .seconds(1), newYear, newYear + .seconds(1)].enumerated().map { index, at in
            try charge(ChargeOrder(order: OrderID("o-\(index)"), at: at))["number"]?.string
        }
        #expect(numbers == ["AF-2026-000001", "AF-2026-000002", "AF-2027-000001", "AF-2027-000002"])
        // An import that comes later continues its year.
        #expect(try charge(ChargeOrder(order: "o-9", at: newYear - .days(3)))["number"] == "AF-2026-000003")
    }

    @Test("A fee has no gallons and no price; what was written off is told apart from what was paid")
    func fees() throws {
        let line = FuelLine(code: .noShowFee, amount: Money(1500, .usd))
        let fee = try charge(ChargeOrder(order: "o-1", lines: [line], paid: 1500, gallons: nil))
        #expect(fee["gallons"] == .null && fee["pricePerGallon"] == .null && fee["total"]?["amount"] == 1500)
        let capped = try charge(ChargeOrder(order: "o-2", paid: 4774, writtenOff: 256))
        #expect(capped["writtenOff"] == ["amount": 256, "currency": "USD"] && capped["total"]?["amount"] == 5030)
    }

    @Test("A late tip adds its line and its payment under the same number, and a refund is noted once")
    func later() throws {
        _ = try charge(ChargeOrder(order: "o-1"))
        for _ in 0..<2 { _ = try shard.get().send(TipOrder(order: "o-1", amount: 700)) }
        for _ in 0..<2 { _ = try shard.get().send(ReturnMoney(order: "o-1", refund: "r-1", amount: 1000)) }
        let shown = try receipt("o-1")
        #expect(shown["number"] == "AF-2026-000001" && shown["total"]?["amount"] == 5730)
        #expect(shown["payments"]?.array?.compactMap { $0["amount"]?["amount"]?.int } == [5030, 700])
        #expect(shown["refunds"]?.array?.compactMap { $0["amount"]?["amount"]?.int } == [1000])
        // Without a receipt there is nothing to add to.
        _ = try shard.get().send(TipOrder(order: "o-2", amount: 700))
        #expect(try shard.get().count(of: "fuel_receipt") == 1 && shard.get().deadLetters().isEmpty)
    }

    @Test("An erased account leaves the money of its receipts and takes name, plate and color, also from those that come later")
    func erased() throws {
        _ = try charge(ChargeOrder(order: "o-1"))
        try shard.get().receive(UserErased(userId: "maya"))
        _ = try charge(ChargeOrder(order: "o-2"))
        for order in ["o-1", "o-2"] {
            let shown = try receipt(OrderID(order))
            #expect(shown["customerName"] == .null && shown["vehicle"]?["plate"] == .null && shown["total"]?["amount"] == 5030)
            #expect(shown["vehicle"]?["color"] == .null && shown["vehicle"]?["make"] == "Toyota")
        }
        // The platform keeps an answer for a day, in case its request is repeated.
        for text in ["Torres", "ABC D12"] { #expect(try Set(shard.get().columns(holding: text)).isSubset(of: ["souk_inbox.reply_body"])) }
    }
}
