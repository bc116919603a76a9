import Contracts
import Kernel
import Messaging
import OrdersFood
import OrdersService
import ServiceKit
import TestKit
import Testing

@Suite("Food orders: what may be done")
struct FoodActionTests {
    /// An order in a state of the table, and the message time at which it is looked at.
    struct Scene: Sendable, CustomTestStringConvertible {
        let name: String
        let method: String
        let steps: [String]
        var minutes = 0
        var testDescription: String { "\(name), \(method)" }
    }
    private static let scenes: [Scene] = ["cash", "card"].flatMap { method in
        let paid = method == "card" ? ["pay"] : []
        return [
            Scene(name: "pending", method: method, steps: paid), Scene(name: "accepted", method: method, steps: paid + ["accept"]),
            Scene(name: "accepted long ago", method: method, steps: paid + ["accept"], minutes: 3),
            Scene(name: "preparing", method: method, steps: paid + ["accept", "prepare"]),
            Scene(name: "preparing for long", method: method, steps: paid + ["accept", "prepare"], minutes: 3),
            Scene(name: "ready", method: method, steps: paid + ["accept", "prepare", "ready"]),
            Scene(name: "cancelled", method: method, steps: paid + ["cancel"]),
        ]
    } + [Scene(name: "unpaid", method: "card", steps: [])]

    private static let actors = [
        FoodKitchen.noura, FoodKitchen.fahad, FoodKitchen.salman, FoodKitchen.hind, FoodKitchen.khaled, FoodKitchen.mona, FoodKitchen.omar,
        FoodKitchen.dana, FoodKitchen.yasser,
    ]

    private func stage(_ scene: Scene) throws -> (FoodKitchen, FoodKitchen.Placed) {
        let kitchen = try FoodKitchen()
        let order = try kitchen.place(scene.method)
        for step in scene.steps {
            switch step {
            case "pay": try kitchen.pay(order)
            case "accept": try kitchen.accept(order.id)
            case "prepare": try kitchen.prepare(order.id)
            case "ready": try kitchen.ready(order.id)
            default: try kitchen.cancel(order.id, "mistake", as: FoodKitchen.noura)
            }
        }
        if scene.minutes > 0 { try kitchen.shard.advance(by: .minutes(scene.minutes)) }
        return (kitchen, order)
    }

    private func run(_ action: String, _ kitchen: FoodKitchen, _ id: OrderID, as user: Principal, fee: Int?) throws -> Int? {
        let shard = kitchen.shard
        let isStaff = user.userID != "noura" && user.userID != "salman"
        let reason = user.userID == "salman" ? "closing" : isStaff ? "fraud" : "mistake"
        return switch action {
        case "accept": try kitchen.accept(id, as: user)?.status
        case "reject": try shard.send(RejectFoodOrder(orderId: id, reason: "too_busy"), as: user)?.status
        case "prepare": try kitchen.prepare(id, as: user)?.status
        case "ready": try kitchen.ready(id, as: user)?.status
        case "prep-time": try shard.send(ChangePrepTime(orderId: id, prepMinutes: 10), as: user)?.status
        case "cancel": try kitchen.cancel(id, reason, as: user, note: "x", acceptedFee: fee)?.status
        case "rate": try shard.send(RateFoodOrder(orderId: id, restaurantStars: 4), as: user)?.status
        case "message": try shard.send(PostFoodMessage(orderId: id, text: "hello"), as: user)?.status
        default: try shard.send(ShareFoodOrder(orderId: id), as: user)?.status
        }
    }

    @Test("Each action in allowedActions succeeds, every other one is refused", arguments: scenes)
    func table(_ scene: Scene) throws {
        for actor in Self.actors {
            let (first, placed) = try stage(scene)
            let seen = try first.shard.ask(FoodOrderDetails.self, ["orderId": .string(placed.id.rawValue)], as: actor)
            let allowed = seen.status == 200 ? seen.json["allowedActions"]?.array?.compactMap(\.string) ?? [] : []
            let fee = seen.json["cancellationFee"]?["amount"]?.int
            for action in FoodActions.Name.allCases.map(\.rawValue) {
                let (kitchen, order) = try stage(scene)
                // Another person's earlier action is no repetition; the same person's is, and is told apart here.
                let status = try #require(try run(action, kitchen, order.id, as: actor, fee: fee))
                if allowed.contains(action) {
                    #expect((200...201).contains(status), "\(actor.userID) \(action): \(status)")
                } else if !isRepetition(action, scene, actor) {
                    #expect(status >= 403, "\(actor.userID) \(action): \(status)")
                }
            }
        }
    }
    private func isRepetition(_ action: String, _ scene: Scene, _ actor: Principal) -> Bool {
        scene.steps.last == action && actor.userID == (action == "cancel" ? "noura" : "salman")
    }
}
