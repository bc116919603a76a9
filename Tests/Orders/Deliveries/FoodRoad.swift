import Contracts
import Kernel
import Messaging
import OrdersDeliveries
import OrdersFood
import OrdersService
import ServiceKit
import TestKit
import Testing

/// The installed service with food orders on their way: what couriers and staff do to them.
final class FoodRoad {
    static let supervisor = Principal.user("lian", roles: ["supervisor"])
    static let start = GeoPoint(lat: 24.7150, lng: 46.6790)
    static let definition: TenantDefinition = {
        var definition = FoodKitchen.definition
        definition.roles["supervisor"] = ["orders:read-all", "orders:read-contacts", "orders:cancel", "deliveries:assign",
                                          "deliveries:override", "couriers:manage"]
        return definition
    }()

    let shard: ShardHarness<Orders>
    private var requests = 0

    init(couriers: [User.ID] = ["yasser", "majed"]) throws {
        shard = try ShardHarness(Orders.self, definition: Self.definition, now: FoodKitchen.opening)
        try shard.receive(UserRegistered(userId: "noura", name: "نورة العتيبي", phone: "+966500000101", roles: ["customer"]))
        for id in couriers {
            try shard.receive(UserRegistered(userId: id, name: "\(id)", phone: "+966500000105", roles: ["courier"]))
            try shard.send(ApproveCourier<FoodSale>(courierId: id), as: Self.supervisor)
        }
    }
    static func courier(_ id: User.ID) -> Principal { .user(id.rawValue, roles: ["courier"]) }

    /// An accepted cash order of 78.00.
    func accepted() throws -> OrderID {
        requests += 1
        try shard.markSeen()
        try shard.send(PlaceFoodOrder(quoteId: QuoteID("quote-\(requests)"), payment: .init(method: "cash", paymentMethodId: nil),
                                      address: .init(line: "شارع العليا ١٢", details: "الدور الثاني"), note: nil, leaveAtDoor: nil),
                       as: FoodKitchen.noura)
        let claim = try #require(try shard.published(ClaimQuote.self).last)
        try shard.receive(QuoteClaimed(
            claimId: claim.claimId, orderId: claim.orderId, quoteId: claim.quoteId, customerId: claim.customerId, quote: FoodKitchen.quote,
            restaurant: .init(id: FoodKitchen.restaurant, ownerId: "salman", names: FoodKitchen.names, location: FoodKitchen.place,
                              addressLine: "العليا", phone: "+966110000000", prepMinutes: 20, extraMinutes: 0,
                              commissionBasisPoints: 1500),
            expiresAt: claim.expiresAt))
        #expect(try shard.send(AcceptFoodOrder(orderId: claim.orderId, prepMinutes: nil), as: FoodKitchen.salman)?.status == 200)
        try shard.markSeen()
        return claim.orderId
    }
    func cook(_ id: OrderID) throws {
        #expect(try shard.send(PrepareFoodOrder(orderId: id), as: FoodKitchen.salman)?.status == 200)
        #expect(try shard.send(FinishFoodOrder(orderId: id), as: FoodKitchen.salman)?.status == 200)
    }

    @discardableResult
    func goOnline(_ id: User.ID, at place: GeoPoint = start) throws -> Reply? {
        try shard.send(SetAvailability<FoodSale>(online: true, location: place), as: Self.courier(id))
    }
    @discardableResult
    func claim(_ job: OrderID, by id: User.ID) throws -> Reply? {
        try shard.send(ClaimDelivery<FoodSale>(deliveryId: job), as: Self.courier(id))
    }
    @discardableResult
    func pickUp(_ job: OrderID, by id: User.ID) throws -> Reply? {
        try shard.send(PickUpDelivery<FoodSale>(deliveryId: job), as: Self.courier(id))
    }
    /// An order that its courier has with him.
    func out(by id: User.ID = "yasser") throws -> OrderID {
        try goOnline(id)
        let order = try accepted()
        try claim(order, by: id)
        try cook(order)
        #expect(try pickUp(order, by: id)?.status == 200)
        try shard.markSeen()
        return order
    }
    func order(_ id: OrderID, as user: Principal = FoodKitchen.noura) throws -> JSONValue {
        try shard.ask(FoodOrderDetails.self, ["orderId": .string(id.rawValue)], as: user).json
    }
    /// The first one in its thread.
    func message(in order: OrderID) throws -> String? {
        let thread = try shard.ask(FoodMessagesOfOrder.self, ["orderId": .string(order.rawValue)], as: FoodKitchen.noura).json
        return thread["data"]?.array?.first?["text"]?.string
    }
    func attention() throws -> [String] {
        let listed = try shard.ask(AllDeliveries.self, ["attention": true], as: Self.supervisor).json["data"]?.array
        return (listed ?? []).compactMap { $0["id"]?.string }
    }
    /// What a ledger gives to a user.
    func posted(to user: User.ID) throws -> Int {
        try shard.published(PostLedger.self).flatMap(\.entries).filter { $0.userId == user }.reduce(0) { $0 + $1.amount.amount }
    }
}
