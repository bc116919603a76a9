import Contracts
import Kernel
import Messaging
import OrdersDeliveries
import ServiceKit
import TestKit
import Testing

@Suite("What of a job each of its people sees")
struct JobViewTests {
    private let scene: CourierScene
    init() throws {
        scene = try CourierScene()
        try scene.goOnline("ali")
        try scene.goOnline("badr")
        try scene.send(cash: 7800)
    }
    private func seen(by principal: Principal) throws -> JSONValue {
        try scene.shard.ask(DeliveryDetails.self, ["deliveryId": "1"], as: principal).json
    }

    @Test("Before the claim a courier sees an area, with the job the door, two hours after the end the area again")
    func couriers() throws {
        let ali = CourierScene.courier("ali")
        #expect(try seen(by: ali)["dropoff"]?["location"] == ["lat": 24.704, "lng": 46.689])
        #expect(try seen(by: ali)["dropoff"]?["line"] == .null)
        try scene.claim(by: "ali")
        #expect(try seen(by: ali)["dropoff"]?["line"] == "Palm Street 12")
        #expect(try seen(by: ali)["dropoff"]?["phone"] == "+966500000101")
        #expect(try seen(by: ali)["distanceMeters"] == ["toRestaurant": 405, "toCustomer": 1748])
        // The offer is gone, and he never had the job.
        #expect(try seen(by: CourierScene.courier("badr"))["slug"] == "not-found")
        try scene.pack()
        try scene.pickUp(by: "ali")
        try scene.complete(by: "ali", cash: 7800)
        try scene.shard.advance(by: .seconds(7199))
        #expect(try seen(by: ali)["dropoff"]?["line"] == "Palm Street 12")
        try scene.shard.advance(by: .seconds(1))
        #expect(try seen(by: ali)["dropoff"]?["line"] == .null)
        #expect(try seen(by: ali)["restaurant"]?["phone"] == "+9665•••••103")
    }

    @Test("The two hours after a job count from the second that its timeline shows")
    func lastSecond() throws {
        let ali = CourierScene.courier("ali")
        try scene.claim(by: "ali")
        try scene.pack()
        try scene.pickUp(by: "ali")
        scene.shard.now = scene.shard.now.wholeSeconds + .milliseconds(700)
        try scene.complete(by: "ali", cash: 7800)
        scene.shard.now = scene.shard.now.wholeSeconds + .hours(2) - .milliseconds(1)
        #expect(try seen(by: ali)["dropoff"]?["line"] == "Palm Street 12")
        scene.shard.now = scene.shard.now + .milliseconds(1)
        #expect(try seen(by: ali)["dropoff"]?["line"] == .null)
    }

    @Test("The owner and the staff see a job, its customer and strangers do not; the accountant sees it masked")
    func others() throws {
        try scene.claim(by: "ali")
        #expect(try seen(by: CourierScene.owner)["courier"]?["phone"] == "+966500000105")
        #expect(try seen(by: CourierScene.owner)["courier"]?["location"]?["lat"] == 24.715)
        #expect(try seen(by: CourierScene.customer)["slug"] == "not-found")
        #expect(try seen(by: Principal.user("x", roles: ["owner"]))["slug"] == "not-found")
        let masked = try seen(by: CourierScene.accountant)
        #expect(masked["dropoff"] == ["line": "•••", "details": "•••", "location": .null, "phone": "+9665•••••101"])
        #expect(masked["courier"]?["phone"] == "+9665•••••105")
        let ridingAccountant = Principal.user("ali", roles: ["courier", "accountant"])
        #expect(try seen(by: ridingAccountant)["dropoff"]?["line"] == "Palm Street 12", "his own job is not masked")
        scene.shard.now = scene.shard.now + .minutes(21)
        #expect(try seen(by: CourierScene.owner)["estimatedReadyAt"] == "2026-11-21T07:21:00Z", "an estimate is not in the past")
        scene.shard.now = scene.shard.now - .minutes(20)
        try scene.pack()
        #expect(try seen(by: CourierScene.owner)["estimatedReadyAt"] == "2026-11-21T07:01:00Z")
        try scene.pickUp(by: "ali")
        #expect(try seen(by: CourierScene.owner)["courier"]?["location"] == .null)
        #expect(try seen(by: CourierScene.supervisor)["courier"]?["location"]?["lat"] == 24.715)
    }

    @Test("After a job only the staff sees its courier's last position, until he is seen elsewhere or it is forgotten",
          arguments: [false, true])
    func lastPosition(_ hasMoved: Bool) throws {
        try scene.claim(by: "ali")
        try scene.pack()
        try scene.pickUp(by: "ali")
        try scene.complete(by: "ali", cash: 7800)
        #expect(try seen(by: CourierScene.supervisor)["courier"]?["location"]?["lat"] == 24.715)
        for party in [CourierScene.owner, CourierScene.courier("ali")] { #expect(try seen(by: party)["courier"]?["location"] == .null) }
        if hasMoved {
            try scene.shard.advance(by: .seconds(5))
            try scene.move("ali", to: CourierScene.home)
        } else {
            try scene.shard.advance(by: .hours(24))
        }
        #expect(try seen(by: CourierScene.supervisor)["courier"]?["location"] == .null)
    }

    @Test("Lists are paged and filtered, and refuse what is not a filter")
    func lists() throws {
        try scene.claim(by: "ali")
        let ali = CourierScene.courier("ali")
        func mine(_ status: JSONValue) throws -> JSONValue {
            try scene.shard.ask(DeliveriesOfCourier.self, ["status": status], as: ali).json
        }
        #expect(try mine("active")["meta"]?["total"] == 1 && mine("final")["meta"]?["total"] == 0)
        #expect(try mine("open")["errors"]?["status"] != nil)
        #expect(try scene.shard.ask(AllDeliveries.self, ["status": "assigned"], as: CourierScene.supervisor).json["meta"]?["total"] == 1)
        #expect(try scene.shard.ask(AllDeliveries.self, ["status": "lost"], as: CourierScene.supervisor).status == 422)
        #expect(try scene.shard.ask(AllCouriers.self, ["online": true], as: CourierScene.supervisor).json["meta"]?["total"] == 2)
        #expect(try scene.shard.ask(AllCouriers.self, ["status": "gone"], as: CourierScene.supervisor).status == 422)
    }

    @Test("Earnings are asked for by days, or by times that stand for theirs: at most 92, the first not after the last")
    func earnings() throws {
        func ask(_ from: String?, _ to: String?) throws -> Int {
            var parameters: [String: JSONValue] = [:]
            parameters["from"] = from.map { .string($0) }
            parameters["to"] = to.map { .string($0) }
            return try scene.shard.ask(EarningsOfCourier.self, .object(parameters), as: CourierScene.courier("ali")).status
        }
        #expect(try ask(nil, nil) == 200 && ask("2026-08-22", "2026-11-21") == 200)
        #expect(try ask("2026-08-21", "2026-11-21") == 422 && ask("2026-11-22", "2026-11-21") == 422)
        let noon = "2026-11-21T12:00:00Z"
        #expect(try ask("2026-11-01T00:00:00Z", noon) == 200 && ask(noon, noon) == 200)
        #expect(try ask("2026-11-21T12:00:01Z", noon) == 422 && ask("2026-08-20T00:00:00Z", nil) == 422)
        #expect(try ask("yesterday", nil) == 422 && ask("2026-02-30", nil) == 422)
    }

    @Test("An erased customer's door is forgotten with the job, and an erased courier is stopped")
    func erasure() throws {
        try scene.claim(by: "ali")
        try scene.shard.receive(UserErased(userId: "noura"))
        #expect(try seen(by: CourierScene.supervisor)["dropoff"]?["line"] == "Palm Street 12")
        try scene.shard.receive(CancelParcel(id: "1", payingCourier: false))
        // Answers that were sent are kept for a day, for those who ask twice.
        #expect(try scene.shard.columns(holding: "Palm Street").filter { !$0.hasPrefix("souk_inbox") }.isEmpty)
        try scene.send("2")
        try scene.claim("2", by: "ali")
        try scene.shard.receive(UserErased(userId: "ali"))
        #expect(try scene.job("2").status == .searching)
        #expect(try scene.courier("ali").status == .suspended && scene.courier("ali").position == nil)
        #expect(try scene.shard.ask(AllCouriers.self, as: CourierScene.supervisor).json["meta"]?["total"] == 3)
    }
}
