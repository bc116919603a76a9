import CatalogEvents
import CatalogService
import Contracts
import GRDB
import Kernel
import Messaging
import TestKit
import Testing

@Suite("Claims: hold, confirm, release, expire")
struct ClaimTests {
    @Test("A claim holds seats and answers with names, prices and the end of the hold")
    func claimHolds() throws {
        let it = try CatalogFixture()
        try it.claim("c1", [(CatalogFixture.regular, 2), (CatalogFixture.vip, 1)])
        let claimed = try #require(try it.shard.published(TicketsClaimed.self).first)
        #expect(claimed.total == Money(250_000, .ugx))
        #expect(claimed.items.map(\.name) == ["Regular", "VIP"])
        #expect(claimed.expiresAt == it.shard.now + .minutes(15))
        #expect(claimed.event.organizerName == "Bob Events")
        #expect(try it.seats() == .init(sold: 0, held: 2, available: 298))
    }

    @Test("Two lines of one type are one demand")
    func linesAddUp() throws {
        let it = try CatalogFixture(withSummit: false)
        try it.add("small", title: "Small", quantity: 3)
        try it.claim("c1", [("small-1", 2), ("small-1", 2)], event: "small")
        #expect(try it.refusal()?.slug == "not-enough-tickets")
        #expect(try it.refusal()?.members["available"] == 3)
        #expect(try it.seats("small-1", of: "small") == .init(sold: 0, held: 0, available: 3))
    }

    @Test("All or nothing: a claim that lacks one line holds none")
    func allOrNothing() throws {
        let it = try CatalogFixture()
        try it.claim("c0", [(CatalogFixture.vip, 10)], user: "u1")
        for n in 1...4 { try it.claim("x\(n)", [(CatalogFixture.vip, 10)], user: User.ID("u\(n + 1)")) }
        try it.shard.markSeen()
        try it.claim("c1", [(CatalogFixture.regular, 2), (CatalogFixture.vip, 1)])
        #expect(try it.refusal()?.slug == "sold-out")
        #expect(try it.seats().held == 0)
    }

    @Test("A hold that expired sells again, and at its end exactly it is gone")
    func expirySellsAgain() throws {
        let it = try CatalogFixture()
        try it.claim("c1", [(CatalogFixture.regular, 2)])
        try it.shard.advance(by: .minutes(15) - .milliseconds(1))
        #expect(try it.shard.published(ClaimExpired.self).isEmpty)
        try it.shard.advance(by: .milliseconds(1))
        #expect(try it.shard.published(ClaimExpired.self).map(\.claimId) == ["c1"])
        #expect(try it.seats() == .init(sold: 0, held: 0, available: 300))
        #expect(try it.shard.timers().contains { $0.hasPrefix("claim:") } == false)
    }

    @Test("A hold ends at the second that answers name: from then on its seats sell")
    func wholeSecond() throws {
        let it = try CatalogFixture(withSummit: false)
        try it.add("small", title: "Small", quantity: 2)
        it.shard.now = it.shard.now.wholeSeconds + .milliseconds(700)
        try it.claim("c1", [("small-1", 2)], event: "small")
        let end = try #require(try it.shard.published(TicketsClaimed.self).first).expiresAt
        #expect(end == it.shard.now.wholeSeconds + .minutes(15))
        it.shard.now = end
        try it.claim("c2", [("small-1", 2)], event: "small", user: "u2")
        #expect(try it.shard.published(TicketsClaimed.self).map(\.claimId) == ["c1", "c2"])
    }

    @Test("A dead hold can't be confirmed or extended, whatever the timer's lag, and its seats sell at once (12.F2)",
          arguments: [(1, true), (0, false)], [false, true])
    func deadHold(_ clock: (before: Int, lives: Bool), isExtended: Bool) throws {
        let it = try CatalogFixture(withSummit: false)
        try it.add("small", title: "Small", quantity: 2)
        try it.claim("c1", [("small-1", 2)], event: "small")
        if isExtended { try it.extend("c1", until: it.shard.now + .minutes(20)) }
        try it.shard.markSeen()
        // Only the clock moves; no timer fires, as if the service were stopped.
        it.shard.now = it.shard.now + .minutes(isExtended ? 20 : 15) - .milliseconds(clock.before)
        let end = it.shard.now
        if !clock.lives { try it.extend("c1", until: end + .minutes(5)) }
        try it.claim("c2", [("small-1", 2)], event: "small", user: "u2")
        #expect(try it.shard.published(TicketsClaimed.self).map(\.claimId) == (clock.lives ? [] : ["c2"]))
        try it.confirm("c1")
        try it.confirm("c2")
        #expect(try it.shard.published(ClaimConfirmed.self).map(\.claimId) == (clock.lives ? ["c1"] : ["c2"]))
        #expect(try it.shard.published(ClaimConfirmRefused.self).map(\.slug) == (clock.lives ? ["unknown-claim"] : ["claim-expired"]))
        #expect(try it.seats("small-1", of: "small") == .init(sold: 2, held: 0, available: 0))
    }

    @Test("A confirmed claim is sold, and confirming twice is one sale")
    func confirmSells() throws {
        let it = try CatalogFixture()
        try it.claim("c1", [(CatalogFixture.regular, 2)])
        try it.confirm("c1")
        try it.confirm("c1")
        #expect(try it.shard.published(ClaimConfirmed.self).count == 2)
        #expect(try it.seats() == .init(sold: 2, held: 0, available: 298))
        try it.shard.advance(by: .hours(1))
        #expect(try it.shard.published(ClaimExpired.self).isEmpty)
        #expect(try it.seats().sold == 2)
    }

    @Test("Free tickets are sold as they are claimed; a repetition, a confirmation and a release change nothing")
    func freeTickets() throws {
        let it = try CatalogFixture(withSummit: false)
        try it.add("open", title: "Open day", price: 0, quantity: 3)
        for _ in 0..<2 { try it.claim("c1", [("open-1", 2)], event: "open") }
        let claimed = try it.shard.published(TicketsClaimed.self)
        #expect(claimed.map(\.sold) == [true, true] && claimed.map(\.expiresAt) == [.distantFuture, .distantFuture])
        #expect(try it.seats("open-1", of: "open") == .init(sold: 2, held: 0, available: 1))
        #expect(try it.shard.published(ClaimConfirmed.self).isEmpty)
        #expect(try it.shard.timers().contains { $0.hasPrefix("claim:") } == false)
        // As an order asks that was placed before an update.
        try it.confirm("c1")
        #expect(try it.shard.published(ClaimConfirmed.self).map(\.claimId) == ["c1"])
        try it.release("c1")
        #expect(try it.seats("open-1", of: "open") == .init(sold: 2, held: 0, available: 1))
        try it.claim("c2", [("open-1", 2)], event: "open", user: "other")
        #expect(try it.refusal()?.members["available"] == 1)
    }

    @Test("Free tickets that are returned sell again and no longer count for their buyer")
    func freeTicketsReturned() throws {
        let it = try CatalogFixture(withSummit: false)
        try it.add("open", title: "Open day", price: 0, quantity: 10)
        try it.claim("c1", [("open-1", 10)], event: "open")
        let lines = [TicketLine(ticketTypeId: "open-1", quantity: 10).claimed]
        try it.shard.receive(ReturnStock(orderId: "order-c1", listing: .event("open"), lines: lines, returnId: "c1", refundedTotal: 0))
        #expect(try it.seats("open-1", of: "open") == .init(sold: 0, held: 0, available: 10))
        try it.claim("c2", [("open-1", 10)], event: "open")
        #expect(try it.seats("open-1", of: "open") == .init(sold: 10, held: 0, available: 0))
    }

    @Test("A free ticket beside a paid one is held until the order is paid")
    func freeBesidePaid() throws {
        let it = try CatalogFixture(withSummit: false)
        try it.shard.receive(CatalogFixture.event("mixed", title: "Mixed", types: [
            ImportEvent.TicketType(id: "child", name: "Child", price: 0, quantity: 5),
            ImportEvent.TicketType(id: "adult", name: "Adult", price: 9000, quantity: 5),
        ]))
        try it.claim("c1", [("child", 1), ("adult", 1)], event: "mixed")
        #expect(try it.shard.published(TicketsClaimed.self).map(\.sold) == [nil])
        #expect(try it.seats("child", of: "mixed") == .init(sold: 0, held: 1, available: 4))
    }

    @Test("A confirm after the end of the hold is refused, also before its timer fires")
    func confirmAfterExpiry() throws {
        let it = try CatalogFixture()
        try it.claim("c1", [(CatalogFixture.regular, 2)])
        it.shard.now = it.shard.now + .minutes(15)
        try it.confirm("c1")
        #expect(try it.shard.published(ClaimConfirmRefused.self).map(\.slug) == ["claim-expired"])
        #expect(try it.shard.published(ClaimExpired.self).count == 1)
        #expect(try it.seats() == .init(sold: 0, held: 0, available: 300))
    }

    @Test("A release gives back; a release that comes before its claim wins")
    func releaseBeforeClaim() throws {
        let it = try CatalogFixture()
        try it.claim("c1", [(CatalogFixture.regular, 2)])
        try it.release("c1")
        #expect(try it.shard.published(ClaimReleased.self).map(\.claimId) == ["c1"])
        #expect(try it.seats().available == 300)
        try it.release("c2")
        try it.claim("c2", [(CatalogFixture.regular, 2)])
        #expect(try it.refusal()?.slug == "claim-released")
        #expect(try it.seats().held == 0)
    }

    @Test("Extending keeps the seats longer and never shortens a hold")
    func extendNeverShortens() throws {
        let it = try CatalogFixture()
        let placed = it.shard.now
        try it.claim("c1", [(CatalogFixture.regular, 2)])
        try it.extend("c1", until: placed + .minutes(20))
        try it.extend("c1", until: placed + .minutes(5))
        try it.shard.advance(by: .minutes(19))
        #expect(try it.seats().held == 2)
        try it.shard.advance(by: .minutes(1))
        #expect(try it.seats().held == 0)
        #expect(try it.shard.published(ClaimExpired.self).count == 1)
    }

    @Test("Returned seats sell again, and the same return twice returns once")
    func returns() throws {
        let it = try CatalogFixture()
        try it.claim("c1", [(CatalogFixture.regular, 3)])
        try it.confirm("c1")
        let back = ReturnStock(orderId: "order-c1", listing: .event(CatalogFixture.summit),
                               lines: [ClaimLine(subject: CatalogFixture.regular.rawValue, unit: "ticket", quantity: 2)], returnId: "r1")
        try it.shard.receive(back)
        try it.shard.receive(back)
        #expect(try it.seats() == .init(sold: 1, held: 0, available: 299))
        #expect(try it.details(as: .user("bob"))["stats"]?["revenue"]?["amount"] == 50_000)
    }

    @Test("Few seats left is told once, and every type that sells out")
    func inventoryNews() throws {
        let it = try CatalogFixture(withSummit: false)
        try it.add("small", title: "Small", quantity: 12)
        try it.claim("c1", [("small-1", 1)], event: "small", user: "a")
        #expect(try it.shard.published(InventoryLow.self).isEmpty)
        try it.claim("c2", [("small-1", 1)], event: "small", user: "b")
        try it.release("c2")
        try it.claim("c3", [("small-1", 10)], event: "small", user: "c")
        try it.claim("c4", [("small-1", 1)], event: "small", user: "d")
        #expect(try it.shard.published(InventoryLow.self).map(\.remaining) == [10])
        #expect(try it.shard.published(TicketTypeSoldOut.self).map(\.ticketTypeId) == ["small-1"])
    }

    @Test("Few seats left is told once, too, when the organizer offers fewer; not when nobody can buy them any more", arguments: [0, 5])
    func inventoryNewsOfCapacity(daysLater: Int) throws {
        let it = try CatalogFixture(withSummit: false)
        try it.add("small", title: "Small", quantity: 40)
        try it.claim("c1", [("small-1", 5)], event: "small", user: "a")
        try it.confirm("c1")
        try it.shard.advance(by: .days(daysLater))
        func offer(_ quantity: Int) throws {
            let change = #"{"eventId": "small", "ticketTypeId": "small-1", "quantity": \#(quantity)}"#
            let bob = Principal.user("bob", roles: ["attendee", "organizer"])
            #expect(try it.shard.send(raw: change, type: ChangeTicketType.type, as: bob)?.status == 200)
        }
        try offer(16)
        #expect(try it.shard.published(InventoryLow.self).isEmpty)
        for quantity in [15, 40, 12] { try offer(quantity) }
        #expect(try it.shard.published(InventoryLow.self).map(\.remaining) == (daysLater == 0 ? [10] : []))
    }

    @Test("Whatever happens in whatever order, no more is sold than there is, and the books add up", arguments: [1, 2, 3, 4] as [UInt64])
    func neverOversold(seed: UInt64) throws {
        let it = try CatalogFixture(withSummit: false)
        try it.add("small", title: "Small", quantity: 7)
        var random = SplitMix(seed)
        for step in 0..<120 {
            let claim = "c\(random.next(below: 25))"
            switch random.next(below: 7) {
            case 0, 1, 2:
                try it.claim(claim, [("small-1", 1 + random.next(below: 3))], event: "small", user: User.ID("u\(random.next(below: 9))"))
            case 3: try it.confirm(claim)
            case 4: try it.release(claim)
            case 5: try it.extend(claim, until: it.shard.now + .minutes(random.next(below: 30)))
            default: try it.shard.advance(by: .minutes(random.next(below: 6)))
            }
            let seats = try it.seats("small-1", of: "small")
            #expect(seats.sold >= 0 && seats.held >= 0 && seats.available >= 0 && seats.sold + seats.held + seats.available == 7,
                    "step \(step)")
        }
        #expect(try it.shard.deadLetters().isEmpty)
        let lines = try it.shard.file.pool.read { db in
            try Int.fetchOne(db, sql: """
                SELECT coalesce(sum(l.quantity), 0) FROM claim c JOIN claim_line l USING (tenant, claim_id) WHERE c.state = 'confirmed'
                """)
        }
        #expect(try it.seats("small-1", of: "small").sold == lines)
    }
}

/// A small random generator whose numbers follow from its seed (SplitMix64, Steele et al. 2014).
struct SplitMix {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed }
    mutating func next(below limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((z ^ (z >> 31)) % UInt64(limit))
    }
}
