import CatalogRestaurants
import CatalogService
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("How busy a restaurant is")
struct AvailabilityTests {
    private typealias Fixture = RestaurantFixture

    private func head(_ id: RestaurantID, _ status: String) -> FoodOrderHead {
        FoodOrderHead(orderId: "order", number: "SF-100001", version: 2, status: status, customerId: "noura", restaurantId: id,
                      ownerId: "salman", restaurantNames: ["ar": "سفرة"])
    }
    private func notAccepted(_ it: Fixture, _ id: RestaurantID, reason: String = "not_accepted", rejected: Bool = false) throws {
        let none = Money(0, Currency("SAR") ?? .eur)
        try it.shard.receive(FoodOrderCancelled(order: head(id, "cancelled"), reason: reason, byRole: rejected ? "owner" : "system",
                                                fee: none, refund: none, released: true, accepted: false, rejected: rejected,
                                                cancelledAt: it.shard.now))
    }

    @Test("Busy and paused end by themselves, to the second")
    func ends() throws {
        let it = try Fixture()
        let id = try it.addActive()
        let until = it.shard.now + .minutes(30)
        let busy = try it.shard.send(SetAvailability(restaurantId: id, mode: "busy", extraMinutes: 15, until: until), as: Fixture.owner)
        #expect(busy?.json["mode"] == "busy" && busy?.json["extraMinutes"] == 15 && busy?.json["open"] == true)
        try it.shard.send(SetAvailability(restaurantId: id, mode: "paused", until: until), as: Fixture.owner)
        #expect(try it.opening(id)["opensAt"]?.string == until.description)
        #expect(try it.opening(id)["open"] == false && it.slugs(["open": true]) == [])
        try it.shard.advance(by: .minutes(30) - .seconds(1))
        #expect(try it.opening(id)["mode"] == "paused")
        try it.shard.advance(by: .seconds(1))
        #expect(try it.opening(id)["open"] == true && it.opening(id)["mode"] == "normal")
        #expect(try it.browse(["open": true])["meta"]?["total"] == 1)
        #expect(try it.shard.published(RestaurantLive.self).map(\.mode) == ["normal", "busy", "paused", "normal"])
    }

    @Test("A mode needs its minutes, ends within a day, and an active restaurant")
    func refusals() throws {
        let it = try Fixture()
        let id = try it.addActive(), now = it.shard.now
        func refused(_ mode: String, _ minutes: Int? = nil, _ until: Timestamp? = nil) throws -> Set<String> {
            it.errors(try it.shard.send(SetAvailability(restaurantId: id, mode: mode, extraMinutes: minutes, until: until),
                                        as: Fixture.owner))
        }
        #expect(try refused("busy") == ["extraMinutes"])
        #expect(try refused("busy", 4) == ["extraMinutes"])
        #expect(try refused("asleep") == ["mode"])
        #expect(try refused("paused", nil, now) == ["until"])
        #expect(try refused("paused", nil, now + .hours(24) + .seconds(1)) == ["until"])
        #expect(try refused("paused", nil, now + .hours(24)) == [])
        let draft = try it.add()
        let inactive = try it.shard.send(SetAvailability(restaurantId: draft, mode: "paused"), as: Fixture.owner)?.json
        #expect(inactive?["slug"] == "restaurant-not-active" && inactive?["members"]?["currentStatus"] == "draft")
    }

    @Test("Three orders in a row that nobody accepted pause it for half an hour; an answer in between does not")
    func systemPause() throws {
        let it = try Fixture()
        let id = try it.addActive()
        try notAccepted(it, id)
        try notAccepted(it, id)
        let now = it.shard.now
        try it.shard.receive(OrderAccepted(order: head(id, "accepted"), prepMinutes: 20, estimatedReadyAt: now + .minutes(20),
                                           acceptedAt: now))
        try notAccepted(it, id)
        try notAccepted(it, id)
        try notAccepted(it, id, reason: "too_busy", rejected: true)
        try notAccepted(it, id, reason: "payment_timeout")
        try notAccepted(it, id)
        try notAccepted(it, id)
        #expect(try it.opening(id)["mode"] == "normal")
        try it.shard.send(SetAvailability(restaurantId: id, mode: "busy", extraMinutes: 10), as: Fixture.owner)
        try notAccepted(it, id)
        #expect(try it.opening(id)["mode"] == "paused" && it.opening(id)["opensAt"]?.string == (now + .minutes(30)).description)
        #expect(try it.shard.published(RestaurantChanged.self).last?.change == .paused)
        try it.shard.advance(by: .minutes(30))
        #expect(try it.opening(id)["mode"] == "normal")
        // The count began anew.
        try notAccepted(it, id)
        try notAccepted(it, id)
        #expect(try it.opening(id)["mode"] == "normal")
    }
}
