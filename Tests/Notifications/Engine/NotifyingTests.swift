import Contracts
import Kernel
import Messaging
import NotificationsService
import TestKit
import Testing

@Suite("Notifications")
struct NotifyingTests {
    @Test("Who buys tickets finds it in the feed, with texts, link, reason and channels")
    func ticketPurchased() throws {
        let scene = try NotificationScene()
        try scene.issue(["john", "john"])
        let item = try #require(try scene.feed().first)
        #expect(item["type"] == "ticket-purchased")
        #expect(item["category"] == "critical")
        #expect(item["title"] == "Your tickets: Kampala Tech Summit")
        #expect(item["body"] == "2 tickets, Thu 26 Nov at 9:00 AM. Paid: UGX 0.")
        #expect(item["why"] == "You bought tickets. Sent by e-mail: these do not reach you as a push notification.")
        #expect(item["reasons"] == ["no_push"])
        #expect(item["deepLink"] == "eventpassug://orders/o-1")
        #expect(item["data"]?["order.id"] == "o-1")
        #expect(item["read"] == false)
        #expect(item["createdAt"] == "2026-11-21T07:00:00Z")
        let states = (item["channels"]?.array ?? []).map { "\($0["channel"]?.string ?? ""):\($0["state"]?.string ?? "")" }
        #expect(states == ["email:sent", "inApp:delivered", "push:suppressed"])
        #expect(try scene.shard.published(NotificationCreated.self).map(\.kind) == ["ticket-purchased"])
    }

    @Test("A paid order says how much was paid")
    func paid() throws {
        let scene = try NotificationScene()
        try scene.shard.receive(OrderAwaitingPayment(orderId: "o-1", number: "EP-1", userId: "john", organizerId: "bob", eventId: "e-1",
                                                     title: "T", items: [],
                                                     total: Money(100_000, .ugx), fee: Money(0, .ugx), paymentId: "p",
                                                     holdExpiresAt: NotificationScene.now))
        try scene.issue()
        #expect(try scene.feed().first?["body"] == "1 ticket, Thu 26 Nov at 9:00 AM. Paid: UGX 100,000.")
    }

    @Test("The same fact told twice, as two messages, is one notification")
    func once() throws {
        let scene = try NotificationScene()
        for _ in 1...2 {
            try scene.issue()
            try scene.shard.receive(PaymentFailed(paymentId: "p", orderId: "o-1", userId: "john", amount: 100, currency: .ugx, attempt: 1,
                failureCode: "card_declined"))
        }
        #expect(try scene.feed().count == 2)
        try scene.shard.receive(PaymentFailed(paymentId: "p", orderId: "o-1", userId: "john", amount: 100, currency: .ugx, attempt: 2,
            failureCode: "card_declined"))
        #expect(try scene.feed().count == 3)
    }

    @Test("A failed payment says how much, why and until when; one that ran out says so in its own words")
    func paymentFailed() throws {
        let scene = try NotificationScene()
        try scene.shard.receive(OrderAwaitingPayment(orderId: "o-1", number: "EP-1", userId: "john", organizerId: "bob", eventId: "e-1",
            title: "Kampala Tech Summit", items: [],
                                                     total: Money(100_000, .ugx), fee: Money(0, .ugx), paymentId: "p",
                                                     holdExpiresAt: NotificationScene.now))
        try scene.shard.receive(PaymentFailed(paymentId: "p", orderId: "o-1", userId: "john", amount: 100_000, currency: .ugx, attempt: 1,
                                              failureCode: "NOT_ENOUGH_FUNDS", retryUntil: NotificationScene.now + .minutes(15)))
        try scene.shard.receive(PaymentFailed(paymentId: "p", orderId: "o-1", userId: "john", amount: 100_000, currency: .ugx, attempt: 2,
            failureCode: "EXPIRED"))
        let feed = try scene.feed()
        let failed = try #require(feed.first { $0["type"] == "payment-failed" })
        #expect(failed["title"] == "Failed: Kampala Tech Summit")
        #expect(failed["body"] == "UGX 100,000: There is not enough money on the account. Until today at 10:15 AM.")
        #expect(feed.contains { $0["type"] == "payment-timed-out" })
    }

    @Test("Mobile money that waits for the PIN brings the steps; 3-D Secure does not")
    func approval() throws {
        let scene = try NotificationScene()
        func wait(_ method: String, _ attempt: Int) throws {
            try scene.shard.receive(PaymentRequiresAction(paymentId: "p", orderId: "o-9", userId: "john", amount: 5000, currency: .ugx,
                attempt: attempt, method: method,
                                                          instructions: "Dial *165#, open My Approvals and enter your MTN MoMo PIN."))
        }
        try wait("mtn_momo", 1)
        try wait("card", 2)
        #expect(try scene.feed().map { $0["body"] } == ["Dial *165#, open My Approvals and enter your MTN MoMo PIN."])
    }

    @Test("A refund names the amount; a payment that came too late has words of its own; a free ticket moves no money to tell of")
    func refunds() throws {
        let scene = try NotificationScene()
        func refund(_ id: RefundID, _ amount: Int, late: Bool) throws {
            try scene.shard.receive(OrderRefunded(orderId: "o-1", number: "EP-7", userId: "john", organizerId: "bob", eventId: "e-1",
                                                  title: "T", items: [],
                                                  total: Money(60_000, .ugx), fee: Money(0, .ugx), refundId: id,
                                                  amount: Money(amount, .ugx), late: late))
        }
        try refund("r-1", 50_000, late: false)
        scene.shard.now = scene.shard.now + .seconds(1)
        try refund("r-2", 60_000, late: true)
        try refund("r-3", 0, late: false)
        #expect(try scene.feed().map { $0["type"] } == ["late-payment-refunded", "refund-processed"])
        #expect(try scene.feed().last?["body"] == "UGX 50,000 of EP-7")
    }

    @Test("A reminder says why it came")
    func reminder() throws {
        let scene = try NotificationScene()
        func remind(_ reason: String, offset: Int) throws {
            try scene.shard.receive(
                ReminderDue(reminderId: "x", userId: "john", eventId: "e-1", title: "Tech", startDate: NotificationScene.now + .days(1),
                venueName: "Serena",
                                                offsetMinutes: offset, reason: reason))
        }
        try remind("ticket", offset: 1440)
        try remind("ticket", offset: 1440)
        scene.shard.now = scene.shard.now + .hours(2)
        try remind("favorite", offset: 120)
        #expect(try scene.feed().compactMap { $0["why"]?.string?.prefix { $0 != "." } }
            == ["You marked Tech as a favorite", "You have a ticket for Tech"])
        #expect(try scene.feed().map { $0["body"] } == ["Starts tomorrow at 10:00 AM.", "Starts tomorrow at 10:00 AM."])
    }

    @Test("A cancelled event is told to every holder once, also to a hall of them; refunded holders hear nothing")
    func cancelled() throws {
        let scene = try NotificationScene()
        let people = (0..<450).map { User.ID("u-\(1000 + $0)") }
        try scene.issue(people)
        try scene.issue([people[0]], order: "o-2")
        try scene.issue(["john"], order: "o-3")
        let dead = IssuedTicket(ticketId: "o-3-0", ticketTypeId: "tt", holderId: "john", serial: "S")
        try scene.shard.receive(TicketsCancelled(orderId: "o-3", eventId: "e-1", tickets: [dead], reason: "refund"))
        let dying = IssuedTicket(ticketId: "o-1-7", ticketTypeId: "tt", holderId: people[7], serial: "S")
        try scene.shard.receive(TicketsCancelled(orderId: "o-1", eventId: "e-1", tickets: [dying], reason: "event-cancelled"))
        try scene.shard.markSeen()
        for id in ["c-1", "c-2"] {
            try scene.shard.receive(EventCancelled(eventId: "e-1", event: NotificationScene.event(), reason: "rain", deleted: false,
                                                   attendeeCount: 450),
                id: id)
            try scene.shard.advance(by: .seconds(1))
        }
        let created = try scene.shard.published(NotificationCreated.self).filter { $0.kind == "event-cancelled" }
        #expect(created.map(\.userId).sorted() == people)
        #expect(try scene.shard.timers() == ["forget-old"])
    }

    @Test("A moved venue is told to holders, a new title to nobody")
    func updated() throws {
        let scene = try NotificationScene()
        try scene.issue()
        try scene.shard.receive(EventUpdated(eventId: "e-1", event: NotificationScene.event(2, city: "Jinja"), changed: ["venue", "title"],
            notifyHolders: true))
        try scene.shard.receive(EventUpdated(eventId: "e-1", event: NotificationScene.event(3, city: "Jinja"), changed: ["title"],
                                             notifyHolders: false))
        try scene.shard.advance(by: .seconds(1))
        let updates = try scene.feed().filter { $0["type"] == "event-venue-changed" }
        #expect(updates.map { $0["body"] } == ["New venue: Serena, Jinja."])
    }

    @Test("News of an event that is over is dropped")
    func over() throws {
        let scene = try NotificationScene()
        try scene.issue()
        try scene.shard.advance(by: .days(6))
        try scene.shard.receive(EventCancelled(eventId: "e-1", event: NotificationScene.event(), reason: "late", deleted: false,
                                               attendeeCount: 1))
        #expect(try scene.feed().allSatisfy { $0["type"] != "event-cancelled" })
    }

    @Test("A type the tenant does not name is not sent")
    func absent() throws {
        let scene = try NotificationScene(NotificationScene.definition(settings: [:]))
        try scene.issue()
        try scene.shard.receive(EventCancelled(eventId: "e-1", event: NotificationScene.event(), reason: "rain", deleted: false,
                                               attendeeCount: 1))
        #expect(try scene.feed().isEmpty)
        #expect(try scene.shard.deadLetters().isEmpty)
    }

    @Test("Texts come in the reader's language, else in the tenant's first")
    func languages() throws {
        let scene = try NotificationScene()
        for (user, locale) in [("marie", "fr-FR"), ("ali", "ar")] {
            try scene.shard.receive(UserRegistered(userId: User.ID(user), name: user, email: nil, roles: [], locale: locale))
            try scene.issue([User.ID(user)], order: OrderID("o-\(user)"))
        }
        #expect(try scene.feed(.user("marie")).first?["title"] == "Vos billets : Kampala Tech Summit")
        #expect(try scene.feed(.user("marie")).first?["body"] == "1 billet, jeu. 26 nov. à 09:00")
        #expect(try scene.feed(.user("ali")).first?["title"] == "Your tickets: Kampala Tech Summit")
    }

    @Test("A long title is cut at 65 characters, with a mark")
    func cut() throws {
        let scene = try NotificationScene()
        try scene.issue(event: NotificationScene.event(title: String(repeating: "Long ", count: 24)))
        let title = try #require(try scene.feed().first?["title"]?.string)
        #expect(title.count == 65 && title.hasSuffix("…"))
    }

    @Test("Settings that do not fit together are named when the tenant file is applied")
    func settings() throws {
        let check = try #require(Notifications.contents.plugins.first).check
        func problems(_ settings: JSONValue) -> [(path: String, message: String)] {
            check(settings, NotificationScene.definition(settings: settings))
        }
        let found = problems(["categories": ["critical": [:]], "types": ["a": ["cat": "odd"]], "templates": ["b": [:]]])
            .map { "\($0.path): \($0.message)" }
        #expect(Set(found) == ["types.a.cat: there is no category 'odd'", "types.a: has no texts under templates.a.en",
            "types.a: has no texts under templates.a.fr", "templates.b: there is no type 'b'"])
        #expect(problems(["types": ["a": ["cat": "critical", "channels": ["pigeon"]]]]).map(\.path).contains("types.a.channels"))
    }
}
