import CatalogDiscovery
import CatalogEvents
import CatalogService
import CatalogSocial
import Contracts
import Kernel
import Messaging
import ServiceKit
import TestKit
import Testing

@Suite("What the catalog counts for others")
struct CountTests {
    private let john = Principal.user("john")
    private let bob = Principal.user("bob", roles: ["attendee", "organizer"])

    private func views(_ it: CatalogFixture) throws -> [EventViewed] { try it.shard.published(EventViewed.self) }
    private func look(_ it: CatalogFixture, _ times: Int = 1, at: Timestamp? = nil, as user: Principal? = nil) throws {
        let items = (0..<times).map { _ in NoteInteractions.Item(eventId: CatalogFixture.summit, type: "view", at: at) }
        #expect(try it.shard.send(NoteInteractions(items: items), as: user)?.status == 204)
    }

    @Test("Every look of a guest counts, a person's once in half an hour, the owner's never; without suggestions one counts like a guest")
    func looks() throws {
        let it = try CatalogFixture()
        try look(it, 3)
        #expect(try views(it).map(\.userId) == [nil, nil, nil])
        try it.shard.markSeen()
        try look(it, 2, as: john)
        it.shard.now = it.shard.now + .minutes(30)
        try look(it, as: john)
        #expect(try views(it).map(\.first) == [true, false] && views(it).map(\.userId) == ["john", "john"])
        try it.shard.markSeen()
        try look(it, as: bob)
        #expect(try views(it).isEmpty)
        try it.shard.receive(ImportInterests(userId: "jane", preferredCategories: [], city: nil))
        try it.shard.send(raw: #"{"personalization": false}"#, type: SetInterests.type, as: .user("jane"))
        try look(it, 2, as: .user("jane"))
        #expect(try views(it).map(\.userId) == [nil, nil] && views(it).map(\.first) == [false, false])
    }

    @Test("A look has its own time, neither before the event was published nor in the future")
    func times() throws {
        let it = try CatalogFixture()
        let published = CatalogFixture.start - .days(30), earlier = it.shard.now - .hours(2)
        for at in [earlier, .distantPast, it.shard.now + .days(9)] { try look(it, at: at) }
        #expect(try views(it).map(\.at) == [earlier, published, it.shard.now])
    }

    @Test("Favorites, ratings and followers are told as they are after each change, imports and erasures included")
    func counts() throws {
        let it = try CatalogFixture()
        func favorites() throws -> Int? { try it.shard.published(EventFavorited.self).last?.favorites }
        func followers() throws -> Int? { try it.shard.published(FollowerCountChanged.self).last?.followers }
        try it.shard.send(MarkFavorite(eventId: CatalogFixture.summit), as: john)
        try it.shard.receive(ImportFavorite(userId: "jane", eventId: CatalogFixture.summit))
        try it.shard.send(FollowOrganizer(organizerId: "bob"), as: john)
        try it.shard.receive(ImportFollow(userId: "jane", organizerId: "bob"))
        #expect(try favorites() == 2 && followers() == 2)
        try it.shard.receive(UserErased(userId: "john"))
        #expect(try it.shard.published(EventCountsChanged.self).last?.favorites == 1 && followers() == 1)
        try it.shard.send(UnmarkFavorite(eventId: CatalogFixture.summit), as: .user("jane"))
        try it.shard.send(UnfollowOrganizer(organizerId: "bob"), as: .user("jane"))
        #expect(try favorites() == 0 && followers() == 0)
        try it.shard.receive(ImportRating(eventId: CatalogFixture.summit, userId: "jane", stars: 4, attended: true, at: it.shard.now))
        let rated = try it.shard.published(EventCountsChanged.self).last
        #expect(rated?.ratings == 1 && rated?.stars == 4)
        try it.shard.send(raw: #"{"eventId": "summit"}"#, type: WithdrawRating.type, as: .user("jane"))
        #expect(try it.shard.published(EventCountsChanged.self).last?.ratings == 0)
    }

    @Test("Who follows or likes by import is told once, as by hand, so that news of the organizer and the event reach them")
    func imported() throws {
        let it = try CatalogFixture()
        for _ in 0..<2 {
            try it.shard.receive(ImportFollow(userId: "jane", organizerId: "bob"))
            try it.shard.receive(ImportFavorite(userId: "jane", eventId: CatalogFixture.summit))
        }
        #expect(try it.shard.published(OrganizerFollowed.self)
            == [OrganizerFollowed(organizerId: "bob", userId: "jane", following: true)])
        #expect(try it.shard.published(EventFavorited.self)
            == [EventFavorited(eventId: CatalogFixture.summit, userId: "jane", favorite: true, favorites: 1)])
    }

    @Test("A draft is told with its places when it is made, changed, deleted and restored; then it is published")
    func drafts() throws {
        let it = try CatalogFixture()
        func last() throws -> DraftChanged? { try it.shard.published(DraftChanged.self).last }
        let made = try it.shard.send(raw: #"{"title": "Test"}"#, type: CreateEvent.type, as: bob)
        let id = EventID(try #require(made?.json["id"]?.string))
        #expect(try last() == DraftChanged(eventId: id, organizerId: "bob", title: "Test", ticketTypes: [], deleted: false))
        try it.shard.send(DeleteEvent(eventId: id), as: bob)
        #expect(try last()?.deleted == true && it.shard.published(EventCountsChanged.self).last?.deleted == true)
        try it.shard.send(RestoreEvent(eventId: id), as: bob)
        #expect(try last()?.deleted == false && it.shard.published(EventCountsChanged.self).last?.deleted == false)
        try it.shard.send(DuplicateEvent(eventId: CatalogFixture.summit), as: bob)
        #expect(try last()?.ticketTypes.map(\.quantity).sorted() == [50, 300])
    }
}
