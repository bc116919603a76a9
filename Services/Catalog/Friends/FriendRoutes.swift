import CatalogEvents
import Kernel
import ServiceKit

/// Friends come by invitation: address books stay on the phone.
enum FriendRoutes {
    private static let plugin = EventListing.name
    private static let example: JSONValue = ["userId": "00000000-0000-4000-8000-00000a000002", "name": "Jane Namutebi",
                                             "since": "2026-11-21T07:00:00Z"]

    static let all: [Route] = [
        .command("POST", "/friends/invites", InviteFriend.self, access: .user, plugin: plugin, action: "continue",
                 summary: "A link that makes whoever takes it up a friend: once, within a week", success: 201,
                 answer: .object(["token": .string(), "url": .string(), "expiresAt": .time], required: ["token", "url", "expiresAt"])),
        .command("POST", "/friends/accept", AcceptFriend.self, access: .user, plugin: plugin, action: "continue",
                 body: .object(["token": .string(1...200)], required: ["token"]),
                 summary: "Take an invitation up: friends of each other from now on",
                 answer: FriendAnswer.schema, refusals: ["410 gone"], example: ["token": "kJ3v…"]),
        .get("/friends", FriendsOfUser.self, access: .user, plugin: plugin, action: "continue", query: EventSchemas.paging,
             summary: "One's friends, newest first", answer: .page(of: FriendAnswer.schema),
             example: ["data": [example], "meta": ["page": 1, "perPage": 20, "total": 1, "lastPage": 1]]),
        .command("DELETE", "/friends/{userId}", EndFriendship.self, access: .user, plugin: plugin, action: "continue",
                 summary: "Friends no longer, for both", success: 204),
    ]
}
