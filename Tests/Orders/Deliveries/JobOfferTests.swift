import Contracts
import Kernel
import Messaging
import OrdersDeliveries
import TestKit
import Testing

@Suite("Offers of jobs")
struct JobOfferTests {
    private let scene: CourierScene
    init() throws { scene = try CourierScene() }
    /// So many metres north of the shop.
    private func north(_ meters: Double) -> GeoPoint { GeoPoint(lat: CourierScene.shop.lat + meters / 111_195, lng: CourierScene.shop.lng) }

    @Test("The three nearest have the job alone for a minute, then everybody nearby")
    func phases() throws {
        for (id, meters) in [("ali", 900.0), ("badr", 300), ("careem", 600), ("dawood", 1200)] {
            try scene.goOnline(User.ID(id), at: north(meters))
        }
        try scene.send()
        #expect(try scene.offered() == ["ali", "badr", "careem"])
        #expect(try scene.offers(of: "badr").first?["expiresAt"] == "2026-11-21T07:01:00Z")
        #expect(try scene.offers(of: "badr").first?["distanceMeters"] == 300)
        let payout = try #require(scene.offers(of: "badr").first?["payout"])
        #expect(payout["amount"] == payout["total"]?["amount"] && payout["currency"] == "SAR" && payout["base"]?["amount"] == 720)
        try scene.shard.advance(by: .seconds(59))
        #expect(try scene.offered() == ["ali", "badr", "careem"])
        try scene.shard.markSeen()
        try scene.shard.advance(by: .seconds(1))
        #expect(try scene.offered() == ["ali", "badr", "careem", "dawood"])
        #expect(try scene.offers(of: "dawood").first?["expiresAt"] == .null)
        #expect(try scene.shard.published(DeliveryOfferEnded.self).map(\.why) == ["expired", "expired", "expired"])
    }

    @Test("An exclusive offer that is made within a second ends at the second that it shows, and not before")
    func lastSecond() throws {
        try scene.goOnline("ali", at: north(100))
        scene.shard.now = scene.shard.now.wholeSeconds + .milliseconds(300)
        try scene.send()
        let shown = try #require(try scene.offers(of: "ali").first?["expiresAt"]?.string.flatMap { Timestamp($0) })
        scene.shard.now = shown - .milliseconds(1)
        #expect(try scene.offers(of: "ali").first?["expiresAt"]?.string == shown.description)
        scene.shard.now = shown
        #expect(try scene.offers(of: "ali").isEmpty)
        try scene.goOnline("badr", at: north(200))
        #expect(try scene.offers(of: "ali").first?["expiresAt"] == .null)
    }

    @Test("A job is open at once where nobody is, and offered to each who comes later")
    func open() throws {
        try scene.send()
        #expect(try scene.offered().isEmpty)
        try scene.goOnline("ali")
        try scene.goOnline("badr", at: CourierScene.far)
        #expect(try scene.offered() == ["ali"])
        // Into range.
        scene.shard.now = scene.shard.now + .seconds(10)
        try scene.move("badr", to: CourierScene.start)
        #expect(try scene.offered() == ["ali", "badr"])
        // Out of range: the offer stays.
        scene.shard.now = scene.shard.now + .seconds(10)
        try scene.move("badr", to: CourierScene.far)
        #expect(try scene.offered() == ["ali", "badr"])
        try scene.goOffline("ali")
        #expect(try scene.offered() == ["badr"])
        try scene.goOnline("ali")
        #expect(try scene.offered() == ["ali", "badr"])
    }

    @Test("A decline does not promote a farther courier; when all have declined, the job is open")
    func declined() throws {
        for (id, meters) in [("ali", 100.0), ("badr", 200), ("careem", 300), ("dawood", 400)] {
            try scene.goOnline(User.ID(id), at: north(meters))
        }
        try scene.send()
        #expect(try scene.decline(by: "ali")?.status == 204)
        #expect(try scene.offered() == ["badr", "careem"])
        // Who becomes eligible has the third place, until the same end.
        try scene.goOffline("dawood")
        scene.shard.now = scene.shard.now + .seconds(20)
        try scene.goOnline("dawood", at: north(400))
        #expect(try scene.offered() == ["badr", "careem", "dawood"])
        #expect(try scene.offers(of: "dawood").first?["expiresAt"] == "2026-11-21T07:01:00Z")
        #expect(try scene.decline(by: "dawood")?.status == 204)
        try scene.goOffline("badr")
        #expect(try scene.offered() == ["careem"])
        try scene.goOnline("badr", at: north(200))
        try scene.decline(by: "careem")
        #expect(try scene.offered() == ["badr"])
        try scene.decline(by: "badr")
        #expect(try scene.offered().isEmpty)
        #expect(try scene.job().exclusiveUntil == nil)
        // Declined: not again in this search.
        try scene.shard.advance(by: .minutes(2))
        #expect(try scene.offered().isEmpty)
        #expect(try scene.decline(by: "badr")?.status == 204)
        #expect(try scene.claim(by: "badr")?.slug == "offer-not-live")
    }

    @Test("Of twenty who claim at once one gets the job; after a release the others and a newcomer have it again")
    func twenty() throws {
        let riders = (1...20).map { User.ID("rider\($0 < 10 ? "0" : "")\($0)") }
        let scene = try CourierScene(couriers: riders + ["late"])
        try scene.send()
        for rider in riders { try scene.goOnline(rider) }
        #expect(try scene.offered() == riders)
        let replies = try riders.shuffledBy(7).map { ($0, try scene.claim(by: $0)) }
        #expect(replies.map { $0.1?.status } == [200] + Array(repeating: 409, count: 19))
        #expect(replies.dropFirst().allSatisfy { $0.1?.slug == "delivery-already-assigned" })
        let winner = replies[0].0
        #expect(try scene.claim(by: winner)?.status == 200)
        #expect(try scene.offered().isEmpty)
        #expect(try scene.shard.published(DeliveryAssigned.self).count == 1)
        #expect(try scene.release(by: winner)?.status == 200)
        #expect(try Set(scene.offered()) == Set(riders).subtracting([winner]))
        try scene.goOnline("late")
        #expect(try scene.offered().contains("late"))
        #expect(try scene.release(by: winner)?.slug == "not-assigned")
        #expect(try scene.claim(by: winner)?.slug == "offer-not-live")
    }

    @Test("A claim is refused for the first reason that holds, in the order of the specification")
    func order() throws {
        try scene.send("1", cash: 60_000)
        #expect(try scene.claim(by: "ali")?.slug == "not-found")
        try scene.goOnline("ali")
        try scene.goOffline("ali")
        #expect(try scene.claim(by: "ali")?.slug == "courier-offline")
        try scene.goOnline("ali")
        for job in ["2", "3"] as [OrderID] {
            try scene.send(job)
            #expect(try scene.claim(job, by: "ali")?.status == 200)
        }
        // Two jobs: his other offers ended as claimed.
        #expect(try scene.shard.published(DeliveryOfferEnded.self).last?.why == "claimed")
        #expect(try scene.claim(by: "ali")?.slug == "too-many-deliveries")
        try scene.shard.receive(CancelParcel(id: "1", payingCourier: false))
        let late = try scene.claim(by: "ali")
        #expect(late?.slug == "delivery-cancelled" && late?.json["members"]?["currentStatus"] == "cancelled")
    }

    @Test("Cash that a courier has in hand limits what he is offered, to the minor unit, until he hands it over")
    func cash() throws {
        try scene.goOnline("ali")
        try scene.send("1", cash: 60_000)
        try scene.claim(by: "ali")
        try scene.pack()
        try scene.pickUp(by: "ali")
        #expect(try scene.complete(by: "ali", cash: 60_000)?.status == 200)
        #expect(try scene.courier("ali").cashInHand == 60_000)
        try scene.send("2", cash: 40_000)
        try scene.send("3", cash: 40_001)
        try scene.send("4")
        #expect(try scene.offers(of: "ali").map { $0["deliveryId"] } == ["2", "4"])
        try scene.shard.receive(CourierCashSettled(entryId: "s1", courierId: "ali", amount: Money(1, CourierScene.sar),
                                                   settledAt: scene.shard.now))
        #expect(try scene.offers(of: "ali").map { $0["deliveryId"] } == ["2", "3", "4"])
        try scene.shard.receive(CourierCashSettled(entryId: "s2", courierId: "ali", amount: Money(99_999, CourierScene.sar),
                                                   settledAt: scene.shard.now))
        #expect(try scene.courier("ali").cashInHand == 0)
    }

    @Test("Neither the customer nor the owner of an order delivers it, and a courier who is not approved gets nothing")
    func parties() throws {
        for id in ["noura", "salman"] as [User.ID] {
            try scene.approve(id)
            try scene.goOnline(id)
        }
        try scene.shard.receive(UserRegistered(userId: "new", name: "New", roles: ["courier"]))
        #expect(try scene.goOnline("new")?.slug == "courier-not-approved")
        try scene.send()
        #expect(try scene.offered().isEmpty)
    }
}

extension Array {
    /// In an order that a seed decides.
    func shuffledBy(_ seed: UInt64) -> [Element] {
        var draw = Draw(seed), rest = self, out: [Element] = []
        while !rest.isEmpty { out.append(rest.remove(at: draw.below(rest.count))) }
        return out
    }
}

/// Numbers that a seed decides (SplitMix64).
struct Draw {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed }
    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((z ^ (z >> 31)) % UInt64(bound))
    }
}
