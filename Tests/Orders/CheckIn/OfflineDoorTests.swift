import Contracts
import Crypto
import Foundation
import Kernel
import Messaging
import OrdersCheckIn
import OrdersService
import OrdersTicketSales
import ServiceKit
import TestKit
import Testing

/// An event with its door open, whose phones lost the network.
final class OfflineScene {
    let venue: CheckInScene
    let snapshot: JSONValue
    var shard: ShardHarness<Orders> { venue.shop.shard }

    init(reEntry: Bool = false) throws {
        venue = try CheckInScene(reEntry: reEntry)
        snapshot = try Self.takeSnapshot(venue.shop.shard)
    }
    /// As the gateway does it: slice after slice, each of the same snapshot.
    static func takeSnapshot(_ shard: ShardHarness<Orders>) throws -> JSONValue {
        var json: [UInt8] = []
        var parameters: [String: JSONValue] = ["eventId": "event-1", "length": .int(FileSlice.bytesMax)]
        repeat {
            parameters["offset"] = .int(json.count)
            let reply = try shard.ask(CheckInSnapshot.self, .object(parameters), as: TicketShop.bob)
            let slice = try #require(FileSlice(reply.body), "\(reply.status)")
            try #require(!slice.bytes.isEmpty && (parameters["tag"] == nil || parameters["tag"] == .string(slice.facts.tag)))
            parameters["tag"] = .string(slice.facts.tag)
            json += slice.bytes
            if json.count == slice.facts.bytes { break }
        } while true
        return try JSON.decode(JSONValue.self, from: json)
    }
    func scan(_ nonce: String, _ code: String, minutes: Int = 0, _ kind: String = "entry", gate: String? = nil,
              admitted: Bool = true) -> JSONValue {
        var scan: [String: JSONValue] = ["nonce": .string("nonce-\(nonce)"), "code": .string(code), "type": .string(kind),
                                         "scannedAt": .string((venue.shop.opening + .minutes(minutes)).description),
                                         "admitted": .bool(admitted)]
        scan["gateId"] = gate.map { .string($0) }
        return .object(scan)
    }
    func upload(_ scans: [JSONValue], device: String = "scanner-2", snapshot id: String? = nil,
                as user: Principal = TicketShop.bob) throws -> Reply {
        let command = UploadScans(eventId: TicketShop.eventID, snapshotId: id ?? snapshot["snapshotId"]?.string ?? "", deviceId: device,
                                  scans: scans)
        return try shard.send(command, as: user) ?? Reply(status: 0, body: [])
    }
    func conflicts() throws -> [JSONValue] {
        try shard.ask(CheckInConflicts.self, ["eventId": "event-1", "perPage": 100], as: TicketShop.bob).json["data"]?.array ?? []
    }
    func kinds() throws -> [String] { try conflicts().compactMap { $0["kind"]?.string }.sorted() }
    func ticket(_ index: Int = 0) throws -> JSONValue {
        try shard.ask(TicketDetails.self, ["ticketId": .string(venue.id(index).rawValue)], as: TicketShop.john).json
    }
    /// The claims of a snapshot whose signature is good.
    func claims(_ snapshot: JSONValue) throws -> JSONValue {
        let keys = try shard.ask(TicketKeys.self).json["keys"]?.array ?? []
        let payload = try CompactJWS.verify(snapshot["jws"]?.string ?? "", typ: "snapshot+jws") { kid in
            keys.first { $0["kid"]?.string == kid }?["x"]?.string.flatMap { Base64URL.decode($0) }
        }
        return try JSON.decode(JSONValue.self, from: payload)
    }
}

@Suite("The offline door")
struct OfflineDoorTests {
    @Test("Two gates, one offline: the earlier entry is kept though it came later, and uploading again changes nothing (walkthrough 4)")
    func walkthrough() throws {
        let it = try OfflineScene(reEntry: true)
        let shard = it.shard
        shard.now = it.venue.shop.opening + .minutes(10)
        _ = try it.venue.scan(it.venue.code(), gate: it.venue.gateA, nonce: "online-1")
        for (kind, answer) in [(CheckInRules.Kind.entry, "already-redeemed"), (.exit, "ok"), (.entry, "ok")] {
            shard.now = shard.now + .seconds(1)
            #expect(it.venue.reason(try it.venue.scan(it.venue.code(), kind)) == answer)
        }
        let scan = it.scan("early", it.venue.code(), minutes: 5, gate: it.venue.gateA)
        let first = try it.upload([scan]).json
        #expect(first["accepted"] == 1 && first["duplicates"] == 0 && first["rejected"] == [])
        let conflict = try #require(first["conflicts"]?.array?.first)
        #expect(first["conflicts"]?.array?.count == 1 && conflict["kind"] == "double-entry")
        #expect(conflict["kept"]?["nonce"] == "nonce-early" && conflict["kept"]?["gateName"] == "Gate A")
        #expect(conflict["kept"]?["deviceId"] == "scanner-2" && conflict["other"]?["nonce"] == "online-1")
        #expect(conflict["serial"] == it.venue.tickets[0]["serial"])
        let again = try it.upload([scan]).json
        #expect(again["accepted"] == 0 && again["duplicates"] == 1 && again["conflicts"] == first["conflicts"])
        #expect(try it.ticket()["checkedInAt"]?.string == (it.venue.shop.opening + .minutes(5)).description)
        #expect(try it.ticket()["inside"] == true)
        let published = try shard.published(CheckInConflict.self)
        #expect(published.map(\.kind) == ["double-entry"] && published.first?.organizerId == "bob")
        #expect(try it.conflicts() == first["conflicts"]?.array)
    }

    @Test("Two devices offline: any order, parts and repeats of uploads give the same state and conflicts",
          arguments: 0..<12)
    func anyOrder(_ seed: Int) throws {
        var random = SeededNumbers(seed)
        var results: [[JSONValue]] = []
        let plan = (0..<24).map { index in
            (index: index, ticket: Int.random(in: 0...1, using: &random), minute: Int.random(in: 1...50, using: &random),
             kind: Int.random(in: 0...2, using: &random) == 0 ? "exit" : "entry", admitted: Int.random(in: 0...3, using: &random) > 0,
             isWrongGate: Int.random(in: 0...5, using: &random) == 0)
        }
        for _ in 0..<3 {
            let it = try OfflineScene(reEntry: seed.isMultiple(of: 2))
            it.shard.now = it.venue.shop.opening + .minutes(60)
            let scans = plan.map { one in
                (device: one.index.isMultiple(of: 2) ? "scanner-2" : "scanner-3",
                 scan: it.scan("random-\(one.index)", it.venue.code(one.ticket), minutes: one.minute, one.kind,
                               gate: one.isWrongGate ? it.venue.gateB : it.venue.gateA, admitted: one.admitted))
            }
            var waiting = (scans + scans.prefix(6)).shuffled(using: &random)
            while !waiting.isEmpty {
                let part = waiting.prefix(Int.random(in: 1...7, using: &random))
                waiting.removeFirst(part.count)
                for device in ["scanner-2", "scanner-3"] {
                    let own = part.filter { $0.device == device }.map(\.scan)
                    if !own.isEmpty { #expect(try it.upload(own, device: device).status == 200) }
                }
            }
            results.append(try it.conflicts() + (0...1).map { try it.ticket($0) })
            #expect(try it.shard.deadLetters().isEmpty)
        }
        #expect(results[0] == results[1] && results[1] == results[2])
    }

    @Test("A conflict that no longer holds disappears")
    func vanishes() throws {
        let it = try OfflineScene(reEntry: true)
        it.shard.now = it.venue.shop.opening + .minutes(60)
        _ = try it.upload([it.scan("in-one", it.venue.code(), minutes: 10), it.scan("in-two", it.venue.code(), minutes: 30)])
        #expect(try it.kinds() == ["double-entry"])
        _ = try it.upload([it.scan("out-one", it.venue.code(), minutes: 20, "exit")], device: "scanner-3")
        #expect(try it.kinds().isEmpty)
        #expect(try it.ticket()["inside"] == true)
    }

    @Test("A faulty scan refuses only itself")
    func faults() throws {
        let it = try OfflineScene()
        it.shard.now = it.venue.shop.opening + .minutes(60)
        let good = it.scan("good", it.venue.code(), minutes: 10)
        let other = it.scan("good", it.venue.code(1), minutes: 10)
        func without(_ field: String, _ value: JSONValue? = nil) -> JSONValue {
            var members = good.object ?? [:]
            members["nonce"] = .string("nonce-without-\(field)")
            members[field] = value
            return .object(members)
        }
        let bad: [JSONValue] = [
            "text", .null, 7, [:], without("code"), without("code", ""), without("code", 5), without("type"), without("type", "leave"),
            without("scannedAt", "yesterday"), without("scannedAt", "0001-01-01T00:00:00+14:00"), without("scannedAt", 12),
            without("admitted", "true"), without("admitted", 1), without("nonce", "short"), without("nonce"), without("gateId", 5),
            without("code", .string(String(repeating: "x", count: 500_001))),
        ]
        let answer = try it.upload(bad + [without("gateId", "gate-x"), good, other, good]).json
        #expect(answer["accepted"] == 1 && answer["duplicates"] == 1)
        let errors = answer["rejected"]?.array?.compactMap { $0["error"]?.string } ?? []
        #expect(errors == Array(repeating: "invalid-scan", count: bad.count) + ["unknown-gate", "nonce-reused"])
        #expect(answer["rejected"]?.array?.last?["nonce"] == "nonce-good")
        #expect(try it.ticket()["status"] == "used")
    }

    @Test("Nonces are one space, online and offline")
    func nonces() throws {
        let it = try OfflineScene()
        _ = try it.venue.scan(it.venue.code(), nonce: "nonce-online")
        let reused = try it.upload([it.scan("online", it.venue.code()), it.scan("offline", it.venue.code(1))]).json
        #expect(reused["rejected"] == [["error": "nonce-reused", "nonce": "nonce-online"]])
        #expect(try it.venue.scan(it.venue.code(1), nonce: "nonce-offline").json["slug"] == "nonce-reused")
    }

    @Test("The upload as a whole is refused for its count, snapshot or device, for strangers, and a week after the end")
    func wholeUploads() throws {
        let it = try OfflineScene()
        let scan = it.scan("one", it.venue.code())
        #expect(try it.upload([]).json["errors"]?["scans"] != nil)
        #expect(try it.upload(Array(repeating: scan, count: 501)).json["errors"]?["scans"] != nil)
        #expect(try it.upload([scan], device: "").json["errors"]?["deviceId"] != nil)
        let forged = ["", "019a0000-0000-8000-8000-000000000000", String(repeating: "-", count: 36), "+19a00000000000000000000000000000000"]
        for wrong in forged {
            #expect(try it.upload([scan], snapshot: wrong).json["errors"]?["snapshotId"] != nil)
        }
        #expect(try it.upload([scan], as: TicketShop.jane).json["slug"] == "not-event-staff")
        let end = it.venue.shop.opening + .hours(5)
        it.shard.now = end + .days(7) + .milliseconds(999)
        #expect(try it.upload([scan]).status == 200, "an expired snapshot is accepted, and so is the last second")
        it.shard.now = end + .days(7) + .seconds(1)
        let closed = try it.upload([scan])
        #expect(closed.status == 409 && closed.json["slug"] == "upload-closed")
    }

    @Test("Each kind of conflict, and what it does to the ticket")
    func kindsAndEffects() throws {
        let it = try OfflineScene()
        let (shard, venue) = (it.shard, it.venue)
        shard.now = venue.shop.opening + .minutes(60)
        let old = venue.code()
        try shard.send(ReissueTicket(ticketId: venue.id()), as: TicketShop.john)
        let long = String(repeating: "x", count: 300_000)  // As of a snapshot that is held up to the camera.
        _ = try it.upload([it.scan("revoked", old, minutes: 1), it.scan("forged", long, minutes: 1),
                           it.scan("turned-away", "no ticket", minutes: 2, admitted: false)])
        #expect(try it.kinds() == ["admitted-invalid", "admitted-revoked"])
        #expect(try it.ticket()["status"] == "valid", "neither changes the ticket")
        let forged = try #require(try it.conflicts().first { $0["kind"] == "admitted-invalid" })
        #expect(forged["ticketId"] == .null && forged["serial"] == .null && forged["kept"] == .null)
        // Gate B takes only free tickets; the doors open an hour before the snapshot's time.
        _ = try it.upload([it.scan("gate-b", venue.code(1), minutes: 3, gate: venue.gateB),
                           it.scan("at-night", venue.code(1), minutes: -120), it.scan("ahead", venue.code(1), minutes: 66)])
        #expect(try it.kinds() == ["admitted-invalid", "admitted-out-of-window", "admitted-revoked", "admitted-wrong-gate", "clock-skew",
                                   "double-entry", "double-entry"])
        // A slow clock is not corrected.
        #expect(try it.ticket(1)["checkedInAt"]?.string == (venue.shop.opening - .minutes(120)).description)
        let sent = try it.conflicts().first { $0["kind"] == "clock-skew" }
        #expect(sent?["other"]?["scannedAt"]?.string == (venue.shop.opening + .minutes(66)).description)
    }

    @Test("Blocked, refunded or of another event when it is uploaded; refused though it was good")
    func statusAtReceipt() throws {
        let it = try OfflineScene()
        let (shard, venue) = (it.shard, it.venue)
        shard.now = venue.shop.opening + .minutes(30)
        try shard.send(BlockTicket(ticketId: venue.id(1), reason: "Reported stolen"), as: TicketShop.bob)
        let order = OrderID(venue.tickets[0]["orderId"]?.string ?? "")
        try shard.send(RequestRefund(orderId: order, ticketIds: [venue.id()], reason: "Out of kindness"), as: TicketShop.bob)
        _ = try it.upload([it.scan("blocked", venue.code(1), minutes: 5), it.scan("refunded", venue.code(), minutes: 6)])
        #expect(try it.kinds() == ["admitted-blocked", "admitted-cancelled"])
        #expect(try it.ticket()["status"] == "refunded" && it.ticket(1)["status"] == "used")
        let fresh = try OfflineScene()
        fresh.shard.now = venue.shop.opening + .minutes(30)
        _ = try fresh.upload([fresh.scan("refused", fresh.venue.code(), minutes: 5, admitted: false)])
        #expect(try fresh.kinds() == ["refused-valid"])
        #expect(try fresh.ticket()["status"] == "valid")
        // An earlier entry turns up: the refusal was right.
        _ = try fresh.upload([fresh.scan("before", fresh.venue.code(), minutes: 4)], device: "scanner-3")
        #expect(try fresh.kinds().isEmpty)
    }

    @Test("An online scan after an upload meets the replayed state, and hostile clocks break nothing")
    func onlineAfterwards() throws {
        let it = try OfflineScene(reEntry: true)
        it.shard.now = it.venue.shop.opening + .minutes(60)
        _ = try it.upload([it.scan("in", it.venue.code(), minutes: 10)])
        #expect(it.venue.reason(try it.venue.scan(it.venue.code())) == "already-redeemed")
        #expect(it.venue.reason(try it.venue.scan(it.venue.code(), .exit)) == "ok")
        #expect(try it.ticket()["inside"] == false)
        for (nonce, time) in [("past", "0001-01-01T00:00:00Z"), ("future", "9999-12-31T23:59:59Z"), ("leap", "2026-11-21T06:59:60Z")] {
            var members = it.scan(nonce, it.venue.code(1)).object ?? [:]
            members["scannedAt"] = .string(time)
            #expect(try it.upload([.object(members)]).json["accepted"] == 1)
        }
        #expect(try it.shard.deadLetters().isEmpty)
        let log = try it.shard.ask(CheckInLog.self, ["eventId": "event-1"], as: TicketShop.bob).json
        #expect(log["meta"]?["total"] == 6)
    }

    @Test("An event's seeded entry is kept before every uploaded scan")
    func importedEntry() throws {
        let it = try OfflineScene()
        let entered = it.venue.shop.opening + .minutes(2)
        let order = ImportOrder(orderId: "order-7", userId: "john", event: it.venue.shop.event(), tickets: [
            .init(ticketId: "t-1", ticketTypeId: TicketShop.regular, ticketTypeName: "Regular", price: Money(50_000, .ugx),
                  usedAt: entered),
        ], paymentId: "payment-7", placedAt: it.venue.shop.opening - .days(3))
        try it.shard.receive(order)
        it.shard.now = it.venue.shop.opening + .minutes(60)
        let code = try it.shard.ask(TicketDetails.self, ["ticketId": "t-1"], as: TicketShop.john).json["qr"]?["payload"]?.string ?? ""
        let answer = try it.upload([it.scan("again", code, minutes: 20)]).json
        let conflict = try #require(answer["conflicts"]?.array?.first)
        #expect(conflict["kind"] == "double-entry" && conflict["kept"]?["nonce"] == .null)
        #expect(conflict["kept"]?["scannedAt"]?.string == entered.description)
        _ = try it.upload([it.scan("before", code, minutes: 1)])
        #expect(try it.conflicts().count == 2)
    }

    @Test("A seeded entry counts also where the first scan of the ticket was online")
    func importedEntryOnline() throws {
        let it = try OfflineScene()
        let entered = it.venue.shop.opening + .minutes(2)
        let order = ImportOrder(orderId: "order-7", userId: "john", event: it.venue.shop.event(), tickets: [
            .init(ticketId: "t-1", ticketTypeId: TicketShop.regular, ticketTypeName: "Regular", price: Money(50_000, .ugx),
                  usedAt: entered),
        ], paymentId: "payment-7", placedAt: it.venue.shop.opening - .days(3))
        try it.shard.receive(order)
        it.shard.now = it.venue.shop.opening + .minutes(60)
        let code = try it.shard.ask(TicketDetails.self, ["ticketId": "t-1"], as: TicketShop.john).json["qr"]?["payload"]?.string ?? ""
        #expect(it.venue.reason(try it.venue.scan(code)) == "already-redeemed")
        try it.shard.send(CheckInTicket(eventId: "event-1", code: code, nonce: "let-them-in", force: true), as: TicketShop.bob)
        let answer = try it.upload([it.scan("again", code, minutes: 20)]).json
        let conflict = try #require(answer["conflicts"]?.array?.first)
        #expect(conflict["kept"]?["scannedAt"]?.string == entered.description, "not the later one that the organizer let in")
        #expect(try it.shard.ask(TicketDetails.self, ["ticketId": "t-1"], as: TicketShop.john).json["checkedInAt"]?.string
            == entered.description)
    }
}
