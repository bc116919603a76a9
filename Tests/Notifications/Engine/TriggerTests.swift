// Long: one table of moments that news wait for, whose helpers they share.
import Contracts
import Kernel
import Messaging
import NotificationsService
import TestKit
import Testing

/// It is Monday 10:00; the event is on Saturday.
@Suite("What other services say becomes the messages of the policy")
struct TriggerTests {
    private let price = Money(100_000, .ugx)

    private func scene() throws -> EventPassScene {
        let scene = try EventPassScene()
        try scene.shard.receive(EventPublished(eventId: "e-1", event: EventPassScene.event(), imported: true))
        return scene
    }
    private func order(_ scene: EventPassScene, holdHours: Int = 24, minutes: Int = 0) throws {
        try scene.shard.receive(OrderAwaitingPayment(orderId: "o-1", number: "EP-1", userId: "john", organizerId: "bob", eventId: "e-1",
                                                     title: "Tech Summit e-1", items: [], total: price,
                                                     fee: .zero(.ugx), paymentId: "p-1",
                                                     holdExpiresAt: scene.shard.now + .hours(holdHours) + .minutes(minutes)))
    }
    private func completed(_ tickets: Int, order: OrderID = "o-1") -> OrderCompleted {
        OrderCompleted(orderId: order, number: "EP-1", userId: "john", organizerId: "bob", eventId: "e-1", title: "Tech Summit e-1",
                       items: [ClaimedLine(ticketTypeId: "tt", name: "Regular", quantity: tickets, unitPrice: Money(1000, .ugx))],
                       total: Money(1000 * tickets, .ugx), fee: .zero(.ugx))
    }
    private func bodies(_ scene: EventPassScene, _ type: String, _ who: Principal = EventPassScene.john) throws -> [String] {
        try scene.feed(who).filter { $0["type"] == .string(type) }.compactMap { $0["body"]?.string }
    }

    @Test("Who has a day to pay is reminded after one hour and after 23; nobody whose order ended meanwhile",
          arguments: ["waits", "short", "paid", "expired", "cancelled"])
    func pending(what: String) throws {
        let scene = try scene()
        try order(scene, holdHours: what == "short" ? 1 : 24)
        switch what {
        case "paid": try scene.shard.receive(completed(2))
        case "expired": try scene.shard.receive(OrderExpired(orderId: "o-1", userId: "john"))
        case "cancelled": try scene.shard.receive(OrderCancelled(orderId: "o-1", userId: "john", reason: "buyer"))
        default: break
        }
        try scene.shard.advance(by: .hours(1))
        #expect(try bodies(scene, "payment-pending")
            == (what == "waits" ? ["UGX 100,000 is not paid yet. Your tickets are kept until tomorrow at 10:00 AM."] : []))
        try scene.shard.advance(by: .hours(22))
        #expect(try bodies(scene, "payment-pending").count == (what == "waits" ? 2 : 0))
        #expect(try scene.shard.deadLetters().isEmpty)
    }

    @Test("A reminder to pay says until when the seats are kept, also where a payment that was started keeps them longer")
    func pendingWhilePaying() throws {
        let scene = try scene()
        try order(scene, holdHours: 1, minutes: 10)
        try scene.shard.advance(by: .minutes(55))
        try start(1, scene)
        try scene.shard.advance(by: .minutes(5))
        #expect(try bodies(scene, "payment-pending") == ["UGX 100,000 is not paid yet. Your tickets are kept until today at 11:15 AM."])
        let told = try scene.feed(EventPassScene.john).first { $0["type"] == "payment-pending" }
        #expect(told?["data"]?["order.holdExpiresAt"]?.string == (scene.shard.now + .minutes(15)).wholeSeconds.description)
    }

    @Test("Mobile money that nobody approves is told of after 15 minutes, until when to try again; a card is not, nor what was paid",
          arguments: ["mtn_momo", "long window", "card", "paid"])
    func timedOut(what: String) throws {
        let scene = try scene()
        try order(scene, holdHours: what == "long window" ? 24 : 0)
        try scene.shard.receive(PaymentStarted(paymentId: "p-1", orderId: "o-1", userId: "john", amount: 100_000, currency: .ugx,
                                               attempt: 1, method: what == "card" ? "card" : "mtn_momo",
                                               startedAt: scene.shard.now, deadlineAt: scene.shard.now + .minutes(15)))
        if what == "paid" { try scene.shard.receive(completed(2)) }
        try scene.shard.advance(by: .minutes(14))
        #expect(try bodies(scene, "payment-timed-out").isEmpty)
        try scene.shard.advance(by: .minutes(1))
        let until = ["mtn_momo": "today at 10:20 AM", "long window": "tomorrow at 10:00 AM"][what]
        #expect(try bodies(scene, "payment-timed-out")
            == (until.map { ["UGX 100,000 was not approved in time. You can try again until \($0)."] } ?? []))
        // The provider says so as well: the same attempt is told of once.
        try scene.shard.receive(PaymentFailed(paymentId: "p-1", orderId: "o-1", userId: "john", amount: 100_000, currency: .ugx, attempt: 1,
                                              failureCode: "EXPIRED"))
        #expect(try bodies(scene, "payment-timed-out").count == (what == "paid" ? 0 : 1))
        #expect(try bodies(scene, "payment-failed").isEmpty && scene.shard.deadLetters().isEmpty)
    }

    private func start(_ attempt: Int, _ scene: EventPassScene, method: String = "mtn_momo") throws {
        try scene.shard.receive(PaymentStarted(paymentId: "p-1", orderId: "o-1", userId: "john", amount: 100_000, currency: .ugx,
                                               attempt: attempt, method: method, startedAt: scene.shard.now,
                                               deadlineAt: scene.shard.now + .minutes(15)))
    }
    private func fail(_ attempt: Int, _ code: String, _ scene: EventPassScene) throws {
        try scene.shard.receive(PaymentFailed(paymentId: "p-1", orderId: "o-1", userId: "john", amount: 100_000, currency: .ugx,
                                              attempt: attempt, failureCode: code, retryUntil: scene.shard.now + .minutes(10)))
    }

    @Test("Mobile money that was declined is not said to be unanswered as well")
    func declined() throws {
        let scene = try scene()
        try order(scene)
        try start(1, scene)
        try fail(1, "APPROVAL_REJECTED", scene)
        try scene.shard.advance(by: .minutes(16))
        #expect(try bodies(scene, "payment-failed").count == 1 && bodies(scene, "payment-timed-out").isEmpty)
        #expect(try scene.shard.deadLetters().isEmpty)
    }

    @Test("Mobile money that was approved is not said to be unanswered, however late its result comes; the next attempt is")
    func approvedButLate() throws {
        let scene = try scene()
        try order(scene)
        let started = PaymentStarted(paymentId: "p-1", orderId: "o-1", userId: "john", amount: 100_000, currency: .ugx, attempt: 1,
                                     method: "mtn_momo", startedAt: scene.shard.now, deadlineAt: scene.shard.now + .minutes(15))
        try scene.shard.receive(started)
        try scene.shard.advance(by: .minutes(1))
        // The same again: the customer has acted.
        try scene.shard.receive(started)
        try scene.shard.advance(by: .minutes(15))
        #expect(try bodies(scene, "payment-timed-out").isEmpty)
        try fail(1, "processing_error", scene)
        try start(2, scene)
        try scene.shard.advance(by: .minutes(15))
        #expect(try bodies(scene, "payment-timed-out").count == 1 && scene.shard.deadLetters().isEmpty)
    }

    @Test("A second attempt may be repeated only while the first keeps the seats", arguments: ["mtn_momo", "card"])
    func secondAttempt(first: String) throws {
        let scene = try scene()
        try order(scene, holdHours: 0)
        try start(1, scene, method: first)
        try fail(1, "APPROVAL_REJECTED", scene)
        try scene.shard.advance(by: .minutes(4))
        try start(2, scene)
        try scene.shard.advance(by: .minutes(15))
        #expect(try bodies(scene, "payment-timed-out")
            == ["UGX 100,000 was not approved in time. You can try again until today at 10:20 AM."])
    }

    @Test("Few tickets left: who likes the event and has none hears of it, and the organizer")
    func low() throws {
        let scene = try scene()
        for user in ["john", "alice", "bob"] {
            try scene.shard.receive(EventFavorited(eventId: "e-1", userId: User.ID(user), favorite: true))
        }
        try scene.issue(["alice"])
        try scene.shard.receive(InventoryLow(eventId: "e-1", organizerId: "bob", title: "Tech Summit e-1", remaining: 9))
        try scene.shard.advance(by: .seconds(1))
        #expect(try bodies(scene, "tickets-low") == ["9 tickets are left for Tech Summit e-1, Sat 28 Nov at 10:00 AM."])
        #expect(try bodies(scene, "tickets-low", EventPassScene.alice).isEmpty && bodies(scene, "tickets-low", EventPassScene.bob).isEmpty)
        #expect(try bodies(scene, "low-inventory", EventPassScene.bob) == ["9 tickets are left for Tech Summit e-1."])
    }

    @Test("A sale is told to the organizer, and of the numbers it passes the highest, each once")
    func sold() throws {
        let scene = try scene()
        try scene.shard.receive(completed(49))
        #expect(try bodies(scene, "ticket-sold", EventPassScene.bob) == ["1 sale for Tech Summit e-1. Last order: 49 tickets, UGX 49,000."])
        #expect(try bodies(scene, "milestone", EventPassScene.bob).isEmpty)
        try scene.shard.advance(by: .minutes(1))
        try scene.shard.receive(completed(60, order: "o-2"))
        try scene.shard.advance(by: .minutes(1))
        try scene.shard.receive(completed(1, order: "o-3"))
        #expect(try bodies(scene, "milestone", EventPassScene.bob) == ["Tech Summit e-1 has sold 100 tickets."])
        #expect(try bodies(scene, "ticket-sold", EventPassScene.bob).count == 3)
    }

    @Test("A number is told once, also when tickets are given back and sold again months later")
    func soldAgain() throws {
        let scene = try scene()
        try scene.shard.receive(completed(50))
        #expect(try bodies(scene, "milestone", EventPassScene.bob) == ["Tech Summit e-1 has sold 50 tickets."])
        let back = IssuedTicket(ticketId: "t-1", ticketTypeId: "tt", holderId: "alice", serial: "S-1")
        try scene.shard.receive(TicketsCancelled(orderId: "o-1", eventId: "e-1", tickets: [back], reason: "refund"))
        try scene.shard.advance(by: .days(91))
        try scene.shard.receive(completed(1, order: "o-2"))
        let told = try scene.feed(EventPassScene.bob).filter { $0["type"] == "milestone" }.compactMap { $0["createdAt"]?.string }
        #expect(!told.contains { $0.hasPrefix("2027") })
    }

    @Test("Imported tickets count towards the next number, refunded ones no more; a number that an import passes is not told",
          arguments: [45, 60])
    func soldBefore(imported: Int) throws {
        let scene = try scene()
        let tickets = (1...imported).map {
            IssuedTicket(ticketId: TicketID("t-\($0)"), ticketTypeId: "tt", holderId: "alice", serial: "S-\($0)")
        }
        try scene.shard.receive(TicketsIssued(orderId: "o-0", eventId: "e-1", userId: "alice", event: EventPassScene.event(),
                                              tickets: tickets, imported: true))
        try scene.shard.receive(TicketsCancelled(orderId: "o-0", eventId: "e-1", tickets: Array(tickets.prefix(3)), reason: "refund"))
        try scene.shard.receive(completed(7))
        #expect(try bodies(scene, "milestone", EventPassScene.bob).isEmpty)
        try scene.shard.advance(by: .minutes(1))
        try scene.shard.receive(completed(1, order: "o-2"))
        #expect(try bodies(scene, "milestone", EventPassScene.bob) == (imported == 45 ? ["Tech Summit e-1 has sold 50 tickets."] : []))
    }

    @Test("What the waiting list keeps for somebody is told with its end")
    func offered() throws {
        let scene = try scene()
        try scene.shard.receive(WaitlistOffered(eventId: "e-1", title: "Tech Summit e-1", ticketTypeId: "tt", userId: "john",
                                                entryId: "w-1", offerId: "f-1", quantity: 2, expiresAt: scene.shard.now + .hours(1)))
        #expect(try bodies(scene, "waitlist-offer") == ["2 tickets are kept for you until today at 11:00 AM."])
        #expect(try Set(scene.outbox().compactMap { $0["channel"]?.string }) == ["push", "email"])
    }

    @Test("Organizers hear neither of an entry with their own ticket nor of an offer for their own event")
    func ownEvent() throws {
        let scene = try scene()
        for user in ["john", "bob"] as [User.ID] {
            try scene.issue([user], order: OrderID("o-\(user)"))
            try scene.shard.receive(TicketCheckedIn(checkInId: "c-\(user)", ticketId: TicketID("o-\(user)-0"), eventId: "e-1",
                                                    organizerId: "bob", holderId: user, title: "Tech Summit e-1", at: scene.shard.now))
            try scene.shard.receive(WaitlistOffered(eventId: "e-1", title: "Tech Summit e-1", ticketTypeId: "tt", userId: user,
                                                    entryId: "w-\(user)", offerId: "f-\(user)", quantity: 2,
                                                    expiresAt: scene.shard.now + .hours(1)))
        }
        for type in ["ticket-scanned", "waitlist-offer"] {
            #expect(try bodies(scene, type).count == 1 && bodies(scene, type, EventPassScene.bob).isEmpty)
        }
    }

    @Test("A refund that failed is told to whose order it is; nobody is told of one nobody knows")
    func refundFailed() throws {
        let scene = try scene()
        try order(scene)
        for known in ["o-1", "o-unknown"] {
            try scene.shard.receive(RefundFailed(refundId: RefundID("r-\(known)"), paymentId: "p-1", orderId: OrderID(known),
                                                 amount: 100_000, currency: .ugx, failureCode: "PAYER_NOT_FOUND"))
        }
        #expect(
            try bodies(scene, "refund-failed") == ["UGX 100,000 could not be sent back yet. Our support looks into it and writes to you."])
    }

    @Test("The steps of a mobile money payment say until when to approve it")
    func approval() throws {
        let scene = try scene()
        try order(scene)
        try scene.shard.receive(PaymentRequiresAction(
            paymentId: "p-1", orderId: "o-1", userId: "john", amount: 100_000, currency: .ugx, attempt: 1, method: "mtn_momo",
            instructions: "Dial *165#, open My Approvals and enter your MTN PIN."))
        #expect(try bodies(scene, "payment-approval-needed")
            == ["Dial *165#, open My Approvals and enter your PIN before today at 10:15 AM."])
    }

    @Test("Payouts, arrived or not, are told to the organizer")
    func payouts() throws {
        let scene = try scene()
        try scene.shard.receive(WithdrawalSettled(withdrawalId: "w-1", userId: "bob", amount: 5000, currency: .ugx))
        try scene.shard.receive(
            WithdrawalFailed(withdrawalId: "w-2", userId: "bob", amount: 6000, currency: .ugx, failureCode: "PAYEE_NOT_FOUND"))
        #expect(try bodies(scene, "payout-settled", EventPassScene.bob) == ["UGX 5,000 was paid out to you."])
        #expect(try bodies(scene, "payout-failed", EventPassScene.bob)
            == ["UGX 6,000 could not be paid out and is available again. This number has no mobile money account."])
        // There is no page of payouts, and a link to the events without an event leads nowhere.
        let payouts = try scene.feed(EventPassScene.bob).filter { $0["type"]?.string?.hasPrefix("payout-") == true }
        #expect(payouts.count == 2 && payouts.allSatisfy { $0["deepLink"] == .null })
        #expect(try scene.outbox("push").allSatisfy { $0["data"]?["deepLink"] == nil })
    }

    @Test("Start and end are told to the organizer; what was called off and comes back is news again")
    func life() throws {
        let scene = try scene()
        try scene.shard.receive(EventCancelled(eventId: "e-1", event: EventPassScene.event(version: 2), reason: "deleted", deleted: true,
                                               attendeeCount: 0))
        // The test gives the facts and its own key: with the type's key the later event would be a duplicate.
        #expect(try scene.attempt("tickets-low", relations: ["favorited"], facts: EventPassScene.eventFacts(), dedupeKey: "tried")[
            "decision"] == "send")
        try scene.shard.receive(EventFavorited(eventId: "e-1", userId: "john", favorite: true))
        try scene.shard.receive(InventoryLow(eventId: "e-1", organizerId: "bob", title: "Tech Summit e-1", remaining: 9))
        try scene.shard.advance(by: .minutes(31))
        #expect(try bodies(scene, "tickets-low").count == 1)
        try scene.shard.receive(EventRestored(eventId: "e-1", event: EventPassScene.event(version: 3)))
        try scene.shard.receive(InventoryLow(eventId: "e-1", organizerId: "bob", title: "Tech Summit e-1", remaining: 8))
        try scene.shard.advance(by: .minutes(1))
        #expect(try bodies(scene, "tickets-low").count == 2)
        try scene.shard.receive(EventStarted(eventId: "e-1", event: EventPassScene.event(version: 3)))
        try scene.shard.receive(EventEnded(eventId: "e-1", event: EventPassScene.event(version: 3)))
        #expect(try Set(bodies(scene, "event-status", EventPassScene.bob)) == ["Tech Summit e-1, Sat 28 Nov at 10:00 AM, is started.",
            "Tech Summit e-1, Sat 28 Nov at 10:00 AM, is ended."])
    }

    @Test("The report of a cancellation goes to the organizer, with its numbers")
    func report() throws {
        let scene = try scene()
        try scene.shard.receive(EventCancellationCompleted(eventId: "e-1", organizerId: "bob", state: "completed-with-failures",
                                                           attendees: 4, tickets: 5, orders: 4, refunded: 3, failed: 1,
                                                           refundTotal: Money(200_000, .ugx), refundedTotal: Money(150_000, .ugx)))
        #expect(try bodies(scene, "cancellation-report", EventPassScene.bob)
            == ["3 orders were refunded, 1 refund failed, UGX 150,000 went back."])
        // Moderators cancel events, too.
        #expect(try scene.feed(EventPassScene.bob).first?["why"]?.string?.hasPrefix("You organize") == true)
        // It came back and was called off again.
        try scene.shard.receive(EventCancellationCompleted(eventId: "e-1", organizerId: "bob", state: "completed-with-failures",
                                                           attendees: 1, tickets: 1, orders: 2, refunded: 1, failed: 1,
                                                           refundTotal: Money(100_000, .ugx), refundedTotal: Money(50_000, .ugx)))
        #expect(try bodies(scene, "cancellation-report", EventPassScene.bob).count == 2)
    }

    @Test("Roles decide what is on at first; a new password is told to its owner on every way")
    func people() throws {
        let scene = try scene()
        try scene.shard.receive(RolesChanged(userId: "john", roles: ["organizer"]))
        #expect(try scene.attempt("recommendations", facts: ["items": ["e-9"]])["reasons"] == ["opted_out"])
        try scene.shard.receive(PasswordChanged(userId: "john"))
        #expect(try scene.feed().contains { $0["type"] == "security" })
        #expect(try Set(scene.outbox().filter { $0["template"] == "security" }.compactMap { $0["channel"]?.string }) == ["push", "email"])
    }
}
