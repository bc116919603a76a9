import CatalogEvents
import CatalogService
import CatalogSocial
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("Organizers as auth describes them")
struct SuspendedOrganizerTests {
    private let bob = Principal.user("bob", roles: ["attendee", "organizer"])
    private let items: JSONValue = [["ticketTypeId": "regular", "quantity": 1]]

    private func suspend(_ it: CatalogFixture, _ isSuspended: Bool) throws {
        try it.shard.receive(OrganizerUpdated(userId: CatalogFixture.bob, isSuspended: isSuspended, isVerified: !isSuspended))
    }
    private func send(_ it: CatalogFixture, _ type: MessageType, _ body: JSONValue) throws -> Reply {
        try #require(try it.shard.send(raw: String(decoding: try JSON.encode(body), as: UTF8.self), type: type, as: bob))
    }

    @Test("Sales of a suspended organizer pause and nothing is edited; reinstated, everything goes on")
    func suspended() throws {
        let it = try CatalogFixture()
        #expect(try it.details()["isTicketSalesOpen"] == true)
        let draft = try send(it, CreateEvent.type, ["title": "Garden Party"]).json["id"] ?? .null
        try suspend(it, true)
        let shown = try it.details()
        #expect(shown["isTicketSalesOpen"] == false && shown["timeUntilSalesClose"] == .null && shown["salesUrgency"] == .null)
        #expect(shown["status"] == "published" && shown["organizer"]?["verified"] == false)
        #expect(try it.browse() == ["summit"])
        try it.claim("c", [(CatalogFixture.regular, 1)])
        let refusal = try #require(try it.refusal())
        #expect(refusal.slug == "sales-closed" && refusal.members["reason"] == "suspended")
        let refused: [(type: MessageType, body: [String: JSONValue])] = [
            (CreateEvent.type, ["title": "Another"]), (ChangeEvent.type, ["eventId": "summit", "title": "New"]),
            (PublishEvent.type, ["eventId": draft]), (DuplicateEvent.type, ["eventId": "summit"]),
        ]
        for (type, body) in refused {
            let reply = try send(it, type, .object(body))
            #expect(reply.status == 403 && reply.json["slug"] == "organizer-suspended", "\(type)")
        }
        #expect(try it.shard.ask(EventDetails.self, ["eventId": "summit"], as: bob).json["permissions"]?["canEdit"] == false)
        #expect(try send(it, DeleteEvent.type, ["eventId": draft]).status == 200)
        try suspend(it, false)
        #expect(try it.details()["isTicketSalesOpen"] == true)
        try it.claim("d", [(CatalogFixture.regular, 1)])
        #expect(try it.seats().held == 1)
        #expect(try send(it, ChangeEvent.type, ["eventId": "summit", "title": "Kampala Tech Summit 2"]).status == 200)
    }

    @Test("A person who lost the role can edit and publish nothing")
    func withoutRole() throws {
        let it = try CatalogFixture()
        let body = String(decoding: try JSON.encode(["eventId": "summit", "title": "New"] as JSONValue), as: UTF8.self)
        let refused = try it.shard.send(raw: body, type: ChangeEvent.type, as: .user("bob", roles: ["attendee"]))
        #expect(refused?.status == 403 && refused?.json["slug"] == "role-required")
    }

    @Test("A hold from before the suspension may still be paid")
    func heldBefore() throws {
        let it = try CatalogFixture()
        try it.claim("c", [(CatalogFixture.regular, 1)])
        try suspend(it, true)
        try it.confirm("c")
        #expect(try it.seats().sold == 1)
    }

    @Test("A quote names the pause")
    func quote() throws {
        let it = try CatalogFixture()
        try suspend(it, true)
        let quote = try it.shard.ask(TicketQuote.self, ["eventId": "summit", "items": items]).json
        #expect(quote["available"] == false && quote["salesCloseAt"] == .null)
    }

    @Test("People see the organization's name, text and picture, and its contact only where it is public; all of it goes with the account")
    func shown() throws {
        let it = try CatalogFixture()
        func organizer() throws -> JSONValue { try it.shard.ask(OrganizerDetails.self, ["organizerId": "bob"]).json }
        #expect(try organizer()["bio"] == .null)
        #expect(try organizer()["contact"] == nil)
        try it.shard.receive(OrganizerUpdated(
            userId: CatalogFixture.bob, isSuspended: false, isVerified: true, name: "Bob Live", bio: "Since 2015.",
            website: "https://bob.example.com", avatarUrl: "/avatars/1", contact: .init(email: "live@bob.com", phone: "+256700000001")))
        let shown = try organizer()
        #expect(shown["name"] == "Bob Live" && shown["bio"] == "Since 2015." && shown["avatarUrl"] == "/avatars/1")
        #expect(shown["contact"] == ["email": "live@bob.com", "phone": "+256700000001"])
        #expect(try it.details()["organizer"]?["name"] == "Bob Live")
        #expect(try it.browse(["search": "bob live"]) == ["summit"])
        // The account's own name does not replace the organization's.
        try it.shard.receive(UserUpdated(userId: CatalogFixture.bob, name: "Robert", roles: ["attendee", "organizer"]))
        #expect(try organizer()["name"] == "Bob Live")
        try it.shard.receive(OrganizerUpdated(userId: CatalogFixture.bob, isSuspended: false, isVerified: false, name: "Bob Live"))
        #expect(try organizer()["contact"] == nil)
        #expect(try organizer()["verified"] == false)
        try it.shard.receive(UserErased(userId: CatalogFixture.bob))
        for text in ["Bob Live", "live@bob.com", "Since 2015"] {
            #expect(try it.shard.columns(holding: text).filter { $0.hasPrefix("person.") } == [], "\(text)")
        }
    }

    @Test("Events of an erased organizer that have not begun are called off, and nothing of the organizer is ever sold again")
    func erased() throws {
        let it = try CatalogFixture()
        try it.add("early", title: "Early Show", start: it.shard.now + .hours(1))
        try it.claim("c", [(CatalogFixture.regular, 2)])
        try it.confirm("c")
        try it.shard.advance(by: .hours(2))
        try it.claim("d", [(CatalogFixture.regular, 1)], user: "jane")
        try suspend(it, true)
        try it.shard.markSeen()
        try it.shard.receive(UserErased(userId: CatalogFixture.bob))
        let told = try it.shard.published(EventCancelled.self)
        #expect(told.map(\.eventId) == [CatalogFixture.summit] && told.map(\.attendeeCount) == [1])
        #expect(told.map(\.reason) == ["The organizer closed their account."] && told.map(\.event.organizerName) == [""])
        #expect(try it.shard.published(ClaimReleased.self).map(\.claimId) == ["d"])
        #expect(try it.details()["status"] == "cancelled" && it.details("early")["status"] == "ongoing")
        try it.add("late", title: "Late Show")
        #expect(try it.details("late")["isTicketSalesOpen"] == false)
        try it.claim("e", [("late-1", 1)], event: "late")
        #expect(try it.refusal()?.members["reason"] == "suspended")
    }
}
