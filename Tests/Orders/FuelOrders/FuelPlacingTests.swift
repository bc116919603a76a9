import Contracts
import GRDB
import Kernel
import Messaging
import OrdersFuel
import OrdersFuelQuotes
import OrdersService
import OrdersVehicles
import ServiceKit
import TestKit
import Testing

@Suite("Ordering fuel")
struct FuelPlacingTests {
    private let station: FuelStation
    private var shard: ShardHarness<Orders> { station.shard }
    init() throws { station = try FuelStation() }

    private func quoteStatus(_ quote: JSONValue) throws -> String? {
        try shard.ask(FuelQuoteDetails.self, ["quoteId": quote["id"] ?? .null], as: FuelStation.maya).json["status"]?.string
    }

    @Test("Nobody sees an order before its window is claimed; then its customer's request is answered")
    func placed() throws {
        let quote = try station.quote()
        let asked = try station.ask(FuelStation.wish(quote, ["tip": FuelStation.money(300)]))
        let claim = try #require(asked.claim)
        #expect(asked.reply == nil)
        #expect(claim.areaId == "core" && claim.windowId == "w-1" && claim.fuelType == "regular")
        #expect(claim.expiresAt == FuelStation.noon + .minutes(20))
        let id: JSONValue = ["orderId": .string(claim.orderId.rawValue)]
        #expect(try shard.ask(FuelOrderDetails.self, id, as: FuelStation.maya).status == 404)
        #expect(try shard.ask(FuelOrderList.self, as: FuelStation.maya).json["meta"]?["total"] == 0)
        #expect(try quoteStatus(quote) == "used")
        try shard.receive(station.claimed(claim))
        let answer = try #require(try shard.answer(to: asked.request))
        #expect(answer.status == 201)
        let order = answer.body
        #expect(order["status"] == "pending" && order["number"] == "AF10001" && order["version"] == 1)
        #expect(order["authorization"]?["amount"]?["amount"] == 6202 && order["authorization"]?["cap"]?["amount"] == 6822)
        #expect(order["price"]?["total"]?["amount"] == 5902 && order["tip"]?["amount"] == 300)
        #expect(order["timeline"]?.array?.first?["by"] == "customer")
        let intent = try #require(try shard.published(CreateIntent.self).last)
        #expect(intent.amount == 6202 && intent.captureMethod == .manual && intent.purpose == .order)
        #expect(intent.paymentMethodId == "card-1" && intent.holdExpiresAt == FuelStation.noon + .minutes(15))
        #expect(try shard.published(FuelOrderPlaced.self).map(\.version) == [1])
    }

    @Test("A window that is full leaves no order: quote, promo code and vehicle are free again")
    func refused() throws {
        let quote = try station.quote(["promoCode": "lastone"])
        #expect(quote["promo"]?["applied"] == true)
        let asked = try station.ask(FuelStation.wish(quote))
        let claim = try #require(asked.claim)
        let option = WindowOption(id: "w-2", startsAt: FuelStation.noon + .hours(4), endsAt: FuelStation.noon + .hours(6))
        try shard.receive(WindowRefused(claimId: claim.claimId, orderId: claim.orderId, slug: "window-full", status: 409,
                                        detail: "This window is full.", alternatives: [option]))
        let answer = try #require(try shard.answer(to: asked.request))
        #expect(answer.status == 409 && answer.body["slug"] == "window-full")
        #expect(answer.body["members"]?["alternatives"]?.array?.first?["id"] == "w-2")
        #expect(try shard.published(CreateIntent.self).isEmpty)
        #expect(try quoteStatus(quote) == "open")
        #expect(try shard.count(of: "fuel_request") == 0)
        _ = try station.place(quote: quote)
    }

    @Test("Without an answer of scheduling the request is refused after 30 seconds, and a late claim is released")
    func overdue() throws {
        let asked = try station.ask(FuelStation.wish(try station.quote()))
        let claim = try #require(asked.claim)
        try shard.advance(by: .seconds(30))
        #expect(try shard.answer(to: asked.request)?.status == 503)
        #expect(try shard.published(ReleaseWindow.self).map(\.claimId) == [claim.claimId])
        try shard.markSeen()
        try shard.receive(station.claimed(claim))
        #expect(try shard.published(ReleaseWindow.self).map(\.claimId) == [claim.claimId])
        #expect(try shard.count(of: "fuel_order") == 0)
    }

    @Test("An order that a phone sends again is the same one; with other content it is refused")
    func repeated() throws {
        let client: JSONValue = "5F2C1A0E-7D1B-4B5E-9A55-0D6B6A1F0C11"
        let quote = try station.quote()
        let wish = FuelStation.wish(quote, ["clientOrderId": client])
        let asked = try station.ask(wish)
        #expect(station.slug(try station.ask(wish).reply) == "order-in-progress")
        try shard.receive(station.claimed(try #require(asked.claim)))
        let again = try #require(try station.ask(FuelStation.wish(quote, ["clientOrderId": client, "tip": FuelStation.money(0)])).reply)
        #expect(again.status == 200 && again.json["id"]?.string == asked.claim?.orderId.rawValue)
        for change in ["tip": FuelStation.money(100), "paymentMethodId": "card-2"] as [String: JSONValue] {
            let other = FuelStation.wish(quote, ["clientOrderId": client, change.key: change.value])
            #expect(station.slug(try station.ask(other).reply) == "client-order-id-reused")
        }
        let noted = FuelStation.wish(quote, ["clientOrderId": client, "notes": "By the gate", "createdAt": "2026-11-23T16:59:00Z"])
        #expect(try station.ask(noted).reply?.status == 200)
        #expect(try shard.count(of: "fuel_order") == 1)
    }

    @Test("The id of a phone is answered as it was written, and is the same one in capitals and without")
    func capitals() throws {
        let client = "5F2C1A0E-7D1B-4B5E-9A55-0D6B6A1F0C11", small = client.lowercased(), quote = try station.quote()
        let asked = try station.ask(FuelStation.wish(quote, ["clientOrderId": .string(client)]))
        #expect(station.slug(try station.ask(FuelStation.wish(quote, ["clientOrderId": .string(small)])).reply) == "order-in-progress")
        try shard.receive(station.claimed(try #require(asked.claim)))
        #expect(try shard.answer(to: asked.request)?.body["clientOrderId"]?.string == client)
        let again = try station.ask(FuelStation.wish(quote, ["clientOrderId": .string(small)])).reply
        #expect(again?.status == 200 && again?.json["clientOrderId"]?.string == client)
        for id in [client, small] {
            let found = try shard.ask(FuelOrderList.self, ["clientOrderId": .string(id)], as: FuelStation.maya)
            #expect(found.json["data"]?.array?.first?["clientOrderId"]?.string == client)
        }
    }

    @Test("A vehicle has one open order, and while one is being claimed no other begins")
    func oneVehicle() throws {
        let vehicle = JSONValue.string(try station.vehicle())
        let first = try station.quote(["vehicleId": vehicle]), second = try station.quote(["vehicleId": vehicle])
        let asked = try station.ask(FuelStation.wish(first))
        #expect(station.slug(try station.ask(FuelStation.wish(second)).reply) == "order-in-progress")
        try shard.receive(station.claimed(try #require(asked.claim)))
        let refused = try station.ask(FuelStation.wish(second)).reply
        #expect(station.slug(refused) == "vehicle-has-open-order")
        #expect(refused?.json["members"]?["orderId"]?.string == asked.claim?.orderId.rawValue)
        // It failed for want of a card, though its timer has not fired yet.
        shard.now = FuelStation.noon + .minutes(15)
        let third = try station.quote(["vehicleId": vehicle])
        #expect(try station.ask(FuelStation.wish(third)).reply == nil)
    }

    @Test("Orders from phones that were offline: old prices for half an hour, then only below the customer's limit")
    func offline() throws {
        let made = JSONValue.string((FuelStation.noon + .minutes(10)).description)
        func wish(_ quote: JSONValue, _ more: [String: JSONValue] = [:]) -> JSONValue {
            FuelStation.wish(quote, ["createdAt": made].merging(more) { _, own in own })
        }
        let quote = try station.quote(), other = try station.quote()
        try station.price(3499)
        shard.now = FuelStation.noon + .minutes(44)
        let honoured = try station.order(try station.place(["createdAt": made], quote: quote))
        #expect(honoured["queuedOffline"] == true && honoured["repriced"] == false && honoured["price"]?["total"]?["amount"] == 5902)
        shard.now = FuelStation.noon + .minutes(45)
        let refused = try station.ask(wish(other)).reply
        #expect(station.slug(refused) == "quote-expired")
        let estimate = refused?.json["members"]?["estimate"]
        #expect(estimate?["id"] == nil && estimate?["total"]?["amount"] == 6060)
        #expect(station.slug(try station.ask(wish(other, ["maxTotal": FuelStation.money(6059)])).reply) == "price-changed")
        let repriced = try station.order(try station.place(["createdAt": made, "maxTotal": FuelStation.money(6060)], quote: other))
        #expect(repriced["repriced"] == true && repriced["price"]?["total"]?["amount"] == 6060)
        shard.now = FuelStation.noon + .minutes(10) + .hours(24)
        #expect(station.slug(try station.ask(wish(other)).reply) == "order-too-old")
    }

    @Test("An order as soon as possible is stale a quarter of an hour after it was made")
    func stale() throws {
        let quote = try station.quote(["scheduleType": "asap"])
        func wish(_ minutes: Int) -> JSONValue {
            FuelStation.wish(quote, ["schedule": ["type": "asap"],
                                     "createdAt": .string((FuelStation.noon - .minutes(minutes)).description)])
        }
        #expect(station.slug(try station.ask(wish(15)).reply) == "asap-stale")
        #expect(try station.ask(wish(6)).reply?.json["errors"]?["createdAt"] != nil)
        let claim = try #require(try station.ask(wish(5)).claim)
        #expect(claim.windowId == nil)
    }

    @Test("A draft is priced at receipt, below its limit, and needs one")
    func draft() throws {
        let draft: JSONValue = [
            "location": FuelStation.pin, "vehicleId": .string(try station.vehicle()), "amount": ["type": "fill_up"],
            "scheduleType": "window",
        ]
        func wish(_ limit: JSONValue) -> JSONValue {
            FuelStation.wish([:], ["draft": draft, "maxTotal": limit])
        }
        #expect(try station.ask(wish(.null)).reply?.json["errors"]?["maxTotal"] != nil)
        #expect(station.slug(try station.ask(wish(FuelStation.money(5901))).reply) == "price-changed")
        let asked = try station.ask(wish(FuelStation.money(5902)))
        try shard.receive(station.claimed(try #require(asked.claim)))
        let order = try #require(try shard.answer(to: asked.request)).body
        #expect(order["price"]?["total"]?["amount"] == 5902 && order["repriced"] == false)
    }

    @Test("The last use of a promo code is taken once, and given back with the order")
    func promo() throws {
        let first = try station.quote(["promoCode": "LASTONE"]), second = try station.quote(["promoCode": "LASTONE"])
        let id = try station.place(quote: first)
        #expect(try station.order(id)["price"]?["total"]?["amount"] == 5402)
        #expect(station.slug(try station.ask(FuelStation.wish(second)).reply) == "promo-exhausted")
        try shard.send(CancelFuelOrder(id), as: FuelStation.maya)
        #expect(try shard.published(PromoUsesChanged.self).map(\.uses) == [0])
        _ = try station.place(quote: second)
        #expect(try quoteStatus(first) == "used")
    }

    @Test("Every field that is wrong is named, whatever else is wrong")
    func fields() throws {
        let reply = try #require(try station.ask([
            "schedule": ["type": "window"], "tip": FuelStation.money(10_001), "notes": .string(String(repeating: "x", count: 301)),
            "clientOrderId": "no-uuid", "createdAt": "2026-11-23T17:05:00Z", "contactPhone": "abc",
            "maxTotal": ["amount": 1.5, "currency": "USD"],
        ]).reply)
        #expect(reply.status == 422)
        #expect(Set(reply.json["errors"]?.object?.keys.map { $0 } ?? []) == [
            "quoteId", "schedule.windowId", "tip", "notes", "clientOrderId", "createdAt", "contactPhone", "maxTotal",
        ])
        let draft = try station.ask(FuelStation.wish([:], ["draft": ["fuelType": "water"]])).reply
        #expect(Set(draft?.json["errors"]?.object?.keys.map { $0 } ?? []) == [
            "draft.location", "draft.vehicleId", "draft.fuelType", "draft.amount", "draft.scheduleType", "maxTotal",
        ])
        let both = FuelStation.wish(try station.quote(), ["draft": [:]])
        #expect(try station.ask(both).reply?.json["errors"]?["draft"] != nil)
        #expect(try station.ask(FuelStation.wish(["id": "unknown"])).reply?.status == 404)
    }

    @Test("An order without anything to pay is answered as pending and scheduled right after")
    func free() throws {
        try shard.receive(PriceZoneChanged(
            priceZoneId: "zone", code: "zone", name: "Zone", deliveryFee: Money(0, .usd), asapFee: Money(0, .usd), salesTaxBps: 0,
            tiers: [], createdAt: FuelStation.noon, updatedAt: FuelStation.noon))
        let asked = try station.ask(FuelStation.wish(try station.quote(["promoCode": "FREE"])))
        try shard.receive(station.claimed(try #require(asked.claim)))
        let answer = try #require(try shard.answer(to: asked.request)).body
        #expect(answer["status"] == "pending" && answer["payment"] == .null && answer["authorization"]?["amount"]?["amount"] == 0)
        let order = try station.order(OrderID(answer["id"]?.string ?? ""))
        #expect(order["status"] == "scheduled" && order["version"] == 2)
        #expect(try shard.published(CreateIntent.self).isEmpty)
    }

    @Test("An order that an earlier release kept with nulls is the same one when it comes again")
    func keptNulls() throws {
        let quote = try station.quote(), client: JSONValue = "5f2c1a0e-7d1b-4b5e-9a55-0d6b6a1f0c33"
        _ = try station.place(["clientOrderId": client], quote: quote)
        shard.hasRowsPastTheLog = true
        try shard.file.pool.write { try $0.execute(sql: "UPDATE fuel_order SET content = json_set(content, '$.draft', NULL)") }
        #expect(try station.ask(FuelStation.wish(quote, ["clientOrderId": client])).reply?.status == 200)
        let other = FuelStation.wish(quote, ["clientOrderId": client, "paymentMethodId": "another"])
        #expect(station.slug(try station.ask(other).reply) == "client-order-id-reused")
    }

    @Test("An order that comes again with null where nothing was sent is the same one")
    func nulls() throws {
        let sent: JSONValue = ["quoteId": "q", "schedule": ["type": "asap"], "tip": nil]
        let again: JSONValue = ["quoteId": "q", "draft": nil, "schedule": ["type": "asap"], "paymentMethodId": nil]
        #expect(try FuelOrderForm.content(sent) == FuelOrderForm.content(again))
    }
}
