import CatalogEvents
import CatalogModeration
import CatalogService
import CatalogSocial
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("Moderators decide about reports")
struct ModerationTests {
    private let moderator = Principal.user("mod", roles: ["attendee", "moderator"])
    private let john = Principal.user("john"), bob = Principal.user("bob", roles: ["organizer"])

    private func report(_ it: CatalogFixture, _ type: String, _ id: String, by user: String = "john") throws -> String {
        let reply = try #require(try it.shard.send(FileReport(targetType: type, targetId: id, reason: "spam", details: "Look at it"),
                                                   as: .user(user)))
        #expect(reply.status == 201)
        return try #require(reply.json["id"]?.string)
    }
    private func resolve(_ it: CatalogFixture, _ id: String, _ action: String, note: String = "We looked at it.",
                         as who: Principal? = nil) throws -> Reply {
        try #require(try it.shard.send(ResolveReport(reportId: id, action: action, note: note), as: who ?? moderator))
    }
    private func list(_ it: CatalogFixture, _ parameters: JSONValue = .object([:])) throws -> [String] {
        try it.shard.ask(ReportList.self, parameters, as: moderator).json["data"]?.array?.compactMap { $0["id"]?.string } ?? []
    }

    @Test("Targets with five open reporters come first, then the newest; only moderators see the list")
    func order() throws {
        let it = try CatalogFixture()
        try it.add("party", title: "Party")
        try it.add("market", title: "Market")
        var ids: [String] = []
        for n in 0..<5 {
            it.shard.now = it.shard.now + .seconds(1)
            ids.append(try report(it, "event", "summit", by: "user-\(n)"))
        }
        it.shard.now = it.shard.now + .seconds(1)
        let party = try report(it, "event", "party")
        it.shard.now = it.shard.now + .seconds(1)
        let market = try report(it, "event", "market")
        #expect(try list(it) == ids.reversed() + [market, party])
        let first = try it.shard.ask(ReportList.self, ["perPage": 1], as: moderator).json
        #expect(first["data"]?.array?.first?["openReporters"] == 5 && first["meta"]?["total"] == 7)
        #expect(first["data"]?.array?.first?["reporterId"] == "user-4" && first["data"]?.array?.first?["status"] == "open")
        _ = try resolve(it, ids[0], "dismiss")
        #expect(try list(it) == [market, party] + ids.dropFirst().reversed())
        #expect(try list(it, ["status": "resolved"]) == [ids[0]])
        #expect(try it.shard.ask(ReportList.self, ["status": "lost"], as: moderator).status == 422)
        #expect(try it.shard.ask(ReportList.self, as: john).status == 403 && it.shard.ask(ReportList.self).status == 401)
        #expect(try resolve(it, market, "dismiss", as: bob).status == 403)
    }

    @Test("A dismissal closes one report and tells nobody; resolved twice is a conflict")
    func dismissed() throws {
        let it = try CatalogFixture()
        let mine = try report(it, "event", "summit"), other = try report(it, "event", "summit", by: "jane")
        let reply = try resolve(it, mine, "dismiss", note: "  It is fine.  ")
        #expect(reply.status == 200 && reply.json["status"] == "resolved" && reply.json["openReporters"] == 1)
        #expect(reply.json["resolution"] == ["action": "dismiss", "note": "It is fine.", "by": "mod", "at": "2026-11-21T07:00:00Z"])
        #expect(try list(it) == [other] && it.shard.published(Notify.self).isEmpty)
        #expect(try resolve(it, mine, "dismiss").json["slug"] == "report-resolved")
        #expect(try resolve(it, "nothing", "dismiss").status == 404)
        let wrong = try resolve(it, other, "burn", note: "x")
        #expect(wrong.status == 422 && Set(wrong.json["errors"]?.object?.keys.map { $0 } ?? []) == ["action", "note"])
        #expect(try report(it, "event", "summit") != mine, "who reported once may report again")
    }

    @Test("Each action fits some targets only", arguments: [
        ("event", "summit", "remove-rating"), ("organizer", "bob", "cancel-event"), ("organizer", "bob", "remove-rating"),
    ])
    func pairs(_ type: String, _ id: String, _ action: String) throws {
        let it = try CatalogFixture()
        let reply = try resolve(it, try report(it, type, id), action)
        #expect(reply.status == 422 && reply.json["errors"]?["action"] != nil)
        #expect(try list(it).count == 1)
    }

    @Test("Cancelling an event closes every report on it; holders read who cancelled, the organizer the note, and no reporter")
    func cancelled() throws {
        let it = try CatalogFixture()
        let mine = try report(it, "event", "summit"), other = try report(it, "event", "summit", by: "jane")
        let reply = try resolve(it, mine, "cancel-event", note: "The venue does not exist.")
        #expect(reply.status == 200 && reply.json["resolution"]?["action"] == "cancel-event")
        #expect(try list(it).isEmpty && Set(list(it, ["status": "resolved"])) == [mine, other])
        #expect(try it.details()["status"] == "cancelled")
        #expect(try it.shard.published(EventCancelled.self).map(\.reason) == ["Cancelled by EventPassUG"])
        let told = try it.shard.published(Notify.self)
        #expect(told.count == 1 && told[0].kind == "event-moderated" && told[0].recipientId == "bob")
        #expect(told[0].facts["reason"] == "The venue does not exist." && told[0].facts["subject"] == "Kampala Tech Summit")
        let text = String(decoding: try JSON.encode(told[0]), as: UTF8.self)
        #expect(!text.contains("john") && !text.contains("jane") && !text.contains("Look at it"))
    }

    @Test("A moderator who cancels without a report tells the organizer why and reads no sales; an organizer's words go to the holders")
    func cancelledWithoutReport() throws {
        for (who, reason, notes) in [(moderator, "Cancelled by EventPassUG", ["The venue does not exist."]),
                                     (bob, "The venue does not exist.", [])] as [(Principal, String, [JSONValue?])] {
            let it = try CatalogFixture()
            let reply = try it.shard.send(CancelEvent(eventId: CatalogFixture.summit, reason: "The venue does not exist."), as: who)
            #expect(reply?.status == 200)
            let isOwner = who == bob
            for own in ["permissions", "stats", "wizard", "deletedAt"] { #expect((reply?.json.object?[own] != nil) == isOwner, "\(own)") }
            #expect(try it.shard.published(EventCancelled.self).map(\.reason) == [reason])
            let told = try it.shard.published(Notify.self).filter { $0.kind == "event-moderated" }
            #expect(told.map { $0.facts["reason"] } == notes && told.allSatisfy { $0.recipientId == "bob" })
        }
    }

    @Test("A moderator's cancellation that is sent again is not answered with the name of an erased organizer")
    func erasedOrganizer() throws {
        let it = try CatalogFixture()
        let cancel = CancelEvent(eventId: CatalogFixture.summit, reason: "The venue does not exist.")
        #expect(try it.shard.send(cancel, as: moderator, id: "cancel")?.json["organizer"]?["name"] != nil)
        try it.shard.receive(UserErased(userId: "bob"))
        // "Try again": the gateway sends it anew.
        #expect(try it.shard.send(cancel, as: moderator, id: "cancel")?.status == 503)
        #expect(try it.shard.send(cancel, as: moderator)?.json["slug"] == "event-not-cancellable")
    }

    @Test("An ongoing event can be cancelled; one that is over cannot, and its report stays open")
    func notCancellable() throws {
        let it = try CatalogFixture()
        try it.add("over", title: "Over", start: it.shard.now - .hours(5))
        try it.add("now", title: "Now", start: it.shard.now - .hours(1))
        let over = try report(it, "event", "over")
        let refused = try resolve(it, over, "cancel-event")
        #expect(refused.status == 409 && refused.json["slug"] == "event-not-cancellable"
            && refused.json["members"]?["currentStatus"] == "completed")
        #expect(try list(it) == [over])
        #expect(try resolve(it, try report(it, "event", "now"), "cancel-event").status == 200)
        #expect(try resolve(it, over, "suspend-organizer").status == 200)
    }

    @Test("Suspending goes to auth with the note, for an event as for its organizer")
    func suspended() throws {
        let it = try CatalogFixture()
        #expect(try resolve(it, try report(it, "organizer", "bob"), "suspend-organizer", note: "Fraud.").status == 200)
        #expect(try it.shard.published(SuspendOrganizer.self) == [.init(userId: "bob", reason: "Fraud.", by: "mod")])
        #expect(try it.shard.published(Notify.self).map(\.recipientId) == ["bob"])
        #expect(try resolve(it, try report(it, "event", "summit"), "suspend-organizer").status == 200)
        #expect(try it.shard.published(SuspendOrganizer.self).map(\.userId) == ["bob", "bob"])
        #expect(try it.shard.published(Notify.self).count == 2)
        try it.shard.receive(OrganizerUpdated(userId: "bob", isSuspended: true, isVerified: true))
        #expect(try resolve(it, try report(it, "organizer", "bob"), "suspend-organizer").status == 200)
        #expect(try it.shard.published(Notify.self).count == 2, "a suspended organizer hears it once")
    }

    @Test("What is reported names its event: the event itself, or the one a rating is of")
    func eventOfReport() throws {
        let it = try CatalogFixture()
        try it.shard.receive(ImportRating(eventId: CatalogFixture.summit, userId: "john", stars: 1, review: "Bad", attended: false,
                                          at: it.shard.now))
        let id = try #require(try it.shard.ask(EventRatings.self, ["eventId": "summit"]).json["data"]?.array?.first?["id"]?.string)
        _ = try report(it, "event", "summit")
        _ = try report(it, "rating", id, by: "jane")
        _ = try report(it, "organizer", "bob")
        #expect(try it.shard.published(ReportFiled.self).map(\.eventId) == ["summit", "summit", nil])
    }

    @Test("A removed rating counts no more; one that is gone already is fine")
    func rating() throws {
        let it = try CatalogFixture()
        try it.shard.receive(ImportRating(eventId: CatalogFixture.summit, userId: "john", stars: 1, review: "Bad", attended: false,
                                          at: it.shard.now))
        let id = try #require(try it.shard.ask(EventRatings.self, ["eventId": "summit"]).json["data"]?.array?.first?["id"]?.string)
        let first = try report(it, "rating", id, by: "jane")
        #expect(try resolve(it, first, "remove-rating").status == 200)
        #expect(try it.details()["rating"]?["count"] == 0 && it.shard.count(of: "rating") == 0)
        #expect(try it.shard.published(Notify.self).map(\.recipientId) == ["bob"])
        #expect(try it.shard.published(EventCancelled.self).isEmpty)
    }

    @Test("Somebody withdraws a rating before the moderator removes it: resolved all the same")
    func ratingGone() throws {
        let it = try CatalogFixture()
        try it.shard.receive(ImportRating(eventId: CatalogFixture.summit, userId: "john", stars: 1, review: "Bad", attended: false,
                                          at: it.shard.now))
        let id = try #require(try it.shard.ask(EventRatings.self, ["eventId": "summit"]).json["data"]?.array?.first?["id"]?.string)
        let open = try report(it, "rating", id, by: "jane")
        #expect(try it.shard.send(WithdrawRating(eventId: CatalogFixture.summit), as: john)?.status == 204)
        #expect(try resolve(it, open, "remove-rating").json["status"] == "resolved")
    }
}
