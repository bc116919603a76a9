import Contracts
import Kernel
import Messaging
import NotificationsService
import TestKit
import Testing

/// What one service says once in a while, and who hears of it here, under EventPass's policy.
struct News: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let reader: Principal
    /// Of the items the reader then has, newest first.
    let kinds: [String]
    let body: String
    let publish: @Sendable (EventPassScene) throws -> Void

    init(_ what: String, to reader: Principal, _ kinds: [String], _ body: String,
         _ publish: @escaping @Sendable (EventPassScene) throws -> Void) {
        (testDescription, self.reader, self.kinds, self.body, self.publish) = (what, reader, kinds, body, publish)
    }

    static func order(_ state: String) -> @Sendable (EventPassScene) throws -> Void {
        { scene in
            let total = Money(100_000, .ugx), fee = Money(5000, .ugx)
            switch state {
            case "completed":
                let items = [ClaimedLine(ticketTypeId: "tt", name: "Regular", quantity: 60, unitPrice: Money(50_000, .ugx))]
                try scene.shard.receive(OrderCompleted(orderId: "o-1", number: "EP-1", userId: "john", organizerId: "bob", eventId: "e-1",
                                                       title: "Tech Summit e-1",
                                                       items: items, total: Money(3_000_000, .ugx), fee: fee, paymentId: "p-1"))
            case "expired":
                try scene.shard.receive(OrderExpired(orderId: "o-1", number: "EP-1", userId: "john", organizerId: "bob", eventId: "e-1",
                                                     title: "T", items: [], total: total, fee: fee))
            case "cancelled":
                try scene.shard.receive(OrderCancelled(orderId: "o-1", number: "EP-1", userId: "john", organizerId: "bob", eventId: "e-1",
                                                       title: "T", items: [], total: total, fee: fee, reason: "buyer"))
            default:
                try scene.shard.receive(OrderAwaitingPayment(orderId: "o-1", number: "EP-1", userId: "john", organizerId: "bob",
                                                             eventId: "e-1", title: "Tech Summit e-1",
                                                             items: [], total: total, fee: fee, paymentId: "p-1",
                                                             holdExpiresAt: scene.shard.now + .hours(3)))
            }
        }
    }

    static let all: [News] = [
        News("sixty tickets sold, the first fifty of them a milestone", to: EventPassScene.bob, ["milestone", "ticket-sold"],
             "Tech Summit e-1 has sold 50 tickets.", order("completed")),
        News("the end of a cancellation", to: EventPassScene.bob, ["cancellation-report"],
             "3 orders were refunded, 1 refund failed, UGX 150,000 went back.") {
            try $0.shard.receive(EventCancellationCompleted(eventId: "e-1", organizerId: "bob", state: "completed-with-failures",
                                                            attendees: 4, tickets: 4, orders: 4,
                                                            refunded: 3, failed: 1, refundTotal: Money(200_000, .ugx),
                                                            refundedTotal: Money(150_000, .ugx)))
        },
        News("scans that contradict each other, once per upload", to: EventPassScene.bob, ["check-in-conflict"],
             "Scans that a phone made offline do not agree with the others at Tech Summit e-1. Gate B") { scene in
            for conflict in ["c-1", "c-2"] {
                try scene.shard.receive(CheckInConflict(
                    conflictId: conflict, kind: "double-entry", uploadId: "upload-1", ticketId: "t-1", eventId: "e-1", organizerId: "bob",
                    holderId: "john", title: "Tech Summit e-1", gateId: "g-2", gateName: "Gate B", deviceId: "scanner-2",
                    at: scene.shard.now))
            }
        },
        News("a verified identity", to: EventPassScene.john, ["identity-decided"], "Your identity is verified.") {
            try $0.shard.receive(IdentityDecided(userId: "john", status: "verified", reason: nil, decidedAt: $0.shard.now))
        },
        News("a document that a moderator rejects", to: EventPassScene.john, ["identity-decided"],
             "Your document was not accepted. The name is another one.") {
            try $0.shard.receive(IdentityDecided(userId: "john", status: "rejected", reason: "The name is another one.",
                                                 decidedAt: $0.shard.now))
        },
        News("a document of somebody else", to: EventPassScene.john, ["identity-decided"],
             "Another account was verified with this document.") {
            try $0.shard.receive(IdentityDecided(userId: "john", status: "rejected", reason: "identity-in-use", decidedAt: $0.shard.now))
        },
        News("an approval by the rule", to: EventPassScene.john, ["organizer-application-decided"],
             "Your identity is verified and your application is approved.") {
            try $0.shard.receive(OrganizerApplicationDecided(
                userId: "john", decision: "approve", status: "approved", reason: "identity-verified", message: "Approved.",
                decidedAt: $0.shard.now))
        },
        News("a suspension", to: EventPassScene.bob, ["organizer-application-decided"],
             "Your organizer account is suspended. Tickets were sold twice.") {
            try $0.shard.receive(OrganizerApplicationDecided(
                userId: "bob", decision: "suspend", status: "suspended", reason: "moderator", message: "Tickets were sold twice.",
                decidedAt: $0.shard.now))
        },
        News("a new password", to: EventPassScene.john, ["security"], "") { try $0.shard.receive(PasswordChanged(userId: "john")) },
        News("the start of an event", to: EventPassScene.bob, ["event-status"], "Tech Summit e-1, Sat 28 Nov at 10:00 AM, is started.") {
            try $0.shard.receive(EventStarted(eventId: "e-1", event: EventPassScene.event()))
        },
        News("the end of an event", to: EventPassScene.bob, ["event-status"], "Tech Summit e-1, Sat 28 Nov at 10:00 AM, is ended.") {
            try $0.shard.receive(EventEnded(eventId: "e-1", event: EventPassScene.event()))
        },
        News("few tickets left, for the organizer", to: EventPassScene.bob, ["low-inventory"], "7 tickets are left for Tech Summit e-1.") {
            try low($0)
        },
        News("few tickets left, for who likes the event", to: EventPassScene.john, ["tickets-low"], "") {
            try $0.shard.receive(EventFavorited(eventId: "e-1", userId: "john", favorite: true))
            try low($0)
        },
        News("few tickets left of an event that was called off, deleted and restored", to: EventPassScene.bob, ["low-inventory"],
             "7 tickets are left for Tech Summit e-1.") {
            try $0.shard.receive(EventCancelled(eventId: "e-1", event: EventPassScene.event(), reason: "deleted", deleted: true,
                                                attendeeCount: 0))
            try $0.shard.receive(EventRestored(eventId: "e-1", event: EventPassScene.event(version: 3)))
            try low($0)
        },
        News("few tickets left of an event that is off", to: EventPassScene.bob, [], "") {
            try $0.shard.receive(EventCancelled(eventId: "e-1", event: EventPassScene.event(), reason: "rain", deleted: false,
                                                attendeeCount: 0))
            try low($0)
        },
        News("a seat for who waited", to: EventPassScene.john, ["waitlist-offer"], "") {
            try $0.shard.receive(WaitlistOffered(eventId: "e-1", title: "Tech Summit e-1", ticketTypeId: "tt", userId: "john",
                                                 entryId: "w-1", offerId: "f-1", quantity: 2, expiresAt: $0.shard.now + .hours(2)))
        },
        News("a refund that does not go through", to: EventPassScene.john, ["refund-failed"], "") {
            try order("awaiting")($0)
            try $0.shard.receive(RefundFailed(refundId: "r-1", paymentId: "p-1", orderId: "o-1", amount: 50_000, currency: .ugx,
                                              failureCode: "PROVIDER_DOWN"))
        },
        News("a refund of an order nobody here knows", to: EventPassScene.john, [], "") {
            try $0.shard.receive(RefundFailed(refundId: "r-1", paymentId: "p-1", orderId: "o-9", amount: 50_000, currency: .ugx,
                                              failureCode: "PROVIDER_DOWN"))
        },
        News("a payout that arrived", to: EventPassScene.bob, ["payout-settled"], "UGX 250,000 was paid out to you.") {
            try $0.shard.receive(WithdrawalSettled(withdrawalId: "w-1", userId: "bob", amount: 250_000, currency: .ugx))
        },
        News("a payout that failed", to: EventPassScene.bob, ["payout-failed"],
             "UGX 250,000 could not be paid out and is available again. It was declined.") {
            try $0.shard.receive(
                WithdrawalFailed(withdrawalId: "w-1", userId: "bob", amount: 250_000, currency: .ugx, failureCode: "ACCOUNT_CLOSED"))
        },
        News("an order that waits for its payment for an hour", to: EventPassScene.john, ["payment-pending"], "") {
            try order("awaiting")($0)
            try $0.shard.advance(by: .minutes(61))
        },
        News("the same, once the order expired", to: EventPassScene.john, [], "") {
            try order("awaiting")($0)
            try order("expired")($0)
            try $0.shard.advance(by: .minutes(61))
        },
        News("the same, once its buyer cancelled it", to: EventPassScene.john, [], "") {
            try order("awaiting")($0)
            try order("cancelled")($0)
            try $0.shard.advance(by: .minutes(61))
        },
        News("mobile money that nobody approves for a quarter of an hour", to: EventPassScene.john, ["payment-timed-out"], "") {
            try order("awaiting")($0)
            try attempt("mtn_momo", $0)
            try $0.shard.advance(by: .minutes(16))
        },
        News("a card nobody approves: the app that asked is open", to: EventPassScene.john, [], "") {
            try order("awaiting")($0)
            try attempt("card", $0)
            try $0.shard.advance(by: .minutes(16))
        },
    ]
    @Sendable static func low(_ scene: EventPassScene) throws {
        try scene.shard.receive(InventoryLow(eventId: "e-1", organizerId: "bob", title: "Tech Summit e-1", remaining: 7))
    }
    static func attempt(_ method: String, _ scene: EventPassScene) throws {
        try scene.shard.receive(PaymentStarted(paymentId: "p-1", orderId: "o-1", userId: "john", amount: 100_000, currency: .ugx,
                                               attempt: 1, method: method,
                                               startedAt: scene.shard.now, deadlineAt: scene.shard.now + .minutes(15)))
    }
}

@Suite("What other services say, rarely")
struct NewsOfOthersTests {
    @Test("Who it is about hears of it, in its own words, once", arguments: News.all)
    func notified(news: News) throws {
        let scene = try EventPassScene()
        try scene.shard.receive(EventPublished(eventId: "e-1", event: EventPassScene.event(), imported: true))
        try news.publish(scene)
        try scene.shard.advance(by: .minutes(2))  // An announcement to many goes on in slices.
        let items = try scene.feed(news.reader)
        #expect(items.map { $0["type"]?.string ?? "" }.sorted() == news.kinds)
        if !news.body.isEmpty { #expect(items.contains { $0["body"]?.string == news.body }, "\(items.map { $0["body"] ?? "" })") }
        #expect(try scene.shard.deadLetters().isEmpty)
    }

    @Test("A refund that fails leads to its order, a decision of moderators to its event, and to nothing if it is about an organizer")
    func links() throws {
        let scene = try EventPassScene()
        try scene.attempt("refund-failed", facts: ["order": ["id": "o-1"], "event": ["id": "e-1", "title": "Tech Summit"]])
        #expect(try scene.feed().first?["deepLink"] == "eventpassug://orders/o-1")
        let decision: [String: JSONValue] = ["subject": "Tech Summit", "status": "the event was cancelled", "reason": "No such venue."]
        try scene.attempt("event-moderated", EventPassScene.alice, facts: decision)
        let other = try #require(try scene.feed(EventPassScene.alice).first)
        #expect(other["type"] == "event-moderated" && other["deepLink"]?.string == nil)
        try scene.attempt("event-moderated", EventPassScene.bob,
                          facts: decision.merging(["event": ["id": "e-1", "title": "Tech Summit"]]) { own, _ in own })
        #expect(try scene.feed(EventPassScene.bob).first?["deepLink"] == "eventpassug://events/e-1")
    }

    @Test("What is off by default for organizers is not pushed to who is nothing but that, from the change of roles on")
    func roles() throws {
        for (roles, isPushed) in [(["attendee"], true), (["attendee", "organizer"], true), (["organizer"], false)] {
            let scene = try EventPassScene()
            try scene.shard.receive(RolesChanged(userId: "john", roles: roles))
            try scene.attempt("new-feature", subject: nil, facts: ["text": "Seats on a map"])
            let channels = try #require(try scene.feed().first?["channels"]?.array)
            #expect(channels.contains { $0["channel"] == "push" && $0["state"] == "sent" } == isPushed, "\(roles): \(channels)")
        }
    }
}
