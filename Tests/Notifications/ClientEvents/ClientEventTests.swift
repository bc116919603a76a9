import Contracts
import Kernel
import Messaging
import NotificationsClientEvents
import NotificationsService
import ServiceKit
import Testing
import TestKit

@Suite("Client events")
struct ClientEventTests {
    private let shard: ShardHarness<Notifications>
    /// 2026-11-23, 07:00 in New York.
    private static let now = Timestamp(secondsSinceEpoch: 1_795_435_200)
    private static let admin = Principal.user("elena", roles: ["admin"])

    init() throws {
        shard = try ShardHarness(Notifications.self, definition: TenantDefinition(
            tenant: "fuel", name: "Fuel", currency: .usd, timezone: "America/New_York", languages: ["en"], sandbox: true,
            roles: ["admin": ["analytics:read"]], plugins: ["notifications": ["in-app", "client-events"]]), now: Self.now)
    }

    private static func id(_ number: Int) -> String { "9d5c1f0e-5a0f-4c55-8a57-" + String(String(number + 1_000_000_000_000).suffix(12)) }
    private static func event(_ number: Int = 1, _ name: JSONValue = "screen_view", at: Timestamp = now, params: JSONValue = [:])
        -> JSONValue {
        ["id": .string(id(number)), "name": name, "at": .string(at.description), "params": params]
    }
    @discardableResult
    private func send(_ events: [JSONValue]) throws -> Reply? { try shard.send(RecordClientEvents(events: events)) }
    private func reason(_ event: JSONValue) throws -> JSONValue? {
        let reply = try send([event])?.json
        #expect(reply?["duplicates"] == 0)
        return reply?["rejected"]?.array?.first?["reason"]
    }
    private func summary(_ from: String = "2026-11-01", _ to: String = "2026-11-30") throws -> Reply {
        try shard.ask(ClientEventSummary.self, ["from": .string(from), "to": .string(to)], as: Self.admin)
    }

    @Test("Events are counted by local day, repeated ones once, and published with their parameters")
    func counts() throws {
        // 04:59 and 05:00 UTC are two days in New York.
        let midnight = Self.now - .hours(7)
        let sent = [Self.event(1, "login", at: midnight - .seconds(1)),
                    Self.event(2, "login", at: midnight, params: ["step": 2, "ok": true]), Self.event(3, at: midnight),
                    Self.event(3, at: midnight)]
        let reply = try send(sent)
        #expect(reply?.status == 202 && reply?.json == ["accepted": 3, "duplicates": 1, "rejected": []])
        #expect(try send(sent)?.json == ["accepted": 0, "duplicates": 4, "rejected": []])
        var upper = Self.event(3).object ?? [:]
        upper["id"] = .string(Self.id(3).uppercased())
        #expect(try send([.object(upper)])?.json["duplicates"] == 1)
        #expect(try summary().json == ["data": [
            ["date": "2026-11-22", "name": "login", "count": 1], ["date": "2026-11-23", "name": "login", "count": 1],
            ["date": "2026-11-23", "name": "screen_view", "count": 1],
        ]])
        #expect(try summary("2026-11-23", "2026-11-23").json["data"]?.array?.count == 2)
        let published = try shard.published(ClientEventRecorded.self)
        #expect(published.map(\.name) == ["login", "login", "screen_view"] && published[1].params == ["step": 2, "ok": true])
    }

    @Test("One bad event leaves the others alone; a rejected id may come again, mended")
    func apart() throws {
        let reply = try send([Self.event(1, "opened"), Self.event(2), Self.event(3, params: ["Bad": 1])])?.json
        #expect(reply == ["accepted": 1, "duplicates": 0, "rejected": [
            ["id": .string(Self.id(1)), "reason": "unknown_name"], ["id": .string(Self.id(3)), "reason": "invalid_params"],
        ]])
        #expect(try send([Self.event(1)])?.json["accepted"] == 1)
    }

    @Test("A rejected event is answered with its id as the app wrote it")
    func writtenID() throws {
        var event = Self.event(1, "opened").object ?? [:]
        event["id"] = .string(Self.id(1).uppercased())
        #expect(try send([.object(event)])?.json["rejected"]?.array?.first?["id"] == .string(Self.id(1).uppercased()))
    }

    @Test("The first reason in the order of the rule is given", arguments: [
        (event(1, "opened", at: now - .days(9), params: ["Bad": "a@b.co"]), "unknown_name"),
        (event(1, 5), "unknown_name"), (event(1, .null), "unknown_name"),
        (event(at: now - .days(9), params: ["Bad": "a@b.co"]), "invalid_params"), (event(params: [1]), "invalid_params"),
        (event(params: .object(Dictionary(uniqueKeysWithValues: (1...26).map { ("k\($0)", 1) }))), "invalid_params"),
        (event(params: ["_a": 1]), "invalid_params"), (event(params: ["": 1]), "invalid_params"),
        (event(params: ["1a": 1]), "invalid_params"),
        (event(params: [String(repeating: "a", count: 41): 1].json), "invalid_params"),
        (event(params: ["a": .string(String(repeating: "é", count: 101))]), "invalid_params"),
        (event(params: ["a": [1]]), "invalid_params"), (event(params: ["a": ["b": 1]]), "invalid_params"),
        (event(at: now - .days(7) - .milliseconds(1), params: ["a": "a@b.co"]), "invalid_time"),
        (event(at: now + .minutes(5) + .milliseconds(1)), "invalid_time"),
        (event(params: ["mail": "write to maya@autofill.test now"]), "personal_data"),
        (event(params: ["card": 4_242_424_242_424_242]), "personal_data"),
        (event(params: ["card": "4242 4242 4242 4242"]), "personal_data"),
        (event(params: ["card": "paid with 4242-4242-4242-4242."]), "personal_data"),
        (event(params: ["card": "4242424242424242 12/30"]), "personal_data"),
        (event(params: ["card": "4242 4242 4242 4242 123"]), "personal_data"),
        (event(params: ["card": "order 12 4242 4242 4242 4242"]), "personal_data"),
        (event(params: ["card": 6_304_000_000_000_000_000]), "personal_data"),
        (event(params: ["card": "٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢"]), "personal_data"),
    ] as [(JSONValue, String)])
    func reasons(_ event: JSONValue, _ reason: String) throws {
        #expect(try self.reason(event) == .string(reason))
        #expect(try shard.published(ClientEventRecorded.self).isEmpty && shard.count(of: "client_event") == 0)
    }

    @Test("What keeps the limits is taken", arguments: [
        event(at: now - .days(7)), event(at: now + .minutes(5)), event(params: .null),
        event(params: .object(Dictionary(uniqueKeysWithValues: (1...25).map { ("k\($0)", .int($0)) }))),
        event(params: ["a": .string(String(repeating: "é", count: 100)), "b": 1.5, "c": .null, "d": false]),
        event(params: [String(repeating: "a", count: 40): 1].json),
        // No e-mail address, a number that fails the check, one that is too short, one that is too long.
        event(params: ["a": "@home", "b": "5 @ 3.99", "c": 4_242_424_242_424_241, "d": "424242424242", "e": "42424242424242424242"]),
        event(params: ["version": "1.0.0-0.0.0", "price": 3.399, "zero": 0]),
    ] as [JSONValue])
    func taken(_ event: JSONValue) throws {
        #expect(try send([event])?.json == ["accepted": 1, "duplicates": 0, "rejected": []])
    }

    @Test("The age of an event counts from the second that apps read as now")
    func age() throws {
        try shard.advance(by: .milliseconds(700))
        #expect(try send([Self.event(1, at: Self.now - .days(7))])?.json["accepted"] == 1)
        #expect(try reason(Self.event(2, at: Self.now - .days(7) - .seconds(1))) == "invalid_time")
    }

    @Test("An event without a UUID or a time refuses the report, and so do none or more than a hundred", arguments: [
        [], Array(repeating: event(), count: 101), [event(), ["name": "login", "at": "2026-11-23T12:00:00Z"]],
        [["id": "9d5c1f0e-5a0f-4c55-8a57-000000000001", "name": "login"]], [["id": "7", "name": "login", "at": "2026-11-23T12:00:00Z"]],
        [["id": "9d5c1f0e5a0f-4c55-8a57-0000-00000001", "name": "login", "at": "2026-11-23T12:00:00Z"]],
        [["id": "9d5c1f0e-5a0f-4c55-8a57-000000000001", "name": "login", "at": "yesterday"]], ["login"], [4],
    ] as [[JSONValue]])
    func refused(_ events: [JSONValue]) throws {
        let reply = try send(events)
        #expect(reply?.status == 422 && reply?.json["errors"]?["events"] != nil)
        #expect(try shard.count(of: "client_event") == 0)
    }

    @Test("A summary spans 1 to 92 days")
    func spans() throws {
        #expect(try summary("2026-09-01", "2026-12-01").status == 200 && summary("2026-11-23", "2026-11-23").status == 200)
        for (from, to, field) in [("2026-09-01", "2026-12-02", "to"), ("2026-11-23", "2026-11-22", "to"), ("soon", "2026-11-22", "from"),
                                  ("2026-02-30", "2026-03-01", "from")] {
            #expect(try summary(from, to).json["errors"]?[field] != nil, "\(from) \(to)")
        }
        #expect(try shard.ask(ClientEventSummary.self, as: Self.admin).json["errors"]?.object?.count == 2)
    }
}

extension [String: JSONValue] {
    fileprivate var json: JSONValue { .object(self) }
}
