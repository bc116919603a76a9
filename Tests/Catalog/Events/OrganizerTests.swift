// Long: what an organizer does with an event from the draft to its restoration, told with one published event.

import CatalogDiscovery
import CatalogEvents
import CatalogService
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("R2: an organizer makes, changes and deletes events")
struct OrganizerTests {
    let bob = Principal.user("bob", roles: ["attendee", "organizer"])

    private func send(_ it: CatalogFixture, _ type: MessageType, _ body: JSONValue, as principal: Principal?) throws -> Reply {
        try #require(try it.shard.send(raw: String(decoding: try JSON.encode(body), as: UTF8.self), type: type, as: principal))
    }
    private let complete: JSONValue = [
        "title": "Garden Concert", "description": "Songs under the mango tree.", "category": "music", "startDate": "2026-12-01T15:00:00Z",
            "endDate": "2026-12-01T18:00:00Z",
        "venue": ["name": "Botanical Garden", "city": "Entebbe", "latitude": 0.06, "longitude": 32.47],
        "ticketTypes": [["name": "Lawn", "price": ["amount": 20_000, "currency": "UGX"], "quantity": 100]],
    ]
    private func merged(_ a: JSONValue, _ b: JSONValue) -> JSONValue {
        .object((a.object ?? [:]).merging(b.object ?? [:]) { _, new in new })
    }

    private func published(_ it: CatalogFixture) throws -> (id: EventID, type: TicketTypeID) {
        let made = try send(it, CreateEvent.type, complete, as: bob)
        let id = try #require(made.json["id"]?.string)
        #expect(try it.shard.send(PublishEvent(eventId: EventID(id)), as: bob)?.status == 200)
        let type = try #require(made.json["ticketTypes"]?.array?.first?["id"]?.string)
        return (EventID(id), TicketTypeID(type))
    }

    @Test("""
        Who is no organizer is refused at the list of one's own events by the role that is missing, before the service is asked (12.F39)
        """)
    func listOfOthers() {
        let route = Catalog.contents.routes.first { $0.method == "GET" && $0.path == "/organizer/events" }
        // The gateway answers this with `role-required` and `requiredRole`.
        #expect(route?.access == .roles(["organizer"]))
    }

    @Test("A draft may lack anything; publishing names every step that is not complete")
    func wizard() throws {
        let it = try CatalogFixture()
        let made = try send(it, CreateEvent.type, ["title": "Test"], as: bob)
        #expect(made.status == 201 && made.json["status"] == "draft" && made.location == "/events/\(made.json["id"]?.string ?? "")")
        let id = EventID(try #require(made.json["id"]?.string))
        #expect(made.json["wizard"]?["steps"]?["2"] == "incomplete")
        let refused = try #require(try it.shard.send(PublishEvent(eventId: id), as: bob))
        #expect(refused.status == 422)
        #expect(refused.json["members"]?["steps"]?["1"] == ["category", "description"] && refused.json["members"]?["steps"]?["3"]
            == ["ticketTypes"])
        let changed = try send(it, ChangeEvent.type, merged(complete, ["eventId": .string(id.rawValue)]), as: bob)
        #expect(changed.status == 200 && changed.json["version"] == 2 && changed.json["warnings"] == [])
        #expect(try it.shard.send(PublishEvent(eventId: id), as: bob)?.json["status"] == "published")
        #expect(try it.shard.published(EventPublished.self).map(\.eventId) == [id])
        let again = try it.shard.send(PublishEvent(eventId: id), as: bob)?.json
        #expect(again?["slug"] == "event-not-draft" && again?["members"]?["currentStatus"] == "published")
        #expect(try it.browse(["search": "garden"]) == [id.rawValue])
    }

    @Test("Only organizers make events; only the owner changes them")
    func access() throws {
        let it = try CatalogFixture()
        #expect(try send(it, CreateEvent.type, complete, as: .user("john")).json["slug"] == "organizer-approval-required")
        #expect(try send(it, CreateEvent.type, complete, as: nil).status == 401)
        let sarah = Principal.user("sarah", roles: ["organizer"])
        #expect(try send(it, ChangeEvent.type, ["eventId": "summit", "title": "Mine now"], as: sarah).json["slug"] == "not-event-owner")
        let draft = try send(it, CreateEvent.type, ["title": "Test"], as: bob).json["id"] ?? .null
        #expect(try send(it, ChangeEvent.type, ["eventId": draft, "title": "Mine now"], as: sarah).status == 404)
    }

    @Test("Every field that is wrong is named")
    func fields() throws {
        let it = try CatalogFixture()
        let refused = try send(it, CreateEvent.type, [
            "title": "x", "category": "nope", "ageRestriction": 12, "startDate": "2026-12-01T15:00:00Z", "endDate": "2026-12-01T14:00:00Z",
                "venue": ["latitude": 91],
            "ticketTypes": [["name": "A", "price": ["amount": 1, "currency": "EUR"], "quantity": 0],
                            ["name": "B", "price": ["amount": 1, "currency": "UGX"],
                                "quantity": 1, "minPerOrder": 5, "maxPerOrder": 2, "salesStart": "soon"]],
            "maxTicketsPerUser": 0, "refundPolicy": ["type": "maybe"],
        ], as: bob)
        #expect(Set(refused.json["errors"]?.object?.keys.map { $0 } ?? []) == [
            "title", "category", "ageRestriction", "endDate", "venue.latitude", "ticketTypes.0.price", "ticketTypes.0.quantity",
            "ticketTypes.1.minPerOrder", "ticketTypes.1.salesStart", "maxTicketsPerUser", "refundPolicy.type",
        ])
        let undated = try send(it, CreateEvent.type, ["title": "x", "startDate": "soon", "endDate": "2026-12-01T14:00:00Z"], as: bob)
        #expect(Set(undated.json["errors"]?.object?.keys.map { $0 } ?? []) == ["startDate", "title"])
    }

    @Test("A change of place after sales warns the owner and tells holders; a new title does not")
    func warnings() throws {
        let it = try CatalogFixture()
        try it.claim("c", [(CatalogFixture.regular, 2)])
        try it.confirm("c")
        let moved = try send(it, ChangeEvent.type,
            ["eventId": "summit", "venue": ["name": "Lugogo", "city": "Kampala", "latitude": 0.3, "longitude": 32.6]],
            as: bob)
        #expect(moved.json["warnings"]?.array?.first?["ticketCount"] == 2 && moved.json["warnings"]?.array?.first?["attendeeCount"] == 1)
        #expect(try send(it, ChangeEvent.type, ["eventId": "summit", "title": "Kampala Tech Days"], as: bob).json["title"]
            == "Kampala Tech Days")
        #expect(try it.shard.published(EventUpdated.self).map(\.notifyHolders) == [true, false])
        #expect(try it.shard.published(EventUpdated.self).map(\.changed) == [["venue"], ["title"]])
        let history = try it.shard.ask(EventHistory.self, ["eventId": "summit"], as: bob).json["data"]?.array
        #expect(history?.first?["changes"]?.array?.first == ["field": "title", "before": "Kampala Tech Summit",
                                                             "after": "Kampala Tech Days"])
        #expect(try it.browse(["search": "days"]) == ["summit"])
    }

    @Test("Capacity never falls below what is sold and held; types with sales stay")
    func capacity() throws {
        let it = try CatalogFixture()
        try it.claim("c", [(CatalogFixture.regular, 2)])
        try it.confirm("c")
        let low = try send(it, ChangeTicketType.type, ["eventId": "summit", "ticketTypeId": "regular", "quantity": 1], as: bob)
        #expect(low.json["slug"] == "capacity-below-sold" && low.json["members"]?["minimum"] == 2)
        #expect(try send(it, ChangeTicketType.type, ["eventId": "summit", "ticketTypeId": "regular", "quantity": 2], as: bob)
            .json["available"] == 0)
        #expect(try it.shard.send(RemoveTicketType(eventId: "summit", ticketTypeId: "regular"), as: bob)?.json["slug"]
            == "ticket-type-has-sales")
        #expect(try it.shard.send(RemoveTicketType(eventId: "summit", ticketTypeId: "vip"), as: bob)?.status == 204)
        #expect(try it.details()["priceRange"]?["max"]?["amount"] == 50_000)
        let twice = try send(it, AddTicketType.type,
            ["eventId": "summit", "name": "REGULAR", "price": ["amount": 1, "currency": "UGX"], "quantity": 1],
            as: bob)
        #expect(twice.status == 422 && twice.json["errors"]?["name"] != nil)
        #expect(
            try send(it, AddTicketType.type,
                     ["eventId": "summit", "name": "Late", "price": ["amount": 1, "currency": "UGX"], "quantity": 1],
            as: bob).status == 201)
    }

    @Test("Two types may swap names")
    func swap() throws {
        let it = try CatalogFixture()
        let reply = try send(it, ChangeEvent.type,
            ["eventId": "summit", "ticketTypes": [["id": "regular", "name": "VIP"], ["id": "vip", "name": "Regular"]]],
            as: bob)
        #expect(reply.status == 200)
        #expect(try it.details()["ticketTypes"]?.array?.compactMap { $0["name"]?.string } == ["VIP", "Regular"])
    }

    @Test("A stale version is refused, a dry run writes nothing")
    func versions() throws {
        let it = try CatalogFixture()
        let body = "{\"eventId\":\"summit\",\"title\":\"New name\"}"
        func patch(_ version: String) throws -> Reply? {
            let edit = try JSON.decode(ChangeEvent.self, from: Array(body.utf8))
            return try it.shard.send(edit, as: bob, attributes: ["if-match": version])
        }
        #expect(try patch("\"7\"")?.json["slug"] == "stale-version")
        #expect(try send(it, ChangeEvent.type, ["eventId": "summit", "title": "Dry", "dryRun": true], as: bob).json["title"] == "Dry")
        #expect(try it.details()["title"] == "Kampala Tech Summit")
        #expect(try patch("\"1\"")?.status == 200)
    }

    @Test("Deleting what has tickets sold takes two steps, and a sale in between voids the token")
    func deletion() throws {
        let it = try CatalogFixture()
        let (id, type) = try published(it)
        try it.claim("c", [(type, 2)], event: id)
        try it.confirm("c")
        let first = try #require(try it.shard.send(DeleteEvent(eventId: id), as: bob))
        #expect(first.json["slug"] == "confirmation-required" && first.json["members"]?["attendeeCount"] == 1)
        #expect(first.json["detail"] == "This will permanently delete 'Garden Concert' and affect 1 attendee(s) with active tickets.")
        #expect(first.json["members"]?["refundTotal"]?["amount"] == 40_000)
        let token = first.json["members"]?["confirmationToken"]?.string
        try it.claim("d", [(type, 1)], event: id, user: "jane")
        try it.confirm("d")
        #expect(try it.shard.send(DeleteEvent(eventId: id, confirmationToken: token), as: bob)?.status == 409)
        let check = try it.shard.ask(DeletionCheck.self, ["eventId": .string(id.rawValue)], as: bob).json
        #expect(check["allowed"] == true && check["ticketCount"] == 3 && check["status"] == "published")
        let fresh = check["confirmationToken"]?.string
        let done = try #require(try it.shard.send(DeleteEvent(eventId: id, confirmationToken: fresh), as: bob))
        #expect(done.json["status"] == "cancelled" && done.json["deletedAt"] != nil)
        #expect(try it.shard.published(EventCancelled.self).map(\.attendeeCount) == [2])
        #expect(done.json["cancellation"] == ["state": "running", "attendees": 2, "tickets": 3,
                                              "refundTotal": ["amount": 60_000, "currency": "UGX"]])
        #expect(try it.shard.send(DeleteEvent(eventId: id), as: bob)?.json == done.json)
        #expect(try it.shard.ask(EventDetails.self, ["eventId": .string(id.rawValue)]).status == 404)
        #expect(try it.shard.send(RestoreEvent(eventId: id), as: bob)?.json["slug"] == "event-not-restorable")
    }

    @Test("What was called off with tickets and deleted later comes back as cancelled")
    func deletedAfterCancellation() throws {
        let it = try CatalogFixture()
        let (id, type) = try published(it)
        try it.claim("c", [(type, 2)], event: id)
        try it.confirm("c")
        func cancel(_ token: String?) throws -> Reply? {
            try it.shard.send(CancelEvent(eventId: id, reason: "The venue was flooded.", confirmationToken: token), as: bob)
        }
        let token = try cancel(nil)?.json["members"]?["confirmationToken"]?.string
        func purchases() throws -> JSONValue? { try it.shard.ask(MyInterests.self, as: .user("john")).json["interactions"]?["purchases"] }
        #expect(try purchases() == 1)
        let cancelled = try cancel(token)
        #expect(cancelled?.status == 200 && cancelled?.json["permissions"]?["editWarning"] == .null)
        // Its tickets ended, so nobody holds one, and nobody bought.
        #expect(cancelled?.json["stats"] == ["ticketsSold": 0, "attendeeCount": 0, "revenue": ["amount": 0, "currency": "UGX"]])
        let shown = cancelled?.json["ticketTypes"]?.array?.first
        #expect(shown?["sold"] == 0 && shown?["available"] == shown?["quantity"])
        let check = try it.shard.ask(DeletionCheck.self, ["eventId": .string(id.rawValue)], as: bob).json
        #expect(check["ticketCount"] == 0 && check["attendeeCount"] == 0)
        #expect(try purchases() == 0)
        #expect(try it.shard.send(DeleteEvent(eventId: id), as: bob)?.status == 200)
        let back = try it.shard.send(RestoreEvent(eventId: id), as: bob)
        #expect(back?.status == 200 && back?.json["status"] == "cancelled")
    }

    @Test("A start is at most two years ahead, to the day")
    func farStart() throws {
        let it = try CatalogFixture()
        func create(_ start: Timestamp) throws -> Reply {
            try send(it, CreateEvent.type, ["title": "Far away", "startDate": .string(start.description)], as: bob)
        }
        let today = CalendarDate(daysSinceEpoch: Int(it.shard.now.secondsSinceEpoch / 86_400))
        let last = try #require(CalendarDate(year: today.year + 2, month: today.month, day: today.day))
        let days = last.daysSinceEpoch - today.daysSinceEpoch
        #expect(try create(it.shard.now + .days(days)).status == 201)
        #expect(try create(it.shard.now + .days(days) + .seconds(1)).json["errors"]?["startDate"] != nil)
    }

    @Test("A token is over after ten minutes")
    func tokenExpires() throws {
        let it = try CatalogFixture()
        let (id, type) = try published(it)
        try it.claim("c", [(type, 2)], event: id)
        try it.confirm("c")
        let token = try it.shard.send(DeleteEvent(eventId: id), as: bob)?.json["members"]?["confirmationToken"]?.string
        try it.shard.advance(by: .minutes(10))
        #expect(try it.shard.send(DeleteEvent(eventId: id, confirmationToken: token), as: bob)?.status == 409)
    }

    @Test("An event without sales is deleted at once, its holds go back, and it can be restored")
    func restore() throws {
        let it = try CatalogFixture()
        let (id, type) = try published(it)
        try it.claim("c", [(type, 2)], event: id)
        let deleted = try it.shard.send(DeleteEvent(eventId: id), as: bob)?.json
        #expect(deleted?["status"] == "cancelled" && deleted?["cancellation"] == nil)
        #expect(try it.shard.published(ClaimReleased.self).map(\.claimId) == ["c"])
        try it.confirm("c")
        #expect(try it.shard.published(ClaimConfirmRefused.self).map(\.slug) == ["event-cancelled"])
        let archive = try it.shard.ask(OrganizerEvents.self, ["status": "archived"], as: bob).json["data"]?.array
        #expect(archive?.first?["id"]?.string == id.rawValue)
        #expect(try it.shard.send(RestoreEvent(eventId: id), as: bob)?.json["status"] == "published")
        #expect(try it.shard.published(EventRestored.self).count == 1)
        #expect(try it.shard.timers().contains("event-start:\(id)"))
    }

    @Test("Other services hear that a past or cancelled event was deleted; nothing of it is cancelled again")
    func deletedAfterwards() throws {
        let it = try CatalogFixture()
        try it.add("over", title: "Over", start: it.shard.now - .hours(5))
        #expect(try it.shard.send(DeleteEvent(eventId: "over"), as: bob)?.json["status"] == "completed")
        let over = try #require(try it.shard.published(EventCancelled.self).last)
        #expect(over.deleted && over.event.status == "completed" && over.attendeeCount == 0)
        try it.shard.send(CancelEvent(eventId: "summit", reason: "Storm"), as: bob)
        let called = try #require(try it.shard.published(EventCancelled.self).last)
        #expect(try it.shard.send(DeleteEvent(eventId: "summit"), as: bob)?.json["status"] == "cancelled")
        let gone = try #require(try it.shard.published(EventCancelled.self).last)
        #expect(!called.deleted && gone.deleted && gone.event.status == "cancelled" && gone.event.version > called.event.version)
        #expect(try it.shard.send(RestoreEvent(eventId: "summit"), as: bob)?.json["status"] == "cancelled")
        let back = try #require(try it.shard.published(EventCancelled.self).last)
        #expect(!back.deleted && back.reason == "Storm" && back.event.version > gone.event.version)
        #expect(try it.shard.published(EventRestored.self).isEmpty)
    }

    @Test("A deleted event can be neither cancelled nor published, whatever it was")
    func deletedIsNeither() throws {
        let it = try CatalogFixture()
        let draft = EventID(try #require(try send(it, CreateEvent.type, complete, as: bob).json["id"]?.string))
        try it.add("over", title: "Over", start: it.shard.now - .hours(5))
        for id in [CatalogFixture.summit, "over", draft] {
            #expect(try it.shard.send(DeleteEvent(eventId: id), as: bob)?.status == 200)
            let refused = try it.shard.send(CancelEvent(eventId: id, reason: "Storm"), as: bob)
            #expect(refused?.status == 409 && refused?.json["slug"] == "event-not-cancellable")
            let slug = try it.shard.send(PublishEvent(eventId: id), as: bob)?.json["slug"]
            #expect(slug == (id == draft ? "event-deleted" : "event-not-draft"))
        }
    }

    @Test("What was deleted comes back for thirty days, the last second included", arguments: [(999, 200), (1000, 409)])
    func lastSecond(late milliseconds: Int, status: Int) throws {
        let it = try CatalogFixture()
        let (id, _) = try published(it)
        try it.shard.send(DeleteEvent(eventId: id), as: bob)
        it.shard.now = it.shard.now.wholeSeconds + .days(30) + .milliseconds(milliseconds)
        #expect(try it.shard.send(RestoreEvent(eventId: id), as: bob)?.status == status)
    }

    @Test("A deleted draft is purged after thirty days, and comes back until their last second ends")
    func purge() throws {
        let it = try CatalogFixture()
        let id = EventID(try #require(try send(it, CreateEvent.type, complete, as: bob).json["id"]?.string))
        try it.shard.send(DeleteEvent(eventId: id), as: bob)
        #expect(try it.shard.ask(EventDetails.self, ["eventId": .string(id.rawValue)], as: bob).status == 200)
        try it.shard.advance(by: .days(30) + .milliseconds(999))
        #expect(try it.shard.send(RestoreEvent(eventId: id), as: bob)?.status == 200)
        try it.shard.send(DeleteEvent(eventId: id), as: bob)
        try it.shard.advance(by: .days(30))
        #expect(try it.shard.ask(EventDetails.self, ["eventId": .string(id.rawValue)], as: bob).status == 200)
        try it.shard.advance(by: .milliseconds(1))
        #expect(try it.shard.ask(EventDetails.self, ["eventId": .string(id.rawValue)], as: bob).status == 404)
        #expect(try it.shard.deadLetters().isEmpty)
    }

    @Test("A running event cannot be deleted; a moderator may call it off")
    func running() throws {
        let it = try CatalogFixture()
        try it.shard.advance(by: .days(5) + .hours(1))
        let blocked = try it.shard.send(DeleteEvent(eventId: "summit"), as: bob)?.json
        #expect(blocked?["slug"] == "event-not-deletable" && blocked?["members"]?["currentStatus"] == "ongoing")
        #expect(try it.shard.send(CancelEvent(eventId: "summit", reason: "Storm"), as: bob)?.json["slug"] == "event-not-cancellable")
        let moderator = Principal.user("mod", roles: ["moderator"])
        #expect(try it.shard.send(CancelEvent(eventId: "summit", reason: "Storm"), as: moderator)?.json["status"] == "cancelled")
        #expect(try it.shard.send(CancelEvent(eventId: "summit", reason: "Storm"), as: .user("john"))?.json["slug"] == "not-event-owner")
    }

    @Test("Moving a past event into the future puts it on sale again")
    func moved() throws {
        let it = try CatalogFixture()
        try it.shard.advance(by: .days(6))
        #expect(try it.details()["status"] == "completed")
        let refused = try send(it, ChangeEvent.type, ["eventId": "summit", "startDate": "2026-11-20T06:00:00Z"], as: bob)
        #expect(refused.json["errors"]?["startDate"] == ["must be in the future"])
        let moved = try send(it, ChangeEvent.type,
                             ["eventId": "summit", "startDate": "2026-12-20T06:00:00Z", "endDate": "2026-12-20T14:00:00Z"], as: bob)
        #expect(moved.json["status"] == "published" && moved.json["isTicketSalesOpen"] == true)
        #expect(try it.shard.timers().contains("event-start:summit"))
    }

    @Test("A copy has no dates and no sales, and ticket types of its own")
    func duplicate() throws {
        let it = try CatalogFixture()
        let copy = try #require(try it.shard.send(DuplicateEvent(eventId: "summit"), as: bob))
        #expect(copy.status == 201 && copy.json["status"] == "draft" && copy.json["startDate"] == .null
            && copy.json["title"] == "Kampala Tech Summit")
        #expect(copy.json["ticketTypes"]?.array?.count == 2 && copy.json["ticketTypes"]?.array?.first?["id"] != "regular")
    }

    @Test("Only the owner copies an event; to others a public event is somebody else's and a draft is not there")
    func duplicateOfOthers() throws {
        let it = try CatalogFixture()
        let draft = EventID(try #require(try send(it, CreateEvent.type, ["title": "Test"], as: bob).json["id"]?.string))
        for stranger in [Principal.user("john"), Principal.user("sarah", roles: ["organizer"])] {
            let refused = try it.shard.send(DuplicateEvent(eventId: "summit"), as: stranger)
            #expect(refused?.status == 403 && refused?.json["slug"] == "not-event-owner")
            #expect(try it.shard.send(DuplicateEvent(eventId: draft), as: stranger)?.status == 404)
        }
        let former = try it.shard.send(DuplicateEvent(eventId: "summit"), as: .user("bob", roles: ["attendee"]))
        #expect(former?.status == 403 && former?.json["slug"] == "role-required")
    }

    @Test("Edits of a public event wait until they are applied")
    func drafts() throws {
        let it = try CatalogFixture()
        #expect(try send(it, SaveEventDraft.type, ["eventId": "summit", "title": "Later"], as: bob).status == 200)
        #expect(try it.shard.ask(EventDraft.self, ["eventId": "summit"], as: bob).json["edit"] == ["title": "Later"])
        #expect(try it.details()["title"] == "Kampala Tech Summit")
        let stale = try it.shard.send(ApplyEventDraft(eventId: "summit"), as: bob, attributes: ["if-match": "\"7\""])
        #expect(stale?.status == 412 && stale?.json["slug"] == "stale-version")
        let applied = try it.shard.send(ApplyEventDraft(eventId: "summit"), as: bob, attributes: ["if-match": "\"1\""])
        #expect(applied?.json["title"] == "Later")
        #expect(try it.shard.ask(EventDraft.self, ["eventId": "summit"], as: bob).status == 404)
        let draft = try send(it, CreateEvent.type, ["title": "Test"], as: bob).json["id"] ?? .null
        #expect(try send(it, SaveEventDraft.type, ["eventId": draft, "title": "Later"], as: bob).json["slug"] == "event-is-draft")
    }

    @Test("Publishing warns of one's own events at the same time or close by")
    func conflicts() throws {
        let it = try CatalogFixture()
        let body = merged(complete, ["startDate": "2026-11-26T14:30:00Z", "endDate": "2026-11-26T16:00:00Z"])
        let id = EventID(try #require(try send(it, CreateEvent.type, body, as: bob).json["id"]?.string))
        let warnings = try it.shard.send(PublishEvent(eventId: id), as: bob)?.json["warnings"]?.array
        #expect(warnings?.first?["code"] == "calendar-conflict" && warnings?.first?["kind"] == "adjacent"
            && warnings?.first?["gapMinutes"] == 30)
        // The first is a draft for the second, and counts only from its own publication on.
        let later = merged(complete, ["title": "Another", "startDate": "2026-11-28T06:00:00Z", "endDate": "2026-11-28T08:00:00Z"])
        let drafts = try (0..<2).map { _ in EventID(try #require(try send(it, CreateEvent.type, later, as: bob).json["id"]?.string)) }
        #expect(try it.shard.send(PublishEvent(eventId: drafts[0]), as: bob)?.json["warnings"]?.array?.isEmpty != false)
        let kinds = try it.shard.send(PublishEvent(eventId: drafts[1]), as: bob)?.json["warnings"]?.array?.map { $0["kind"]?.string }
        #expect(kinds == ["exact"])
    }
}
