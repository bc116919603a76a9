import Contracts
import Foundation
import Kernel
import Messaging
import NotificationsAdministration
import NotificationsDelivery
import NotificationsFeed
import NotificationsService
import ServiceKit
import Testing
import TestKit

/// A notifications shard of the Sofra tenant, as its file stands in this repository. Everybody has a device.
struct FoodScene {
    let shard: ShardHarness<Notifications>
    static let customer = Principal.user("noura", roles: ["customer"])
    static let fahad = Principal.user("fahad", roles: ["customer"])
    static let owner = Principal.user("salman", roles: ["owner"])
    static let courier = Principal.user("yasser", roles: ["courier"])
    static let supervisor = Principal.user("layan", roles: ["supervisor"])
    static let support = Principal.user("khalid", roles: ["support"])
    static let accountant = Principal.user("mona", roles: ["accountant"])
    static let social = Principal.user("dana", roles: ["social_media"])
    static let admin = Principal.user("reem", roles: ["admin"])
    static let everybody = [customer, fahad, owner, courier, supervisor, support, accountant, social, admin]
    private static let names = ["noura": "نورة العتيبي", "yasser": "ياسر الحربي", "salman": "سلمان الدوسري", "khalid": "خالد العمري"]
    static let sar = Currency("SAR") ?? .ugx

    /// Saturday 2026-11-21, 10:00 in Riyadh.
    init(at now: String = "2026-11-21T07:00:00Z", withoutDevice: Set<String> = []) throws {
        let file = try YAMLFile(path: SpecPolicies.root + "/deploy/tenants/sofra.yml").root.json
        let settings = try #require(file["settings"]?["notifications"])
        let definition = TenantDefinition(
            tenant: "sofra", name: "Sofra", currency: Self.sar, timezone: "Asia/Riyadh", languages: ["ar", "en"], phonePrefix: "+966",
            sandbox: true,
            roles: ["customer": [], "owner": [], "courier": [], "supervisor": [], "support": [], "accountant": [],
                    "social_media": ["announcements:send"], "admin": ["announcements:send", "notifications:manage"]],
            plugins: ["notifications": ["in-app", "push", "email", "role-announcements"]], settings: ["notifications": settings])
        shard = try ShardHarness(Notifications.self, definition: definition, now: try #require(Timestamp(now)))
        for person in Self.everybody {
            let id = person.userID.rawValue
            try shard.receive(UserRegistered(userId: person.userID, name: Self.names[id] ?? id, email: "\(id)@sofra.test",
                                             roles: Array(person.roles), locale: "ar"))
            guard !withoutDevice.contains(id) else { continue }
            try shard.receive(PushTokenChanged(sessionId: "s-\(id)", userId: person.userID, pushToken: "device-\(id)"))
        }
    }

    // MARK: - What people have

    func feed(_ who: Principal, type: String? = nil) throws -> [JSONValue] {
        let items = try shard.ask(NotificationsOfUser.self, [:], as: who).json["data"]?.array ?? []
        return items.filter { type == nil || $0["type"]?.string == type }
    }
    /// `type: title — body`, newest first.
    func texts(_ who: Principal) throws -> [String] {
        try feed(who).map { "\($0["type"]?.string ?? ""): \($0["title"]?.string ?? "") — \($0["body"]?.string ?? "")" }
    }
    /// Types that were pushed to somebody's device, newest first.
    func pushes(_ who: Principal) throws -> [String] {
        try (shard.ask(DevelopmentOutbox.self, ["channel": "push", "to": .string("device-\(who.userID)")]).json["data"]?.array ?? [])
            .compactMap { $0["template"]?.string }
    }
    /// `drop resolved`, oldest first.
    func decisions(_ type: String) throws -> [String] {
        let records = try shard.ask(DecisionRecords.self, ["type": .string(type)], as: Self.admin).json["data"]?.array ?? []
        return records.reversed().map { record in
            ([record["decision"]?.string ?? ""] + (record["reasons"]?.array?.compactMap(\.string) ?? [])).joined(separator: " ")
        }
    }

    // MARK: - What happens

    static let restaurant = ["ar": "سفرة ٢٤", "en": "Sofra 24"]
    func head(_ status: String, version: Int = 1, courier: User.ID? = nil, order: OrderID = "o-1",
              names: [String: String] = restaurant) -> FoodOrderHead {
        FoodOrderHead(orderId: order, number: "SF-100042", version: version, status: status, customerId: "noura", restaurantId: "r-1",
                      ownerId: "salman", courierId: courier, restaurantNames: names)
    }
    func money(_ amount: Int) -> Money { Money(amount, Self.sar) }
    func place() throws {
        let zero = money(0)
        try shard.receive(FoodOrderPlaced(
            order: head("pending"), items: [FoodOrderLine(menuItemId: "m", name: "لبن", quantity: 3, lineTotal: money(1200))],
            totals: FoodOrderTotals(subtotal: money(6200), deliveryFee: money(900), serviceFee: money(200), tip: zero, total: money(7800)),
            method: "cash", placedAt: shard.now))
    }
    func release() throws {
        try shard.receive(OrderReleased(order: head("pending"), acceptBy: shard.now + .minutes(10), quantity: 3, total: money(7800),
                                        method: "cash", releasedAt: shard.now))
    }
    func remind() throws {
        try shard.receive(AcceptanceReminderDue(order: head("pending"), acceptBy: shard.now + .minutes(5), quantity: 3, total: money(7800)))
    }
    func accept(deliveryIn minutes: Int = 36) throws {
        try shard.receive(OrderAccepted(order: head("accepted", version: 2), prepMinutes: 20, estimatedReadyAt: shard.now + .minutes(20),
                                        estimatedDeliveryAt: shard.now + .minutes(minutes), acceptedAt: shard.now))
    }
    func estimate(in minutes: Int, status: String = "accepted") throws {
        try shard.receive(DeliveryEstimateChanged(order: head(status, version: 3), estimatedDeliveryAt: shard.now + .minutes(minutes)))
    }
    func assign(_ courier: User.ID = "yasser") throws {
        try shard.receive(DeliveryAssigned(orderId: "o-1", number: "SF-100042", courierId: courier, customerId: "noura", ownerId: "salman",
                                           restaurantId: "r-1", restaurantNames: Self.restaurant, payout: money(1220), byStaff: false,
                                           assignedAt: shard.now))
    }
    func ready() throws { try shard.receive(OrderReady(order: head("ready", version: 4), readyAt: shard.now)) }
    func pickUp(by courier: User.ID = "yasser") throws {
        try shard.receive(OrderPickedUp(order: head("out_for_delivery", version: 5, courier: courier), pickedUpAt: shard.now))
    }
    func deliver() throws {
        let zero = money(0)
        try shard.receive(OrderDelivered(order: head("delivered", version: 6, courier: "yasser"), deliveredAt: shard.now, method: "cash",
                                         settlement: FoodSettlement(owner: money(5270), commission: money(930), courierBase: money(720),
                                                                    tip: zero, platform: zero)))
    }
    func rate() throws {
        try shard.receive(OrderRated(order: head("delivered", version: 7), restaurantStars: 5, firstRatedAt: shard.now, ratedAt: shard.now))
    }
    func remindToRate() throws {
        try shard.receive(RatingReminderDue(order: head("delivered", version: 6), deliveredAt: shard.now - .hours(2)))
    }
    func cancel(_ reason: FoodCancelReason, released: Bool = true, courier: User.ID? = nil) throws {
        try shard.receive(FoodOrderCancelled(order: head("cancelled", version: 9, courier: courier), reason: reason.rawValue,
                                             byRole: "customer", fee: money(0), refund: money(0), released: released, accepted: false,
                                             rejected: false, cancelledAt: shard.now))
    }
    func post(_ text: String, from role: String, _ sender: User.ID, to readers: [User.ID], id: String = "m-1") throws {
        try shard.receive(MessagePosted(order: head("accepted", version: 2, courier: "yasser"), messageId: id, fromRole: role,
                                        fromId: sender, preview: text, recipientIds: readers, at: shard.now))
    }
    func payment(_ status: String, version: Int = 2, retry: Bool = false, refunded: Int? = nil) throws {
        try shard.receive(OrderPaymentUpdated(order: head("pending", version: version), paymentId: "p-1", paymentStatus: status,
                                              failureCode: status == "failed" ? "card_declined" : nil,
                                              retryUntil: retry ? shard.now + .minutes(10) : nil, refunded: refunded.map(money)))
    }
    func offer(expires: Bool = true) throws {
        try shard.receive(DeliveryOffered(orderId: "o-1", number: "SF-100042", courierId: "yasser", restaurantId: "r-1",
                                          restaurantNames: Self.restaurant, payout: money(1220), distanceMeters: 405,
                                          expiresAt: expires ? shard.now + .seconds(60) : nil, offeredAt: shard.now))
    }
    func unassigned() throws {
        try shard.receive(DeliveryUnassigned(orderId: "o-1", number: "SF-100042", restaurantId: "r-1", restaurantNames: Self.restaurant,
                                             since: shard.now - .minutes(10), noticedAt: shard.now))
    }
    func silent(_ courier: User.ID = "yasser") throws {
        try shard.receive(CourierSilent(courierId: courier, orderId: "o-1", number: "SF-100042", restaurantId: "r-1",
                                        restaurantNames: Self.restaurant, since: shard.now - .minutes(15), noticedAt: shard.now))
    }
    func late() throws { try shard.receive(OrderLate(order: head("accepted", version: 2), estimatedReadyAt: shard.now - .minutes(15))) }
    func overdue() throws {
        try shard.receive(OrderOverdue(order: head("out_for_delivery", version: 5, courier: "yasser"),
                                       pickedUpAt: shard.now - .minutes(90)))
    }
    func restaurant(_ change: RestaurantChanged.Change, until: Timestamp? = nil, reason: String? = nil, imported: Bool? = nil) throws {
        try shard.receive(RestaurantChanged(
            restaurantId: "r-1", change: change, ownerId: "salman", slug: "sofra-24", names: Self.restaurant, status: "active",
            mode: "normal", extraMinutes: 0, until: until, prepMinutes: 20, commissionBasisPoints: 1500, phone: "+966500000107",
            location: GeoPoint(lat: 24.7136, lng: 46.6753), addressLine: "طريق الملك فهد", rating: nil, ratingCount: 0,
            reason: reason, imported: imported))
    }
    /// What another service said at an hour that the clock has passed since.
    func deliver<Event: Message>(_ event: Event, at hour: Timestamp) throws {
        try shard.deliver(Envelope(id: "\(Event.type):\(hour)", type: Event.type, source: "/orders", time: hour, tenant: "sofra",
                                   correlationID: "test", value: try JSON.encode(event)))
    }
    /// Messages to the staff go out in slices, a moment later.
    func moment() throws { try shard.advance(by: .seconds(1)) }
}
