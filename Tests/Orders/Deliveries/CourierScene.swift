import Contracts
import Kernel
import Messaging
import OrdersDeliveries
import ServiceKit
import Storage
import TestKit

/// A shard with couriers around one shop.
final class CourierScene {
    static let shop = GeoPoint(lat: 24.7136, lng: 46.6753)
    static let home = GeoPoint(lat: 24.7040, lng: 46.6890)
    /// 405 m from the shop.
    static let start = GeoPoint(lat: 24.7150, lng: 46.6790)
    /// Farther than 10 km.
    static let far = GeoPoint(lat: 24.9570, lng: 46.6988)
    static let supervisor = Principal.user("lian", roles: ["supervisor"])
    static let developer = Principal.user("omar", roles: ["developer"])
    static let accountant = Principal.user("mona", roles: ["accountant"])
    static let owner = Principal.user("salman", roles: ["owner"])
    static let customer = Principal.user("noura", roles: ["customer"])
    static let sar = Currency("SAR") ?? .eur
    static let definition = TenantDefinition(
        tenant: "parcels", name: "Parcels", currency: sar, timezone: "Asia/Riyadh", languages: ["ar", "en"], phonePrefix: "+966",
        sandbox: true,
        roles: [
            "customer": [], "owner": [], "courier": ["deliveries:ride"], "accountant": ["orders:read-all"],
            "supervisor": ["orders:read-all", "orders:read-contacts", "deliveries:assign", "deliveries:override", "couriers:manage"],
            "developer": ["orders:read-all", "orders:read-contacts", "deliveries:ride", "deliveries:ride-as", "deliveries:assign",
                          "deliveries:override", "couriers:manage"],
        ],
        plugins: ["orders": ["parcel-order"]])

    let shard: ShardHarness<ParcelOrders>

    /// - Parameter couriers: approved, offline.
    init(couriers: [User.ID] = ["ali", "badr", "careem", "dawood"]) throws {
        shard = try ShardHarness(ParcelOrders.self, definition: Self.definition)
        for id in couriers { try approve(id) }
        try shard.markSeen()
    }

    static func courier(_ id: User.ID) -> Principal { .user(id.rawValue, roles: ["courier"]) }

    func approve(_ id: User.ID) throws {
        try shard.receive(UserRegistered(userId: id, name: "Courier \(id)", phone: "+966500000105", roles: ["courier"]))
        try shard.send(ApproveCourier<ParcelOrder>(courierId: id), as: Self.supervisor)
    }
    func send(_ id: OrderID = "1", from: GeoPoint = shop, cash: Int? = nil, leaveAtDoor: Bool = false) throws {
        try shard.receive(SendParcel(id: id, from: from, customer: "noura", owner: "salman", cash: cash, leaveAtDoor: leaveAtDoor))
    }
    func pack(_ id: OrderID = "1") throws { try shard.receive(PackParcel(id: id)) }

    @discardableResult
    func goOnline(_ id: User.ID, at place: GeoPoint = start) throws -> Reply? {
        try shard.send(SetAvailability<ParcelOrder>(online: true, location: place), as: Self.courier(id))
    }
    @discardableResult
    func goOffline(_ id: User.ID) throws -> Reply? {
        try shard.send(SetAvailability<ParcelOrder>(online: false), as: Self.courier(id))
    }
    @discardableResult
    func move(_ id: User.ID, to place: GeoPoint, at: Timestamp? = nil) throws -> Reply? {
        try shard.send(RecordPosition<ParcelOrder>(location: place, at: at), as: Self.courier(id))
    }
    @discardableResult
    func claim(_ job: OrderID = "1", by id: User.ID) throws -> Reply? {
        try shard.send(ClaimDelivery<ParcelOrder>(deliveryId: job), as: Self.courier(id))
    }
    @discardableResult
    func decline(_ job: OrderID = "1", by id: User.ID) throws -> Reply? {
        try shard.send(DeclineDelivery<ParcelOrder>(deliveryId: job), as: Self.courier(id))
    }
    @discardableResult
    func release(_ job: OrderID = "1", by id: User.ID) throws -> Reply? {
        try shard.send(ReleaseDelivery<ParcelOrder>(deliveryId: job, reason: "flat tyre"), as: Self.courier(id))
    }
    @discardableResult
    func pickUp(_ job: OrderID = "1", by id: User.ID) throws -> Reply? {
        try shard.send(PickUpDelivery<ParcelOrder>(deliveryId: job), as: Self.courier(id))
    }
    @discardableResult
    func complete(_ job: OrderID = "1", by id: User.ID, code: String? = ParcelOrder.code, photo: String? = nil,
                  cash: Int? = nil) throws -> Reply? {
        try shard.send(CompleteDelivery<ParcelOrder>(deliveryId: job, code: code, photoId: photo,
                                                     cashCollected: cash.map { Money($0, Self.sar) }), as: Self.courier(id))
    }

    func offers(of id: User.ID) throws -> [JSONValue] {
        try shard.ask(OffersForCourier.self, as: Self.courier(id)).json["data"]?.array ?? []
    }
    func offered(_ job: OrderID = "1") throws -> [User.ID] {
        try shard.file.pool.read { try OfferStore($0, "parcels").all(of: job) }.filter { $0.isLive(at: shard.now) }.map(\.courier)
    }
    func job(_ id: OrderID = "1") throws -> Delivery {
        guard let job = try shard.file.pool.read({ try DeliveryStore($0, "parcels").find(id) }) else { throw Rejection.notFound }
        return job
    }
    func courier(_ id: User.ID) throws -> Courier {
        guard let courier = try shard.file.pool.read({ try CourierStore($0, "parcels").find(id) }) else { throw Rejection.notFound }
        return courier
    }
    func notes(_ id: OrderID = "1") throws -> [String] {
        try shard.file.pool.read { try ParcelStore(db: $0, tenant: "parcels").all(of: id) }
    }
}
