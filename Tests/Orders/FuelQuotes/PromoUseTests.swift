import Contracts
import Kernel
import Messaging
import OrdersFuelQuotes
import OrdersKit
import ServiceKit
import TestKit
import Testing

/// An order takes a promo code or gives it back, as the workflow does it.
struct UsePromo: Command {
    static let type: MessageType = "orders.use-promo.v1"
    let order: OrderID
    let user: User.ID
    let code: String
    let isTaken: Bool

    func handle(in tx: OrdersTransaction) throws -> NoContent {
        if isTaken { try PromoUses(tx).take(code, for: order, by: user, hasOrdered: false) } else { try PromoUses(tx).giveBack(of: order) }
        return NoContent()
    }
}

/// The rooms with that command.
enum GarageWithPromos: TestOnlyService {
    static let name = ServiceName.orders
    static let contents = ServiceContents(features: GarageOnly.contents.features + [Feature("promo-uses", commands: [UsePromo.self])])
}

@Suite("Uses of promo codes")
struct PromoUseTests {
    private let garage: Garage<GarageWithPromos>
    private var shard: ShardHarness<GarageWithPromos> { garage.shard }
    init() throws {
        garage = try Garage(GarageWithPromos.self)
        try shard.receive(PromoCodeChanged(PromoDefinition(
            code: "LASTONE", kind: .fixed, value: 500, target: .fuel, maxTotalUses: 1, maxUsesPerUser: 1)))
        try shard.receive(PromoCodeChanged(PromoDefinition(
            code: "TWICE", kind: .fixed, value: 500, target: .fuel, maxTotalUses: 7, maxUsesPerUser: 2)))
        try shard.markSeen()
    }
    private func use(_ code: String, _ order: OrderID, by user: User.ID = "ada", take: Bool = true) throws -> Reply? {
        try shard.send(UsePromo(order: order, user: user, code: code, isTaken: take))
    }

    @Test("The last use is taken once, and given back for the next order")
    func last() throws {
        #expect(try use("LASTONE", "1")?.status == 204)
        #expect(try use("LASTONE", "1")?.status == 204)
        #expect(try use("LASTONE", "2", by: "bob")?.json["slug"] == "promo-exhausted")
        #expect(try use("LASTONE", "1", take: false)?.status == 204)
        #expect(try use("LASTONE", "1", take: false)?.status == 204)
        #expect(try use("LASTONE", "2", by: "bob")?.status == 204)
        #expect(try shard.published(PromoUsesChanged.self).map(\.uses) == [1, 0, 1])
        #expect(try use("UNKNOWN", "3")?.json["slug"] == "promo-exhausted")
    }

    @Test("However orders come and go, a code has no more uses than it may, and what others hear is the number of orders")
    func drawn() throws {
        var taken: [OrderID: User.ID] = [:]
        var numbers = LinearNumbers(seed: 56)
        for step in 0..<400 {
            let order = OrderID("order-\(numbers.next() % 30)"), user = User.ID("user-\(numbers.next() % 6)")
            if numbers.next() % 3 == 0 {
                _ = try use("TWICE", order, take: false)
                taken[order] = nil
            } else {
                let isFree = taken.count < 7 && taken.values.filter { $0 == user }.count < 2
                let expected = taken[order] != nil || isFree ? 204 : 409
                #expect(try use("TWICE", order, by: user)?.status == expected, "step \(step)")
                if expected == 204, taken[order] == nil { taken[order] = user }
            }
            #expect(try shard.count(of: "promo_use") == taken.count)
        }
        #expect(try shard.published(PromoUsesChanged.self).last?.uses == taken.count)
        #expect(try shard.published(PromoUsesChanged.self).allSatisfy { (0...7).contains($0.uses) })
    }

    @Test("Uses of an erased account still count, and nobody knows whose they were")
    func erasure() throws {
        _ = try use("LASTONE", "1")
        try shard.receive(UserErased(userId: "ada"))
        #expect(try shard.columns(holding: "ada").filter { $0.hasPrefix("promo_use") }.isEmpty)
        #expect(try shard.count(of: "promo_use") == 1)
        #expect(try use("LASTONE", "2", by: "bob")?.json["slug"] == "promo-exhausted")
        #expect(try use("LASTONE", "1", take: false)?.status == 204)
        #expect(try use("LASTONE", "2", by: "bob")?.status == 204)
    }
}

/// Numbers that are drawn the same in every run (Numerical Recipes' linear congruential generator).
private struct LinearNumbers {
    private var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 40)
    }
}
