import Contracts
import Kernel
import Messaging
import PaymentsAccountLedger
import PaymentsService
import TestKit
import Testing

@Suite("Books under drawn outcomes")
struct DrawnOutcomesTests {
    /// Numbers that a seed fixes.
    private struct Dice {
        var state: UInt64
        mutating func roll(_ range: ClosedRange<Int>) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return range.lowerBound + Int((state >> 33) % UInt64(range.count))
        }
    }

    /// One outcome of the table of money, with its amounts drawn.
    private func outcome(_ number: Int, _ dice: inout Dice) -> PostLedger {
        let (subtotal, delivery, tip) = (dice.roll(0...90_000), dice.roll(0...3000), dice.roll(0...1000)), fee = 200
        let commission = (subtotal * dice.roll(0...5000) + 5000) / 10_000, courier = max(700, (delivery * 80 + 50) / 100)
        let total = subtotal + delivery + fee + tip, order = "o-\(number)"
        let owner = User.ID("owner-\(dice.roll(1...3))"), rider = User.ID("rider-\(dice.roll(1...4))")
        var entries: [PostLedger.Entry]
        let name: String
        switch dice.roll(0...4) {
        case 0, 1:
            name = "delivered"
            entries = [
                LedgerScene.line(.user, .sale, subtotal, owner), LedgerScene.line(.user, .commission, -commission, owner),
                LedgerScene.line(.user, .courierFee, courier, rider), LedgerScene.line(.user, .tip, tip, rider),
                LedgerScene.line(.platform, .sale, commission + fee + delivery - courier),
            ]
            let isCash = dice.roll(0...1) == 1
            entries.append(isCash ? LedgerScene.line(.user, .cashCollected, -total, rider) : LedgerScene.line(.cardClearing, .sale, -total))
        case 2:
            name = "cancelled"
            let kept = subtotal / 5
            entries = [LedgerScene.line(.user, .cancellationFee, kept, owner), LedgerScene.line(.cardClearing, .cancellationFee, -kept)]
        case 3:
            name = "cancelled"
            entries = [
                LedgerScene.line(.user, .sale, subtotal, owner), LedgerScene.line(.user, .commission, -commission, owner),
                LedgerScene.line(.user, .courierFee, courier, rider),
                LedgerScene.line(.platform, .sale, -(subtotal - commission) - courier),
            ]
        default:
            name = "cancelled"
            entries = [LedgerScene.line(.user, .compensation, 700, rider), LedgerScene.line(.platform, .compensation, -700)]
        }
        return PostLedger(transactionId: "\(name):\(order)", orderId: OrderID(order), restaurantId: "r", ownerId: owner, entries: entries)
    }

    @Test("After drawn outcomes in any order all entries add up to 0, and every wallet is the sum of its own", arguments: 1...4)
    func sums(_ seed: Int) throws {
        let scene = try LedgerScene()
        var dice = Dice(state: UInt64(seed)), held: [String: Int] = [:], cash: [String: Int] = [:]
        for number in 1...40 {
            let posted = outcome(number, &dice)
            for _ in 1...dice.roll(1...2) { try scene.shard.receive(posted) }
            for entry in posted.entries {
                guard let user = entry.userId?.rawValue else { continue }
                held[user, default: 0] += entry.amount.amount
                if entry.type == .cashCollected { cash[user, default: 0] -= entry.amount.amount }
            }
            let user = dice.roll(0...1) == 0 ? "owner-\(dice.roll(1...3))" : "rider-\(dice.roll(1...4))"
            switch dice.roll(0...5) {
            case 0:
                let amount = dice.roll(1...50_000), inHand = cash[user] ?? 0
                let status = try scene.settle(amount, of: User.ID(user)).status
                #expect(status == (held[user] == nil ? 404 : amount <= inHand ? 201 : 409))
                if status == 201 { (held[user], cash[user]) = (held[user, default: 0] + amount, inHand - amount) }
            case 1:
                let amount = dice.roll(-20_000...20_000)
                if try scene.adjust(amount, of: User.ID(user)).status == 201 { held[user, default: 0] += amount }
            case 2:
                let amount = dice.roll(4000...40_000), who = Principal.user(user, roles: ["owner"])
                if try scene.withdraw(amount, as: who).status == 201 {
                    held[user, default: 0] -= amount
                    try scene.shard.advance(by: .hours(24))
                }
            default: break
            }
        }
        let wallets = try scene.shard.ask(ManagedWallets.self, ["perPage": 100], as: LedgerScene.accountant).json["data"]?.array ?? []
        for wallet in wallets {
            let user = wallet["userId"]?.string ?? ""
            #expect(wallet["balance"]?["amount"]?.int == held[user] ?? 0, "\(user)")
            #expect(wallet["cashInHand"]?["amount"]?.int == cash[user] ?? 0, "\(user)")
            #expect(wallet["pending"]?["amount"] == 0)
        }
        #expect(held.keys.allSatisfy { user in wallets.contains { $0["userId"]?.string == user } })
        for period in [[:], ["to": "2026-11-21"], ["from": "2026-11-22T08:00:00Z"]] as [JSONValue] {
            #expect(try scene.report(period).json["sum"]?["amount"] == 0)
        }
        #expect(try scene.shard.deadLetters().isEmpty)
    }
}
