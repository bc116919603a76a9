import Contracts
import Kernel
import Messaging
import OrdersDeliveries
import ServiceKit
import TestKit
import Testing

@Suite("The way of a job to its customer")
struct RideTests {
    private let scene: CourierScene
    init() throws {
        scene = try CourierScene()
        try scene.goOnline("ali")
    }
    private func claimed(cash: Int? = nil, leaveAtDoor: Bool = false) throws {
        try scene.send(cash: cash, leaveAtDoor: leaveAtDoor)
        try scene.claim(by: "ali")
    }
    private func out(cash: Int? = nil, leaveAtDoor: Bool = false) throws {
        try claimed(cash: cash, leaveAtDoor: leaveAtDoor)
        try scene.pack()
        try scene.pickUp(by: "ali")
    }
    private func arrive(by id: User.ID = "ali") throws -> Int? {
        try scene.shard.send(ArriveAtCustomer<ParcelOrder>(deliveryId: "1"), as: CourierScene.courier(id))?.status
    }

    @Test("A job goes from shop to door; each step told twice is one step, and a later step ends the repetition")
    func steps() throws {
        try claimed(cash: 7800)
        let atShop = ArriveAtRestaurant<ParcelOrder>(deliveryId: "1"), ali = CourierScene.courier("ali")
        let early = try scene.pickUp(by: "ali")
        #expect(early?.slug == "order-not-ready" && early?.json["members"]?["currentStatus"] == "assigned")
        #expect(try scene.shard.send(atShop, as: ali)?.json["status"] == "at_restaurant")
        #expect(try scene.shard.send(atShop, as: ali)?.status == 200)
        #expect(try scene.pickUp(by: "badr")?.slug == "not-found")
        try scene.pack()
        #expect(try scene.pickUp(by: "ali")?.json["status"] == "picked_up")
        let late = try scene.shard.send(atShop, as: ali)
        #expect(late?.slug == "invalid-transition" && late?.json["members"]?["currentStatus"] == "picked_up")
        #expect(try scene.release(by: "ali")?.slug == "invalid-transition")
        #expect(try arrive() == 200)
        #expect(try scene.complete(by: "ali", cash: 7799)?.json["errors"]?["cashCollected"] != nil)
        let done = try scene.complete(by: "ali", cash: 7800)
        #expect(done?.json["status"] == "delivered" && done?.json["proof"]?["type"] == "code")
        #expect(done?.json["proof"]?["distanceMeters"] != .null)
        #expect(try scene.complete(by: "ali", cash: 7800)?.status == 200)
        #expect(try scene.claim(by: "ali")?.status == 200)
        #expect(try scene.notes() == ["assigned(former: nil)", "arrivedAtRestaurant", "picked up by courier", "arrivedAtCustomer",
                                      "completed by courier, collected 7800"])
        #expect(try scene.courier("ali").cashInHand == 7800 && scene.courier("ali").activeJobs == 0)
        let earned = try scene.shard.ask(EarningsOfCourier.self, as: ali).json
        #expect(earned["deliveries"] == 1 && earned["total"]?["amount"] == 1220 && earned["cashCollected"]?["amount"] == 7800)
        #expect(earned["byDay"]?.array?.first?["date"] == "2026-11-21")
        #expect(try scene.shard.timers().allSatisfy { $0.hasPrefix("courier-silence") })
    }

    @Test("Five wrong codes lock the job, refused answers included; then only the staff completes it")
    func codes() throws {
        try out()
        for left in [4, 3, 2, 1, 0] {
            let wrong = try scene.complete(by: "ali", code: "0000")
            #expect(wrong?.slug == "wrong-delivery-code" && wrong?.json["members"]?["attemptsLeft"] == .int(left))
        }
        #expect(try scene.complete(by: "ali")?.slug == "delivery-code-locked")
        #expect(try scene.shard.ask(AllDeliveries.self, ["attention": true], as: CourierScene.supervisor).json["data"]?.array?.count == 1)
        let override = OverrideDelivery<ParcelOrder>(deliveryId: "1", note: "the customer called")
        #expect(try scene.shard.send(override, as: CourierScene.supervisor)?.json["proof"]?["type"] == "override")
        #expect(try scene.shard.send(override, as: CourierScene.supervisor)?.status == 200)
        #expect(try scene.shard.send(override, as: CourierScene.developer)?.slug == "invalid-transition")
        #expect(try scene.complete(by: "ali")?.slug == "invalid-transition")
        #expect(try scene.notes().last == "completed by supervisor, collected 0")
    }

    @Test("A code may be typed in Arabic or Persian digits; what is not four digits costs no try",
          arguments: ["٤٨٢١", "۴۸۲۱", " 48 21 "])
    func digits(_ code: String) throws {
        try out()
        for text in ["", "482", "48211", "4a21", "٤٨٢", "½½½½"] {
            #expect(try scene.complete(by: "ali", code: text)?.json["errors"]?["code"] != nil)
        }
        #expect(try scene.job().wrongCodes == 0)
        #expect(try scene.complete(by: "ali", code: code)?.status == 200)
    }

    @Test("A photo proves only what is left at the door")
    func photos() throws {
        let photo = "00000000-0000-4000-8000-00000c000001"
        try out()
        #expect(try scene.complete(by: "ali", code: nil, photo: photo)?.json["errors"]?["photoId"] != nil)
        #expect(try scene.complete(by: "ali", code: nil, photo: "x")?.json["errors"]?["photoId"] != nil)
        #expect(try scene.complete(by: "ali", code: nil)?.json["errors"]?["code"] != nil)
        try scene.send("2", leaveAtDoor: true)
        try scene.claim("2", by: "ali")
        try scene.pack("2")
        try scene.pickUp("2", by: "ali")
        #expect(try scene.complete("2", by: "ali", code: nil, photo: photo)?.json["proof"]?["photoId"] == .string(photo))
    }

    @Test("An order fails ten minutes after the courier arrived, to the second, and pays him without the tip")
    func failing() throws {
        try out(cash: 7800)
        let fail = FailDelivery<ParcelOrder>(deliveryId: "1", reason: .customerUnreachable), ali = CourierScene.courier("ali")
        #expect(try scene.shard.send(fail, as: ali)?.slug == "invalid-transition")
        #expect(try arrive() == 200)
        try scene.shard.advance(by: .seconds(599))
        let early = try scene.shard.send(fail, as: ali)
        #expect(early?.slug == "too-early" && early?.json["members"]?["allowedAt"] == "2026-11-21T07:10:00Z")
        try scene.shard.advance(by: .seconds(1))
        #expect(try scene.shard.send(fail, as: ali)?.json["status"] == "failed")
        #expect(try scene.shard.send(fail, as: ali)?.status == 200)
        #expect(try scene.notes().last == "failed: customer_unreachable")
        let earned = try scene.shard.ask(EarningsOfCourier.self, as: ali).json
        #expect(earned["deliveries"] == 0 && earned["total"]?["amount"] == 720)
        #expect(try scene.courier("ali").cashInHand == 0)
    }

    @Test("Ten minutes after an arrival within a second end at the second that the refusal names, and not before")
    func lastSecond() throws {
        try out(cash: nil)
        scene.shard.now = scene.shard.now.wholeSeconds + .milliseconds(200)
        #expect(try arrive() == 200)
        let fail = FailDelivery<ParcelOrder>(deliveryId: "1", reason: .refused), ali = CourierScene.courier("ali")
        let early = try scene.shard.send(fail, as: ali)
        let allowed = try #require(early?.json["members"]?["allowedAt"]?.string.flatMap { Timestamp($0) })
        #expect(allowed == scene.shard.now.wholeSeconds + .minutes(10))
        scene.shard.now = allowed - .milliseconds(1)
        #expect(try scene.shard.send(fail, as: ali)?.slug == "too-early")
        scene.shard.now = allowed
        #expect(try scene.shard.send(fail, as: ali)?.json["status"] == "failed")
    }

    @Test("A courier who stands at the restaurant when somebody else cancels is compensated, unless the staff pays him")
    func compensation() throws {
        let ali = CourierScene.courier("ali")
        func cancel(_ id: OrderID, paying: Bool) throws -> JSONValue? {
            try scene.shard.send(CancelParcel(id: id, payingCourier: paying), as: CourierScene.customer)?.json
        }
        for (id, arrives) in [("1", false), ("2", true), ("3", true)] as [(OrderID, Bool)] {
            try scene.send(id)
            try scene.claim(id, by: "ali")
            if arrives { try scene.shard.send(ArriveAtRestaurant<ParcelOrder>(deliveryId: id), as: ali) }
            let ended = try cancel(id, paying: id == "3")
            #expect(ended?["compensation"]?.int == (id == "2" ? 700 : nil) && ended?["pay"]?.int == (id == "3" ? 720 : nil))
        }
        #expect(try cancel("3", paying: true)?["pay"] == nil)
        #expect(try scene.shard.ask(EarningsOfCourier.self, as: ali).json["base"]?["amount"] == 1420)
        #expect(try scene.courier("ali").activeJobs == 0)
    }

    @Test("The staff gives a job to a courier, within every limit but the offer, and takes it from another")
    func assigning() throws {
        func assign(_ id: User.ID, _ job: OrderID = "1") throws -> Reply? {
            try scene.shard.send(AssignDelivery<ParcelOrder>(deliveryId: job, courierId: id), as: CourierScene.supervisor)
        }
        #expect(try assign("ali")?.slug == "not-found")
        try claimed()
        #expect(try assign("ali")?.status == 200)
        #expect(try scene.shard.published(DeliveryAssigned.self).count == 1)
        #expect(try assign("nobody")?.json["errors"]?["courierId"] != nil)
        #expect(try assign("badr")?.slug == "courier-offline")
        try scene.goOnline("badr", at: CourierScene.far)
        #expect(try assign("badr")?.json["errors"]?["courierId"] != nil)
        try scene.goOnline("badr")
        try scene.shard.markSeen()
        #expect(try assign("badr")?.json["courier"]?["id"] == "badr")
        #expect(try scene.shard.published(DeliveryReleased.self).map(\.why) == ["reassigned"])
        #expect(try scene.shard.published(DeliveryUpdated.self).map(\.courierId) == ["badr"], "the former one heard enough")
        #expect(try scene.pickUp(by: "ali")?.slug == "not-assigned")
        try scene.pack()
        try scene.pickUp(by: "badr")
        #expect(try assign("ali")?.slug == "invalid-transition")
        #expect(try scene.courier("ali").activeJobs == 0 && scene.courier("badr").activeJobs == 1)
        try scene.send("2")
        try scene.shard.markSeen()
        #expect(try assign("ali", "2")?.status == 200)
        #expect(try scene.shard.published(DeliveryOfferEnded.self).map { "\($0.courierId) \($0.why)" }.sorted()
            == ["ali claimed", "badr claimed"])
        try scene.shard.receive(CancelParcel(id: "2", payingCourier: false))
        #expect(try assign("dawood", "2")?.slug == "delivery-cancelled")
        try scene.shard.receive(UserRegistered(userId: "zaid", name: "Zaid", phone: "+966500000106", roles: ["courier"]))
        #expect(try assign("zaid", "2")?.slug == "courier-not-approved")
    }

    @Test("Who rides in the name of a courier says for whom, and the timeline says who")
    func inTheNameOf() throws {
        try scene.send()
        let developer = CourierScene.developer
        #expect(try scene.shard.send(ClaimDelivery<ParcelOrder>(deliveryId: "1"), as: developer)?.json["errors"]?["courierId"] != nil)
        #expect(try scene.shard.ask(OffersForCourier.self, as: developer).json["errors"]?["courierId"] != nil)
        #expect(try scene.shard.ask(OffersForCourier.self, ["courierId": "ali"], as: developer).json["data"]?.array?.count == 1)
        let claimed = try scene.shard.send(ClaimDelivery<ParcelOrder>(deliveryId: "1", courierId: "ali"), as: developer)
        #expect(claimed?.json["timeline"]?.array?.last?["by"]?["id"] == "omar")
        #expect(try scene.job().courier == "ali")
    }

    @Test("That nobody is named is said beside what else is wrong with the form")
    func namelessForms() throws {
        let developer = CourierScene.developer
        func errors(_ reply: Reply?) -> [String] { reply?.json["errors"]?.object?.keys.sorted() ?? [] }
        let online = try scene.shard.send(SetAvailability<ParcelOrder>(online: true), as: developer)
        #expect(errors(online) == ["courierId", "location"])
        #expect(try errors(scene.shard.send(CompleteDelivery<ParcelOrder>(deliveryId: "1"), as: developer)) == ["code", "courierId"])
        let change = ChangeCourier<ParcelOrder>(vehicle: "boat", courierId: "nobody")
        #expect(try errors(scene.shard.send(change, as: developer)) == ["courierId", "vehicle"])
        let release = ReleaseDelivery<ParcelOrder>(deliveryId: "1", reason: " ")
        #expect(try errors(scene.shard.send(release, as: developer)) == ["courierId", "reason"])
        #expect(try errors(scene.shard.send(SetAvailability<ParcelOrder>(online: true), as: CourierScene.courier("ali"))) == ["location"])
        let earnings: JSONValue = ["from": "yesterday"]
        #expect(try errors(scene.shard.ask(EarningsOfCourier.self, earnings, as: developer)) == ["courierId", "from"])
    }
}
