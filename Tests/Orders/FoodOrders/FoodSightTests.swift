import Contracts
import Kernel
import Messaging
import OrdersDeliveries
import OrdersFood
import OrdersService
import ServiceKit
import TestKit
import Testing

@Suite("Food orders: who sees what")
struct FoodSightTests {
    private let kitchen: FoodKitchen
    private var shard: ShardHarness<Orders> { kitchen.shard }
    init() throws { kitchen = try FoodKitchen() }

    private func phone(_ order: OrderID, of party: String, as user: Principal) throws -> String? {
        try kitchen.order(order, as: user)[party]?["phone"]?.string
    }

    @Test("Parties see each other's phone from the acceptance until two hours after the end; their own always")
    func phones() throws {
        let order = try kitchen.place()
        #expect(try phone(order.id, of: "restaurant", as: FoodKitchen.noura) == "+9661•••••000")
        #expect(try phone(order.id, of: "customer", as: FoodKitchen.salman) == "+9665•••••101")
        #expect(try phone(order.id, of: "customer", as: FoodKitchen.noura) == "+966500000101")
        #expect(try phone(order.id, of: "address", as: FoodKitchen.noura) == "+966500000101")
        try kitchen.accept(order.id)
        #expect(try phone(order.id, of: "restaurant", as: FoodKitchen.noura) == "+966110000000")
        #expect(try phone(order.id, of: "customer", as: FoodKitchen.salman) == "+966500000101")
        try kitchen.cancel(order.id, "closing", as: FoodKitchen.salman)
        shard.now = shard.now + .seconds(7199)
        #expect(try phone(order.id, of: "customer", as: FoodKitchen.salman) == "+966500000101")
        shard.now = shard.now + .seconds(1)
        #expect(try phone(order.id, of: "customer", as: FoodKitchen.salman) == "+9665•••••101")
        #expect(try phone(order.id, of: "customer", as: FoodKitchen.khaled) == "+966500000101", "staff always")
    }

    @Test("The accountant reads every order without phones and address")
    func accountant() throws {
        let order = try kitchen.place()
        try kitchen.accept(order.id)
        let seen = try kitchen.order(order.id, as: FoodKitchen.mona)
        #expect(seen["address"] == ["line": "•••", "details": "•••", "location": .null, "phone": "+9665•••••101"])
        #expect(seen["restaurant"]?["phone"] == "+9661•••••000")
        #expect(seen["allowedActions"] == [])
    }

    @Test("Two hours after the end the courier sees the area of the address only; the customer, the restaurant and the staff see all of it")
    func addressAfterEnd() throws {
        let quote = FoodKitchen.quote
        try shard.receive(ImportFoodOrder(
            orderId: "imported", customerId: "noura", courierId: "yasser",
            restaurant: .init(id: FoodKitchen.restaurant, ownerId: "salman", names: FoodKitchen.names, location: FoodKitchen.place,
                              addressLine: "العليا", phone: "+966110000000", prepMinutes: 20, extraMinutes: 0, commissionBasisPoints: 1500),
            content: QuoteContent(lines: quote.lines, totals: quote.totals, zone: quote.zone, etaMinutes: quote.etaMinutes,
                                  location: GeoPoint(lat: 24.70412, lng: 46.68873), distanceMeters: quote.distanceMeters),
            addressLine: "شارع العليا ١٢", placedAt: shard.now + .minutes(-45), endedAt: shard.now))
        func address(_ user: Principal) throws -> JSONValue? { try kitchen.order("imported", as: user)["address"] }
        shard.now = shard.now + .seconds(7199)
        let whole = try address(FoodKitchen.noura)
        #expect(whole?["line"] == "شارع العليا ١٢" && whole?["location"] == ["lat": 24.70412, "lng": 46.68873])
        #expect(try address(FoodKitchen.yasser) == whole)
        shard.now = shard.now + .seconds(1)
        #expect(try address(FoodKitchen.yasser) == ["line": .null, "details": .null, "location": ["lat": 24.704, "lng": 46.689],
                                                    "phone": "+9665•••••101"])
        #expect(try address(FoodKitchen.noura) == whole && address(FoodKitchen.khaled) == whole)
        #expect(try address(FoodKitchen.salman)?["location"] == whole?["location"])
    }

    @Test("Only the customer sees the code, from the acceptance on")
    func code() throws {
        let order = try kitchen.place()
        #expect(try kitchen.order(order.id)["deliveryCode"] == .null)
        try kitchen.accept(order.id)
        let code = try #require(try kitchen.order(order.id)["deliveryCode"]?.string)
        #expect(code.count == 4 && Int(code) != nil)
        for other in [FoodKitchen.salman, FoodKitchen.khaled, FoodKitchen.omar] {
            #expect(try kitchen.order(order.id, as: other)["deliveryCode"] == .null)
        }
        #expect(try shard.columns(holding: "\"\(code)\"").isEmpty, "it is made of a key, and stands nowhere")
    }

    @Test("Whose business it is not gets 404")
    func strangers() throws {
        let order = try kitchen.place()
        for other in [FoodKitchen.fahad, FoodKitchen.hind, FoodKitchen.yasser, FoodKitchen.dana] {
            #expect(try shard.ask(FoodOrderDetails.self, ["orderId": .string(order.id.rawValue)], as: other).status == 404)
        }
    }

    @Test("Texts are those of the asked language, Arabic first")
    func languages() throws {
        let order = try kitchen.place()
        #expect(try kitchen.order(order.id)["restaurant"]?["name"] == "سفرة ٢٤")
        #expect(try kitchen.order(order.id)["items"]?.array?.first?["note"] == "بدون بصل")
        let labels = try shard.ask(FoodAppConfig.self).json
        #expect(labels["statuses"]?.array?.compactMap { $0["label"]?.string }
            == ["قيد الانتظار", "مقبول", "قيد التحضير", "جاهز", "قيد التوصيل", "تم التوصيل", "ملغي"])
        #expect(labels["statuses"]?.array?.compactMap { $0["icon"]?.string }
            == ["clock", "checkmark.circle", "flame", "bag", "bicycle", "house", "xmark.circle"])
        #expect(labels["serviceFee"]?["amount"] == 200 && labels["cashLimit"]?["amount"] == 50_000)
        #expect(labels["cuisines"] == [["code": "saudi", "label": "سعودي"]])
        #expect(labels["cancelReasons"]?.array?.count == FoodCancelReason.allCases.count)
    }

    @Test("Messages go between the parties and the support; the thread closes a day after the end for all but the staff")
    func thread() throws {
        let order = try kitchen.place("card")
        #expect(try shard.send(PostFoodMessage(orderId: order.id, text: "hi"), as: FoodKitchen.salman)?.status == 404, "not released")
        try kitchen.pay(order)
        for (user, text) in [(FoodKitchen.noura, "بدون بصل"), (FoodKitchen.salman, "حاضر"), (FoodKitchen.khaled, "مرحبا")] {
            #expect(try shard.send(PostFoodMessage(orderId: order.id, text: text), as: user)?.status == 201)
        }
        #expect(try shard.send(PostFoodMessage(orderId: order.id, text: "x"), as: FoodKitchen.mona)?.status == 404)
        let messages = try shard.ask(FoodMessagesOfOrder.self, ["orderId": .string(order.id.rawValue)], as: FoodKitchen.noura).json
        #expect(messages["data"]?.array?.compactMap { $0["text"]?.string } == ["بدون بصل", "حاضر", "مرحبا"])
        #expect(messages["data"]?.array?.compactMap { $0["from"]?["name"]?.string } == ["نورة", "سفرة ٢٤", "الدعم"])
        #expect(try shard.published(MessagePosted.self).map(\.recipientIds) == [["salman"], ["noura"], ["noura", "salman"]])
        try kitchen.cancel(order.id, "mistake", as: FoodKitchen.noura)
        shard.now = shard.now + .hours(24)
        #expect(try shard.send(PostFoodMessage(orderId: order.id, text: "x"), as: FoodKitchen.noura)?.slug == "thread-closed")
        #expect(try shard.send(PostFoodMessage(orderId: order.id, text: "x"), as: FoodKitchen.khaled)?.status == 201)
    }

    @Test("The live frame of a message has the time that the thread shows, to the second")
    func messageTime() throws {
        let order = try kitchen.place()
        shard.now = shard.now + .milliseconds(1700)
        let sent = try shard.send(PostFoodMessage(orderId: order.id, text: "بدون بصل"), as: FoodKitchen.noura)?.json
        #expect(sent?["at"] == "2026-11-21T07:00:01Z")
        #expect(try shard.published(MessagePosted.self).map(\.at) == [Timestamp("2026-11-21T07:00:01Z")])
    }

    @Test("A shared link is the same while it lives, shows no names but a first one, and ends a day after the order")
    func share() throws {
        let order = try kitchen.place()
        let first = try #require(try shard.send(ShareFoodOrder(orderId: order.id), as: FoodKitchen.noura)?.json)
        #expect(try shard.send(ShareFoodOrder(orderId: order.id), as: FoodKitchen.noura)?.json == first)
        #expect(try shard.send(ShareFoodOrder(orderId: order.id), as: FoodKitchen.salman)?.status == 404)
        let token = try #require(first["token"])
        #expect(first["url"]?.string?.hasSuffix("/api/v1/track/\(token.string ?? "")") == true)
        #expect(try shard.columns(holding: token.string ?? "").isEmpty)
        let shown = try shard.ask(TrackFoodOrder.self, ["token": token]).json
        #expect(Set(shown.object?.keys.map { $0 } ?? []) == ["number", "status", "statusLabel", "restaurantName", "estimatedDeliveryAt",
                                                            "courierFirstName", "courierLocation"])
        #expect(try shard.send(StopSharingFoodOrder(orderId: order.id), as: FoodKitchen.noura)?.status == 204)
        #expect(try shard.ask(TrackFoodOrder.self, ["token": token]).status == 404)
        let second = try #require(try shard.send(ShareFoodOrder(orderId: order.id), as: FoodKitchen.noura)?.json["token"])
        #expect(second != token)
        try kitchen.cancel(order.id, "mistake", as: FoodKitchen.noura)
        #expect(try shard.send(ShareFoodOrder(orderId: order.id), as: FoodKitchen.noura)?.slug == "conflict")
        shard.now = shard.now + .seconds(86_399)
        #expect(try shard.ask(TrackFoodOrder.self, ["token": second]).status == 200)
        shard.now = shard.now + .seconds(1)
        #expect(try shard.ask(TrackFoodOrder.self, ["token": second]).status == 410)
    }

    @Test("An erased customer's active order runs to its end, then nothing names the person")
    func erasure() throws {
        let over = try kitchen.place(), active = try kitchen.place()
        try shard.send(PostFoodMessage(orderId: active.id, text: "اتصل بي"), as: FoodKitchen.noura)
        try kitchen.cancel(over.id, "mistake", as: FoodKitchen.noura, note: "سبب خاص")
        try kitchen.accept(active.id)
        try shard.receive(UserErased(userId: "noura"))
        let ended = try kitchen.order(over.id, as: FoodKitchen.khaled)
        #expect(ended["customer"] == ["id": "noura", "name": "محذوف", "phone": .null])
        #expect(ended["address"] == ["line": .null, "details": .null, "location": .null, "phone": .null])
        #expect(ended["cancellation"]?["note"] == .null && ended["items"]?.array?.first?["note"] == .null)
        let running = try kitchen.order(active.id, as: FoodKitchen.khaled)
        #expect(running["customer"]?["name"] == "نورة العتيبي" && running["address"]?["line"] == "شارع العليا ١٢")
        try kitchen.cancel(active.id, "closing", as: FoodKitchen.salman)
        #expect(try kitchen.order(active.id, as: FoodKitchen.khaled)["customer"]?["name"] == "محذوف")
        let messages = try shard.ask(FoodMessagesOfOrder.self, ["orderId": .string(active.id.rawValue)], as: FoodKitchen.khaled).json
        #expect(messages["data"]?.array?.first?["text"] == "[محذوف]")
        #expect(try shard.columns(holding: "العتيبي").filter { !$0.hasPrefix("souk_") }.isEmpty)
    }

    @Test("A request of the restaurant that is sent again is not answered with an erased customer, once nobody needs the name any more")
    func storedAnswers() throws {
        let over = try kitchen.place(), active = try kitchen.place()
        func send(_ command: some Message, _ id: String? = nil) throws -> Reply? { try shard.send(command, as: FoodKitchen.salman, id: id) }
        func name(_ reply: Reply?) -> String? { reply?.json["customer"]?["name"]?.string }
        let reject = RejectFoodOrder(orderId: over.id, reason: "too_busy"), accept = AcceptFoodOrder(orderId: active.id)
        #expect(try name(send(reject, "reject")) == "نورة العتيبي" && name(send(accept, "accept")) == "نورة العتيبي")
        try shard.receive(UserErased(userId: "noura"))
        #expect(try send(reject, "reject")?.status == 503 && send(accept, "accept")?.status == 503)
        // "Try again": the gateway sends it anew. One order is over, the other goes on.
        #expect(try name(send(reject)) == "محذوف" && name(send(accept, "again")) == "نورة العتيبي")
        try kitchen.cancel(active.id, "closing", as: FoodKitchen.salman)
        #expect(try send(accept, "again")?.status == 503 && send(accept)?.slug == "invalid-transition")
    }

    @Test("A delivery that begins after its customer was erased forgets where it went when it ends")
    func erasureBeforeAcceptance() throws {
        let order = try kitchen.place()
        try shard.receive(UserErased(userId: "noura"))
        try kitchen.accept(order.id)
        func places() throws -> [String] { try shard.columns(holding: "شارع العليا").filter { $0.hasPrefix("delivery.") } }
        #expect(try places() == ["delivery.line"], "the courier still has to find the door")
        try kitchen.cancel(order.id, "closing", as: FoodKitchen.salman)
        #expect(try kitchen.order(order.id, as: FoodKitchen.khaled)["status"] == "cancelled")
        #expect(try places().isEmpty)
    }

    @Test("What waits for the catalog as its customer is erased becomes no order")
    func erasureWhileClaiming() throws {
        let claim = try #require(try kitchen.ask().claim)
        try shard.receive(UserErased(userId: "noura"))
        try shard.receive(kitchen.claimed(claim))
        #expect(try shard.count(of: "food_request") == 0 && shard.count(of: "food_order") == 0)
        #expect(try shard.published(ReleaseQuote.self).count == 2)
        #expect(try shard.timers().isEmpty)
    }
}
