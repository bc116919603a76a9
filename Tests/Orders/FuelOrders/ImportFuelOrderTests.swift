import Contracts
import Kernel
import Messaging
import OrdersFuel
import OrdersKit
import OrdersService
import OrdersTrucks
import ServiceKit
import TestKit
import Testing

@Suite("Imported orders of fuel")
struct ImportFuelOrderTests {
    private let shard: ShardHarness<Orders>
    private static let start = Timestamp("2026-11-10T14:00:00Z") ?? .distantPast
    private let daniel = Principal.user("daniel", roles: ["customer"])

    init() throws {
        let definition = TenantDefinition(
            tenant: "fuel", name: "Fuel", currency: .usd, timezone: "America/New_York", languages: ["en"], phonePrefix: "+1", sandbox: true,
            roles: ["customer": ["orders:place"], "dispatcher": ["dispatch:manage"]], plugins: ["orders": ["fuel-order"]],
            settings: ["payments-stub": ["overCapturePercent": 10]])
        shard = try ShardHarness(definition: definition, now: Self.start + .days(13))
    }

    private func message(_ n: Int, _ outcome: ImportFuelOrder.Outcome, endedAt: Timestamp = start + .minutes(75),
                         tip: Int = 0) -> ImportFuelOrder {
        let isTaken = outcome != .cancelled, isDelivered = outcome == .completed
        var message = ImportFuelOrder(
            orderId: OrderID("o-\(n)"), paymentId: PaymentID("p-\(n)"), userId: "daniel", driverId: isTaken ? "luis" : nil,
            truckId: isTaken ? "t-101" : nil, truckCode: isTaken ? "T-101" : nil,
            vehicle: .init(vehicleId: "v-4", make: "Honda", model: "CR-V", year: 2022, color: "Blue", region: "US-FL",
                           plateNumber: "DAN C78", fuelDoorSide: "left", tankCapacityGallons: Gallons(thousandths: 14_000)),
            areaId: "core", priceZoneId: "zone", location: GeoPoint(lat: 25.802, lng: -80.2045), address: "2600 NW 5th Ave, Miami",
            fuelType: "regular",
            terms: .init(mills: 3399, tiers: [FuelTier(minGallons: Gallons(thousandths: 15_000), discountMills: 30)], deliveryFee: 499,
                         salesTaxBps: 700), tip: tip,
            windowId: TruckWindowID("w-\(n)"), startsAt: Self.start, endsAt: Self.start + .hours(2), placedAt: Self.start - .hours(16),
            outcome: outcome, endedAt: endedAt, gallons: isDelivered ? Gallons(thousandths: 12_345) : nil,
            meterStart: isDelivered ? Gallons(thousandths: 80_210_400) : nil, card: PaidWith(method: "card", brand: "visa", last4: "4242"))
        message.customerName = "Daniel Cho"
        return message
    }
    private func order(_ n: Int) throws -> JSONValue {
        let reply = try shard.ask(FuelOrderDetails.self, ["orderId": .string("o-\(n)")], as: daniel)
        #expect(reply.status == 200)
        return reply.json
    }

    @Test("A delivered order has its payment, its receipt and its driver's tip, each once; its steps are told to nobody")
    func delivered() throws {
        for _ in 0..<2 { try shard.receive(message(1, .completed, tip: 300)) }
        let order = try order(1), final = order["final"]
        #expect((order["status"], order["number"]) == ("completed", "AF10001"))
        #expect(final?["total"]?["amount"] == 5030 && final?["captured"]?["amount"] == 5030 && final?["balanceDue"]?["amount"] == 0)
        #expect(final?["receiptNumber"] == "AF-2026-000001")
        #expect(order["delivered"]?["gallons"] == 12.345 && order["photos"] == [] && order["payment"]?["status"] == "succeeded")
        #expect(order["timeline"]?.array?.map { $0["status"] } == [
            "pending", "scheduled", "assigned", "en_route", "arrived", "fueling", "completed",
        ])
        // 14 gallons, fees, tax and the tip were set aside.
        let paid = try shard.published(ImportPayment.self)
        #expect(paid.map(\.amount.amount) == [5030] && paid.map(\.authorized?.amount) == [4759 + 499 + 35 + 300])
        #expect(paid.first?.paidAt == Self.start + .minutes(75) && paid.first?.paidWith?.last4 == "4242")
        let tip = try shard.published(PostLedger.self)
        #expect(tip.map(\.transactionId) == ["tip:o-1"] && tip.first?.at == Self.start + .minutes(75))
        let receipts = try shard.published(ReceiptIssued.self)
        #expect(receipts.map(\.at) == [Self.start + .minutes(75)])
        let told = try shard.publishedTypes()
        #expect(told.allSatisfy {
            ["payments.import-payment.v1", "payments.post-ledger.v1", "orders.receipt-issued.v1"].contains($0)
        }, "\(told)")
        #expect(try shard.timers().isEmpty)
    }

    @Test("What was delivered stands in its truck's ledger, once, and was loaded again")
    func ledger() throws {
        try shard.receive(ImportTruck(truckId: "t-101", code: "T-101", plate: "TRK 101", areaId: "core", compartments: [
            TruckCompartment(fuelType: "regular", capacityGallons: Gallons(thousandths: 600_000)),
        ], percentFull: 80))
        for _ in 0..<2 { try shard.receive(message(1, .completed)) }
        try shard.receive(message(2, .cancelled, endedAt: Self.start - .hours(12)))
        let dispatcher = Principal.user("priya", roles: ["dispatcher"])
        let entries = try shard.ask(LedgerOfTruck.self, ["truckId": "t-101"], as: dispatcher).json["data"]?.array ?? []
        #expect(entries.map { $0["kind"] } == ["load", "delivery", "load"])
        try #require(entries.count == 3)
        #expect(entries.map { $0["gallons"] } == [.double(12.345), .double(-12.345), .int(480)])
        #expect(entries[1]["orderId"] == "o-1" && entries[1]["meterEnd"] == 80_222.745 && entries[0]["balance"] == 480)
        let times = entries.compactMap { $0["at"]?.string }
        #expect(times == times.sorted(by: >))
    }

    @Test("Cancelling the evening before is free, shortly before the window it costs the fee; nobody at the car costs more", arguments: [
        (ImportFuelOrder.Outcome.cancelled, -720, 0), (.cancelled, -90, 500), (.absent, 62, 1500),
    ] as [(ImportFuelOrder.Outcome, Int, Int)])
    func ended(outcome: ImportFuelOrder.Outcome, minutes: Int, fee: Int) throws {
        try shard.receive(message(1, outcome, endedAt: Self.start + .minutes(minutes)))
        let order = try order(1)
        #expect(order["status"] == (outcome == .absent ? "failed" : "cancelled"))
        #expect(order["final"]?["captured"]?["amount"] == (fee == 0 ? nil : .int(fee)))
        #expect(order["payment"]?["status"] == (fee == 0 ? "canceled" : "succeeded"))
        #expect(try shard.published(ImportPayment.self).map(\.amount.amount) == [fee])
        #expect(try shard.published(PostLedger.self).isEmpty && shard.published(ReceiptIssued.self).count == (fee == 0 ? 0 : 1))
    }

    @Test("Numbers of orders and of receipts rise without a gap, and the next order goes on from there")
    func numbers() throws {
        for n in 1...3 {
            try shard.receive(message(n, n == 2 ? .cancelled : .completed, endedAt: Self.start + .minutes(n == 2 ? -720 : 75)))
        }
        #expect(try (1...3).map { try order($0)["number"] } == ["AF10001", "AF10002", "AF10003"])
        #expect(try shard.published(ReceiptIssued.self).map(\.receiptNumber) == ["AF-2026-000001", "AF-2026-000002"])
    }
}
