import Contracts
import Kernel
import Messaging
import OrdersFuel
import OrdersService
import TestKit
import Testing

@Suite("Moving orders of fuel to another window")
struct FuelMoveTests {
    private let station: FuelStation
    private var shard: ShardHarness<Orders> { station.shard }
    init() throws { station = try FuelStation() }

    private struct Asked {
        let reply: Reply?
        let claim: ClaimWindow?
        let request: String
    }
    private func move(_ id: OrderID, to window: String, request: String, as user: Principal = FuelStation.maya) throws -> Asked {
        try shard.markSeen()
        let reply = try shard.send(MoveFuelOrder(id, ["windowId": .string(window)]), as: user, id: request)
        return Asked(reply: reply, claim: try shard.published(ClaimWindow.self).last, request: request)
    }

    @Test("The new stop is claimed before the old one is free; the driver has the order no more")
    func moved() throws {
        let id = try station.schedule(in: .hours(5))
        try station.step("assign", id, by: .dispatcher)
        let former = try #require(try shard.published(ConfirmWindow.self).last?.claimId)
        let asked = try move(id, to: "w-9", request: "move-1")
        let claim = try #require(asked.claim)
        #expect(asked.reply == nil && claim.windowId == "w-9" && claim.claimId != former)
        #expect(try shard.published(ReleaseWindow.self).isEmpty)
        #expect(station.slug(try move(id, to: "w-8", request: "move-2").reply) == "reschedule-pending")
        try shard.markSeen()
        try shard.receive(station.claimed(claim, in: .hours(30)))
        #expect(try shard.published(ReleaseWindow.self).map(\.claimId) == [former])
        #expect(try shard.published(ConfirmWindow.self).map(\.claimId) == [claim.claimId])
        let answer = try #require(try shard.answer(to: "move-1"))
        #expect(answer.status == 200 && answer.body["status"] == "scheduled" && answer.body["driver"] == .null)
        #expect(answer.body["schedule"]?["windowId"] == "w-9")
        #expect(answer.body["cancellation"]?["freeUntil"]?.string == (FuelStation.noon + .hours(28)).description)
        #expect(try shard.published(OrderRescheduled.self).count == 1)
        #expect(try move(id, to: "w-9", request: "move-3").reply?.status == 200)
    }

    @Test("A window that is full leaves the order as it was")
    func full() throws {
        let id = try station.schedule(in: .hours(5))
        let before = try station.order(id)
        let claim = try #require(try move(id, to: "w-9", request: "move-1").claim)
        try shard.receive(WindowRefused(claimId: claim.claimId, orderId: id, slug: "window-full", status: 409, detail: "Full."))
        #expect(try shard.answer(to: "move-1")?.body["slug"] == "window-full")
        #expect(try station.order(id) == before)
    }

    @Test("An order that went on meanwhile stays, and the new stop is free again")
    func wentOn() throws {
        let id = try station.schedule(in: .hours(5))
        let claim = try #require(try move(id, to: "w-9", request: "move-1").claim)
        try shard.send(CancelFuelOrder(id), as: FuelStation.maya)
        #expect(try shard.answer(to: "move-1")?.body["slug"] == "reschedule-not-allowed")
        #expect(try shard.published(ReleaseWindow.self).map(\.claimId).contains(claim.claimId))
        try shard.markSeen()
        try shard.receive(station.claimed(claim, in: .hours(30)))
        #expect(try shard.published(ReleaseWindow.self).map(\.claimId) == [claim.claimId])
        #expect(try station.status(id) == "cancelled")
    }

    @Test("Scheduling that does not answer is not waited for")
    func unanswered() throws {
        let id = try station.schedule(in: .hours(5))
        let claim = try #require(try move(id, to: "w-9", request: "move-1").claim)
        try shard.advance(by: .seconds(30))
        #expect(try shard.answer(to: "move-1")?.status == 503)
        #expect(try shard.published(ReleaseWindow.self).map(\.claimId) == [claim.claimId])
    }

    @Test("Not within two hours of the window, not as soon as possible, not beyond the authorisation, and three times at most")
    func limits() throws {
        let late = try station.schedule(in: .hours(2))
        #expect(station.slug(try move(late, to: "w-9", request: "late").reply) == "reschedule-not-allowed")
        let id = try station.schedule(in: .hours(5))
        let far = try #require(try move(id, to: "w-far", request: "far").claim)
        // The window would end 166 hours after the authorisation.
        try shard.receive(station.claimed(far, in: .hours(164)))
        #expect(try shard.answer(to: "far")?.body["slug"] == "reschedule-not-allowed")
        for place in 1...3 {
            let claim = try #require(try move(id, to: "w-\(20 + place)", request: "move-\(place)").claim)
            try shard.receive(station.claimed(claim, in: .hours(10 + place)))
            #expect(try shard.answer(to: "move-\(place)")?.status == 200)
        }
        #expect(station.slug(try move(id, to: "w-30", request: "fourth").reply) == "reschedule-not-allowed")
        #expect(try move(id, to: "w-30", request: "other", as: FuelStation.ben).reply?.status == 404)
    }

    @Test("A stop that was lost is claimed again; without one the order fails")
    func lost() throws {
        let id = try station.place()
        let first = FuelOrder.claim(of: id, 0)
        try shard.markSeen()
        try shard.receive(WindowClaimExpired(claimId: first, orderId: id))
        let again = try #require(try shard.published(ClaimWindow.self).last)
        #expect(again.claimId != first && again.windowId == "w-1" && again.receivedAt == FuelStation.noon)
        try shard.receive(WindowRefused(claimId: again.claimId, orderId: id, slug: "window-full", status: 409, detail: "Full."))
        let order = try station.order(id)
        #expect(order["status"] == "failed" && order["failure"]?["slug"] == "window-full")
        #expect(try shard.published(CancelIntent.self).count == 1)
    }
}
