import CatalogEvents
import CatalogService
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("What no event could take is said before whether the event is there and open")
struct EventFormTests {
    private let it: CatalogFixture
    private let bob = Principal.user("bob", roles: ["attendee", "organizer"])
    private let price: JSONValue = ["amount": 1, "currency": "UGX"]

    init() throws { it = try CatalogFixture() }

    private func send(_ type: MessageType, _ body: JSONValue, as principal: Principal? = nil) throws -> Reply {
        try #require(try it.shard.send(raw: String(decoding: try JSON.encode(body), as: UTF8.self), type: type, as: principal ?? bob))
    }

    @Test("The API document names the refusal of deleted events at everything that changes one", arguments: [
        ChangeEvent.type, PublishEvent.type, SaveEventDraft.type, ApplyEventDraft.type, DiscardEventDraft.type, AddTicketType.type,
        ChangeTicketType.type, RemoveTicketType.type, AttachPoster.type, RemovePoster.type,
    ])
    func documented(_ change: MessageType) {
        let routes = Catalog.contents.routes.filter { $0.message == change }
        #expect(!routes.isEmpty && routes.allSatisfy { Set($0.refusals).isSuperset(of: ["409 event-deleted", "403 organizer-suspended"]) })
    }

    @Test("A wrong field of an edit comes before a deleted and an unknown event")
    func deletedEvent() throws {
        #expect(try it.shard.send(DeleteEvent(eventId: "summit"), as: bob)?.status == 200)
        let wrong = try send(ChangeEvent.type, ["eventId": "summit", "title": "x"])
        #expect(wrong.status == 422 && wrong.json["errors"]?["title"] != nil)
        #expect(try send(ChangeEvent.type, ["eventId": "summit", "title": "Another name"]).json["slug"] == "event-deleted")
        #expect(try send(ChangeEvent.type, ["eventId": "nowhere", "title": "x"]).status == 422)
        #expect(try send(ChangeEvent.type, ["eventId": "nowhere", "title": "Another name"]).status == 404)
        #expect(try send(SaveEventDraft.type, ["eventId": "nowhere", "title": "x"]).status == 422)
        #expect(try send(SaveEventDraft.type, ["eventId": "nowhere", "title": "Another name"]).status == 404)
        #expect(try send(ChangeTicketType.type, ["eventId": "summit", "ticketTypeId": "vip", "quantity": 0]).status == 422)
        #expect(try send(ChangeTicketType.type, ["eventId": "summit", "ticketTypeId": "gone", "quantity": 1]).status == 404)
        #expect(try send(ChangeTicketType.type, ["eventId": "summit", "ticketTypeId": "vip", "quantity": 1]).json["slug"]
            == "event-deleted")
    }

    @Test("What a deleted event does not have is not there; what it has is not taken away any more")
    func removals() throws {
        #expect(try it.shard.send(DeleteEvent(eventId: "summit"), as: bob)?.status == 200)
        #expect(try send(RemoveTicketType.type, ["eventId": "summit", "ticketTypeId": "gone"]).status == 404)
        #expect(try send(RemoveTicketType.type, ["eventId": "summit", "ticketTypeId": "vip"]).json["slug"] == "event-deleted")
        #expect(try it.shard.send(RemovePoster(eventId: "summit"), as: bob)?.status == 404)
    }

    @Test("A stale version comes after wrong fields, and before what is wrong only beside what is stored")
    func staleVersion() throws {
        func patch(_ body: String) throws -> Reply? {
            let edit = try JSON.decode(ChangeEvent.self, from: Array(body.utf8))
            return try it.shard.send(edit, as: bob, attributes: ["if-match": "\"7\""])
        }
        #expect(try patch(#"{"eventId":"summit","title":"x"}"#)?.status == 422)
        #expect(try patch(#"{"eventId":"summit","ticketTypes":[{"id":"gone","quantity":0}]}"#)?.status == 422)
        #expect(try patch(#"{"eventId":"summit","ticketTypes":[{"id":"gone"}]}"#)?.status == 412)
        #expect(try patch(#"{"eventId":"summit","startDate":"2026-11-01T06:00:00Z"}"#)?.status == 412)
    }

    @Test("With a wrong field of one's own event everything else that is wrong is named, too")
    func allFields() throws {
        func errors(_ type: MessageType, _ body: JSONValue, as who: Principal? = nil) throws -> [String: JSONValue] {
            let refused = try send(type, body, as: who)
            #expect(refused.status == 422)
            return refused.json["errors"]?.object ?? [:]
        }
        let past: JSONValue = ["eventId": "summit", "title": "x", "startDate": "2026-11-21T06:00:00Z"]
        #expect(try Set(errors(ChangeEvent.type, past).keys) == ["title", "startDate"])
        let type: JSONValue = ["eventId": "summit", "ticketTypeId": "vip", "minPerOrder": 15, "name": ""]
        let both = try errors(ChangeTicketType.type, type)
        #expect(Set(both.keys) == ["minPerOrder", "name"] && both["name"]?.array?.count == 1)
        let new: JSONValue = ["eventId": "summit", "name": "vip", "price": price, "quantity": 0]
        #expect(try Set(errors(AddTicketType.type, new).keys) == ["quantity"], "without a quantity nobody compares its name")
        let list: JSONValue = ["eventId": "summit", "ticketTypes": [["id": "vip", "name": ""], ["id": "gone"], ["id": "regular",
                                                                     "salesEnd": "2026-12-24T06:00:00Z"]]]
        #expect(try Set(errors(ChangeEvent.type, list).keys) == ["ticketTypes.0.name", "ticketTypes.1.id", "ticketTypes.2.salesEnd"])
        // Of an event of others, a deleted one and a type that is not there only the form counts.
        let sue = Principal.user("sue", roles: ["attendee", "organizer"])
        #expect(try Set(errors(ChangeEvent.type, past, as: sue).keys) == ["title"])
        #expect(try Set(errors(ChangeTicketType.type, ["eventId": "summit", "ticketTypeId": "gone", "quantity": 0]).keys) == ["quantity"])
        try it.shard.send(DeleteEvent(eventId: "summit"), as: bob)
        #expect(try Set(errors(ChangeEvent.type, past).keys) == ["title"])
    }

    @Test("A wrong ticket type comes before an event that takes no more; one whose name is used comes after")
    func closedEvent() throws {
        try it.shard.advance(by: .days(6))
        let wrong = try send(AddTicketType.type, ["eventId": "summit", "name": "", "price": price, "quantity": 0])
        #expect(wrong.status == 422 && Set(wrong.json["errors"]?.object?.keys.map { $0 } ?? []) == ["name", "quantity"])
        for name in ["Late", "VIP"] {
            let closed = try send(AddTicketType.type, ["eventId": "summit", "name": .string(name), "price": price, "quantity": 1])
            #expect(closed.status == 409 && closed.json["slug"] == "event-closed")
        }
    }

    @Test("A venue whose name and city show nothing is none, neither in a draft nor in what is public")
    func invisibleVenue() throws {
        let venue: JSONValue = ["name": "\u{200B}\u{200B}", "city": "\u{2800}\u{2800}", "latitude": 0.3, "longitude": 32.5]
        let requests: [(type: MessageType, body: JSONValue)] = [
            (CreateEvent.type, .object(["venue": venue])), (ChangeEvent.type, .object(["eventId": "summit", "venue": venue])),
        ]
        for (type, body) in requests {
            let refused = try send(type, body)
            #expect(refused.status == 422 && Set(refused.json["errors"]?.object?.keys.map { $0 } ?? []) == ["venue.name", "venue.city"])
        }
    }

    @Test("People who may change no event hear that first")
    func strangers() throws {
        let refused = try send(ChangeEvent.type, ["eventId": "summit", "title": "x"], as: .user("john"))
        #expect(refused.status == 403 && refused.json["slug"] == "not-event-owner")
    }
}
