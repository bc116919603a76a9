import Contracts
import Kernel
import Messaging
import OrdersFuel
import OrdersFuelDeliveries
import OrdersTrucks
import ServiceKit
import TestKit
import Testing

@Suite("Deliveries of fuel: the way to the car and back")
struct FuelStepTests {
    @Test("From the claim to the money: the ledger loses what the meter says, and the reservation is free")
    func whole() throws {
        let road = try FuelRoad()
        let order = try road.orderInFueling()
        #expect(try road.complete(order)?.json["members"]?["missing"] == ["meterReading", "photo:meter"])
        #expect(try road.read(order, 88010.5, 88022.845)?.json == ["gallons": 12.345])
        #expect(try road.complete(order)?.json["members"]?["missing"] == ["photo:meter"])
        let photo = try #require(try road.photograph(order))
        #expect(photo.status == 201 && photo.json["kind"] == "meter" && photo.json["size"] == .int(FuelRoad.png.count))
        #expect(try road.complete(order)?.json["status"] == "completed")
        #expect(try road.complete(order)?.status == 200)
        #expect(try road.regular() == ["fuelType": "regular", "capacityGallons": 480, "onHand": 467.655, "reserved": 0,
                                       "available": 467.655])
        #expect(try road.shard.published(CaptureIntent.self).count == 1)
    }

    @Test("A driver starts one hour before the window, and one delivery at a time")
    func start() throws {
        let road = try FuelRoad()
        let window = try road.order(in: .hours(2)), asap = try road.order(by: "nina")
        try road.startShift()
        try road.claim(window)
        try road.claim(asap)
        #expect(try road.start(window)?.slug == "too-early")
        #expect(try road.start(asap)?.status == 200)
        #expect(try road.start(asap)?.status == 200)
        try road.shard.advance(by: .hours(1))
        #expect(try road.start(window)?.slug == "another-delivery-active")
        try road.release(asap)
        #expect(try road.start(window)?.json["status"] == "en_route")
        #expect(try road.start(window, by: "aisha")?.status == 404)
    }

    @Test("A phone without a network says when it was: not too long ago, not before the last step, not in the future")
    func occurredAt() throws {
        let road = try FuelRoad()
        let order = try road.order()
        try road.startShift()
        try road.claim(order)
        try road.shard.advance(by: .minutes(10))
        let now = road.shard.now
        for wrong in [now - .hours(12) - .seconds(1), now + .seconds(61), now - .minutes(11)] {
            #expect(try road.start(order, at: wrong)?.json["errors"]?["occurredAt"] != nil)
        }
        #expect(try road.start(order, at: now - .minutes(4))?.status == 200)
        let steps = try road.details(order)["timeline"]?.array
        #expect(steps?.last?["at"] == .string((now - .minutes(4)).description))
    }

    @Test("The phone's time stands for now, also when its clock is up to a minute ahead")
    func aheadOfTime() throws {
        let road = try FuelRoad()
        let earliest = road.shard.now + .hours(1)
        let order = try road.order(in: .hours(2))
        try road.startShift()
        try road.claim(order)
        try road.shard.advance(by: .minutes(59) + .seconds(30))
        #expect(try road.start(order)?.slug == "too-early")
        #expect(try road.start(order, at: earliest - .seconds(1))?.slug == "too-early")
        #expect(try road.start(order, at: earliest)?.status == 200)
        #expect(try road.details(order)["timeline"]?.array?.last?["at"] == .string(earliest.description))
    }

    @Test("What a customer does while the driver's clock is ahead stands after the driver's last step")
    func cancelledMeanwhile() throws {
        let road = try FuelRoad()
        let order = try road.order()
        try road.startShift()
        try road.claim(order)
        let ahead = road.shard.now + .seconds(60)
        #expect(try road.start(order, at: ahead)?.status == 200)
        let wish: JSONValue = ["acceptedFee": ["amount": 1000, "currency": "USD"]]
        #expect(try road.shard.send(CancelFuelOrder(order, wish), as: FuelRoad.customer("maya"))?.status == 200)
        let steps = try road.details(order)["timeline"]?.array?.suffix(2).map { [$0["status"], $0["at"]] }
        #expect(steps == [["en_route", .string(ahead.description)], ["cancelled", .string(ahead.description)]])
    }

    @Test("Whose delivery it is comes before the form, and the form names every field", arguments: [
        ("start", ["occurredAt"]), ("arrive", ["occurredAt", "override", "reason"]), ("start-fueling", ["occurredAt", "plate"]),
        ("meter-reading", ["meterEnd", "meterStart", "occurredAt"]), ("release", ["occurredAt", "reason"]),
        ("complete", ["occurredAt"]), ("fail", ["note", "occurredAt", "reason"]), ("claim", ["occurredAt"]),
        ("assign", ["driverId", "occurredAt"]),
    ])
    func forms(_ step: String, _ fields: [String]) throws {
        let road = try FuelRoad()
        let order = try road.order()
        try road.startShift()
        try road.claim(order)
        func send(_ id: OrderID, as driver: User.ID) throws -> Reply? {
            let bad: JSONValue = ["occurredAt": "noon", "override": "yes", "plate": 7, "meterStart": "x", "meterEnd": [], "reason": 1,
                                  "note": 2, "driverId": "no id"]
            let who = step == "assign" ? FuelRoad.dispatcher : FuelRoad.driver(driver)
            switch step {
            case "start": return try road.shard.send(StartFuelDelivery(id, bad), as: who)
            case "arrive": return try road.shard.send(ArriveAtCar(id, bad), as: who)
            case "start-fueling": return try road.shard.send(StartFueling(id, bad), as: who)
            case "meter-reading": return try road.shard.send(RecordMeterReading(id, bad), as: who)
            case "release": return try road.shard.send(ReleaseFuelDelivery(id, bad), as: who)
            case "complete": return try road.shard.send(CompleteFuelDelivery(id, bad), as: who)
            case "fail": return try road.shard.send(FailFuelDelivery(id, bad), as: who)
            case "claim": return try road.shard.send(ClaimFuelDelivery(id, bad), as: who)
            default: return try road.shard.send(AssignFuelDelivery(id, bad), as: who)
            }
        }
        #expect(try send("no-such-order", as: "luis")?.status == 404)
        if step != "claim", step != "assign" { #expect(try send(order, as: "aisha")?.status == 404) }
        let reply = try send(order, as: "luis")
        #expect(reply?.status == 422 && reply?.json["errors"]?.object?.keys.sorted() == fields)
        #expect(try road.status(order) == "assigned")
    }

    @Test("He has arrived when his position says so, or with a reason")
    func arrive() throws {
        let road = try FuelRoad()
        let order = try road.order()
        try road.startShift()
        try road.claim(order)
        try road.start(order)
        #expect(try road.arrive(order, because: nil)?.json["members"]?["distanceMeters"] == .null)
        try road.move("luis", (FuelRoad.far, -1))
        #expect(try road.arrive(order, because: nil)?.json["members"]?["distanceMeters"] == 3147)
        #expect(try road.shard.send(ArriveAtCar(deliveryId: order, override: true), as: FuelRoad.driver("luis"))?.json["errors"]?["reason"]
            != nil)
        try road.move("luis", (FuelRoad.street, 0))
        try road.shard.advance(by: .minutes(2))
        #expect(try road.arrive(order, because: nil)?.slug == "not-at-location")
        try road.move("luis", (FuelRoad.street, 0))
        let reply = try road.arrive(order, because: nil)
        #expect(reply?.json["status"] == "arrived" && reply?.json["flags"] == [])
    }

    @Test("A reason instead of a position is marked")
    func override() throws {
        let road = try FuelRoad()
        #expect(try road.details(road.orderAtCar())["flags"] == ["arrival_override"])
    }

    @Test("The mark of an arrival goes when the order is released: the next driver arrives anew")
    func releasedAfterOverride() throws {
        let road = try FuelRoad()
        let order = try road.orderAtCar()
        #expect(try road.release(order)?.json["flags"] == [])
        try road.startShift("aisha", with: "T-102")
        try road.claim(order, by: "aisha")
        try road.start(order, by: "aisha")
        try road.move("aisha", (FuelRoad.street, 0))
        let reply = try road.arrive(order, by: "aisha", because: nil)
        #expect(reply?.json["status"] == "arrived" && reply?.json["flags"] == [])
    }

    @Test("The plate that the driver types must be the order's, in whatever way it is written", arguments: [
        ("ABC D12", true), ("abc-d12", true), ("ABCD.12", true), ("ABCD13", false), ("ABC D1Z", false),
    ])
    func plate(_ typed: String, _ isRight: Bool) throws {
        let road = try FuelRoad()
        let order = try road.orderAtCar()
        #expect(try road.fuel(order, plate: typed)?.slug == (isRight ? nil : "plate-mismatch"))
    }

    @Test("Meters go forward, read more than nothing, at most one and a half tanks, and not more than the truck has")
    func meter() throws {
        let road = try FuelRoad()
        let order = try road.orderInFueling()
        #expect(try road.read(order, 100, 99.999)?.slug == "meter-rollback")
        #expect(try road.read(order, 100, 100)?.json["errors"]?["meterEnd"] != nil)
        #expect(try road.read(order, 100, 123.701)?.json["errors"]?["meterEnd"] != nil)
        #expect(try road.read(order, 100, 123.7)?.status == 200)
        #expect(try road.read(order, -1, 5)?.json["errors"]?["meterStart"] != nil)
        #expect(try road.read(order, 100, 110.0001)?.json["errors"]?["meterEnd"] != nil)
        #expect(try road.read(order, 100, 110)?.json == ["gallons": 10])
        try road.photograph(order)
        try road.complete(order)
        let next = try road.order(by: "nina")
        try road.claim(next)
        try road.start(next)
        try road.arrive(next)
        try road.fuel(next, plate: "ABC D12")
        #expect(try road.read(next, 109.999, 115)?.slug == "meter-rollback")
        #expect(try road.read(next, 110, 115)?.status == 200)
    }

    @Test("A reading may use what is set aside for others, and nothing that is not there")
    func stock() throws {
        let road = try FuelRoad(trucks: ["T-101": 50])
        let order = try road.orderInFueling()
        try road.claim(try road.order(by: "nina"))
        try road.shard.send(AdjustTruck(truckId: "T-101", fuelType: "regular", gallonsDelta: -14, reason: "gauge"), as: FuelRoad.dispatcher)
        #expect(try road.read(order, 0, 23.7)?.status == 200)
        #expect(try road.regular()?["available"] == 4.4)
        try road.photograph(order)
        try road.complete(order)
        #expect(try road.regular()?["onHand"] == 12.3 && road.regular()?["available"] == 0)
        #expect(try road.shard.deadLetters().isEmpty)
    }

    @Test("A photo is a JPEG or a PNG by its bytes; ten of a delivery and one of the meter in any case, for those whose business it is")
    func photos() throws {
        let road = try FuelRoad()
        let early = try road.order()
        try road.startShift()
        try road.claim(early)
        #expect(try road.photograph(early)?.slug == "invalid-transition")
        try road.start(early)
        try road.arrive(early)
        #expect(try road.photograph(early, "meter", by: FuelRoad.driver("luis"), Array("no photo".utf8))?.status == 415)
        #expect(try road.photograph(early, "selfie")?.json["errors"]?["kind"] != nil)
        #expect(try road.photograph(early, "location", by: FuelRoad.driver("aisha"))?.status == 404)
        let id = try #require(try road.photograph(early, "location")?.json["id"]?.string)
        func read(_ who: Principal) throws -> Int {
            try road.shard.ask(ReadDeliveryPhoto.self, ["photoId": .string(id), "offset": 0, "length": 100], as: who).status
        }
        #expect(try [FuelRoad.customer("maya"), FuelRoad.driver("luis"), FuelRoad.dispatcher].map(read) == [200, 200, 200])
        #expect(try [FuelRoad.customer("nina"), FuelRoad.driver("aisha")].map(read) == [404, 404])
        // The role counts before whose photo it is; who is no customer any more owns nothing to look at.
        #expect(try read(.user("tom", roles: ["pricing_manager"])) == 403)
        #expect(try read(.user("maya", roles: ["pricing_manager"])) == 403 && read(.user("maya", roles: ["driver"])) == 404)
        for _ in 2...10 { #expect(try road.photograph(early, "vehicle")?.status == 201) }
        #expect(try road.photograph(early, "vehicle")?.slug == "photo-limit-reached")
        #expect(try road.photograph(early, "meter")?.status == 201)
        #expect(try road.photograph(early, "meter")?.slug == "photo-limit-reached")
        #expect(try road.shard.count(of: "file") == 1)
    }

    @Test("Nobody there: the driver waits ten minutes. What is not said by drivers is said by dispatchers")
    func fail() throws {
        let road = try FuelRoad()
        let order = try road.orderAtCar()
        let reply = try #require(try road.fail(order, .customerAbsent))
        let over = (road.shard.now + .minutes(10)).description
        #expect(reply.slug == "wait-not-over" && reply.json["members"]?["availableAt"] == .string(over))
        #expect(try road.fail(order, .notServable)?.json["errors"]?["reason"] != nil)
        try road.shard.advance(by: .minutes(10))
        #expect(try road.fail(order, .customerAbsent)?.json["status"] == "failed")
        #expect(try road.regular()?["reserved"] == 0)
        // Failed is failed, whatever he says the second time.
        for reason in [FuelFailReason.customerAbsent, .wrongVehicle] { #expect(try road.fail(order, reason)?.status == 200) }
        #expect(try road.details(order)["timeline"]?.array?.count == 6)
        #expect(try road.fail(order, .wrongVehicle, by: FuelRoad.dispatcher)?.slug == "invalid-transition")
    }

    @Test("A dispatcher ends what cannot be served, but not what was delivered")
    func notServable() throws {
        let road = try FuelRoad()
        #expect(try road.fail(try road.order(by: "nina"), .notServable, by: FuelRoad.dispatcher)?.json["status"] == "failed")
        let order = try road.orderInFueling()
        try road.read(order, 0, 5)
        #expect(try road.fail(order, .notServable, by: FuelRoad.dispatcher)?.slug == "fuel-delivered")
        #expect(try road.fail(order, .unsafeLocation)?.slug == "fuel-delivered")
    }

    @Test("An order that forgot its erased customer takes no photo any more")
    func forgotten() throws {
        let road = try FuelRoad()
        let order = try road.orderInFueling()
        try road.read(order, 0, 10)
        try road.photograph(order)
        #expect(try road.complete(order)?.status == 200)
        let capture = try #require(try road.shard.published(CaptureIntent.self).last)
        try road.shard.receive(PaymentSucceeded(paymentId: capture.paymentId, orderId: order, userId: "maya", amount: capture.amount,
                                                currency: .usd, attempt: 1))
        #expect(try road.photograph(order, "vehicle")?.status == 201)
        try road.shard.receive(UserErased(userId: "maya"))
        #expect(try road.photograph(order, "vehicle")?.slug == "invalid-transition")
        try road.shard.advance(by: .hours(2))
        #expect(try road.shard.count(of: "delivery_photo") == 0)
    }

    @Test("The photos of an erased customer are gone once the order is")
    func erased() throws {
        let road = try FuelRoad()
        let order = try road.orderAtCar()
        let id = try #require(try road.photograph(order, "vehicle")?.json["id"]?.string)
        try road.fail(order, .unsafeLocation)
        for payment in try road.shard.published(CancelIntent.self) {
            try road.shard.receive(PaymentCanceled(paymentId: payment.paymentId, orderId: order, userId: "maya", amount: 6437,
                                                   currency: .usd))
        }
        try road.shard.receive(UserErased(userId: "maya"))
        try road.shard.advance(by: .hours(2))
        let photo: JSONValue = ["photoId": .string(id), "offset": 0, "length": 1]
        #expect(try road.shard.ask(ReadDeliveryPhoto.self, photo, as: FuelRoad.dispatcher).status == 404)
        #expect(try road.shard.count(of: "delivery_photo") == 0 && road.shard.count(of: "file") == 0)
    }
}
