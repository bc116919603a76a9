import Contracts
import Kernel
import Messaging
import OrdersDeliveries
import OrdersFood
import OrdersKit
import OrdersService
import ServiceKit
import TestKit
import Testing

@Suite("Food orders: what may be done")
struct FoodActionTests {
    private static let settings = FoodSettings()
    private static let opening = FoodKitchen.opening

    private static let people: [(user: String, roles: [String])] = [
        ("noura", ["customer"]), ("fahad", ["customer"]), ("salman", ["owner"]), ("hind", ["owner"]), ("yasser", ["courier"]),
        ("khaled", ["support"]), ("mona", ["accountant"]), ("omar", ["developer"]), ("dana", ["social_media"]),
        // People with several parts in one order.
        ("noura", ["customer", "support"]), ("salman", ["owner", "developer"]), ("noura", []),
    ]

    /// What the handlers do with an action: who may, then the step.
    private func attempt(_ action: FoodActions.Name, _ order: FoodOrder, _ viewer: FoodViewer, at now: Timestamp) throws {
        var order = order
        func step(_ fact: FoodFact) throws { _ = try FoodSale.step(&order, on: fact, at: now, settings: Self.settings) }
        let by = viewer.kitchenActor(order)
        let isCustomer = order.customer == viewer.user && viewer.has(FoodViewer.Permission.place)
        switch action {
        case .accept, .reject, .prepare, .ready, .prepTime:
            guard viewer.runsKitchen(of: order) else { throw Rejection.notFound }
            switch action {
            case .accept: try step(.accept(by: by, minutes: 20))
            case .reject: try step(.reject(by: by, .tooBusy, note: nil))
            case .prepare: try step(.prepare(by: by))
            case .ready: try step(.ready(by: by))
            case .prepTime, .cancel, .rate, .message, .share: try step(.prepTime(minutes: 10))
            }
        case .cancel:
            var fee: Money?
            if case .fee(let cost) = FoodCancelRules.cost(of: order, at: now, Self.settings) { fee = cost }
            let actor = FoodActor(role: "x", id: viewer.user)
            switch viewer.cancels(order) {
            case .customer: try step(.customerCancels(by: actor, .mistake, note: nil, acceptedFee: fee))
            case .owner: try step(.ownerCancels(by: actor, .closing, note: nil))
            case .staff: try step(.staffCancel(by: actor, .fraud, note: "x", FoodStaffTerms()))
            case .courier, nil: throw Rejection.notFound
            }
        case .rate:
            guard isCustomer else { throw Rejection.notFound }
            try step(.rated(restaurantStars: 4, courierStars: nil, comment: nil))
        case .message:
            guard let standing = viewer.speaks(in: order) else { throw Rejection.notFound }
            guard FoodActions.mayWrite(order, as: standing, at: now) else { throw Rejection.notFound }
        case .share:
            guard isCustomer else { throw Rejection.notFound }
            guard !order.status.isFinal else { throw Rejection.notFound }
        }
    }

    @Test("Each action in allowedActions succeeds, every other one is refused, for all states, people and times",
          arguments: FoodOrderStatus.allCases)
    func table(_ status: FoodOrderStatus) throws {
        var allowed = 0, refused = 0
        for method in FoodPayment.Method.allCases {
            for minutes in [0, 1, 3, 60 * 23, 60 * 25, 60 * 24 * 31] {
                let order = try FoodMoneyTests.order(status, method, delivery: .assigned), now = Self.opening + .minutes(minutes)
                for person in Self.people {
                    let viewer = FoodViewer(user: User.ID(person.user), roles: person.roles, FoodKitchen.roles)
                    let names = FoodActions.allowed(order, for: viewer, at: now, Self.settings)
                    for action in FoodActions.Name.allCases {
                        let works = (try? attempt(action, order, viewer, at: now)) != nil
                        if works, !names.contains(action), isRepetition(action, order, viewer) { continue }
                        #expect(works == names.contains(action), "\(status) \(method) +\(minutes) \(person) \(action.rawValue)")
                        if works { allowed += 1 } else { refused += 1 }
                    }
                }
            }
        }
        #expect(allowed > 0 && refused > 100)
    }
    /// The same person's repeated action is answered as the first time and changes nothing.
    private func isRepetition(_ action: FoodActions.Name, _ order: FoodOrder, _ viewer: FoodViewer) -> Bool {
        order.timeline.last?.by.id == viewer.user && order.timeline.last?.action.rawValue == action.rawValue
    }

    @Test("States lead where the specification says, and nowhere else")
    func transitions() {
        let steps: [FoodOrderStatus] = [.pending, .accepted, .preparing, .ready, .outForDelivery, .delivered]
        for (place, status) in steps.enumerated() {
            for (other, next) in steps.enumerated() { #expect(status.leads(to: next) == (other == place + 1)) }
            #expect(status.leads(to: .cancelled) == !status.isFinal)
            #expect(!FoodOrderStatus.cancelled.leads(to: status))
        }
    }

    @Test("The actions of a pending order are accepted by the handlers, too", arguments: ["accept", "reject", "cancel", "message", "share"])
    func handlers(_ action: String) throws {
        let kitchen = try FoodKitchen(), order = try kitchen.place(), shard = kitchen.shard
        for user in [FoodKitchen.dana, FoodKitchen.hind, FoodKitchen.fahad, FoodKitchen.noura, FoodKitchen.salman] {
            let seen = try shard.ask(FoodOrderDetails.self, ["orderId": .string(order.id.rawValue)], as: user)
            let isAllowed = seen.json["allowedActions"]?.array?.contains(.string(action)) == true
            let reply: Reply? = switch action {
            case "accept": try kitchen.accept(order.id, as: user)
            case "reject": try shard.send(RejectFoodOrder(orderId: order.id, reason: "too_busy"), as: user)
            case "cancel": try kitchen.cancel(order.id, "mistake", as: user)
            case "message": try shard.send(PostFoodMessage(orderId: order.id, text: "hello"), as: user)
            default: try shard.send(ShareFoodOrder(orderId: order.id), as: user)
            }
            #expect((200...201).contains(try #require(reply).status) == isAllowed, "\(user.userID)")
        }
    }
}
