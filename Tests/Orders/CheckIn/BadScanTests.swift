import Contracts
import Kernel
import Messaging
import OrdersCheckIn
import OrdersTicketSales
import ServiceKit
import TestKit
import Testing

/// What people try at the door, and what happens to phones.
@Suite("Scans that are refused, and a phone that comes back late")
struct BadScanTests {
    /// Codes that nobody was given, made of two that somebody was.
    private func forgeries(_ venue: CheckInScene) throws -> [String: String] {
        let parts = venue.code().split(separator: ".").map(String.init), others = venue.code(1).split(separator: ".").map(String.init)
        func read(_ part: String) throws -> JSONValue { try JSON.decode(JSONValue.self, from: Base64URL.decode(part) ?? []) }
        let header = try read(parts[0])
        let claims = try #require(try read(parts[1]).object)
        func edited(_ name: String, _ value: JSONValue) throws -> String {
            let payload = Base64URL.encode(try JSON.encode(JSONValue.object(claims.merging([name: value]) { $1 })))
            return "\(parts[0]).\(payload).\(parts[2])"
        }
        let ownKey = try CompactJWS.sign(try JSON.encode(JSONValue.object(claims)), typ: "ticket+jws", kid: header["kid"]?.string ?? "",
                                         seed: Array(repeating: 9, count: 32))
        return [
            "a later version": try edited("ver", 2), "another ticket": try edited("tid", .string(venue.id(1).rawValue)),
            "another event": try edited("eid", "event-2"), "a person's name": try edited("name", "John Okello"),
            "the signature of another": "\(parts[0]).\(parts[1]).\(others[2])",
            "no algorithm": Base64URL.encode(Array(#"{"alg":"none","typ":"ticket+jws"}"#.utf8)) + ".\(parts[1]).",
            "no signature": "\(parts[0]).\(parts[1])", "a key of one's own": ownKey, "something behind it": venue.code() + "x",
        ]
    }

    @Test("A forged or edited code opens no door: refused online, a conflict when a phone let it in, and the ticket stays as it is")
    func forged() throws {
        let it = try OfflineScene()
        let venue = it.venue
        let codes = try forgeries(venue)
        for (what, code) in codes {
            let reply = try venue.scan(code)
            #expect(reply.status == 200 && venue.reason(reply) == "invalid" && reply.json["ticket"] == .null, "\(what)")
            // The organizer's word does not make a code genuine.
            #expect(venue.reason(try venue.scan(code, force: true)) == "invalid", "\(what)")
        }
        it.shard.now = venue.shop.opening + .minutes(10)
        let scans = codes.keys.sorted().enumerated().map { it.scan("forged-\($0)", codes[$1] ?? "", minutes: 1 + $0) }
        let answer = try it.upload(scans).json
        #expect(answer["accepted"] == .int(codes.count))
        #expect(try it.kinds() == Array(repeating: "admitted-invalid", count: codes.count))
        #expect(try it.conflicts().allSatisfy { $0["ticketId"] == .null && $0["serial"] == .null && $0["kept"] == .null })
        #expect(try it.ticket()["status"] == "valid" && it.ticket(1)["status"] == "valid")
        #expect(venue.reason(try venue.scan(venue.code())) == "ok")
    }

    @Test("At another event's gate: its staff are told so, and a gate of that event is none of this one's, online and offline")
    func otherGate() throws {
        let it = try OfflineScene()
        let (shard, venue) = (it.shard, it.venue)
        let base = venue.shop.event()
        let other = TicketEvent(
            eventId: "event-2", organizerId: "bob", organizerName: "Bob Events", title: "Another", category: "music", status: "published",
            startDate: base.startDate, endDate: base.endDate, venue: base.venue, posterUrl: nil, ageRestriction: nil,
            ticketTypes: base.ticketTypes, refundPolicy: base.refundPolicy, transferable: true, reEntry: false, doorsOpenMinutes: 180,
            version: 1)
        try shard.receive(EventPublished(eventId: "event-2", event: other))
        let gate = try #require(try shard.send(AddGate(eventId: "event-2", name: "Gate A", ticketTypeIds: []),
                                               as: TicketShop.bob)?.json["id"]?.string)
        let there = CheckInTicket(eventId: "event-2", code: venue.code(), gateId: gate, nonce: "nonce-there", force: true)
        let reply = try #require(try shard.send(there, as: TicketShop.bob))
        #expect(reply.json["result"] == "refused" && reply.json["reason"] == "wrong-event" && reply.json["ticket"] == .null)
        let here = try venue.scan(venue.code(), gate: gate)
        #expect(here.status == 422 && here.json["errors"]?.object?.keys.sorted() == ["gateId"])
        let upload = try it.upload([it.scan("gate", venue.code(), gate: gate)]).json
        #expect(upload["accepted"] == 0 && upload["rejected"] == [["nonce": "nonce-gate", "error": "unknown-gate"]])
        #expect(try it.ticket()["status"] == "valid")
    }

    @Test("A phone was offline for a day: its snapshot is over, its scans count at their own times and meet those of the others")
    func offlineForADay() throws {
        let it = try OfflineScene()
        let (shard, venue) = (it.shard, it.venue)
        let opening = venue.shop.opening
        // Sold after the phone took its snapshot: the code's signature is good, so the phone let it in.
        shard.now = opening + .minutes(12)
        let sold = try venue.shop.buy(1, as: TicketShop.jane)
        let late = try #require(try venue.shop.details(sold, as: TicketShop.jane).json["tickets"]?.array?.first)
        shard.now = opening + .minutes(15)
        #expect(venue.reason(try venue.scan(venue.code(), gate: venue.gateA, nonce: "online-1")) == "ok")
        shard.now = opening + .hours(2)
        try shard.send(BlockTicket(ticketId: venue.id(1), reason: "Reported stolen"), as: TicketShop.bob)

        shard.now = opening + .hours(25)
        #expect(shard.now.description > it.snapshot["expiresAt"]?.string ?? "~")
        let scans = [it.scan("first", venue.code(), minutes: 10), it.scan("second", venue.code(1), minutes: 20),
                     it.scan("third", late["qr"]?["payload"]?.string ?? "", minutes: 30)]
        let answer = try it.upload(scans).json
        #expect(answer["accepted"] == 3 && answer["rejected"] == [])
        // The status is that of the first receipt, the door's hours are those of the scan: no clock ran ahead.
        #expect(try it.kinds() == ["admitted-blocked", "double-entry"])
        let double = try #require(try it.conflicts().first { $0["kind"] == "double-entry" })
        #expect(double["kept"]?["nonce"] == "nonce-first" && double["other"]?["nonce"] == "online-1")
        #expect(try it.ticket()["checkedInAt"]?.string == (opening + .minutes(10)).description)
        #expect(try it.ticket(1)["checkedInAt"]?.string == (opening + .minutes(20)).description)
        let jane = try shard.ask(TicketDetails.self, ["ticketId": late["id"] ?? .null], as: TicketShop.jane).json
        #expect(jane["status"] == "used" && jane["checkedInAt"]?.string == (opening + .minutes(30)).description)
        #expect(try it.upload(scans).json["duplicates"] == 3)
    }
}
