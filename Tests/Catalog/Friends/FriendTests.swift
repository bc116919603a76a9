import CatalogDiscovery
import CatalogEvents
import CatalogFriends
import CatalogService
import Contracts
import GRDB
import Kernel
import Messaging
import TestKit
import Testing

@Suite("Friends come by invitation")
struct FriendTests {
    private let john = Principal.user("john"), bob = Principal.user("bob"), jane = Principal.user("jane")

    private func invite(_ it: CatalogFixture, as who: Principal) throws -> String {
        let reply = try #require(try it.shard.send(InviteFriend(), as: who))
        #expect(reply.status == 201 && reply.isSecret)
        return try #require(reply.json["token"]?.string)
    }
    private func friends(_ it: CatalogFixture, of who: Principal) throws -> [String] {
        try it.shard.ask(FriendsOfUser.self, as: who).json["data"]?.array?.compactMap { $0["userId"]?.string } ?? []
    }

    @Test("An invitation has a link, lives a week and is kept as a hash only")
    func invitation() throws {
        let it = try CatalogFixture()
        let reply = try #require(try it.shard.send(InviteFriend(), as: john))
        let token = try #require(reply.json["token"]?.string)
        #expect(reply.json["url"]?.string == "https://eventpass.ug/friends/\(token)" && reply.json["expiresAt"] == "2026-11-28T07:00:00Z")
        #expect(try invite(it, as: john) != token)
        #expect(try it.shard.send(InviteFriend())?.status == 401)
        #expect(try !it.shard.fingerprintContains(token))
    }

    @Test("Taking it up makes friends of each other, told once, newest first")
    func accepted() throws {
        let it = try CatalogFixture()
        let token = try invite(it, as: john)
        let made = try #require(try it.shard.send(AcceptFriend(token: token), as: bob))
        #expect(made.status == 200 && made.json == ["userId": "john", "name": "John Okello", "since": "2026-11-21T07:00:00Z"])
        it.shard.now = it.shard.now + .seconds(1)
        #expect(try it.shard.send(AcceptFriend(token: invite(it, as: jane)), as: john)?.status == 200)
        #expect(try friends(it, of: john) == ["jane", "bob"] && friends(it, of: bob) == ["john"] && friends(it, of: jane) == ["john"])
        #expect(try it.shard.published(FriendshipMade.self) == [.init(userId: "john", friendId: "bob"),
                                                                .init(userId: "jane", friendId: "john")])
        #expect(try it.shard.ask(FriendsOfUser.self, ["perPage": 1], as: john).json["meta"]?["total"] == 2)
        #expect(try it.shard.ask(FriendsOfUser.self).status == 401)
    }

    @Test("One use, one week, never one's own, and nothing is told of an unknown one")
    func refused() throws {
        let it = try CatalogFixture()
        let token = try invite(it, as: john)
        let own = try #require(try it.shard.send(AcceptFriend(token: token), as: john))
        #expect(own.status == 422 && own.json["errors"]?["token"] != nil)
        #expect(try it.shard.send(AcceptFriend(token: "nobody-sent-this"), as: bob)?.status == 404)
        #expect(try it.shard.send(AcceptFriend(token: token), as: bob)?.status == 200)
        #expect(try it.shard.send(AcceptFriend(token: token), as: jane)?.json["slug"] == "gone")
        #expect(try it.shard.send(AcceptFriend(token: token), as: bob)?.status == 410)
        let late = try invite(it, as: john)
        try it.shard.advance(by: .days(7) - .seconds(1))
        let last = try invite(it, as: john)
        try it.shard.advance(by: .seconds(1))
        #expect(try it.shard.send(AcceptFriend(token: late), as: jane)?.status == 410)
        #expect(try it.shard.send(AcceptFriend(token: last), as: jane)?.status == 200)
    }

    @Test("An invitation is over at the second that its answer names")
    func wholeSecond() throws {
        let it = try CatalogFixture()
        try it.shard.advance(by: .milliseconds(700))
        let token = try invite(it, as: john)
        try it.shard.advance(by: .days(7) - .milliseconds(700))
        #expect(try it.shard.send(AcceptFriend(token: token), as: bob)?.status == 410)
    }

    @Test("Who is a friend already stays one, and the invitation stays for another")
    func again() throws {
        let it = try CatalogFixture()
        #expect(try it.shard.send(AcceptFriend(token: invite(it, as: john)), as: bob)?.status == 200)
        let second = try invite(it, as: john)
        #expect(try it.shard.send(AcceptFriend(token: second), as: bob)?.status == 200)
        #expect(try it.shard.published(FriendshipMade.self).count == 1)
        #expect(try it.shard.send(AcceptFriend(token: second), as: jane)?.status == 200)
    }

    @Test("Either of them ends it for both; what is not there cannot be ended")
    func ended() throws {
        let it = try CatalogFixture()
        try it.shard.send(AcceptFriend(token: invite(it, as: john)), as: bob)
        #expect(try it.shard.send(EndFriendship(userId: "john"), as: jane)?.status == 404)
        #expect(try it.shard.send(EndFriendship(userId: "john"), as: bob)?.status == 204)
        #expect(try friends(it, of: john).isEmpty && friends(it, of: bob).isEmpty)
        #expect(try it.shard.send(EndFriendship(userId: "bob"), as: john)?.status == 404)
        #expect(try it.shard.published(FriendshipEnded.self) == [.init(userId: "bob", friendId: "john")])
    }

    @Test("Of a hundred invitations of one person the oldest goes")
    func many() throws {
        let it = try CatalogFixture()
        let first = try invite(it, as: john)
        for _ in 0..<FriendInvite.keptMax {
            it.shard.now = it.shard.now + .seconds(1)
            _ = try invite(it, as: john)
        }
        #expect(try it.shard.count(of: "friend_invite") == FriendInvite.keptMax)
        #expect(try it.shard.send(AcceptFriend(token: first), as: bob)?.status == 404)
    }

    @Test("An account that is gone has no friends and invites nobody")
    func erased() throws {
        let it = try CatalogFixture()
        let accept = AcceptFriend(token: try invite(it, as: john))
        #expect(try it.shard.send(accept, as: bob, id: "accept")?.json["name"] == "John Okello")
        let open = try invite(it, as: john)
        try it.shard.receive(UserErased(userId: "john"))
        #expect(try friends(it, of: bob).isEmpty && it.shard.count(of: "friendship") == 0)
        #expect(try it.shard.send(AcceptFriend(token: open), as: bob)?.status == 404)
        // Not the name that was answered first; "try again" finds no invitation.
        #expect(try it.shard.send(accept, as: bob, id: "accept")?.status == 503 && it.shard.send(accept, as: bob)?.status == 404)
        #expect(try it.shard.published(FriendshipEnded.self) == [.init(userId: "john", friendId: "bob")])
    }

    @Test("Sharing where one goes is told when it changes, and only then")
    func sharing() throws {
        let it = try CatalogFixture()
        func share(_ value: JSONValue) throws {
            try it.shard.send(raw: String(decoding: try JSON.encode(["shareAttendance": value] as JSONValue), as: UTF8.self),
                              type: SetInterests.type, as: john)
        }
        for value in [true, true, false, .null] as [JSONValue] { try share(value) }
        #expect(try it.shard.published(InterestsChanged.self).map(\.shareAttendance) == [true, false])
    }
}

extension ShardHarness {
    /// Whether a text stands in any table of the service (the platform's own apart: requests and answers are kept there for their time).
    func fingerprintContains(_ text: String) throws -> Bool {
        try file.pool.read { db in
            let tables = try String.fetchAll(
                db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'souk_%' AND name NOT LIKE 'sqlite_%'")
            return try tables.contains { table in
                try Row.fetchAll(db, sql: "SELECT * FROM \(table)").contains { row in
                    row.databaseValues.contains { String.fromDatabaseValue($0)?.contains(text) == true }
                }
            }
        }
    }
}
