import CatalogAppEvents
import CatalogService
import CatalogShops
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("What apps tell")
struct AppEventTests {
    private func event(_ id: String, _ name: String, at: String = "2026-11-21T07:00:00Z",
                       _ properties: JSONValue = .object([:])) -> JSONValue {
        ["eventId": .string(id), "name": .string(name), "at": .string(at), "properties": properties]
    }

    @Test("Each event is taken or refused for itself, and known again for seven days")
    func batch() throws {
        let it = try ShopFixture()
        let many = Dictionary((0...20).map { ("p\($0)", JSONValue.int($0)) }) { first, _ in first }
        let batch = [
            event("1", "app_open"), event("1", "app_open"), event("2", "nonsense"), event("3", "shop_viewed", ["shopId": 1]),
            event("4", "shop_viewed", ["shopId": 1, "category": "bakery"]),
            event("5", "filter_applied", ["category": .null, "neighborhood": .null]),
            event("6", "app_open", ["x": ["y": 1]]), event("7", "app_open", .object(many)),
            event("8", "app_open", at: "2026-11-14T06:59:59Z"),
            event("9", "app_open", at: "2026-11-21T07:05:01Z"), event("10", "app_open", at: "yesterday"),
            event("11", "app_open", at: "2026-11-14T07:00:00Z"),
            event("12", "shop_viewed", ["shopId": .null, "category": "bakery"]),
            event("13", "app_open", ["x": .string(String(repeating: "x", count: 201))]),
        ]
        let reply = try it.shard.send(RecordAppEvents(events: batch, anonymousId: "phone"), as: ShopFixture.ahmed)
        #expect(reply?.status == 200 && reply?.json["accepted"] == 4 && reply?.json["duplicates"] == 1)
        #expect(reply?.json["rejected"] == [
            ["index": 2, "reason": "unknown-name"], ["index": 3, "reason": "missing-property"], ["index": 6, "reason": "bad-property"],
            ["index": 7, "reason": "bad-property"],
            ["index": 8, "reason": "bad-time"], ["index": 9, "reason": "bad-time"], ["index": 10, "reason": "bad-time"],
            ["index": 12, "reason": "missing-property"], ["index": 13, "reason": "bad-property"],
        ])
        let told = try it.shard.published(AppEventRecorded.self)
        #expect(told.map(\.eventId) == ["1", "4", "5", "11"] && told.first?.userId == "ahmed" && told.first?.anonymousId == "phone")
        try it.shard.advance(by: .days(6))
        #expect(try it.shard.send(RecordAppEvents(events: [event("4", "app_open", at: "2026-11-27T07:00:00Z")]))?.json["duplicates"] == 1)
        try it.shard.advance(by: .days(2))
        #expect(try it.shard.send(RecordAppEvents(events: [event("4", "app_open", at: "2026-11-29T07:00:00Z")]))?.json["accepted"] == 1)
        it.shard.now = it.shard.now + .milliseconds(999)
        #expect(try it.shard.send(RecordAppEvents(events: [event("14", "app_open", at: "2026-11-22T07:00:00Z")]))?.json["accepted"] == 1)
    }

    @Test("A summary counts by local day and shows what people looked for most")
    func summary() throws {
        let it = try ShopFixture()
        // 23:30 UTC on the 20th is the 21st in Algiers.
        let batch = [event("1", "app_open", at: "2026-11-20T23:30:00Z"), event("2", "app_open", at: "2026-11-20T22:30:00Z"),
                     event("3", "search_performed", ["query": " Pain "]),
                     event("4", "search_performed", ["query": "pain"]), event("5", "search_performed", ["query": "café"])]
        _ = try it.shard.send(RecordAppEvents(events: batch))
        let json = try it.shard.ask(AppEventSummary.self, ["from": "2026-11-20", "to": "2026-11-21"], as: ShopFixture.admin).json
        #expect(
            json["days"] == [["date": "2026-11-20", "name": "app_open", "count": 1], ["date": "2026-11-21", "name": "app_open", "count": 1],
                             ["date": "2026-11-21", "name": "search_performed", "count": 3]])
        #expect(json["topSearches"] == [["query": "pain", "count": 2], ["query": "café", "count": 1]])
        #expect(it.errors(try it.shard.ask(AppEventSummary.self, ["from": "2026-01-01", "to": "2026-04-03"], as: ShopFixture.admin))
            == ["to"])
        #expect(it.errors(try it.shard.ask(AppEventSummary.self, ["from": "x"], as: ShopFixture.admin)) == ["from", "to"])
    }
}
