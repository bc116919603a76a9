// Long: one table of what happens to an order and what each person then reads.
import Contracts
import Kernel
import Messaging
import NotificationsPreferences
import NotificationsService
import Testing
import TestKit

/// What happens to an order, and the newest message each person then has: to the letter of the specification.
struct FoodNews: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let messages: [(reader: Principal, text: String, isPushed: Bool)]
    let happen: @Sendable (FoodScene) throws -> Void
    init(_ what: String, _ messages: [(Principal, String, Bool)], _ happen: @escaping @Sendable (FoodScene) throws -> Void) {
        (testDescription, self.happen) = (what, happen)
        self.messages = messages.map { (reader: $0.0, text: $0.1, isPushed: $0.2) }
    }

    private typealias Scene = FoodScene
    static let all: [FoodNews] = [
        FoodNews("released", [(Scene.owner, "order-received: طلب جديد SF-100042 — 3 أصناف بقيمة 78.00 ر.س، اقبله قبل 10:10", true)]) {
            try $0.place()
            try $0.release()
        },
        FoodNews("accepted", [(Scene.customer, "order-accepted: تم قبول طلبك — الوصول المتوقع 10:36", true)]) {
            try $0.place()
            try $0.accept()
        },
        FoodNews("preparing", [(Scene.customer, "order-preparing: طلبك قيد التحضير — SF-100042 من سفرة ٢٤", false)]) { scene in
            try scene.place()
            try scene.shard.receive(OrderPreparing(order: scene.head("preparing"), estimatedReadyAt: scene.shard.now))
        },
        FoodNews("ready", [(Scene.customer, "order-ready: الطلب SF-100042 جاهز — سفرة ٢٤", false),
                           (Scene.courier, "order-ready: الطلب SF-100042 جاهز — سفرة ٢٤", true)]) {
            try $0.place()
            try $0.assign()
            try $0.ready()
        },
        FoodNews("picked up", [
            (Scene.customer, "order-picked-up: طلبك في الطريق — ياسر في الطريق إليك، افتح التطبيق لعرض رمز الاستلام", true),
        ]) { try $0.pickUp() },
        FoodNews("delivered", [(Scene.customer, "order-delivered: تم توصيل طلبك — بالعافية! قيّم تجربتك مع سفرة ٢٤", true)]) {
            try $0.deliver()
        },
        FoodNews("not rated", [(Scene.customer, "rate-reminder: كيف كانت وجبتك؟ — قيّم سفرة ٢٤", true)]) {
            try $0.deliver()
            try $0.shard.advance(by: .hours(2))
            try $0.remindToRate()
        },
        FoodNews("cancelled with a courier", [
            (Scene.customer, "order-cancelled: أُلغي الطلب SF-100042 — نفدت بعض الأصناف", true),
            (Scene.owner, "order-cancelled: أُلغي الطلب SF-100042 — نفدت بعض الأصناف", true),
            (Scene.courier, "order-cancelled: أُلغي الطلب SF-100042 — نفدت بعض الأصناف", true),
        ]) {
            try $0.place()
            try $0.assign()
            try $0.cancel(.outOfStock)
        },
        FoodNews("delayed", [(Scene.customer, "order-delayed: تأخر طلبك قليلاً — الموعد الجديد 10:41", true)]) {
            try $0.place()
            try $0.accept()
            try $0.estimate(in: 41)
        },
        FoodNews("late", [(Scene.owner, "order-late: الطلب SF-100042 متأخر — سفرة ٢٤", true),
                          (Scene.supervisor, "order-late: الطلب SF-100042 متأخر — سفرة ٢٤", true)]) {
            try $0.place()
            try $0.accept()
            try $0.late()
        },
        FoodNews("overdue", [(Scene.supervisor, "order-overdue: الطلب SF-100042 لم يصل بعد — سفرة ٢٤", true),
                             (Scene.support, "order-overdue: الطلب SF-100042 لم يصل بعد — سفرة ٢٤", true)]) {
            try $0.place()
            try $0.assign()
            try $0.pickUp()
            try $0.overdue()
        },
        FoodNews("card declined", [(Scene.customer, "payment-failed: لم تكتمل عملية الدفع — جرّب بطاقة أخرى قبل 10:10", true)]) {
            try $0.place()
            try $0.payment("failed", retry: true)
        },
        FoodNews("refunded", [(Scene.customer, "refund: تم استرداد 65.60 ر.س — الطلب SF-100042", true)]) {
            try $0.payment("partially_refunded", refunded: 6560)
        },
        FoodNews("not refunded", [(Scene.accountant, "refund-failed: تعذر رد مبلغ الطلب SF-100042 — سفرة ٢٤", true)]) {
            try $0.payment("refund_failed")
        },
        FoodNews("offered", [(Scene.courier, "delivery-offer: طلب توصيل جديد — سفرة ٢٤، أرباحك 12.20 ر.س", true)]) { try $0.offer() },
        FoodNews("no courier comes", [
            (Scene.supervisor, "delivery-unassigned: الطلب SF-100042 يحتاج متابعة — سفرة ٢٤", true),
            (Scene.support, "delivery-unassigned: الطلب SF-100042 يحتاج متابعة — سفرة ٢٤", true),
        ]) {
            try $0.ready()
            try $0.unassigned()
        },
        FoodNews("silent courier", [
            (Scene.supervisor, "courier-silent: الطلب SF-100042 يحتاج متابعة — سفرة ٢٤", true),
            (Scene.support, "courier-silent: الطلب SF-100042 يحتاج متابعة — سفرة ٢٤", true),
        ]) {
            try $0.pickUp()
            try $0.silent()
        },
        FoodNews("a customer writes", [
            (Scene.owner, "message: رسالة جديدة — نورة: بدون بصل", true),
            (Scene.courier, "message: رسالة جديدة — نورة: بدون بصل", true),
        ]) { try $0.post("بدون بصل", from: "customer", "noura", to: ["noura", "salman", "yasser"]) },
        FoodNews("an owner writes", [(Scene.customer, "message: رسالة جديدة — سفرة ٢٤: حاضر", true)]) {
            try $0.post("حاضر", from: "owner", "salman", to: ["noura"])
        },
        FoodNews("the support writes", [(Scene.customer, "message: رسالة جديدة — الدعم: نتابع الطلب", true)]) {
            try $0.post("نتابع الطلب", from: "support", "khalid", to: ["noura"])
        },
        FoodNews("restaurant approved", [
            (Scene.owner, "restaurant-approved: تمت الموافقة على مطعمك — أصبح سفرة ٢٤ متاحًا للعملاء", true),
        ]) {
            try $0.restaurant(.approved)
        },
        FoodNews("restaurant paused", [
            (Scene.owner, "restaurant-paused: توقف مطعمك مؤقتًا — لم تُقبل ثلاثة طلبات متتالية في سفرة ٢٤، ويعود للعمل الساعة 10:30", true),
        ]) { try $0.restaurant(.paused, until: $0.shard.now + .minutes(30)) },
        FoodNews("courier approved", [
            (Scene.courier, "courier-approved: تمت الموافقة على حسابك — يمكنك الآن استقبال طلبات التوصيل", true),
        ]) {
            try $0.shard.receive(CourierApproved(courierId: "yasser", approvedAt: $0.shard.now))
        },
        FoodNews("withdrawn", [(Scene.owner, "withdrawal-settled: تم تحويل أرباحك — وصل مبلغ 1234.50 ر.س إلى حسابك البنكي", true)]) {
            try $0.shard.receive(WithdrawalSettled(withdrawalId: "w-1", userId: "salman", amount: 123_450, currency: FoodScene.sar))
        },
        FoodNews("what an owner does himself, and what is imported", []) {
            try $0.restaurant(.availability)
            try $0.restaurant(.edited)
            try $0.restaurant(.approved, imported: true)
        },
    ]
}

@Suite("What food orders notify people of")
struct FoodOrderNewsTests {
    @Test("Everybody whom it concerns hears of it, in the binding words, and nobody else", arguments: FoodNews.all)
    func notified(news: FoodNews) throws {
        let scene = try FoodScene()
        try news.happen(scene)
        try scene.moment()
        for (reader, text, isPushed) in news.messages {
            let items = try scene.texts(reader), type = String(text.prefix { $0 != ":" })
            #expect(items.filter { $0.hasPrefix(type + ":") } == [text])
            #expect(try scene.pushes(reader).contains(type) == isPushed)
        }
        let newest = Set(news.messages.map { String($0.text.prefix { $0 != ":" }) })
        for other in FoodScene.everybody where !news.messages.contains(where: { $0.reader.userID == other.userID }) {
            let items = try scene.texts(other)
            if news.messages.isEmpty { #expect(items.isEmpty) }
            #expect(!items.contains { newest.contains(String($0.prefix { $0 != ":" })) }, "\(other.userID): \(items)")
        }
        #expect(try scene.shard.deadLetters().isEmpty)
    }

    @Test("Messages open the order in the app, offers the delivery; English readers get English words and names")
    func linksAndLanguages() throws {
        let scene = try FoodScene()
        try scene.shard.receive(UserUpdated(userId: "noura", name: "نورة", email: "n@sofra.test", roles: ["customer"], locale: "en"))
        try scene.place()
        try scene.accept()
        try scene.offer()
        try scene.cancel(.noCourier)
        let items = try scene.feed(FoodScene.customer)
        #expect(items.compactMap { $0["body"]?.string }.sorted() == ["Expected at 10:36", "No courier was available"])
        #expect(Set(items.map { $0["deepLink"] }) == ["sofra://orders/o-1"] && Set(items.map { $0["category"] }) == ["transactional"])
        #expect(try scene.feed(FoodScene.courier, type: "delivery-offer").first?["deepLink"] == "sofra://deliveries/o-1")
        let why = try #require(items.first { $0["type"] == "order-accepted" }?["why"]?.string)
        #expect(why.hasPrefix("You ordered from") && why.contains("Sofra 24"))
    }

    @Test("The owner hears again of an order that waits, and not of one that was decided meanwhile", arguments: [false, true])
    func reminded(isAccepted: Bool) throws {
        let scene = try FoodScene()
        try scene.place()
        try scene.release()
        try scene.shard.advance(by: .minutes(5))
        if isAccepted { try scene.accept() }
        try scene.remind()
        let bodies = try scene.feed(FoodScene.owner, type: "order-received").compactMap { $0["body"]?.string }
        #expect(bodies.count == (isAccepted ? 1 : 2) && bodies.allSatisfy { $0.hasSuffix("10:10") })
        #expect(try scene.decisions("order-received").last == (isAccepted ? "drop resolved" : "send ok"))
    }

    @Test("An order that nobody released reaches neither its owner nor a courier when it ends")
    func unreleased() throws {
        let scene = try FoodScene()
        try scene.place()
        try scene.cancel(.paymentTimeout, released: false)
        #expect(try scene.texts(FoodScene.customer) == ["order-cancelled: أُلغي الطلب SF-100042 — انتهت مهلة الدفع"])
        #expect(try scene.feed(FoodScene.owner).isEmpty && scene.feed(FoodScene.courier).isEmpty)
    }

    @Test("Alerts that stopped being true are dropped as they are sent")
    func untrue() throws {
        let scene = try FoodScene()
        try scene.place()
        try scene.ready()
        try scene.late()
        try scene.assign()
        try scene.unassigned()
        try scene.silent("another")
        try scene.deliver()
        try scene.silent()
        try scene.moment()
        for type in ["order-late", "delivery-unassigned", "courier-silent"] {
            let decisions = try scene.decisions(type)
            #expect(!decisions.isEmpty && decisions.allSatisfy { $0 == "drop resolved" }, "\(type): \(decisions)")
        }
        #expect(try scene.feed(FoodScene.supervisor).isEmpty && scene.feed(FoodScene.support).isEmpty)
    }

    @Test("A clock that jumps over an alert and the end of its order tells both; an order that ended before the alert left tells one",
          arguments: [46, 10])
    func jumped(minutes: Int) throws {
        let scene = try FoodScene()
        try scene.place()
        try scene.ready()
        let ready = scene.shard.now
        try scene.shard.advance(by: .minutes(minutes))
        let alert = DeliveryUnassigned(orderId: "o-1", number: "SF-100042", restaurantId: "r-1", restaurantNames: FoodScene.restaurant,
                                       since: ready, noticedAt: ready + .minutes(10))
        try scene.deliver(alert, at: ready + .minutes(10))
        try scene.deliver(FoodOrderCancelled(order: scene.head("cancelled", version: 9), reason: "no_courier", byRole: "system",
                                             fee: scene.money(0), refund: scene.money(0), released: true, accepted: true, rejected: false,
                                             cancelledAt: scene.shard.now), at: min(scene.shard.now, ready + .minutes(45)))
        try scene.moment()
        #expect(try scene.decisions("delivery-unassigned") == Array(repeating: minutes == 46 ? "send ok" : "drop resolved", count: 2))
        #expect(try scene.feed(FoodScene.owner, type: "order-cancelled").count == 1)
    }

    @Test("A courier who lost the job hears nothing more of the order")
    func lost() throws {
        let scene = try FoodScene()
        try scene.place()
        try scene.assign()
        try scene.shard.receive(DeliveryReleased(orderId: "o-1", number: "SF-100042", courierId: "yasser", restaurantId: "r-1",
                                                 why: "released", reason: "عطل", releasedAt: scene.shard.now))
        try scene.ready()
        try scene.cancel(.noCourier)
        #expect(try scene.feed(FoodScene.courier).isEmpty)
        #expect(try scene.feed(FoodScene.owner).count == 1)
    }

    @Test("An offer that ended before it was told is none; one without expiry is told")
    func offers() throws {
        let scene = try FoodScene()
        try scene.offer(expires: false)
        #expect(try scene.pushes(FoodScene.courier) == ["delivery-offer"])
        try scene.shard.receive(DeliveryOfferEnded(orderId: "o-1", courierId: "yasser", why: "claimed", endedAt: scene.shard.now))
        try scene.moment()
        try scene.shard.receive(Notify(kind: "delivery-offer", recipientId: "yasser", about: "orders/o-1", dedupeKey: "again",
                                       facts: ["order": ["id": "o-1"]]))
        #expect(try scene.decisions("delivery-offer") == ["send ok", "drop resolved"])
    }

    @Test("A job that is offered again within the second is told again")
    func offeredAgain() throws {
        let scene = try FoodScene()
        for _ in 1...2 {
            try scene.offer(expires: false)
            try scene.shard.receive(DeliveryOfferEnded(orderId: "o-1", courierId: "yasser", why: "claimed", endedAt: scene.shard.now))
        }
        #expect(try scene.pushes(FoodScene.courier) == ["delivery-offer", "delivery-offer"])
    }

    @Test("A delay is measured against the time the customer was last told, in steps too; an earlier time is not told")
    func delays() throws {
        let scene = try FoodScene()
        try scene.place()
        try scene.estimate(in: 90, status: "pending")
        try scene.accept()
        for minutes in [38, 40, 30] { try scene.estimate(in: minutes) }
        #expect(try scene.feed(FoodScene.customer, type: "order-delayed").isEmpty)
        try scene.estimate(in: 41)
        try scene.estimate(in: 45)
        try scene.shard.receive(PrepTimeChanged(order: scene.head("preparing", version: 4), prepMinutes: 30,
                                                estimatedReadyAt: scene.shard.now, estimatedDeliveryAt: scene.shard.now + .minutes(46)))
        #expect(try scene.feed(FoodScene.customer, type: "order-delayed").compactMap { $0["body"]?.string }.sorted()
            == ["الموعد الجديد 10:41", "الموعد الجديد 10:46"])
        try scene.deliver()
        try scene.estimate(in: 99, status: "delivered")
        #expect(try scene.feed(FoodScene.customer, type: "order-delayed").count == 2)
    }

    @Test("The question for a rating keeps the night, and is not asked of who rated meanwhile", arguments: [false, true])
    func ratingByNight(isRated: Bool) throws {
        // 23:30 in Riyadh.
        let scene = try FoodScene(at: "2026-11-21T18:30:00Z")
        try scene.place()
        try scene.deliver()
        try scene.shard.advance(by: .hours(2))
        try scene.remindToRate()
        #expect(try scene.feed(FoodScene.customer, type: "rate-reminder").isEmpty)
        if isRated { try scene.rate() }
        try scene.shard.advance(by: .hours(9) + .minutes(29))
        #expect(try !scene.pushes(FoodScene.customer).contains("rate-reminder"))
        try scene.shard.advance(by: .minutes(1))
        #expect(try scene.pushes(FoodScene.customer).contains("rate-reminder") == !isRated)
        #expect(try scene.decisions("rate-reminder") == ["delay quiet_hours", isRated ? "drop resolved" : "send ok"])
    }

    @Test("What concerns an order comes by night as well, and its push and feed cannot be switched off")
    func transactional() throws {
        let scene = try FoodScene(at: "2026-11-21T22:00:00Z")
        for document: [String: JSONValue] in [["categories": ["transactional": ["push": false]]],
                                              ["categories": ["transactional": ["inApp": false]]],
                                              ["types": ["order-accepted": ["push": false]]]] {
            #expect(try scene.shard.send(SetPreferences(document: document), as: FoodScene.customer)?.status == 422)
        }
        #expect(try scene.shard.send(SetPreferences(document: ["enabled": false]), as: FoodScene.customer)?.status == 200)
        try scene.place()
        try scene.accept()
        #expect(try scene.pushes(FoodScene.customer) == ["order-accepted"])
        // Informational ones may be switched off.
        try scene.deliver()
        try scene.shard.advance(by: .hours(9))
        try scene.remindToRate()
        #expect(try !scene.pushes(FoodScene.customer).contains("rate-reminder"))
    }

    @Test("Each failed try is told once; payments' own event tells it no second time")
    func failures() throws {
        let scene = try FoodScene()
        try scene.place()
        try scene.payment("failed", version: 2, retry: true)
        try scene.shard.receive(PaymentFailed(paymentId: "p-1", orderId: "o-1", userId: "noura", amount: 7800, currency: FoodScene.sar,
                                              attempt: 1, failureCode: "card_declined", retryUntil: scene.shard.now))
        try scene.payment("processing", version: 3)
        try scene.payment("failed", version: 4, retry: true)
        #expect(try scene.feed(FoodScene.customer).map { $0["type"] } == ["payment-failed", "payment-failed"])
        try scene.cancel(.paymentTimeout, released: false)
        try scene.payment("failed", version: 9)
        #expect(try scene.feed(FoodScene.customer, type: "payment-failed").count == 2)
    }

    @Test("Each refund is told, also of several that were on their way at once")
    func refunds() throws {
        let scene = try FoodScene()
        try scene.place()
        for amount in [1000, 1000] { try scene.payment("refund_pending", version: 8, refunded: amount) }
        try scene.payment("partially_refunded", version: 9, refunded: 500)
        #expect(try scene.feed(FoodScene.customer, type: "refund").compactMap { $0["title"]?.string }.sorted()
            == ["تم استرداد 10.00 ر.س", "تم استرداد 10.00 ر.س", "تم استرداد 5.00 ر.س"])
    }
}
