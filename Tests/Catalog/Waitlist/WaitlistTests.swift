import CatalogEvents
import CatalogKit
import CatalogService
import CatalogWaitlist
import Contracts
import GRDB
import Kernel
import Messaging
import TestKit
import Testing

@Suite("R12: freed stock goes to the line first")
struct WaitlistTests {
    /// Five seats, all sold to five people.
    private func soldOut() throws -> CatalogFixture {
        let it = try CatalogFixture(withSummit: false)
        try it.add("show", title: "Comedy Late Show", quantity: 5)
        for n in 1...5 {
            try it.claim("s\(n)", [("show-1", 1)], event: "show", user: User.ID("buyer\(n)"))
            try it.confirm("s\(n)")
        }
        try it.shard.markSeen()
        return it
    }
    private func join(_ it: CatalogFixture, _ user: String, _ quantity: Int = 1) throws -> Reply {
        try #require(try it.shard.send(JoinWaitlist(eventId: "show", ticketTypeId: "show-1", quantity: quantity), as: .user(user)))
    }
    private func refund(_ it: CatalogFixture, _ n: Int) throws {
        try it.shard.receive(ReturnStock(orderId: OrderID("order-s\(n)"), listing: .event("show"),
                                         lines: [TicketLine(ticketTypeId: "show-1", quantity: 1).claimed], returnId: "r\(n)"))
    }
    private func order(_ it: CatalogFixture, _ claim: String, user: String, offer: String?) throws {
        try it.shard.receive(PlaceClaim(claimId: ClaimID(claim), orderId: OrderID("order-" + claim), userId: User.ID(user),
                                        listing: .event("show"),
                                        lines: [TicketLine(ticketTypeId: "show-1", quantity: 1).claimed], placedAt: it.shard.now,
                                        offerId: offer))
    }
    private let bob = Principal.user("bob", roles: ["organizer"])

    @Test("Only while too few are left, and one place per person")
    func joining() throws {
        let it = try soldOut()
        #expect(try join(it, "alice").json["position"] == 1)
        #expect(try join(it, "alice").json["slug"] == "already-waiting")
        #expect(try join(it, "jane").json["position"] == 2)
        try it.add("open", title: "Open", quantity: 5)
        let open = try it.shard.send(JoinWaitlist(eventId: "open", ticketTypeId: "open-1", quantity: 2), as: .user("alice"))
        #expect(open?.json["slug"] == "tickets-available")
    }

    @Test("What speaks against joining is said in the order of the specification: tickets left, waiting already, sales closed")
    func refusals() throws {
        let it = try soldOut()
        _ = try join(it, "alice")
        try it.add("open", title: "Open", quantity: 5)
        try it.shard.receive(OrganizerUpdated(userId: CatalogFixture.bob, isSuspended: true, isVerified: true))
        let open = try it.shard.send(JoinWaitlist(eventId: "open", ticketTypeId: "open-1", quantity: 2), as: .user("alice"))
        #expect(open?.json["slug"] == "tickets-available" && open?.json["detail"] == "There are tickets left, but they are not on sale.")
        #expect(try join(it, "alice").json["slug"] == "already-waiting")
        #expect(try join(it, "jane").json["slug"] == "sales-closed")
    }

    @Test("What was returned while the organizer was suspended goes to the line as soon as sales go on")
    func reinstated() throws {
        let it = try soldOut()
        _ = try join(it, "alice")
        try it.shard.receive(OrganizerUpdated(userId: CatalogFixture.bob, isSuspended: true, isVerified: true))
        try refund(it, 1)
        #expect(try it.shard.published(WaitlistOffered.self).isEmpty)
        try it.shard.receive(OrganizerUpdated(userId: CatalogFixture.bob, isSuspended: false, isVerified: true))
        #expect(try it.shard.published(WaitlistOffered.self).map(\.userId) == ["alice"])
    }

    @Test("What was returned before the sales of a type begin again goes to the line as they begin")
    func salesBegin() throws {
        let it = try soldOut()
        _ = try join(it, "alice")
        func begin(_ time: String) throws {
            let edit = #"{"eventId":"show","ticketTypeId":"show-1","salesStart":\#(time)}"#
            #expect(try it.shard.send(raw: edit, type: ChangeTicketType.type, as: bob)?.status == 200)
        }
        try begin(#""\#((it.shard.now + .hours(2)).wholeSeconds)""#)
        try refund(it, 1)
        try it.shard.advance(by: .hours(2) - .seconds(1))
        #expect(try it.shard.published(WaitlistOffered.self).isEmpty)
        try it.shard.advance(by: .seconds(1))
        #expect(try it.shard.published(WaitlistOffered.self).map(\.userId) == ["alice"])
        #expect(try it.seats("show-1", of: "show") == .init(sold: 4, held: 0, available: 0))
        try begin(#""\#((it.shard.now + .hours(2)).wholeSeconds)""#)
        #expect(try it.shard.timers().contains("ticket-sales:show"))
        try begin("null")
        #expect(try !it.shard.timers().contains("ticket-sales:show"))
    }

    @Test("A dead offer buys nothing, whatever the timer's lag (12.F2)", arguments: [(1, true), (0, false)])
    func deadOffer(before: Int, lives: Bool) throws {
        let it = try soldOut()
        _ = try join(it, "alice")
        try refund(it, 1)
        let offer = try #require(try it.shard.published(WaitlistOffered.self).first)
        it.shard.now = offer.expiresAt - .milliseconds(before)
        try order(it, "mine", user: "alice", offer: offer.offerId)
        #expect(try it.shard.published(TicketsClaimed.self).map(\.claimId) == (lives ? ["mine"] : []))
        #expect(try it.refusal()?.slug == (lives ? nil : "offer-expired"))
    }

    @Test("An offer ends at the second that answers name")
    func wholeSecond() throws {
        let it = try soldOut()
        _ = try join(it, "alice")
        it.shard.now = it.shard.now.wholeSeconds + .milliseconds(700)
        try refund(it, 1)
        let offer = try #require(try it.shard.published(WaitlistOffered.self).first)
        #expect(offer.expiresAt == it.shard.now.wholeSeconds + .hours(1))
        it.shard.now = offer.expiresAt
        try order(it, "mine", user: "alice", offer: offer.offerId)
        #expect(try it.refusal()?.slug == "offer-expired")
    }

    @Test("A freed seat is kept for the first in line; the public finds it sold out; the offer buys it")
    func offer() throws {
        let it = try soldOut()
        _ = try join(it, "alice")
        try refund(it, 1)
        let offer = try #require(try it.shard.published(WaitlistOffered.self).first)
        #expect(offer.userId == "alice" && offer.expiresAt == it.shard.now + .hours(1))
        try order(it, "public", user: "john", offer: nil)
        #expect(try it.refusal()?.slug == "sold-out")
        try order(it, "stolen", user: "john", offer: offer.offerId)
        #expect(try it.refusal()?.slug == "offer-expired" && it.refusal()?.status == 410)
        #expect(try it.shard.ask(MyWaitlist.self, as: .user("alice")).json["data"]?.array?.first?["offer"]?["quantity"] == 1)
        try order(it, "mine", user: "alice", offer: offer.offerId)
        #expect(try it.shard.published(TicketsClaimed.self).map(\.claimId) == ["mine"])
        #expect(try it.seats("show-1", of: "show") == .init(sold: 4, held: 1, available: 0))
        #expect(try it.shard.ask(MyWaitlist.self, as: .user("alice")).json["data"] == [])
        try order(it, "again", user: "alice", offer: offer.offerId)
        #expect(try it.refusal()?.claimId == "again")
    }

    @Test("An offer is for its ticket type: an order of others alone is refused and leaves it open; one that has both takes it")
    func otherType() throws {
        let it = try CatalogFixture(withSummit: false)
        let types = ["a", "b"].map { ImportEvent.TicketType(id: TicketTypeID($0), name: $0, price: 1000, quantity: 1) }
        try it.shard.receive(CatalogFixture.event("show", title: "Comedy Late Show", types: types))
        try it.claim("s1", [("a", 1)], event: "show", user: "buyer1")
        try it.confirm("s1")
        #expect(try it.shard.send(JoinWaitlist(eventId: "show", ticketTypeId: "a", quantity: 1), as: .user("alice"))?.status == 201)
        try it.shard.receive(ReturnStock(orderId: "order-s1", listing: .event("show"),
                                         lines: [TicketLine(ticketTypeId: "a", quantity: 1).claimed], returnId: "r1"))
        let offer = try #require(try it.shard.published(WaitlistOffered.self).first).offerId
        for (claim, wanted) in [("other", ["b"]), ("both", ["b", "a"])] {
            let lines = wanted.map { TicketLine(ticketTypeId: TicketTypeID($0), quantity: 1).claimed }
            try it.shard.receive(PlaceClaim(claimId: ClaimID(claim), orderId: OrderID("order-" + claim), userId: "alice",
                                            listing: .event("show"), lines: lines, placedAt: it.shard.now, offerId: offer))
        }
        let refused = try #require(try it.shard.published(ClaimRefused.self).last)
        #expect(refused.claimId == "other" && refused.status == 422 && Array(refused.errors.keys) == ["waitlistOfferId"])
        #expect(try it.shard.published(TicketsClaimed.self).last?.claimId == "both")
        #expect(try it.shard.ask(MyWaitlist.self, as: .user("alice")).json["data"] == [])
    }

    @Test("What R4 refuses is said before that an offer is over")
    func deadOfferComesLast() throws {
        let it = try CatalogFixture()
        func refusal(_ claim: String, _ type: TicketTypeID, of event: EventID, user: User.ID = "alice") throws -> String? {
            try it.shard.receive(PlaceClaim(claimId: ClaimID(claim), orderId: OrderID("order-" + claim), userId: user,
                                            listing: .event(event), lines: [TicketLine(ticketTypeId: type, quantity: 1).claimed],
                                            placedAt: it.shard.now, offerId: "unknown"))
            return try it.refusal().map { "\($0.status) \($0.slug)" }
        }
        #expect(try refusal("open", "regular", of: "summit") == "410 offer-expired")
        #expect(try refusal("type", "other-1", of: "summit") == "422 validation-failed")
        try it.shard.receive(CatalogFixture.event("adults", title: "Rooftop", age: 18,
                                                  types: [ImportEvent.TicketType(id: "a", name: "Entry", price: 1000, quantity: 9)]))
        try it.shard.receive(SetBirthDate(userId: "alice", dateOfBirth: CalendarDate("2012-01-01")))
        #expect(try refusal("age", "a", of: "adults") == "403 age-restricted")
        try it.shard.send(CancelEvent(eventId: "summit", reason: "Storm"), as: bob)
        #expect(try refusal("over", "regular", of: "summit") == "409 sales-closed")
    }

    @Test("Nobody waits for a ticket type that is taken away")
    func removedType() throws {
        let it = try CatalogFixture(withSummit: false)
        let types = ["a", "b"].map { ImportEvent.TicketType(id: TicketTypeID($0), name: $0, price: 1000, quantity: 1) }
        try it.shard.receive(CatalogFixture.event("show", title: "Comedy Late Show", types: types))
        for type in ["a", "b"] {
            let joined = try it.shard.send(JoinWaitlist(eventId: "show", ticketTypeId: TicketTypeID(type), quantity: 2), as: .user("alice"))
            #expect(joined?.status == 201)
        }
        #expect(try it.shard.send(RemoveTicketType(eventId: "show", ticketTypeId: "a"), as: bob)?.status == 204)
        let places = try it.shard.ask(MyWaitlist.self, as: .user("alice")).json["data"]?.array
        #expect(places?.map { $0["ticketTypeId"] } == ["b"])
        #expect(try it.shard.published(WaitlistLengthChanged.self).last?.length == 1)
    }

    @Test("Units that an edit adds go to the line first, also in its answer")
    func addedUnits() throws {
        let it = try soldOut()
        _ = try join(it, "alice")
        let more = #"{"eventId":"show","ticketTypeId":"show-1","quantity":7}"#
        let answer = try #require(try it.shard.send(raw: more, type: ChangeTicketType.type, as: bob))
        #expect(answer.json["available"] == 1, "one of the two is offered")
        #expect(try it.seats("show-1", of: "show") == .init(sold: 5, held: 0, available: 1))
    }

    @Test("What is offered counts as held where it stands against an edit")
    func offeredIsHeld() throws {
        let it = try soldOut()
        _ = try join(it, "alice")
        for n in 1...5 { try refund(it, n) }
        let removal = try #require(try it.shard.send(RemoveTicketType(eventId: "show", ticketTypeId: "show-1"), as: bob))
        #expect(removal.json["slug"] == "ticket-type-has-sales")
        #expect(removal.json["members"]?["sold"] == 0 && removal.json["members"]?["held"] == 1)
        try it.claim("more", [("show-1", 2)], event: "show", user: "john")
        let fewer = #"{"eventId":"show","ticketTypeId":"show-1","quantity":2}"#
        let refused = try #require(try it.shard.send(raw: fewer, type: ChangeTicketType.type, as: bob))
        #expect(refused.json["members"]?["held"] == 3 && refused.json["members"]?["minimum"] == 3)
    }

    @Test("An offer that is not used in an hour goes to the next, and the person may join again at the end")
    func expiry() throws {
        let it = try soldOut()
        _ = try join(it, "alice")
        _ = try join(it, "jane")
        try refund(it, 1)
        try it.shard.advance(by: .hours(1))
        #expect(try it.shard.published(WaitlistOfferExpired.self).map(\.userId) == ["alice"])
        #expect(try it.shard.published(WaitlistOffered.self).map(\.userId) == ["alice", "jane"])
        #expect(try join(it, "alice").json["position"] == 2)
        let place = try it.shard.ask(MyWaitlist.self, as: .user("jane")).json["data"]?.array?.first?["id"]?.string
        #expect(try it.shard.send(LeaveWaitlist(entryId: try #require(place)), as: .user("alice"))?.status == 404)
        #expect(try it.shard.send(LeaveWaitlist(entryId: try #require(place)), as: .user("jane"))?.status == 204)
        #expect(try it.shard.published(WaitlistOffered.self).map(\.userId) == ["alice", "jane", "alice"])
    }

    @Test("A group of four that was passed over three times is served before any later entry, from units freed one by one")
    func groups() throws {
        var line = WaitingLine([.init(id: "group", quantity: 4)] + (1...9).map { .init(id: "single\($0)", quantity: 1) }, units: 0)
        var served: [String] = []
        for _ in 0..<8 {
            line = WaitingLine(line.waiting, units: 1)
            served += line.served.map(\.id)
            #expect(line.left == 0)
        }
        #expect(served == ["single1", "single2", "single3", "group", "single4"])
    }

    @Test("What is reserved for a group is not for sale, and is free again when it leaves")
    func reserved() throws {
        let it = try soldOut()
        let group = try join(it, "group", 4).json["id"]?.string
        for name in ["a", "b", "c"] { _ = try join(it, name) }
        for n in 1...4 { try refund(it, n) }
        #expect(try it.shard.published(WaitlistOffered.self).map(\.userId) == ["a", "b", "c"])
        try order(it, "public", user: "john", offer: nil)
        #expect(try it.refusal()?.slug == "sold-out")
        #expect(try it.shard.send(LeaveWaitlist(entryId: try #require(group)), as: .user("group"))?.status == 204)
        #expect(try it.seats("show-1", of: "show") == .init(sold: 1, held: 0, available: 1))
    }

    @Test("A hold that expires serves the line; the start of the event closes it")
    func holdsAndStart() throws {
        let it = try CatalogFixture(withSummit: false)
        try it.add("show", title: "Show", quantity: 1)
        try it.claim("c", [("show-1", 1)], event: "show")
        _ = try join(it, "alice")
        try it.shard.advance(by: .minutes(15))
        #expect(try it.shard.published(WaitlistOffered.self).map(\.userId) == ["alice"])
        try it.shard.advance(by: .days(6))
        #expect(try it.shard.ask(MyWaitlist.self, as: .user("alice")).json["data"] == [])
        #expect(try it.shard.deadLetters().isEmpty)
        #expect(try it.shard.timers().filter { $0.hasPrefix("waitlist") }.isEmpty)
    }

    @Test("Joining, leaving, buying and refunding in any order keeps the books", arguments: [11, 12] as [UInt64])
    func random(seed: UInt64) throws {
        let it = try soldOut()
        var random = SplitMix(seed)
        for step in 0..<80 {
            let user = "u\(random.next(below: 6))"
            switch random.next(below: 6) {
            case 0, 1: _ = try join(it, user, 1 + random.next(below: 4))
            case 2: try it.claim("p\(step)", [("show-1", 1 + random.next(below: 2))], event: "show", user: User.ID(user))
            case 3: try it.release("p\(random.next(below: step + 1))")
            case 4: try refund(it, 1 + random.next(below: 5))
            default: try it.shard.advance(by: .minutes(random.next(below: 40)))
            }
            let books = try it.shard.file.pool.read { db in
                try Row.fetchOne(db, sql: """
                    SELECT r.offered, (SELECT coalesce(sum(reserved), 0) FROM waitlist_entry w WHERE w.subject = r.resource_id),
                        r.quantity - r.sold - r.held - r.offered
                    FROM resource r WHERE r.resource_id = 'show-1'
                    """)
            }
            #expect(books?[0] as Int? == books?[1] as Int? && (books?[2] as Int? ?? -1) >= 0, "step \(step)")
        }
        #expect(try it.shard.deadLetters().allSatisfy { $0.contains("nothing-to-return") })
    }
}
