import Contracts
import GRDB
import Kernel
import OrdersTrucks
import ServiceKit
import Storage
import TestKit
import Testing

@Suite("Ledger of a truck: what always holds")
struct TruckLedgerTests {
    private static let fuels = ["regular", "premium"]

    @Test("Ledger = on hand = loads + adjustments - delivered, whatever is done in which order", arguments: [1, 2, 3, 4, 5] as [UInt64])
    func books(_ seed: UInt64) throws {
        let scene = try YardScene()
        let trucks = [try scene.truck("T-101"), try scene.truck("T-102")]
        var draw = Draw(seed), meter = 0, done = 0
        var expected: [String: Int] = [:]
        for step in 0..<160 {
            let truck = trucks[draw.below(trucks.count)], fuel = Self.fuels[draw.below(2)], key = "\(truck) \(fuel)"
            let order = OrderID("o-\(draw.below(12))"), amount = 1 + draw.below(120_000)
            switch draw.below(6) {
            case 0, 1:
                let reply = try scene.load(truck, fuel, Double(amount) / 1000, ticket: "t-\(draw.below(80))")
                if reply?.status == 201 { (expected[key, default: 0], done) = (expected[key, default: 0] + amount, done + 1) }
            case 2:
                let delta = amount - 60_000
                if delta != 0, try scene.adjust(truck, fuel, Double(delta) / 1000)?.status == 201 { expected[key, default: 0] += delta }
            case 3: try scene.reserve(order, truck, amount, of: fuel)
            case 4: try scene.shard.send(YardFree(order: order))
            default:
                let before = try Self.delivered(order, scene)
                let reply = try scene.shard.send(YardDeliver(order: order, truck: truck, fuel: fuel, meterStart: meter,
                                                             meterEnd: meter + amount))
                guard reply?.status == 204, !before else { break }
                expected[key, default: 0] -= amount
                (meter, done) = (meter + amount, done + 1)
            }
            try check(scene, trucks, expected, "seed \(seed), step \(step)")
        }
        #expect(done > 20)
        #expect(try scene.shard.deadLetters().isEmpty)
    }

    @Test("An order is delivered once: the second time changes nothing and frees nothing of others")
    func once() throws {
        let scene = try YardScene()
        let truck = try scene.truck(load: 100)
        try scene.reserve("o-1", truck, 20_000)
        try scene.reserve("o-2", truck, 15_000)
        for _ in 1...2 {
            try scene.shard.send(YardDeliver(order: "o-1", truck: truck, fuel: "regular", meterStart: 88_010_500, meterEnd: 88_022_845))
        }
        #expect(try scene.compartment(truck, "regular") == ["fuelType": "regular", "capacityGallons": 600, "onHand": 87.655,
                                                            "reserved": 15, "available": 72.655])
        let entries = try scene.shard.ask(LedgerOfTruck.self, ["truckId": .string(truck.rawValue)], as: YardScene.dispatcher).json["data"]
        #expect(entries?.array?.map { $0["gallons"] } == [-12.345, 100])
        #expect(entries?.array?.first?["meterEnd"] == 88022.845 && entries?.array?.first?["orderId"] == "o-1")
    }

    @Test("Fuel is set aside once per order, and only what is there")
    func reservations() throws {
        let scene = try YardScene()
        let truck = try scene.truck(load: 30)
        try scene.reserve("o-1", truck, 15_800)
        try scene.reserve("o-1", truck, 15_800)
        #expect(try scene.reserve("o-2", truck, 14_201)?.json["slug"] == "insufficient-fuel")
        #expect(try scene.reserve("o-2", truck, 14_200)?.status == 204)
        #expect(try scene.reserve("o-3", truck, 1, of: "diesel")?.json["slug"] == "fuel-not-carried")
        try scene.shard.send(YardFree(order: "o-1"))
        #expect(try scene.compartment(truck, "regular")?["available"] == 15.8)
    }

    @Test("The database itself keeps the ledger: no entry changes, none goes, and none lies about the balance")
    func triggers() throws {
        let scene = try YardScene()
        _ = try scene.truck(load: 100)
        scene.shard.hasRowsPastTheLog = true
        for sql in [
            "UPDATE truck_ledger_entry SET gallons = 1", "DELETE FROM truck_ledger_entry",
            "DELETE FROM truck_compartment WHERE fuel_type = 'regular'",
            """
            INSERT INTO truck_ledger_entry (tenant, truck_id, number, id, fuel_type, kind, gallons, balance, at)
            SELECT tenant, truck_id, 9, 'x', 'regular', 'load', 1000, 1000, at FROM truck_ledger_entry
            """,
            "UPDATE truck_compartment SET on_hand = -1", "UPDATE truck_compartment SET on_hand = capacity + 1",
        ] {
            #expect(throws: DatabaseError.self, "\(sql)") { try scene.shard.file.pool.write { try $0.execute(sql: sql) } }
        }
    }

    private static func delivered(_ order: OrderID, _ scene: YardScene) throws -> Bool {
        try scene.shard.file.pool.read {
            try Int.fetchOne($0, sql: "SELECT 1 FROM truck_ledger_entry WHERE order_id = ?", arguments: [order.rawValue]) != nil
        }
    }

    private func check(_ scene: YardScene, _ trucks: [TruckID], _ expected: [String: Int], _ place: String) throws {
        let rows = try scene.shard.file.pool.read { db in
            try Row.fetchAll(db, sql: """
                SELECT c.truck_id, c.fuel_type, c.on_hand, c.capacity,
                    (SELECT coalesce(sum(e.gallons), 0) FROM truck_ledger_entry e
                     WHERE e.truck_id = c.truck_id AND e.fuel_type = c.fuel_type),
                    (SELECT balance FROM truck_ledger_entry e WHERE e.truck_id = c.truck_id AND e.fuel_type = c.fuel_type
                     ORDER BY number DESC LIMIT 1)
                FROM truck_compartment c
                """)
        }
        for row in rows {
            let onHand: Int = row[2], capacity: Int = row[3], sum: Int = row[4], last: Int? = row[5]
            let wanted = expected["\(row[0] as String) \(row[1] as String)", default: 0]
            #expect(onHand == wanted && sum == wanted && last ?? 0 == wanted, "\(place): \(row)")
            #expect((0...capacity).contains(onHand), "\(place): \(row)")
        }
        #expect(rows.count == 4, "\(place)")
    }
}
