import CatalogDiscovery
import CatalogEvents
import CatalogService
import CatalogSocial
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("One event, and who likes it")
struct EventTests {
    @Test("An event has the fields of the contract")
    func shape() throws {
        let it = try CatalogFixture()
        let event = try it.details()
        #expect(event["title"] == "Kampala Tech Summit" && event["status"] == "published" && event["category"] == "technology")
        #expect(event["organizer"] == ["id": "bob", "name": "Bob Events", "verified": true, "followerCount": 0, "following": false])
        #expect(event["startDate"] == "2026-11-26T06:00:00Z" && event["endDate"] == "2026-11-26T14:00:00Z")
        #expect(event["timeUntilSalesClose"] == 428_400 && event["salesUrgency"] == "green" && event["isTicketSalesOpen"] == true)
        #expect(event["priceRange"] == ["min": ["amount": 50_000, "currency": "UGX"], "max": ["amount": 150_000, "currency": "UGX"]])
        #expect(event["isFree"] == false && event["priceBand"] == "moderate" && event["posterUrl"] == .null
            && event["ageRestriction"] == .null)
        #expect(event["rating"] == ["average": .null, "count": 0] && event["favorite"] == false && event["favoriteCount"] == 0)
        #expect(event["ticketTypes"]?.array?.first?["state"] == "on-sale" && event["permissions"] == nil)
    }

    @Test("Its owner sees permissions, numbers and the wizard")
    func owner() throws {
        let it = try CatalogFixture()
        try it.claim("c", [(CatalogFixture.regular, 2)])
        try it.confirm("c")
        let event = try it.details(as: .user("bob"))
        #expect(event["permissions"] == ["canEdit": true, "canDelete": true,
            "editWarning": "2 tickets sold. Changing details may require notifying attendees."])
        #expect(event["stats"] == ["ticketsSold": 2, "attendeeCount": 1, "revenue": ["amount": 100_000, "currency": "UGX"]])
        #expect(event["wizard"]?["steps"] == ["1": "complete", "2": "complete", "3": "complete"] && event["deletedAt"] == .null)
    }

    @Test("The clock makes it run and end, and both are told once")
    func clock() throws {
        let it = try CatalogFixture()
        try it.shard.advance(by: .days(5))
        #expect(try it.details()["status"] == "ongoing" && it.details()["isHappeningNow"] == true
            && it.details()["timeUntilSalesClose"] == .null)
        try it.shard.advance(by: .hours(7))
        #expect(try it.details()["status"] == "completed")
        #expect(try it.shard.publishedTypes() == ["catalog.event-started.v1", "catalog.event-ended.v1"])
    }

    @Test("Who ends a running event early ends it at once, and that is told once")
    func endedEarly() throws {
        let it = try CatalogFixture(), bob = Principal.user("bob", roles: ["attendee", "organizer"])
        try it.shard.advance(by: .days(5) + .hours(2))
        var edit = EventEdit()
        edit.title = .value("Kampala Tech Day")
        #expect(try it.shard.send(ChangeEvent(eventId: "summit", edit), as: bob)?.status == 200)
        try it.shard.advance(by: .seconds(1))
        #expect(try it.shard.published(EventEnded.self).isEmpty)
        edit.endDate = .value(try JSON.decode(TimestampText.self, from: Array(#""2026-11-26T08:30:00Z""#.utf8)))
        #expect(try it.shard.send(ChangeEvent(eventId: "summit", edit), as: bob)?.json["status"] == "completed")
        try it.shard.advance(by: .seconds(1))
        #expect(try it.shard.published(EventEnded.self).map(\.event.status) == ["completed"])
        edit.title = .value("Kampala Tech Morning")
        #expect(try it.shard.send(ChangeEvent(eventId: "summit", edit), as: bob)?.status == 200)
        try it.shard.advance(by: .days(1))
        #expect(try it.shard.published(EventEnded.self).count == 1)
    }

    @Test("Somebody else's draft is not there")
    func drafts() throws {
        let it = try CatalogFixture()
        try it.shard.receive(CatalogFixture.event("draft", title: "Yoga", status: "draft", types: []))
        #expect(try it.shard.ask(EventDetails.self, ["eventId": "draft"], as: .user("john")).status == 404)
        #expect(try it.shard.ask(EventDetails.self, ["eventId": "draft"], as: .user("bob")).status == 200)
        #expect(try it.shard.ask(EventDetails.self, ["eventId": "nowhere"]).status == 404)
    }

    @Test("Liking is idempotent, counts once, and is told once")
    func favorites() throws {
        let it = try CatalogFixture()
        for _ in 0..<2 {
            #expect(try it.shard.send(MarkFavorite(eventId: "summit"), as: .user("john"))?.json == ["favorite": true, "favoriteCount": 1])
        }
        #expect(try it.shard.published(EventFavorited.self).count == 1)
        #expect(try it.details(as: .user("john"))["favorite"] == true)
        #expect(try it.details()["favorite"] == false && it.details()["favoriteCount"] == 1)
        for _ in 0..<2 {
            #expect(try it.shard.send(UnmarkFavorite(eventId: "summit"), as: .user("john"))?.json
                == ["favorite": false, "favoriteCount": 0])
        }
        #expect(try it.shard.send(MarkFavorite(eventId: "nowhere"), as: .user("john"))?.status == 404)
        #expect(try it.shard.send(MarkFavorite(eventId: "summit"))?.status == 401)
    }

    @Test("A cancelled event cannot be liked any more, but stays in the list with its status")
    func cancelledFavorite() throws {
        let it = try CatalogFixture()
        var gala = CatalogFixture.event("gala", title: "Gala", status: "cancelled", types: [])
        gala.cancelledAt = it.shard.now - .days(3)
        try it.shard.receive(gala)
        try it.shard.receive(ImportFavorite(userId: "john", eventId: "gala"))
        #expect(try it.shard.send(MarkFavorite(eventId: "gala"), as: .user("john"))?.json["slug"] == "event-cancelled")
        it.shard.now = it.shard.now + .seconds(1)
        try it.shard.send(MarkFavorite(eventId: "summit"), as: .user("john"))
        let list = try it.shard.ask(FavoriteEvents.self, as: .user("john")).json["data"]?.array
        #expect(list?.compactMap { $0["id"]?.string } == ["summit", "gala"])
        #expect(list?.last?["status"] == "cancelled")
        #expect(try it.shard.send(UnmarkFavorite(eventId: "gala"), as: .user("john"))?.status == 200)
    }

    @Test("Categories and cities count what is on; the configuration carries the tenant's limits")
    func around() throws {
        let it = try CatalogFixture()
        let categories = try it.shard.ask(Categories.self).json["data"]?.array
        #expect(categories?.count == 3 && categories?.first?["eventCount"] == 1)
        #expect(try it.shard.ask(Cities.self).json["data"] == [["city": "Kampala", "eventCount": 1]])
        let config = try it.shard.ask(AppConfig.self).json
        #expect(config["currency"] == "UGX" && config["ageRestrictions"] == [13, 16, 18, 21] && config["features"]?["walletPass"] == false)
    }

    @Test("The configuration says the same two seconds later, so its entity tag stays")
    func configurationStays() throws {
        let it = try CatalogFixture()
        let before = try it.shard.ask(AppConfig.self).json
        try it.shard.advance(by: .seconds(2))
        #expect(try it.shard.ask(AppConfig.self).json == before)
    }

    @Test("An import that comes again changes nothing")
    func importTwice() throws {
        let it = try CatalogFixture()
        try it.claim("c", [(CatalogFixture.regular, 2)])
        try it.shard.receive(CatalogFixture.summitImport())
        #expect(try it.seats().held == 2)
    }

    @Test("An erased person is forgotten, the counts stay true")
    func erased() throws {
        let it = try CatalogFixture()
        try it.shard.send(MarkFavorite(eventId: "summit"), as: .user("john"))
        try it.shard.receive(ImportFollow(userId: "john", organizerId: "bob"))
        #expect(try it.details()["organizer"]?["followerCount"] == 1)
        try it.shard.receive(UserErased(userId: "john"))
        #expect(try it.details()["favoriteCount"] == 0 && it.details()["organizer"]?["followerCount"] == 0)
    }

    @Test("The same log gives the same rows")
    func replay() throws {
        let it = try CatalogFixture()
        try it.add("small", title: "Small", quantity: 3)
        try it.claim("a", [("small-1", 2)], event: "small")
        try it.confirm("a")
        try it.claim("b", [("small-1", 1)], event: "small", user: "x")
        try it.shard.send(MarkFavorite(eventId: "summit"), as: .user("john"))
        try it.shard.advance(by: .hours(1))
        let copy = try ShardHarness<Catalog>(definition: CatalogFixture.definition)
        for record in it.shard.log.dropFirst() { try copy.deliver(try Envelope(record)) }
        #expect(try copy.fingerprint() == it.shard.fingerprint())
    }
}
