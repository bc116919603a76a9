import Contracts
import Kernel
import Messaging
import NotificationsAdministration
import NotificationsPreferences
import NotificationsService
import Testing
import TestKit

@Suite("What notifications say of orders of fuel")
struct FuelOrderNewsTests {
    @Test("Each step is a push and an item of the feed, without a mail")
    func steps() throws {
        let scene = try FuelScene()
        try scene.schedule()
        let now = scene.shard.now
        try scene.shard.receive(OrderAssigned(scene.head("assigned", version: 3), driverId: "luis", truckId: "t-1", truckCode: "T-101",
                                              by: "driver", occurredAt: now))
        try scene.shard.receive(DriverEnRoute(scene.head("en_route", version: 4), driverId: "luis", truckId: "t-1", by: "driver",
                                              occurredAt: now))
        try scene.shard.receive(DriverArrived(scene.head("arrived", version: 5), driverId: "luis", truckId: "t-1", by: "geofence",
                                              occurredAt: now))
        try scene.complete()
        #expect(try Set(scene.texts()) == [
            "order-scheduled: Your fuel is on the schedule — Order AF10042: fuel by today at 2:00 PM. "
                + "Cancelling is free until today at 10:05 AM.",
            "order-assigned: Luis has your order — Luis brings order AF10042 with truck T-101.",
            "driver-en-route: Your fuel is on its way — Luis is on the way with order AF10042. Follow the truck in the app.",
            "driver-arrived: Your driver has arrived — Luis is at your vehicle with order AF10042. Please open the fuel door.",
            "order-completed: Your tank is filled — 12.345 gallons for order AF10042, $50.30. The receipt is in the app.",
        ])
        #expect(try Set(scene.pushes()) == ["order-scheduled", "order-assigned", "driver-en-route", "driver-arrived", "order-completed"])
        #expect(try scene.mails().isEmpty)
        let item = try #require(try scene.feed(FuelScene.customer, type: "order-completed").first)
        #expect(item["category"] == "transactional" && item["deepLink"] == "autofill://orders/o-1")
    }

    @Test("Fuel that costs nothing has no receipt, and its message promises none", arguments: [
        ("en", "12.345 gallons for order AF10042, $0.00. Nothing was charged."),
        ("es", "12.345 galones para el pedido AF10042, $0.00. No se cobró nada."),
    ])
    func free(locale: String, body: String) throws {
        let scene = try FuelScene(locale: locale)
        try scene.complete(due: 0)
        #expect(try scene.feed(FuelScene.customer).map { $0["body"]?.string } == [body])
    }

    @Test("Who moved the order, or had it moved, reads the new time")
    func moved() throws {
        let scene = try FuelScene()
        let now = scene.shard.now
        try scene.shard.receive(OrderRescheduled(
            scene.head("scheduled", version: 3), scheduleType: "window", windowId: "w-2",
            startsAt: now + .hours(6), endsAt: now + .hours(8), promisedBy: now + .hours(8), freeUntil: now + .hours(4)))
        #expect(try scene.pushes() == ["order-rescheduled"])
        #expect(try scene.texts().contains { $0.hasPrefix("order-rescheduled: Your order moved — Order AF10042 is now due between ") })
    }

    @Test("The receipt goes by mail, a refund by push and mail; both are in the feed")
    func mails() throws {
        let scene = try FuelScene()
        try scene.shard.receive(ReceiptIssued(
            orderId: "o-1", userId: "maya", version: 9, status: "completed", number: "AF10042", at: scene.shard.now,
            receiptNumber: "AF-2026-000123", total: scene.money(5030), captured: scene.money(5030), gallons: 12.345))
        #expect(try scene.pushes().isEmpty && scene.mails() == ["receipt-issued"])
        try scene.shard.receive(FuelOrderRefunded(scene.head("completed", version: 10), refundId: "r-1", paymentId: "p-1",
                                                  amount: scene.money(1000), refunded: scene.money(1000)))
        #expect(try scene.pushes() == ["refund-done"] && scene.mails() == ["refund-done", "receipt-issued"])
        #expect(try Set(scene.texts()) == [
            "receipt-issued: Receipt AF-2026-000123 — You paid $50.30 for order AF10042. Receipt AF-2026-000123 is in the app.",
            "refund-done: $10.00 was refunded — $10.00 of order AF10042 is on its way back to your card.",
        ])
    }

    @Test("A receipt of long ago, as demo data bring it, is told to nobody")
    func old() throws {
        let scene = try FuelScene()
        try scene.shard.receive(ReceiptIssued(
            orderId: "o-1", userId: "maya", version: 9, status: "completed", number: "AF10001", at: scene.shard.now - .days(8),
            receiptNumber: "AF-2026-000001", total: scene.money(5030), captured: scene.money(5030)))
        #expect(try scene.mails().isEmpty && scene.feed(FuelScene.customer).isEmpty)
    }

    @Test("Without a device a mail takes the place of the push")
    func fallback() throws {
        let scene = try FuelScene(withoutDevice: ["maya"])
        try scene.schedule()
        #expect(try scene.mails() == ["order-scheduled"] && scene.feed(FuelScene.customer).count == 1)
    }

    @Test("A cancellation and a failure say why and what they cost", arguments: [
        (nil, "Order AF10042 will not be delivered. Nothing was charged."),
        (0, "Order AF10042 will not be delivered. Nothing was charged."),
        (500, "Order AF10042 will not be delivered. A fee of $5.00 was charged."),
    ] as [(Int?, String)])
    func cancelled(fee: Int?, body: String) throws {
        let scene = try FuelScene()
        try scene.cancel(fee: fee)
        #expect(try scene.feed(FuelScene.customer).map { $0["body"]?.string } == [body])
    }

    @Test("Every reason of a failure has words of its own", arguments: [
        "payment-timeout", "window-full", "not-served", "customer-absent", "vehicle-inaccessible", "wrong-vehicle", "unsafe-location",
        "not-servable",
    ])
    func failed(slug: String) throws {
        let scene = try FuelScene(), spanish = try FuelScene(locale: "es")
        try scene.fail(slug, fee: 1500)
        try spanish.fail(slug)
        let (body, other) = (try scene.feed(FuelScene.customer).first?["body"]?.string ?? "",
                             try spanish.feed(FuelScene.customer).first?["body"]?.string ?? "")
        #expect(body.hasSuffix(". A fee of $15.00 was charged.") && !body.contains("could not be delivered"))
        #expect(other.hasSuffix(". No se cobró nada.") && !other.contains("No se pudo entregar"))
    }

    @Test("The reminder comes at once and at night, but not after the order has ended")
    func reminder() throws {
        let scene = try FuelScene()
        try scene.shard.advance(by: .hours(14))
        try scene.remind()
        #expect(try scene.pushes() == ["unlock-fuel-door"])
        #expect(try scene.texts().first == "unlock-fuel-door: Unlock the fuel door — Order AF10042 comes between today at 1:00 AM and "
            + "today at 3:00 AM. Please unlock the fuel door.")
        let ended = try FuelScene()
        try ended.cancel(fee: nil)
        try ended.remind()
        #expect(try ended.pushes() == ["order-cancelled"])
    }

    @Test("A declined card and a balance are critical: push and mail, once each; tips, other states and ended orders are not told")
    func money() throws {
        let scene = try FuelScene()
        for status in ["requires_capture", "requires_action", "canceled", "succeeded"] { try scene.payment(status, code: nil) }
        try scene.payment("failed", purpose: .tip, version: 3)
        // A clock may jump over the end of the order and that of its last attempt at once.
        try scene.payment("failed", code: "authentication_expired", version: 3, of: "failed")
        #expect(try scene.feed(FuelScene.customer).isEmpty)
        for _ in 0..<2 { try scene.payment("failed", code: "insufficient_funds", version: 4) }
        try scene.shard.receive(BalanceDue(scene.head("completed", version: 9), amount: scene.money(5030), failureCode: "capture_declined"))
        #expect(try Set(scene.texts()) == [
            "payment-declined: Your card was declined — $62.02 for order AF10042 was not authorized. "
                + "There is not enough money on the account. Choose another card.",
            "balance-due: A payment is due — $50.30 for order AF10042 could not be charged. Pay it in the app before you order again.",
        ])
        #expect(try Set(scene.pushes()) == ["payment-declined", "balance-due"] && Set(scene.mails()) == Set(scene.pushes()))
        #expect(try scene.feed(FuelScene.customer).allSatisfy { $0["category"] == "critical" })
    }

    @Test("An order without a driver is told to dispatchers, once, and to nobody else")
    func overdue() throws {
        let scene = try FuelScene()
        for version in [3, 3, 5] { try scene.overdue(version: version) }
        try scene.shard.advance(by: .seconds(1))
        #expect(try scene.pushes(FuelScene.dispatcher) == ["assignment-overdue"])
        #expect(try scene.feed(FuelScene.dispatcher).count == 1)
        for person in [FuelScene.customer, FuelScene.driver, FuelScene.admin] { #expect(try scene.feed(person).isEmpty) }
    }

    @Test("An alert that a jump of the clock brings more than a week late is told as of its time")
    func overdueInAJump() throws {
        let scene = try FuelScene()
        let due = scene.shard.now
        try scene.shard.advance(by: .days(8))
        try scene.overdue(at: due)
        try scene.shard.advance(by: .seconds(1))
        #expect(try scene.feed(FuelScene.dispatcher).map { $0["type"] } == ["assignment-overdue"])
    }

    @Test("`marketingOptIn` of the profile turns offers on; what the preferences say afterwards stays")
    func consent() throws {
        #expect(try FuelScene().isOptedIn() == false)
        let scene = try FuelScene(agrees: true)
        #expect(try scene.isOptedIn())
        _ = try scene.shard.send(SetPreferences(document: ["categories": ["marketing": ["push": false]]]), as: FuelScene.customer)
        func update(_ agrees: Bool) throws {
            try scene.shard.receive(UserUpdated(userId: "maya", name: "Maya T", email: "maya@autofill.test", roles: ["customer"],
                                                profile: ["marketingOptIn": .bool(agrees)]))
        }
        try update(true)
        #expect(try !scene.isOptedIn())
        try update(false)
        try update(true)
        #expect(try scene.isOptedIn())
        try scene.shard.receive(UserErased(userId: "maya"))
        #expect(try scene.shard.columns(holding: "maya").filter { $0.hasPrefix("marketing_consent") }.isEmpty)
    }

    @Test("An offer of a campaign reaches those who agreed, and only the feed of the others")
    func campaign() throws {
        for agrees in [true, false] {
            let scene = try FuelScene(agrees: agrees)
            let ends = (scene.shard.now + .days(30)).description
            _ = try scene.shard.send(StartMessageCampaign(
                kind: "promo", title: ["en": "Free delivery", "es": "Entrega gratis"],
                body: ["en": "FREEDELIVERY saves the delivery fee until December.", "es": "FREEDELIVERY ahorra la entrega."],
                offer: ["endsAt": .string(ends)]), as: FuelScene.admin)
            try scene.shard.advance(by: .seconds(1))
            #expect(try scene.pushes() == (agrees ? ["promo"] : []))
        }
    }

    @Test("An offer has words of the app where no campaign brings its own", arguments: ["en", "es"])
    func wordsOfOffers(_ locale: String) throws {
        let scene = try FuelScene(locale: locale, agrees: true)
        let facts: [String: JSONValue] = ["offer": ["endsAt": .string((scene.shard.now + .days(30)).description)], "text": "FREEDELIVERY"]
        let tried = try scene.shard.send(TryNotification(kind: "promo", recipientId: "maya", facts: facts), as: FuelScene.admin)
        #expect(tried?.status == 201 && tried?.json["decision"] == "send")
        #expect(try scene.texts() == ["promo: \(locale == "en" ? "An offer for you" : "Una oferta para ti") — FREEDELIVERY"])
        let samples = try scene.shard.ask(PreviewMessages.self, ["category": "marketing"], as: FuelScene.customer).json["samples"]?.array
        #expect(samples?.map { $0["type"] } == ["promo"])
    }

    @Test("Previews speak of orders of fuel in whole sentences, and of nothing that other apps sell", arguments: ["en", "es"])
    func previews(_ locale: String) throws {
        let scene = try FuelScene(locale: locale)
        let texts = try ["critical", "transactional", "reminder", "marketing"].flatMap { category in
            try scene.shard.ask(PreviewMessages.self, ["category": .string(category)], as: FuelScene.customer).json["samples"]?.array ?? []
        }.map { ($0["title"]?.string ?? "") + " " + ($0["body"]?.string ?? "") }
        #expect(texts.count > 12 && texts.contains { $0.contains("AF10042") })
        for text in texts { #expect(!["—", "SF-", "Sample Event", "Ejemplo", "{"].contains { text.contains($0) }, "\(text)") }
        #expect(texts.contains { $0.contains(locale == "en" ? "No driver came in time." : "Ningún conductor llegó a tiempo.") })
    }

    @Test("With a driver goes what customers were told of the driver by name")
    func erased() throws {
        let scene = try FuelScene()
        try scene.schedule()
        try scene.shard.receive(OrderAssigned(scene.head("assigned", version: 3), driverId: "luis", truckId: "t-1", truckCode: "T-101",
                                              by: "driver", occurredAt: scene.shard.now))
        try scene.shard.receive(UserErased(userId: "luis"))
        try scene.shard.advance(by: .seconds(1))
        #expect(try scene.feed(FuelScene.customer).map { $0["type"] } == ["order-scheduled"])
        #expect(try scene.pushes() == ["order-scheduled"])
        #expect(try scene.shard.columns(holding: "Luis has").isEmpty && scene.shard.columns(holding: "Luis brings").isEmpty)
    }
}
