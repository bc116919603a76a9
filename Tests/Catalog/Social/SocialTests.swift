import CatalogDiscovery
import CatalogEvents
import CatalogFriends
import CatalogKit
import CatalogModeration
import CatalogService
import CatalogSocial
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("Organizers, ratings, reports")
struct SocialTests {
    let john = Principal.user("john")

    @Test("Following is idempotent, counts once, and is told once")
    func follow() throws {
        let it = try CatalogFixture()
        for _ in 0..<2 {
            #expect(try it.shard.send(FollowOrganizer(organizerId: "bob"), as: john)?.json == ["following": true, "followerCount": 1])
        }
        #expect(try it.shard.published(OrganizerFollowed.self).count == 1)
        #expect(try it.shard.ask(FollowedOrganizers.self, as: john).json["data"]?.array?.first?["id"] == "bob")
        #expect(try it.details(as: john)["organizer"]?["following"] == true)
        #expect(try it.shard.send(FollowOrganizer(organizerId: "john"), as: .user("bob"))?.status == 404)
        #expect(try it.shard.send(FollowOrganizer(organizerId: "bob"), as: .user("bob"))?.status == 422)
        #expect(try it.shard.send(FollowOrganizer(organizerId: "john"), as: john)?.status == 422)
        #expect(try it.shard.send(UnfollowOrganizer(organizerId: "bob"), as: john)?.json == ["following": false, "followerCount": 0])
        // A followed person who lost the organizer's role is not listed any more, and can be unfollowed.
        try it.shard.send(FollowOrganizer(organizerId: "bob"), as: john)
        try it.shard.receive(UserUpdated(userId: "bob", name: "Bob", roles: ["attendee"]))
        #expect(try it.shard.ask(FollowedOrganizers.self, as: john).json["meta"]?["total"] == 0)
        #expect(try it.shard.send(UnfollowOrganizer(organizerId: "bob"), as: john)?.status == 200)
        #expect(try it.shard.send(UnfollowOrganizer(organizerId: "bob"), as: john)?.status == 404)
    }

    @Test("Interests name the organizers that the list of those followed has: nobody without the role or an account")
    func followedInInterests() throws {
        let it = try CatalogFixture()
        func named() throws -> JSONValue? { try it.shard.ask(MyInterests.self, as: john).json["followedOrganizerIds"] }
        try it.shard.send(FollowOrganizer(organizerId: "bob"), as: john)
        #expect(try named() == ["bob"])
        try it.shard.receive(RolesChanged(userId: "bob", roles: ["attendee"]))
        #expect(try named() == [])
        try it.shard.receive(RolesChanged(userId: "bob", roles: ["attendee", "organizer"]))
        #expect(try named() == ["bob"])
        try it.shard.receive(UserErased(userId: "bob"))
        #expect(try named() == [])
    }

    @Test("Organizers are found by name, with what comes next")
    func organizers() throws {
        let it = try CatalogFixture()
        #expect(try it.shard.ask(FindOrganizers.self, ["search": "BOB"]).json["data"]?.array?.count == 1)
        #expect(try it.shard.ask(FindOrganizers.self, ["search": "john"]).json["data"] == [])
        let bob = try it.shard.ask(OrganizerDetails.self, ["organizerId": "bob"]).json
        #expect(bob["name"] == "Bob Events" && bob["verified"] == true && bob["eventCount"] == 1
            && bob["rating"] == ["average": .null, "count": 0])
        #expect(bob["upcomingEvents"]?.array?.first?["id"] == "summit")
        #expect(try it.shard.ask(OrganizerDetails.self, ["organizerId": "john"]).status == 404)
    }

    @Test("Organizers are found by names with apostrophes, typed with them or without; signs alone find nobody")
    func apostrophes() throws {
        let it = try CatalogFixture()
        try it.shard.receive(OrganizerUpdated(userId: "bob", isSuspended: false, isVerified: true, name: "O'Brien’s Nights"))
        func found(_ search: String) throws -> Int? {
            try it.shard.ask(FindOrganizers.self, ["search": .string(search)]).json["meta"]?["total"]?.int
        }
        for search in ["O'Brien", "O’BRIEN'S", "obriens nights", "nights"] { #expect(try found(search) == 1, "\(search)") }
        #expect(try found("!?") == 0)
        let own = try it.shard.ask(OrganizerEvents.self, ["search": "!?"], as: .user("bob", roles: ["attendee", "organizer"]))
        #expect(own.json["meta"]?["total"] == 0)
    }

    @Test("A like of a deleted event counts for nothing, until the event comes back")
    func likeOfDeleted() throws {
        let it = try CatalogFixture()
        let bob = Principal.user("bob", roles: ["attendee", "organizer"])
        func likes() throws -> JSONValue? { try it.shard.ask(MyInterests.self, as: john).json["interactions"]?["likes"] }
        try it.shard.send(MarkFavorite(eventId: "summit"), as: john)
        #expect(try likes() == 1)
        try it.shard.send(DeleteEvent(eventId: "summit"), as: bob)
        #expect(try likes() == 0 && it.shard.ask(MyInterests.self, as: john).json["isNewUser"] == true)
        try it.shard.send(RestoreEvent(eventId: "summit"), as: bob)
        #expect(try likes() == 1)
    }

    @Test("Somebody approved as an organizer is found among them, with events that are verified; and no more when that is taken back")
    func approved() throws {
        let it = try CatalogFixture()
        func isVerified() throws -> JSONValue? { try it.shard.ask(EventDetails.self, ["eventId": "summit"]).json["organizer"]?["verified"] }
        func found() throws -> [JSONValue?] { try it.shard.ask(FindOrganizers.self).json["data"]?.array?.map { $0["id"] } ?? [] }
        #expect(try found() == ["bob"])
        try it.shard.receive(RolesChanged(userId: CatalogFixture.bob, roles: ["attendee"]))
        #expect(try isVerified() == false)
        #expect(try found().isEmpty)
        for user in [CatalogFixture.bob, CatalogFixture.john] {
            try it.shard.receive(RolesChanged(userId: user, roles: ["attendee", "organizer"]))
        }
        #expect(try isVerified() == true)
        #expect(try found() == ["bob", "john"])
    }

    @Test("Only people with a ticket rate, from the start on; again replaces")
    func ratings() throws {
        let it = try CatalogFixture()
        try it.claim("c", [(CatalogFixture.regular, 1)])
        try it.confirm("c")
        #expect(try it.shard.send(RateEvent(eventId: "summit", stars: 4), as: john)?.json["slug"] == "event-not-started")
        #expect(try it.shard.send(RateEvent(eventId: "summit", stars: 4), as: .user("jane"))?.json["slug"] == "not-an-attendee")
        #expect(try it.shard.send(RateEvent(eventId: "summit", stars: 4), as: .user("bob"))?.json["slug"] == "own-event")
        try it.shard.advance(by: .days(5))
        #expect(try it.shard.send(RateEvent(eventId: "summit", stars: 4), as: .user("jane"))?.json["slug"] == "not-an-attendee")
        #expect(try it.shard.send(RateEvent(eventId: "summit", stars: 6), as: john)?.status == 422)
        #expect(try it.shard.send(RateEvent(eventId: "summit", stars: 4, review: "Good"), as: john)?.status == 201)
        #expect(try it.shard.send(RateEvent(eventId: "summit", stars: 5), as: john)?.status == 200)
        let list = try it.shard.ask(EventRatings.self, ["eventId": "summit"], as: john).json
        #expect(list["meta"]?["summary"] == ["average": 5, "count": 1, "distribution": ["1": 0, "2": 0, "3": 0, "4": 0, "5": 1]])
        #expect(list["meta"]?["mine"]?["stars"] == 5 && list["data"]?.array?.first?["userName"] == "John Okello"
            && list["data"]?.array?.first?["review"] == .null)
        #expect(try it.details()["rating"] == ["average": 5, "count": 1])
        #expect(try it.shard.send(WithdrawRating(eventId: "summit"), as: john)?.status == 204)
        #expect(try it.details()["rating"] == ["average": .null, "count": 0])
    }

    @Test("Ratings and friends show people by their own names, not by those of their organizations")
    func ownNames() throws {
        let it = try CatalogFixture()
        try it.claim("c", [(CatalogFixture.regular, 1)])
        try it.confirm("c")
        try it.shard.advance(by: .days(5))
        try it.shard.send(RateEvent(eventId: "summit", stars: 4), as: john)
        let invitation = try it.shard.send(InviteFriend(), as: john)?.json["token"]?.string
        try it.shard.send(AcceptFriend(token: try #require(invitation)), as: .user("bob"))
        func names() throws -> [JSONValue?] {
            let ratings = try it.shard.ask(EventRatings.self, ["eventId": "summit"]).json["data"]?.array
            let friends = try it.shard.ask(FriendsOfUser.self, as: .user("bob")).json["data"]?.array
            return [ratings?.first?["userName"], friends?.first?["name"]]
        }
        try it.shard.receive(OrganizerUpdated(userId: "john", isSuspended: false, isVerified: true, name: "Okello Shows"))
        #expect(try names() == ["John Okello", "John Okello"])
        try it.shard.receive(UserUpdated(userId: "john", name: "John K. Okello", roles: ["attendee", "organizer"]))
        #expect(try names() == ["John K. Okello", "John K. Okello"])
        try it.shard.receive(UserErased(userId: "john"))
        #expect(try names() == ["", nil])
    }

    @Test("Nothing is taken back of an event that is deleted, or of somebody else's draft: neither is there")
    func withdrawnWhereNothingIs() throws {
        let it = try CatalogFixture()
        try it.shard.receive(CatalogFixture.event("draft", title: "Draft", status: "draft", types: []))
        func withdraw(_ event: EventID, _ user: String) throws -> Int? {
            try it.shard.send(WithdrawRating(eventId: event), as: .user(user, roles: ["attendee", "organizer"]))?.status
        }
        #expect(try withdraw("draft", "john") == 404 && withdraw("draft", "bob") == 204)
        try it.claim("c", [(CatalogFixture.regular, 1)])
        try it.confirm("c")
        try it.shard.advance(by: .days(6))
        #expect(try it.shard.send(RateEvent(eventId: "summit", stars: 4), as: john)?.status == 201)
        #expect(try it.shard.send(DeleteEvent(eventId: "summit"), as: .user("bob", roles: ["attendee", "organizer"]))?.status == 200)
        #expect(try withdraw("summit", "john") == 404 && withdraw("summit", "bob") == 404)
    }

    @Test("Nobody rates a cancelled event, with or without a ticket of it")
    func cancelledRating() throws {
        let it = try CatalogFixture()
        let moderator = Principal.user("mod", roles: ["moderator"])
        #expect(try it.shard.send(CancelEvent(eventId: "summit", reason: "Storm"), as: moderator)?.status == 200)
        #expect(try it.shard.send(RateEvent(eventId: "summit", stars: 4), as: .user("jane"))?.json["slug"] == "event-cancelled")
    }

    @Test("A rating says whether its author was let in at the door, whichever came first (12.F37)")
    func attended() throws {
        let it = try CatalogFixture()
        for (claim, buyer) in [("c", "john"), ("d", "jane")] {
            try it.claim(claim, [(CatalogFixture.regular, 1)], user: User.ID(buyer))
            try it.confirm(claim)
        }
        try it.shard.advance(by: .days(5))
        func checkIn(_ user: User.ID) throws {
            try it.shard.receive(TicketCheckedIn(checkInId: "in-\(user)", ticketId: "t", eventId: "summit", organizerId: "bob",
                                                 holderId: user, title: "Summit", at: it.shard.now))
        }
        #expect(try it.shard.send(RateEvent(eventId: "summit", stars: 4), as: john)?.json["attended"] == false)
        try checkIn("john")
        try checkIn("jane")
        #expect(try it.shard.send(RateEvent(eventId: "summit", stars: 5), as: .user("jane"))?.json["attended"] == true)
        let list = try it.shard.ask(EventRatings.self, ["eventId": "summit"], as: john).json
        #expect(list["data"]?.array?.map { $0["attended"] } == [true, true])
        #expect(try it.shard.send(RateEvent(eventId: "summit", stars: 3), as: john)?.json["attended"] == true)
        try it.shard.receive(UserErased(userId: "john"))
        #expect(try it.shard.count(of: "attendance") == 1)
    }

    @Test("Averages have one decimal, rounded half up")
    func averages() {
        #expect(Stars.average(sum: 24, count: 5) == 4.8)
        #expect(Stars.average(sum: 17, count: 4) == 4.3)
        #expect(Stars.average(sum: 13, count: 3) == 4.3)
        #expect(Stars.average(sum: 0, count: 0) == nil)
    }

    @Test("One open report per person and target")
    func reports() throws {
        let it = try CatalogFixture()
        let report = FileReport(targetType: "event", targetId: "summit", reason: "spam")
        let first = try it.shard.send(report, as: john)
        #expect(first?.status == 201)
        #expect(try it.shard.send(report, as: john)?.json["slug"] == "already-reported")
        #expect(try it.shard.send(report, as: .user("jane"))?.status == 201)
        #expect(try it.shard.send(FileReport(targetType: "event", targetId: "nowhere", reason: "spam"), as: john)?.status == 404)
        #expect(try it.shard.published(ReportFiled.self).count == 2)
    }

    @Test("Similar events are of the category first, then of the city; a share says what, when and where")
    func around() throws {
        let it = try CatalogFixture()
        try it.add("town", title: "Food Day", category: "food")
        try it.add("code", title: "Code Day", category: "technology", start: CatalogFixture.start + .days(9),
                   venue: Venue(name: "Hub", address: nil, city: "Gulu", latitude: 2.7, longitude: 32.3))
        let similar = try it.shard.ask(SimilarEvents.self, ["eventId": "summit"]).json["data"]?.array?.compactMap { $0["id"]?.string }
        #expect(similar == ["code", "town"])
        let share = try it.shard.ask(ShareEvent.self, ["eventId": "summit"]).json
        #expect(share["text"] == "Kampala Tech Summit, Thu 26 Nov 2026, 09:00, Kampala Serena Hotel, Kampala")
        #expect(share["url"] == "https://eventpass.ug/events/summit" && share["imageUrl"] == .null)
    }
}
