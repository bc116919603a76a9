import Contracts
import Kernel
import Messaging
import OrdersCheckIn
import OrdersTicketSales
import ServiceKit
import TestKit
import Testing

/// An event that starts in two hours, with doors open, two gates and John's two tickets.
final class CheckInScene {
    let shop: TicketShop
    let tickets: [JSONValue]
    let gateA: String
    let gateB: String
    private var scans = 0

    init(reEntry: Bool = false) throws {
        let shop = try TicketShop()
        let order = try shop.buy(2)
        tickets = try shop.details(order).json["tickets"]?.array ?? []
        let base = shop.event()
        let start = shop.shard.now + .hours(2)
        let event = TicketEvent(eventId: base.eventId, organizerId: "bob", organizerName: "Bob Events", title: base.title,
            category: base.category, status: "published",
                                startDate: start, endDate: start + .hours(3), venue: base.venue, posterUrl: nil, ageRestriction: nil,
                                    ticketTypes: base.ticketTypes,
                                refundPolicy: base.refundPolicy, transferable: true, reEntry: reEntry, doorsOpenMinutes: 180, version: 5)
        try shop.shard.receive(EventUpdated(eventId: base.eventId, event: event, changed: ["startDate"], notifyHolders: false))
        func gate(_ name: String, _ types: [TicketTypeID]) throws -> String {
            try shop.shard.send(AddGate(eventId: TicketShop.eventID, name: name, ticketTypeIds: types), as: TicketShop.bob)?.json[
                "id"]?.string ?? ""
        }
        self.shop = shop
        gateA = try gate("Gate A", [])
        gateB = try gate("Gate B", [TicketShop.free])
        try shop.shard.markSeen()
    }
    func code(_ index: Int = 0) -> String { tickets[index]["qr"]?["payload"]?.string ?? "" }
    func id(_ index: Int = 0) -> TicketID { TicketID(tickets[index]["id"]?.string ?? "") }

    func scan(_ code: String? = nil, serial: String? = nil, _ kind: CheckInRules.Kind = .entry, gate: String? = nil, nonce: String? = nil,
              force: Bool? = nil, as user: Principal = TicketShop.bob) throws -> Reply {
        scans += 1
        let command = CheckInTicket(eventId: TicketShop.eventID, code: code, serial: serial, type: kind, gateId: gate,
                                    nonce: nonce ?? "nonce-\(1000 + scans)", deviceId: "scanner-1", force: force)
        return try shop.shard.send(command, as: user) ?? Reply(status: 0, body: [])
    }
    func reason(_ reply: Reply) -> String { reply.json["result"] == "ok" ? "ok" : reply.json["reason"]?.string ?? "status \(reply.status)" }
}

@Suite("The door")
struct CheckInRulesTests {
    @Test("The first scan lets in, the second says when and where the first was, the same scan again is the same")
    func twice() throws {
        let venue = try CheckInScene()
        let first = try venue.scan(venue.code(), gate: venue.gateA, nonce: "nonce-first")
        #expect(first.json["result"] == "ok" && first.json["ticket"]?["status"] == "used" && first.json["ticket"]?["attendeeName"]
            == "John Okello")
        venue.shop.shard.now = venue.shop.shard.now + .minutes(4)
        let second = try venue.scan(venue.code(), gate: venue.gateA)
        #expect(second.json["reason"] == "already-redeemed")
        #expect(second.json["message"] == "Already scanned at 10:00 at Gate A")
        #expect(second.json["checkIn"]?["previous"]?["gateName"] == "Gate A")
        let again = try venue.scan(venue.code(), gate: venue.gateA, nonce: "nonce-first")
        #expect(again.json["result"] == "ok" && again.json["duplicate"] == true)
        #expect(try venue.scan(venue.code(1), gate: venue.gateA, nonce: "nonce-first").json["slug"] == "nonce-reused")
        let remove = RemoveGate(eventId: TicketShop.eventID, gateId: venue.gateA)
        #expect(try venue.shop.shard.send(remove, as: TicketShop.bob)?.status == 204)
        #expect(try venue.scan(venue.code(), gate: venue.gateA, nonce: "nonce-first").json["duplicate"] == true)
        #expect(try venue.scan(venue.code(), gate: venue.gateA).json["errors"]?["gateId"] != nil)
        #expect(try venue.shop.shard.published(TicketCheckedIn.self).map(\.gateName) == ["Gate A"])
        #expect(try venue.shop.shard.published(CheckInRefused.self).map(\.reason) == ["already-redeemed"])
    }

    @Test("Leaving and coming back: only where the event allows it")
    func reEntry() throws {
        for allowed in [false, true] {
            let venue = try CheckInScene(reEntry: allowed)
            #expect(venue.reason(try venue.scan(venue.code(), .exit)) == "not-inside")
            #expect(venue.reason(try venue.scan(venue.code())) == "ok")
            #expect(venue.reason(try venue.scan(venue.code(), .exit)) == "ok")
            #expect(venue.reason(try venue.scan(venue.code(), .exit)) == "not-inside")
            #expect(venue.reason(try venue.scan(venue.code())) == (allowed ? "ok" : "already-redeemed"))
        }
    }

    @Test("Each reason in its turn: forged, revoked, blocked, wrong gate, closed doors")
    func reasons() throws {
        let venue = try CheckInScene()
        let shard = venue.shop.shard
        #expect(venue.reason(try venue.scan("not-a-code")) == "invalid")
        #expect(venue.reason(try venue.scan(serial: "EP-0000-0000")) == "invalid")
        #expect(venue.reason(try venue.scan(venue.code(), gate: venue.gateB)) == "product")
        try shard.send(ReissueTicket(ticketId: venue.id()), as: TicketShop.john)
        #expect(venue.reason(try venue.scan(venue.code())) == "revoked")
        let serial = try #require(venue.tickets[1]["serial"]?.string)
        #expect(try shard.send(BlockTicket(ticketId: venue.id(1), reason: "Reported stolen"), as: TicketShop.bob)?.json["blocked"] == true)
        #expect(venue.reason(try venue.scan(serial: serial)) == "blocked")
        #expect(venue.reason(try venue.scan(serial: serial, force: true)) == "blocked")
        #expect(try shard.send(UnblockTicket(ticketId: venue.id(1)), as: TicketShop.bob)?.json["blocked"] == false)
        shard.now = venue.shop.opening + .hours(5)
        let late = try venue.scan(serial: serial)
        #expect(venue.reason(late) == "invalid-time")
        // As everywhere after the end.
        #expect(late.json["ticket"]?["status"] == "expired")
        let forced = try venue.scan(serial: serial.lowercased(), force: true)
        #expect(venue.reason(forced) == "ok" && forced.json["ticket"]?["status"] == "used")
    }

    @Test("A ticket that expired is neither blocked nor unblocked")
    func expiredIsNotBlocked() throws {
        let venue = try CheckInScene()
        let shard = venue.shop.shard
        try shard.send(BlockTicket(ticketId: venue.id(1), reason: "Reported stolen"), as: TicketShop.bob)
        shard.now = venue.shop.opening + .hours(5)
        let refused = try #require(try shard.send(BlockTicket(ticketId: venue.id(), reason: "Reported stolen"), as: TicketShop.bob))
        #expect(refused.status == 409 && refused.json["slug"] == "ticket-not-active")
        #expect(refused.json["members"]?["currentStatus"] == "expired")
        #expect(try shard.send(UnblockTicket(ticketId: venue.id(1)), as: TicketShop.bob)?.json["slug"] == "ticket-not-active")
    }

    @Test("A ticket given back scans as cancelled; one of another event is none of this door's business")
    func elsewhere() throws {
        let venue = try CheckInScene()
        let order = OrderID(venue.tickets[0]["orderId"]?.string ?? "")
        try venue.shop.shard.send(RequestRefund(orderId: order, ticketIds: [venue.id()], reason: "Out of kindness"), as: TicketShop.bob)
        #expect(venue.reason(try venue.scan(venue.code())) == "cancelled")
        let base = venue.shop.event()
        let other = TicketEvent(eventId: "event-2", organizerId: "bob", organizerName: "Bob Events", title: "Another", category: "music",
                                status: "published",
                                startDate: base.startDate, endDate: base.endDate, venue: base.venue, posterUrl: nil, ageRestriction: nil,
                                    ticketTypes: base.ticketTypes,
                                refundPolicy: base.refundPolicy, transferable: true, reEntry: false, doorsOpenMinutes: 180, version: 1)
        try venue.shop.shard.receive(EventPublished(eventId: "event-2", event: other))
        let scan = CheckInTicket(eventId: "event-2", code: venue.code(1), nonce: "nonce-other")
        let reply = try #require(try venue.shop.shard.send(scan, as: TicketShop.bob))
        #expect(reply.json["reason"] == "wrong-event" && reply.json["ticket"] == .null)
    }

    @Test("Staff scan, strangers do not, and only the organizer forces")
    func staff() throws {
        let venue = try CheckInScene()
        let shard = venue.shop.shard
        try shard.receive(UserRegistered(userId: "jane", name: "Jane", email: "Jane@example.com", roles: ["attendee"]))
        #expect(try venue.scan(venue.code(), as: TicketShop.jane).json["slug"] == "not-event-staff")
        #expect(try shard.send(GrantScanner(eventId: TicketShop.eventID, email: "jane@example.com"), as: TicketShop.jane)?.json["slug"]
            == "not-event-owner")
        #expect(try shard.send(GrantScanner(eventId: TicketShop.eventID, email: "nobody@example.com"), as: TicketShop.bob)?.json["slug"]
            == "user-not-found")
        #expect(try shard.send(GrantScanner(eventId: TicketShop.eventID, email: "jane@example.com"), as: TicketShop.bob)?.status == 201)
        #expect(try shard.ask(CheckInEvents.self, as: TicketShop.jane).json["data"]?.array?.first?["role"] == "scanner")
        #expect(try venue.scan(venue.code(), force: true, as: TicketShop.jane).json["slug"] == "not-event-owner")
        #expect(venue.reason(try venue.scan(venue.code(), as: TicketShop.jane)) == "ok")
        #expect(try shard.send(RevokeScanner(eventId: TicketShop.eventID, userId: "jane"), as: TicketShop.bob)?.status == 204)
        #expect(try venue.scan(venue.code(1), as: TicketShop.jane).status == 403)
        #expect(try shard.ask(CheckInEvents.self, as: TicketShop.jane).json["meta"]?["total"] == 0)
    }

    @Test("The form of a scan is checked before its event is looked for, and every wrong field is named", arguments: [
        ([:], ["code", "nonce"]), (["nonce": "12345678"], ["code"]), (["nonce": "short", "code": "x", "serial": "y"], ["code", "nonce"]),
        (["nonce": 12_345_678, "code": 7, "type": "walk", "force": "yes"], ["code", "force", "nonce", "type"]),
        (["nonce": "12345678", "code": "", "serial": " ", "deviceId": .string(String(repeating: "d", count: 65))], ["code", "deviceId"]),
    ] as [(JSONValue, [String])])
    func form(_ form: JSONValue, _ fields: [String]) throws {
        let shard = try CheckInScene().shop.shard
        for event in [TicketShop.eventID, "nowhere"] {
            let reply = try shard.send(CheckInTicket(eventId: event, form: form), as: TicketShop.jane)
            #expect(reply?.status == 422 && reply?.json["errors"]?.object?.keys.sorted() == fields)
        }
        #expect(try shard.send(CheckInTicket(eventId: "nowhere", code: "x", nonce: "12345678"), as: TicketShop.jane)?.status == 404)
    }

    @Test("Attendees are found by name, serial and order, for the organizer only")
    func attendees() throws {
        let venue = try CheckInScene()
        func find(_ search: String?, as user: Principal = TicketShop.bob) throws -> Reply {
            try venue.shop.shard.ask(EventAttendees.self,
                                     search.map { ["eventId": "event-1", "search": .string($0)] } ?? ["eventId": "event-1"], as: user)
        }
        #expect(try find(nil).json["meta"]?["total"] == 2)
        #expect(try find("okello").json["meta"]?["total"] == 2)
        #expect(try find(venue.tickets[0]["serial"]?.string).json["meta"]?["total"] == 1)
        #expect(try find("nobody").json["meta"]?["total"] == 0)
        #expect(try find(nil, as: TicketShop.jane).status == 403)
    }

    @Test("When the event is over, valid tickets are listed and found as expired")
    func expired() throws {
        let venue = try CheckInScene()
        let shard = venue.shop.shard
        func found(_ status: String) throws -> [String] {
            let body = try shard.ask(EventAttendees.self, ["eventId": "event-1", "status": .string(status)], as: TicketShop.bob).json
            return body["data"]?.array?.compactMap { $0["status"]?.string } ?? []
        }
        #expect(try found("valid") == ["valid", "valid"] && found("expired").isEmpty)
        try shard.advance(by: .days(2))
        #expect(try found("valid").isEmpty && found("expired") == ["expired", "expired"])
        #expect(try shard.ask(EventAttendees.self, ["eventId": "event-1", "status": "lost"], as: TicketShop.bob).status == 422)
    }

    @Test("A code can be renewed five times, by its holder, before it was used")
    func reissue() throws {
        let venue = try CheckInScene()
        let shard = venue.shop.shard
        #expect(try shard.send(ReissueTicket(ticketId: venue.id()), as: TicketShop.jane)?.status == 404)
        var newest = ""
        for _ in 0..<5 {
            newest = try shard.send(ReissueTicket(ticketId: venue.id()), as: TicketShop.john)?.json["qr"]?["payload"]?.string ?? ""
        }
        #expect(try shard.send(ReissueTicket(ticketId: venue.id()), as: TicketShop.john)?.json["slug"] == "reissue-limit")
        #expect(venue.reason(try venue.scan(venue.code())) == "revoked")
        #expect(venue.reason(try venue.scan(newest)) == "ok")
        let used = try shard.send(ReissueTicket(ticketId: venue.id()), as: TicketShop.john)?.json
        #expect(used?["slug"] == "ticket-used" && used?["members"]?["currentStatus"] == "used")
        try shard.advance(by: .hours(5))
        #expect(try shard.send(ReissueTicket(ticketId: venue.id(1)), as: TicketShop.john)?.json["slug"] == "ticket-not-active")
    }

    @Test("The organizer sees who may scan, and nobody else does")
    func staffList() throws {
        let shop = try CheckInScene().shop
        try shop.shard.receive(UserRegistered(userId: "jane", name: "Jane Auma", email: "jane@example.com", roles: ["attendee"]))
        func ask(_ user: Principal) throws -> Reply {
            try shop.shard.ask(EventStaff.self, ["eventId": .string(TicketShop.eventID.rawValue)], as: user)
        }
        let grant = GrantScanner(eventId: TicketShop.eventID, email: "jane@example.com")
        #expect(try shop.shard.send(grant, as: TicketShop.bob)?.status == 201)
        let listed = try ask(TicketShop.bob).json["data"]?.array ?? []
        #expect(listed.map { [$0["userId"], $0["name"], $0["role"]] } == [["jane", "Jane Auma", "scanner"]])
        #expect(try ask(TicketShop.jane).status == 403)
        try shop.shard.send(RevokeScanner(eventId: TicketShop.eventID, userId: "jane"), as: TicketShop.bob)
        #expect(try ask(TicketShop.bob).json["meta"]?["total"] == 0)
    }

    @Test("An erased account scans no more, and its name is gone from the answers to scans")
    func erasedAccount() throws {
        let scene = try CheckInScene()
        let shop = scene.shop
        try shop.shard.receive(UserRegistered(userId: "jane", name: "Jane Auma", email: "jane@example.com", roles: ["attendee"]))
        try shop.shard.send(GrantScanner(eventId: TicketShop.eventID, email: "jane@example.com"), as: TicketShop.bob)
        #expect(try scene.reason(scene.scan(scene.code(), as: TicketShop.jane)) == "ok")
        #expect(try shop.shard.columns(holding: "john okello").contains("check_in.answer"))
        let again = CheckInTicket(eventId: TicketShop.eventID, code: scene.code(), nonce: "nonce-again")
        func ask(_ id: String? = nil) throws -> JSONValue? { try shop.shard.send(again, as: TicketShop.bob, id: id)?.json }
        for id in ["first", "second"] { #expect(try ask(id)?["ticket"]?["attendeeName"] == "John Okello") }
        try shop.shard.receive(UserErased(userId: "jane"))
        try shop.shard.receive(UserErased(userId: "john"))
        #expect(try scene.scan(scene.code(1), as: TicketShop.jane).status == 403)
        #expect(try !shop.shard.columns(holding: "john okello").contains("check_in.answer"))
        // "Try again": the gateway sends it anew, and the nonce finds the same scan.
        for id in ["first", "second"] { #expect(try ask(id)?["slug"] == "service-unavailable") }
        #expect(try ask()?["duplicate"] == true && ask()?["ticket"]?["attendeeName"] == "")
    }
}
