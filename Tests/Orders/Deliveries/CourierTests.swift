import Contracts
import Kernel
import Messaging
import OrdersDeliveries
import ServiceKit
import TestKit
import Testing

@Suite("Couriers: who rides, where they are, and when they are gone")
struct CourierTests {
    private let scene: CourierScene
    init() throws { scene = try CourierScene() }
    private var now: Timestamp { scene.shard.now }
    private func suspend(_ id: User.ID) throws -> Reply? {
        try scene.shard.send(SuspendCourier<ParcelOrder>(courierId: id, reason: "documents expired"), as: CourierScene.supervisor)
    }

    private func needingAttention() throws -> [JSONValue] {
        let answer = try scene.shard.ask(AllDeliveries.self, ["attention": true], as: CourierScene.supervisor).json
        return answer["data"]?.array?.compactMap { $0["id"] } ?? []
    }

    @Test("Positions that are old, unordered, too frequent or from the future do not count",
          arguments: [(-300_001, false), (-300_000, false), (2_999, false), (3_000, true), (60_000, true)])
    func positions(_ milliseconds: Int, _ isTaken: Bool) throws {
        try scene.goOnline("ali")
        let at = now + .milliseconds(milliseconds)
        #expect(try scene.move("ali", to: CourierScene.home, at: at)?.status == 204)
        #expect(try scene.courier("ali").position?.location == (isTaken ? CourierScene.home : CourierScene.start))
    }

    @Test("The three seconds between positions count from the whole second that is shown", arguments: [(2, false), (3, true)])
    func shownSeconds(_ seconds: Int, _ isTaken: Bool) throws {
        scene.shard.now = now.wholeSeconds + .milliseconds(900)
        try scene.goOnline("ali")
        let shown = try #require(try scene.courier("ali").position).at.wholeSeconds
        try scene.move("ali", to: CourierScene.home, at: shown + .seconds(seconds))
        #expect(try scene.courier("ali").position?.location == (isTaken ? CourierScene.home : CourierScene.start))
        // The same for a position that the phone sent.
        scene.shard.now = now + .seconds(10)
        try scene.move("ali", to: CourierScene.home, at: now)
        try scene.move("ali", to: CourierScene.far, at: now.wholeSeconds + .seconds(seconds))
        #expect(try scene.courier("ali").position?.location == (isTaken ? CourierScene.far : CourierScene.home))
    }

    @Test("A position is refused from the future, off the earth, and from a courier who is offline",
          arguments: [GeoPoint(lat: .nan, lng: 0), GeoPoint(lat: 0, lng: .infinity), GeoPoint(lat: 90.1, lng: 0),
                      GeoPoint(lat: 0, lng: -180.1)])
    func impossible(_ place: GeoPoint) throws {
        #expect(!place.isOnEarth)
        #expect(try scene.move("ali", to: CourierScene.home)?.slug == "courier-offline")
        try scene.goOnline("ali")
        #expect(try scene.move("ali", to: CourierScene.home, at: now + .milliseconds(60_001))?.status == 422)
        #expect(try scene.move("ali", to: GeoPoint(lat: 90.1, lng: 0))?.json["errors"]?["location"] != nil)
        for at in [Timestamp.distantPast, .distantFuture] {
            #expect(try scene.move("ali", to: CourierScene.home, at: at)?.status == (at < now ? 204 : 422))
        }
        #expect(try scene.courier("ali").position?.location == CourierScene.start)
        // In the sea: a place like any other.
        scene.shard.now = now + .seconds(5)
        #expect(try scene.move("ali", to: GeoPoint(lat: 0, lng: -180))?.status == 204)
    }

    @Test("Two phones of one courier: each position counts once and in order, and going online twice is once")
    func twoPhones() throws {
        try scene.goOnline("ali")
        try scene.goOnline("ali", at: CourierScene.home)
        #expect(try scene.shard.published(CourierWentOnline.self).count == 1)
        #expect(try scene.move("ali", to: CourierScene.start, at: now + .seconds(10))?.status == 204)
        #expect(try scene.move("ali", to: CourierScene.home, at: now + .seconds(5))?.status == 204)
        #expect(try scene.courier("ali").position?.location == CourierScene.start)
    }

    @Test("Watchers of an order see its courier move at most every five seconds, and nothing leaves without a job")
    func shown() throws {
        try scene.goOnline("ali")
        for _ in 0..<3 {
            scene.shard.now = now + .seconds(4)
            try scene.move("ali", to: CourierScene.home)
        }
        #expect(try scene.shard.published(CourierMoved.self).isEmpty)
        try scene.send()
        try scene.claim(by: "ali")
        for _ in 0..<4 {
            scene.shard.now = now + .seconds(3)
            try scene.move("ali", to: CourierScene.start)
        }
        #expect(try scene.shard.published(CourierMoved.self).map(\.hiddenFrom) == [["noura"], ["noura"]])
        try scene.pack()
        try scene.pickUp(by: "ali")
        scene.shard.now = now + .seconds(5)
        try scene.move("ali", to: CourierScene.home)
        #expect(try scene.shard.published(CourierMoved.self).last?.hiddenFrom == ["salman"])
    }

    @Test("Positions of couriers without a job send no message and set no timer; with a job they send one in five seconds, no more")
    func quiet() throws {
        let riders = (0..<20).map { User.ID("rider-\($0)") }
        for id in riders {
            try scene.approve(id)
            try scene.goOnline(id)
        }
        let timers = try scene.shard.timers()
        try scene.shard.markSeen()
        func drive(_ steps: Int, seconds: Int) throws {
            for step in 1...steps {
                scene.shard.now = now + .seconds(seconds)
                for id in riders {
                    let place = GeoPoint(lat: 24.72 + Double(step) / 10_000, lng: 46.6790)
                    #expect(try scene.move(id, to: place)?.status == 204)
                    #expect(try scene.courier(id).position?.location == place)
                }
            }
        }
        try drive(10, seconds: 5)
        #expect(try scene.shard.publishedTypes().isEmpty)
        #expect(try scene.shard.timers() == timers)
        try scene.send()
        let chosen = try #require(try scene.offered().first)
        #expect(try scene.claim(by: chosen)?.status == 200)
        try scene.shard.markSeen()
        try drive(10, seconds: 3)
        let types = try scene.shard.publishedTypes()
        #expect(types.filter { $0 == CourierMoved.type.rawValue }.count == 5, "\(types)")
    }

    @Test("Only the last position is kept, and it is gone a day after the second in which the last job ended", arguments: [0, 700])
    func forgotten(milliseconds: Int64) throws {
        try scene.goOnline("ali")
        try scene.send()
        try scene.claim(by: "ali")
        #expect(try scene.goOffline("ali")?.slug == "active-deliveries")
        try scene.pack()
        try scene.pickUp(by: "ali")
        scene.shard.now = scene.shard.now + .milliseconds(milliseconds)
        try scene.complete(by: "ali")
        try scene.goOffline("ali")
        try scene.shard.advance(by: .hours(24) - .seconds(1) - .milliseconds(milliseconds))
        #expect(try scene.courier("ali").position != nil)
        try scene.shard.advance(by: .seconds(1))
        #expect(try scene.courier("ali").position == nil && scene.shard.timers().isEmpty)
    }

    @Test("The day counts from the end of the job, also if its courier stayed online; from when he went, if he was seen since",
          arguments: [false, true])
    func forgottenAfterJob(_ hasMoved: Bool) throws {
        try scene.goOnline("ali")
        try scene.send()
        try scene.claim(by: "ali")
        try scene.pack()
        try scene.pickUp(by: "ali")
        try scene.complete(by: "ali")
        if hasMoved {
            try scene.shard.advance(by: .minutes(10))
            try scene.move("ali", to: CourierScene.home)
            try scene.goOffline("ali")
        }
        try scene.shard.advance(by: .hours(24) - .seconds(1))
        #expect(try !scene.courier("ali").isOnline && scene.courier("ali").position != nil)
        try scene.shard.advance(by: .seconds(1))
        #expect(try scene.courier("ali").position == nil)
    }

    @Test("The day counts from the end of the silence's quarter of an hour, also in one jump of the clock", arguments: [false, true])
    func forgottenInOneJump(_ hasJob: Bool) throws {
        try scene.goOnline("ali")
        if hasJob {
            try scene.send()
            try scene.claim(by: "ali")
        }
        try scene.shard.advance(by: .minutes(15) + .hours(24) - .seconds(1))
        #expect(try !scene.courier("ali").isOnline && scene.courier("ali").position != nil)
        try scene.shard.advance(by: .seconds(1))
        #expect(try scene.courier("ali").position == nil)
    }

    @Test("A courier who is silent for a quarter of an hour goes offline, and his job is searched for anew")
    func silent() throws {
        try scene.goOnline("ali")
        try scene.send()
        try scene.claim(by: "ali")
        try scene.shard.advance(by: .minutes(14))
        // Any command is a sign of life, a refused one too.
        #expect(try scene.pickUp(by: "ali")?.slug == "order-not-ready")
        try scene.shard.advance(by: .seconds(899))
        #expect(try scene.job().courier == "ali")
        try scene.shard.advance(by: .seconds(1))
        #expect(try !scene.courier("ali").isOnline && scene.job().status == .searching)
        #expect(try scene.shard.published(CourierWentOffline.self).map(\.why) == ["silent"])
        // He did not decline it.
        try scene.goOnline("ali")
        #expect(try scene.offered() == ["ali"])
        #expect(try scene.claim(by: "ali")?.status == 200)
    }

    @Test("A silent courier who has an order with him stays online, and the staff hears of it once")
    func silentWithOrder() throws {
        try scene.goOnline("ali")
        for id in ["1", "2"] as [OrderID] {
            try scene.send(id)
            try scene.claim(id, by: "ali")
        }
        try scene.pack()
        try scene.pickUp(by: "ali")
        try scene.shard.advance(by: .minutes(31))
        #expect(try scene.courier("ali").isOnline && scene.job().courier == "ali" && scene.job("2").status == .searching)
        #expect(try scene.shard.published(CourierSilent.self).map(\.orderId) == ["1"])
        #expect(try scene.shard.published(CourierSilent.self).first?.noticedAt == Timestamp("2026-11-21T07:15:00Z"))
        #expect(try needingAttention() == ["1"])
        try scene.move("ali", to: CourierScene.start)
        try scene.shard.advance(by: .minutes(15))
        #expect(try scene.shard.published(CourierSilent.self).count == 2)
        // The staff ends what kept him online.
        try scene.shard.send(OverrideDelivery<ParcelOrder>(deliveryId: "1", note: "found"), as: CourierScene.supervisor)
        #expect(try !scene.courier("ali").isOnline)
    }

    @Test("An order that is ready for ten minutes without a courier alerts the staff, anew after each lost courier")
    func missed() throws {
        try scene.send()
        try scene.pack()
        try scene.shard.advance(by: .seconds(599))
        #expect(try scene.shard.published(DeliveryUnassigned.self).isEmpty)
        try scene.shard.advance(by: .seconds(1))
        #expect(try scene.shard.published(DeliveryUnassigned.self).map(\.since) == [Timestamp("2026-11-21T07:00:00Z")])
        #expect(try needingAttention() == ["1"])
        try scene.goOnline("ali")
        try scene.claim(by: "ali")
        try scene.release(by: "ali")
        let lost = now
        try scene.goOnline("ali")
        try scene.shard.advance(by: .minutes(10))
        #expect(try scene.shard.published(DeliveryUnassigned.self).map(\.since).last == lost)
    }

    @Test("A suspended courier goes offline and gives back what he has not picked up; the rest he still brings, and the staff sees that")
    func suspended() throws {
        try scene.goOnline("ali")
        for id in ["1", "2"] as [OrderID] {
            try scene.send(id)
            try scene.claim(id, by: "ali")
        }
        try scene.pack()
        try scene.pickUp(by: "ali")
        #expect(try suspend("ali")?.json["status"] == "suspended")
        #expect(try suspend("ali")?.status == 200)
        #expect(try scene.shard.published(CourierSuspended.self).count == 1)
        #expect(try scene.job("2").status == .searching && scene.job().courier == "ali" && needingAttention() == ["1"])
        let refusal = try scene.goOnline("ali")
        #expect(refusal?.slug == "courier-not-approved" && refusal?.json["members"]?["currentStatus"] == "suspended")
        #expect(try scene.complete(by: "ali")?.status == 200)
        #expect(try suspend("nobody")?.status == 404)
    }

    @Test("A role that is taken away stops a courier, his order appears among those that need a person, and approval is new")
    func roleLost() throws {
        try scene.goOnline("ali")
        try scene.send()
        try scene.claim(by: "ali")
        try scene.pack()
        try scene.pickUp(by: "ali")
        try scene.shard.receive(RolesChanged(userId: "ali", roles: ["customer"]))
        #expect(try scene.job().courier == "ali" && scene.courier("ali").status == .suspended)
        #expect(try needingAttention() == ["1"])
        // He still has the order, and so sees where it goes.
        let seen = try scene.shard.ask(DeliveryDetails.self, ["deliveryId": "1"], as: Principal.user("ali", roles: ["customer"])).json
        #expect(seen["status"] == "picked_up")
        try scene.shard.receive(RolesChanged(userId: "ali", roles: ["courier"]))
        #expect(try scene.courier("ali").status == .pending)
        #expect(try needingAttention() == ["1"], "until he is approved")
        try scene.approve("ali")
        #expect(try needingAttention().isEmpty)
        // Somebody who was a customer until now.
        try scene.shard.receive(RolesChanged(userId: "zaid", roles: ["customer", "courier"]))
        #expect(try scene.courier("zaid").status == .pending)
    }

    @Test("A courier changes his vehicle and his plate; null clears, and what is not sent stays")
    func profile() throws {
        let ali = CourierScene.courier("ali")
        func change(_ json: String) throws -> Reply? {
            try scene.shard.send(raw: json, type: ChangeCourier<ParcelOrder>.type, as: ali)
        }
        #expect(try change(#"{"vehicle":"car","plate":" ABC 1234 "}"#)?.json["plate"] == "ABC 1234")
        #expect(try change(#"{"plate":null}"#)?.json["vehicle"] == "car")
        #expect(try scene.shard.ask(CourierProfile.self, as: ali).json["plate"] == .null)
        #expect(try change(#"{"vehicle":"ship"}"#)?.json["errors"]?["vehicle"] != nil)
        #expect(try change(#"{"plate":"123456789012345678901"}"#)?.json["errors"]?["plate"] != nil)
    }

    @Test("Imported couriers are as the staff left them, and a second import changes nothing")
    func imported() throws {
        try scene.shard.receive(ImportCourier(courierId: "demo", status: "approved", vehicle: "bicycle"))
        try scene.shard.receive(UserRegistered(userId: "demo", name: "Demo", roles: ["courier"]))
        #expect(try scene.courier("demo").status == .approved)
        _ = try suspend("demo")
        try scene.shard.receive(ImportCourier(courierId: "demo", status: "approved"))
        #expect(try scene.courier("demo").status == .suspended && scene.courier("demo").vehicle == .bicycle)
    }
}
