import Contracts
import Kernel
import OrdersDeliveries
import OrdersFood
import OrdersService
import TestKit
import Testing

@Suite("Food orders: ratings and imported orders")
struct FoodRatingTests {
    private let kitchen: FoodKitchen
    private var shard: ShardHarness<Orders> { kitchen.shard }
    private let end = FoodKitchen.opening + .minutes(-15)
    init() throws { kitchen = try FoodKitchen() }

    /// An order that was delivered before the test began.
    private func delivered(to customer: User.ID = "noura", called name: String? = nil, rating: ImportFoodOrder.Rating? = nil,
                           courier: User.ID? = "yasser") throws -> ImportFoodOrder {
        let order = ImportFoodOrder(
            orderId: "imported", customerId: customer, customerName: name, courierId: courier,
            restaurant: .init(id: FoodKitchen.restaurant, ownerId: "salman", names: FoodKitchen.names, location: FoodKitchen.place,
                              addressLine: "العليا", phone: "+966110000000", prepMinutes: 20, extraMinutes: 0, commissionBasisPoints: 1500),
            content: FoodKitchen.quote, addressLine: "شارع العليا ١٢", placedAt: end + .minutes(-45), endedAt: end, rating: rating)
        try shard.receive(order)
        return order
    }
    private func rate(_ stars: Int, _ comment: String? = nil, as user: FoodRater = .customer) throws -> Int? {
        try shard.send(RateFoodOrder(orderId: "imported", restaurantStars: stars, courierStars: 5, comment: comment),
                       as: user == .customer ? FoodKitchen.noura : FoodKitchen.fahad)?.status
    }
    private func slug(of order: OrderID) throws -> String? {
        try shard.send(RateFoodOrder(orderId: order, restaurantStars: 1), as: FoodKitchen.noura)?.slug
    }
    private enum FoodRater { case customer, stranger }

    @Test("A delivered order is rated for thirty days, and the rating is changed for seven")
    func windows() throws {
        _ = try delivered()
        #expect(try rate(6) == 422)
        #expect(try rate(5, as: .stranger) == 404)
        shard.now = end + .days(30) - .seconds(1)
        #expect(try kitchen.order("imported")["allowedActions"] == ["rate"])
        #expect(try rate(4, "لذيذ") == 201)
        #expect(try rate(5) == 200)
        #expect(try shard.published(OrderRated.self).map(\.restaurantStars) == [4, 5])
        #expect(try shard.published(OrderRated.self).first?.customerName == "نورة")
        let first = shard.now
        shard.now = first + .days(7) - .seconds(1)
        #expect(try rate(3) == 200)
        shard.now = first + .days(7)
        #expect(try slug(of: "imported") == "rating-window-closed")
        #expect(try kitchen.order("imported")["rating"]?["restaurantStars"] == 3)
    }

    @Test("A later rating changes the fields it names, and null takes one away")
    func partialEdit() throws {
        _ = try delivered()
        #expect(try rate(5, "لذيذ") == 201)
        try shard.send(RateFoodOrder(orderId: "imported", restaurantStars: 3), as: FoodKitchen.noura)
        let kept = try kitchen.order("imported")["rating"]
        #expect(kept?["restaurantStars"] == 3 && kept?["courierStars"] == 5 && kept?["comment"] == "لذيذ")
        try shard.send(RateFoodOrder(orderId: "imported", restaurantStars: 3, comment: .some(nil)), as: FoodKitchen.noura)
        let emptied = try kitchen.order("imported")["rating"]
        #expect(emptied?["courierStars"] == 5 && emptied?["comment"] == .null)
    }

    @Test("The first rating is too late after thirty days, to the second")
    func late() throws {
        _ = try delivered()
        shard.now = end + .days(30)
        #expect(try kitchen.order("imported")["allowedActions"] == [])
        #expect(try slug(of: "imported") == "rating-window-closed")
    }

    @Test("An order that is not delivered has no rating")
    func early() throws {
        let order = try kitchen.place()
        let refusal = try shard.send(RateFoodOrder(orderId: order.id, restaurantStars: 5), as: FoodKitchen.noura)
        #expect(refusal?.slug == "order-not-delivered" && refusal?.json["members"]?["currentStatus"] == "pending")
    }

    @Test("An imported order is there once, with its money and its rating, and nobody is notified")
    func imported() throws {
        let order = try delivered(rating: .init(restaurantStars: 5, courierStars: 4, comment: "لذيذ", ratedAt: end + .minutes(5)))
        try shard.receive(order)
        #expect(try shard.count(of: "food_order") == 1)
        #expect(Set(try shard.publishedTypes()) == ["payments.post-ledger.v1", "payments.import-payment.v1", "orders.order-rated.v1"])
        #expect(try kitchen.posted().map(\.at) == [end])
        let seen = try kitchen.order("imported")
        #expect(seen["status"] == "delivered" && seen["number"] == "SF-100001" && seen["estimatedDeliveryAt"] == "2026-11-21T06:45:00Z")
        try shard.advance(by: .days(2))
        #expect(try shard.published(RatingReminderDue.self).isEmpty)
    }

    @Test("An imported order has its payment, and its job with what the courier earned")
    func importedWhole() throws {
        _ = try delivered()
        let payment = try #require(try shard.published(ImportPayment.self).first)
        #expect(try kitchen.order("imported")["payment"]?["id"]?.string == payment.paymentId.rawValue)
        #expect(payment.amount == FoodKitchen.money(7800) && !payment.refunded && payment.userId == "noura")
        let job = try shard.ask(DeliveryDetails.self, ["deliveryId": "imported"], as: FoodKitchen.khaled).json
        #expect(job["status"] == "delivered" && job["courier"]?["id"] == "yasser" && job["proof"]?["type"] == "code")
        #expect(job["timeline"]?.array?.compactMap { $0["status"]?.string } == ["searching", "assigned", "picked_up", "delivered"])
        let earned = try shard.ask(EarningsOfCourier.self, ["from": "2026-11-21", "to": "2026-11-21"], as: FoodKitchen.yasser).json
        #expect(earned["deliveries"] == 1 && earned["total"]?["amount"] == 1220 && earned["cashCollected"]?["amount"] == 0)
        let jobs = try shard.ask(DeliveriesOfCourier.self, ["status": "final"], as: FoodKitchen.yasser).json
        #expect(jobs["data"]?.array?.compactMap { $0["id"] } == ["imported"])
    }

    @Test("The review of an imported order is signed, also if the order comes before the account")
    func signed() throws {
        let rating = ImportFoodOrder.Rating(restaurantStars: 5, courierStars: 4, comment: "لذيذ", ratedAt: end + .minutes(5))
        _ = try delivered(to: "reem", called: "ريم السبيعي", rating: rating)
        #expect(try shard.published(OrderRated.self).map(\.customerName) == ["ريم"])
        try shard.receive(UserRegistered(userId: "reem", name: "ريم الشمري", phone: "+966500000199", roles: []))
        #expect(try kitchen.order("imported", as: FoodKitchen.khaled)["customer"]
            == ["id": "reem", "name": "ريم الشمري", "phone": "+966500000199"])
    }

    @Test("An imported order without a courier was cancelled in time and refunded")
    func cancelled() throws {
        _ = try delivered(courier: nil)
        let seen = try kitchen.order("imported")
        #expect(seen["status"] == "cancelled" && seen["payment"]?["status"] == "refunded")
        #expect(try kitchen.posted().isEmpty)
        let payment = try #require(try shard.published(ImportPayment.self).first)
        #expect(payment.refunded && payment.refundedAt == end)
        #expect(try shard.ask(DeliveryDetails.self, ["deliveryId": "imported"], as: FoodKitchen.khaled).status == 404)
    }
}
