import Contracts
import Kernel
import Messaging
import OrdersTrucks
import ServiceKit
import TestKit
import Testing

@Suite("Trucks: what dispatchers and drivers do with them")
struct TruckTests {
    private func slug(_ reply: Reply?) -> String? { reply?.json["slug"]?.string }

    @Test("A truck begins empty, and scheduling hears of its fuels")
    func create() throws {
        let scene = try YardScene()
        let reply = try #require(try scene.create())
        #expect(reply.status == 201)
        #expect(reply.json["compartments"]?.array?.first == ["fuelType": "regular", "capacityGallons": 600, "onHand": 0, "reserved": 0,
                                                             "available": 0])
        let told = try scene.shard.published(TruckChanged.self)
        #expect(told.map(\.code) == ["T-101"] && told.first?.compartments.map(\.fuelType) == ["regular", "premium"])
        #expect(slug(try scene.create()) == "truck-code-taken")
    }

    @Test("Every wrong field is named", arguments: [
        ("T-1", "miami", "regular", 600.0, "code"), ("X-101", "miami", "regular", 600, "code"),
        ("T-101", "miami", "kerosene", 600, "compartments"), ("T-101", "miami", "regular", 49.999, "compartments"),
        ("T-101", "miami", "regular", 5000.001, "compartments"), ("T-101", "miami", "regular", 600.0001, "compartments"),
    ])
    func fields(_ code: String, _ area: String, _ fuel: String, _ capacity: Double, _ field: String) throws {
        let scene = try YardScene()
        let reply = try scene.create(code, area: ServiceAreaID(area), [SentCompartment(fuelType: fuel, capacityGallons: capacity)])
        #expect(reply?.status == 422 && reply?.json["errors"]?.object?.keys.sorted() == [field])
    }

    @Test("A truck in an area that nobody knows waits two seconds for news of it, and then the answer names everything that is wrong")
    func newArea() throws {
        let scene = try YardScene()
        let tanks = [SentCompartment(fuelType: "regular", capacityGallons: 600)]
        let truck = CreateTruck(code: "T-101", plate: "TRK 101", areaId: "kendall", compartments: tanks)
        #expect(try scene.shard.send(truck, as: YardScene.dispatcher, id: "early") == nil)
        try scene.shard.receive(YardScene.area("kendall", now: scene.shard.now))
        #expect(try scene.shard.answer(to: "early")?.status == 201)
        let lost = CreateTruck(code: "T-102", plate: "TRK 102", areaId: "nowhere", compartments: tanks)
        #expect(try scene.shard.send(lost, as: YardScene.dispatcher, id: "lost") == nil)
        try scene.shard.advance(by: .seconds(2))
        let answer = try scene.shard.answer(to: "lost")
        #expect(answer?.status == 422 && answer?.body["errors"]?.object?.keys.sorted() == ["areaId"])
        let wrong = CreateTruck(code: "T-1", plate: "TRK 102", areaId: "nowhere", compartments: tanks)
        #expect(try scene.shard.send(wrong, as: YardScene.dispatcher, id: "wrong") == nil)
        let half = CreateTruck(code: "T-1", plate: "TRK 102", areaId: "brickell", compartments: tanks)
        #expect(try scene.shard.send(half, as: YardScene.dispatcher, id: "half") == nil)
        try scene.shard.receive(YardScene.area("brickell", now: scene.shard.now))
        try scene.shard.advance(by: .seconds(2))
        #expect(try scene.shard.answer(to: "wrong")?.body["errors"]?.object?.keys.sorted() == ["areaId", "code"])
        #expect(try scene.shard.answer(to: "half")?.body["errors"]?.object?.keys.sorted() == ["code"])
        #expect(try scene.shard.count(of: "truck_request") == 0)
    }

    @Test("A truck moves to an area that was added a moment ago, and not to one that nobody knows")
    func moveToNewArea() throws {
        let scene = try YardScene()
        let truck = try scene.truck()
        func put(_ area: ServiceAreaID, id: String) throws -> Reply? {
            try scene.shard.send(ChangeTruck(truckId: truck, areaId: area), as: YardScene.dispatcher, id: id)
        }
        #expect(try put("kendall", id: "early") == nil)
        try scene.shard.receive(YardScene.area("kendall", now: scene.shard.now))
        #expect(try scene.shard.answer(to: "early")?.body["areaId"] == "kendall")
        #expect(try put("nowhere", id: "lost") == nil)
        try scene.shard.advance(by: .seconds(2))
        let answer = try scene.shard.answer(to: "lost")
        #expect(answer?.status == 422 && answer?.body["errors"]?.object?.keys.sorted() == ["areaId"])
        #expect(try scene.shard.count(of: "truck_request") == 0)
    }

    @Test("A truck that is not there is 404 before its form; a form names every field that is wrong")
    func formsOfTrucks() throws {
        let scene = try YardScene()
        let truck = try scene.truck()
        let bad: JSONValue = ["code": 7, "plate": "x", "areaId": "no id", "compartments": [["fuelType": "kerosene"]], "fuelType": 1,
                              "gallons": "ten", "ticket": "", "gallonsDelta": 0, "reason": []]
        func keys(_ reply: Reply?) -> [String]? { reply?.json["errors"]?.object?.keys.sorted() }
        let staff = YardScene.dispatcher
        for id: TruckID in ["no-truck", truck] {
            let replies = [
                try scene.shard.send(ChangeTruck(id, bad), as: staff), try scene.shard.send(LoadTruck(id, bad), as: staff),
                try scene.shard.send(AdjustTruck(id, bad), as: staff),
            ]
            guard id == truck else {
                #expect(replies.map { $0?.status } == [404, 404, 404])
                continue
            }
            #expect(replies.map(keys) == [["areaId", "code", "compartments", "plate"], ["fuelType", "gallons", "ticket"],
                                          ["fuelType", "gallonsDelta", "reason"]])
        }
        #expect(keys(try scene.shard.send(CreateTruck([:]), as: staff)) == ["areaId", "code", "compartments", "plate"])
    }

    @Test("A fuel is in one compartment of a truck, and a truck has one to six")
    func compartments() throws {
        let scene = try YardScene()
        let regular = SentCompartment(fuelType: "regular", capacityGallons: 100)
        for bad in [[], [regular, regular], Array(repeating: regular, count: 7)] {
            #expect(try scene.create("T-101", bad)?.json["errors"]?["compartments"] != nil)
        }
        #expect(try scene.shard.count(of: "truck") == 0)
    }

    @Test("A load is entered once per ticket, fits in, and is a known fuel that the truck carries")
    func loads() throws {
        let scene = try YardScene()
        let truck = try scene.truck()
        let reply = try #require(try scene.load(truck, "regular", 250.5, ticket: "A-1"))
        #expect(reply.status == 201 && reply.json["gallons"] == 250.5 && reply.json["balance"] == 250.5 && reply.json["kind"] == "load")
        #expect(slug(try scene.load(truck, "regular", 1, ticket: "A-1")) == "ticket-used")
        #expect(slug(try scene.load(truck, "regular", 349.501, ticket: "A-2")) == "compartment-overfilled")
        #expect(try scene.load(truck, "regular", 349.5, ticket: "A-2")?.status == 201)
        #expect(slug(try scene.load(truck, "diesel", 1, ticket: "A-3")) == "fuel-not-carried")
        #expect(try scene.load(truck, "kerosene", 1, ticket: "A-3")?.json["errors"]?["fuelType"] == ["is not known"])
        for bad in [0, -1, 1.0001] { #expect(try scene.load(truck, "regular", bad, ticket: "A-4")?.json["errors"]?["gallons"] != nil) }
        #expect(try scene.compartment(truck, "regular")?["onHand"] == 600)
        #expect(try scene.shard.published(TruckLedgerEntryAdded.self).map(\.balance.thousandths) == [250_500, 600_000])
    }

    @Test("A driver loads the truck of his own shift and no other")
    func loadsOfDrivers() throws {
        let scene = try YardScene()
        let (mine, other) = (try scene.truck("T-101"), try scene.truck("T-102"))
        let refusal = try scene.load(mine, "regular", 1, ticket: "B-1", as: YardScene.luis)
        #expect(refusal?.json["members"]?["requiredPermission"] == "dispatch:manage")
        try scene.startShift("luis", with: mine)
        #expect(try scene.load(mine, "regular", 1, ticket: "B-1", as: YardScene.luis)?.status == 201)
        #expect(try scene.load(other, "regular", 1, ticket: "B-2", as: YardScene.luis)?.status == 403)
    }

    @Test("An adjustment leaves what is set aside for orders, and never less than nothing")
    func adjustments() throws {
        let scene = try YardScene()
        let truck = try scene.truck(load: 100)
        try scene.reserve("o-1", truck, 15_800)
        #expect(slug(try scene.adjust(truck, "regular", -84.201)) == "insufficient-fuel")
        #expect(try scene.adjust(truck, "regular", -84.2)?.status == 201)
        #expect(try scene.compartment(truck, "regular") == ["fuelType": "regular", "capacityGallons": 600, "onHand": 15.8, "reserved": 15.8,
                                                            "available": 0])
        #expect(slug(try scene.adjust(truck, "regular", 584.201)) == "compartment-overfilled")
        #expect(try scene.adjust(truck, "regular", 0)?.json["errors"]?["gallonsDelta"] != nil)
        #expect(slug(try scene.adjust(truck, "diesel", 1)) == "fuel-not-carried")
        #expect(try scene.adjust(truck, "kerosene", 1)?.json["errors"]?["fuelType"] == ["is not known"])
    }

    @Test("Area and compartments change while nobody drives the truck, and hold what is in it")
    func change() throws {
        let scene = try YardScene()
        let truck = try scene.truck(load: 100)
        func put(_ area: ServiceAreaID? = nil, plate: String? = nil, tanks compartments: [SentCompartment]? = nil) throws -> Reply? {
            try scene.shard.send(ChangeTruck(truckId: truck, plate: plate, areaId: area, compartments: compartments),
                                 as: YardScene.dispatcher)
        }
        #expect(slug(try put(tanks: [.init(fuelType: "regular", capacityGallons: 99.999)])) == "compartment-overfilled")
        #expect(slug(try put(tanks: [.init(fuelType: "premium", capacityGallons: 300)])) == "compartment-overfilled")
        #expect(try put(tanks: [.init(fuelType: "regular", capacityGallons: 100)])?.json["compartments"]?.array?.count == 1)
        #expect(try put(YardScene.doral)?.json["areaId"] == "doral")
        try scene.startShift("luis", with: truck)
        #expect(slug(try put(YardScene.miami)) == "truck-has-shift")
        #expect(slug(try put(tanks: [.init(fuelType: "regular", capacityGallons: 200)])) == "truck-has-shift")
        #expect(try put(YardScene.doral, plate: "NEW 1")?.json["plate"] == "NEW 1")
    }

    @Test("An imported truck is filled by its ledger, and importing it again changes nothing")
    func imported() throws {
        let scene = try YardScene()
        let truck = ImportTruck(truckId: "t-1", code: "T-101", plate: "TRK 101", areaId: YardScene.miami, compartments: [
            TruckCompartment(fuelType: "regular", capacityGallons: Gallons(thousandths: 600_000)),
        ], percentFull: 80)
        for _ in 1...2 { try scene.shard.receive(truck) }
        #expect(try scene.compartment("t-1", "regular")?["onHand"] == 480)
        let ledger = try scene.shard.ask(LedgerOfTruck.self, ["truckId": "t-1"], as: YardScene.dispatcher).json
        #expect(ledger["meta"]?["total"] == 1 && ledger["data"]?.array?.first?["kind"] == "load")
    }
}

extension YardScene {
    fileprivate func create(_ code: String, _ compartments: [SentCompartment]) throws -> Reply? {
        try create(code, area: Self.miami, compartments)
    }
}
