import Contracts
import Kernel
import Messaging
import OrdersFuel
import OrdersFuelPages
import OrdersService
import ServiceKit
import TestKit
import Testing

@Suite("Who gets which page of fuel orders")
struct FuelPageQueryTests {
    private let station: FuelStation
    private var shard: ShardHarness<Orders> { station.shard }
    init() throws { station = try FuelStation() }

    private func ask<Q: Query>(_ query: Q.Type, _ id: OrderID, as user: Principal? = FuelStation.maya) throws -> Reply {
        try shard.ask(query, ["orderId": .string(id.rawValue)], as: user)
    }
    private func html(_ reply: Reply) -> String { String(decoding: reply.body, as: UTF8.self) }

    @Test("The receipt is there when money came, for its customer and the staff, as JSON and as a tagged sheet")
    func receipt() throws {
        let id = try station.schedule(["tip": FuelStation.money(300)], in: .minutes(30))
        #expect(try ask(ShowFuelReceipt.self, id).json["slug"] == "receipt-not-ready")
        try station.deliver(id, 12_345)
        #expect(try ask(ShowFuelReceipt.self, id).json["slug"] == "receipt-not-ready", "completed, and nothing came yet")
        try station.captured(id, 5030)
        let shown = try ask(ShowFuelReceipt.self, id)
        #expect(shown.status == 200 && shown.json["number"] == "AF-2026-000001" && shown.json["total"] == FuelStation.money(5030))
        #expect(shown.json["lines"]?.array?.compactMap { $0["amount"]?["amount"]?.int }.reduce(0, +) == 5030)
        #expect(shown.json["gallons"] == 12.345 && shown.json["customerName"] == "Maya Torres")
        #expect(try station.order(id)["final"]?["receiptNumber"] == "AF-2026-000001")
        #expect(try ask(ShowFuelReceipt.self, id, as: FuelStation.priya).json == shown.json)
        for other in [FuelStation.ben, FuelStation.luis] { #expect(try ask(ShowFuelReceipt.self, id, as: other).status == 404) }
        #expect(try ask(ShowFuelReceipt.self, id, as: nil).status == 401)
        let sheet = try ask(PrintFuelReceipt.self, id)
        #expect(sheet.contentType == "application/pdf" && sheet.fileName == "AF-2026-000001.pdf")
        let info = try PrintedPage(sheet.body).info()
        #expect(info["Tagged"] == "yes" && info["Pages"] == "1" && info["Title"] == "Receipt AF-2026-000001 · Fuel")
    }

    @Test("The tracking page follows the status, and only its customer and the staff see it")
    func tracking() throws {
        let id = try station.schedule(in: .minutes(30))
        let first = html(try ask(ShowTrackedOrder.self, id))
        #expect(first.contains("<li aria-current=\"step\">Scheduled</li>"))
        #expect(first.contains("<svg class=\"map\"") && !first.contains("<script"))
        try station.drive(id, to: .enRoute)
        let second = html(try ask(ShowTrackedOrder.self, id, as: FuelStation.priya))
        #expect(second.contains("Luis") && second.contains("T-101") && second.contains("role=\"status\">On the way<"))
        for other in [FuelStation.ben, FuelStation.luis] { #expect(try ask(ShowTrackedOrder.self, id, as: other).status == 404) }
        #expect(try ask(ShowTrackedOrder.self, "unknown").status == 404)
    }

    @Test("The board shows open orders in their lanes and the areas, and forgets orders that ended")
    func board() throws {
        let waiting = try station.schedule(in: .minutes(20)), active = try station.schedule(in: .minutes(30))
        let pending = try station.place()
        try station.drive(active, to: .arrived)
        let page = html(try shard.ask(ShowDispatchState.self, ["lang": "en"], as: FuelStation.priya))
        for id in [waiting, active, pending] { #expect(page.contains("id=\"order-\(id)\"")) }
        #expect(page.contains("Needs a driver now") && page.contains(">Core</text>"))
        // A driver is on shift with the fuel; who is busy still may take the next one.
        #expect(!page.contains("No truck on shift carries this fuel."))
        #expect(page.contains("<h2 id=\"waiting-title\">Waiting <bdi>2</bdi>"))
        #expect(page.contains("<h2 id=\"active-title\">Under way <bdi>1</bdi>"))
        try shard.send(CancelFuelOrder(pending), as: FuelStation.maya)
        let later = html(try shard.ask(ShowDispatchState.self, ["lang": "es"], as: FuelStation.priya))
        #expect(!later.contains("id=\"order-\(pending)\"") && later.contains("<html lang=\"es\">"))
    }

    @Test("The pages that people open have the path of the app's API and no data")
    func shells() throws {
        _ = try station.schedule()
        let tracking = try shard.ask(ShowFuelTracking.self, ["lang": "en"]), board = try shard.ask(ShowDispatchBoard.self, ["lang": "en"])
        for page in [html(tracking), html(board)] {
            #expect(page.contains("data-api=\"/t/fuel/api/v1\"") && !page.contains("AF10001") && page.contains("<noscript>"))
        }
    }
}
