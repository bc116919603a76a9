import CatalogDiscovery
import CatalogFriends
import CatalogService
import CatalogSocial
import Contracts
import Foundation
import Kernel
import Messaging
import NotificationsDelivery
import NotificationsFeed
import NotificationsService
import OrdersService
import OrdersTicketSales
import PaymentsService
import ServiceKit
import TestKit
import Testing

/// From an invitation to a push: catalog, orders and notifications with their real handlers, joined by queues, and the
/// tenant file of EventPass.
@Suite("Friends and tickets")
struct FriendsAndTicketsTests {
    /// Catalog, orders and notifications; queues move in an order drawn from a seed.
    private final class Fixture {
        let catalog: ShardHarness<Catalog>
        let orders: ShardHarness<Orders>
        let notifications: ShardHarness<Notifications>
        private let nodes: [Node]
        private var links: [Link] = []
        private var draw: Draw
        private let people = ["john", "alice", "bob"]

        init(seed: UInt64) throws {
            let definition = try Self.definition()
            // Saturday 21 November 2026, 10:00 in Kampala.
            (catalog, orders, notifications) = (try ShardHarness(definition: definition), try ShardHarness(definition: definition),
                                                try ShardHarness(definition: definition))
            draw = Draw(state: seed)
            nodes = [Node(catalog), Node(orders), Node(notifications)]
            for from in nodes {
                for to in nodes {
                    links.append(Link(from: from, to: to, topic: Topics.commands(to.name)))
                    if from !== to { links.append(Link(from: from, to: to, topic: Topics.events(from.name))) }
                }
            }
            for (id, name) in [("john", "John Okello"), ("alice", "Alice Achieng"), ("bob", "Bob Events")] {
                try tell(UserRegistered(userId: User.ID(id), name: name, email: "\(id)@example.com",
                                        roles: id == "bob" ? ["attendee", "organizer"] : ["attendee"],
                                        registeredAt: catalog.now - .days(60)))
            }
            try notifications.receive(PushTokenChanged(sessionId: "s-john", userId: "john", pushToken: "device-john"))
            let start = catalog.now + .days(5)
            try catalog.receive(ImportEvent(
                eventId: "summit", organizerId: "bob", title: "Kampala Tech Summit", category: "technology", status: "published",
                startDate: start, endDate: start + .hours(8),
                venue: Venue(name: "Serena", address: nil, city: "Kampala", latitude: 0.319, longitude: 32.5863),
                ticketTypes: [.init(id: "free", name: "Free", price: 0, quantity: 5, salesStart: nil)], createdAt: catalog.now - .days(9),
                publishedAt: catalog.now - .days(8)))
            try settle()
        }
        private static func definition() throws -> TenantDefinition {
            let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path()
            let settings = try YAMLFile(path: root + "/deploy/tenants/eventpass.yml").root.json["settings"]?.object ?? [:]
            return TenantDefinition(tenant: "eventpass", name: "EventPassUG", currency: .ugx, timezone: "Africa/Kampala", languages: ["en"],
                                    phonePrefix: "+256", sandbox: true,
                                    roles: ["attendee": [], "organizer": [], "developer": ["notifications:manage"]],
                                    plugins: ["catalog": ["event"], "orders": ["ticket-sale"],
                                              "notifications": ["in-app", "push", "email", "sms"]], settings: settings)
        }
        /// An event of a service that is not here.
        func tell(_ event: some DomainEvent) throws {
            let message = { Envelope(id: DeterministicID.make("town", Swift.type(of: event).type.rawValue, event.subject),
                                     type: Swift.type(of: event).type, source: "/auth", time: self.catalog.now,
                                     subject: event.subject, tenant: "eventpass", correlationID: "town", value: try JSON.encode(event)) }
            for node in nodes where node.takes.contains(Swift.type(of: event).type) { try node.deliver(message()) }
        }
        func settle() throws {
            while true {
                for link in links { try link.collect() }
                let waiting = links.filter { !$0.queue.isEmpty }
                guard !waiting.isEmpty else { return }
                let link = draw.pick(waiting)
                try link.to.deliver(link.queue.removeFirst())
            }
        }
        func advance(_ duration: Duration) throws {
            for node in nodes { try node.advance(duration) }
            try settle()
        }
        func user(_ id: String) -> Principal { .user(id, roles: ["attendee"]) }
        func befriend() throws {
            let token = try catalog.send(InviteFriend(), as: user("john"))?.json["token"]?.string ?? ""
            #expect(try catalog.send(AcceptFriend(token: token), as: user("alice"))?.status == 200)
            #expect(try catalog.send(MarkFavorite(eventId: "summit"), as: user("john"))?.status == 200)
            try settle()
        }
        func share(_ value: Bool) throws {
            try catalog.send(raw: "{\"shareAttendance\":\(value)}", type: SetInterests.type, as: user("alice"))
            try settle()
        }
        func buy() throws {
            try orders.send(PlaceTicketOrder(eventId: "summit", items: [TicketLine(ticketTypeId: "free", quantity: 1)]), as: user("alice"))
            try settle()
            try advance(.seconds(1))
        }
        func news() throws -> [String] {
            let feed = try notifications.ask(NotificationsOfUser.self, as: user("john")).json["data"]?.array ?? []
            return feed.filter { $0["type"] == "friend-attending" }.compactMap { $0["body"]?.string }
        }
        func pushes() throws -> Int {
            (try notifications.ask(DevelopmentOutbox.self, ["channel": "push"]).json["data"]?.array ?? [])
                .filter { $0["template"] == "friend-attending" }.count
        }
        func isSound() throws -> Bool {
            try catalog.deadLetters().isEmpty && orders.deadLetters().isEmpty && notifications.deadLetters().isEmpty
        }
    }

    @Test("A friend's ticket is told to who likes the event, whichever queue is the faster", arguments: [1, 2, 3, 5, 8] as [UInt64])
    func told(seed: UInt64) throws {
        let fixture = try Fixture(seed: seed)
        try fixture.befriend()
        try fixture.share(true)
        try fixture.buy()
        #expect(try fixture.news() == ["Alice Achieng has a ticket for Kampala Tech Summit, Thu 26 Nov at 10:00 AM."])
        #expect(try fixture.pushes() == 1 && fixture.isSound())
        try fixture.buy()
        #expect(try fixture.news().count == 1 && fixture.pushes() == 1)
    }

    @Test("Not told: of somebody who does not share, of a friend no more")
    func untold() throws {
        let shy = try Fixture(seed: 1)
        try shy.befriend()
        try shy.buy()
        #expect(try shy.news().isEmpty && shy.isSound())

        let apart = try Fixture(seed: 2)
        try apart.befriend()
        try apart.share(true)
        #expect(try apart.catalog.send(EndFriendship(userId: "john"), as: apart.user("alice"))?.status == 204)
        try apart.settle()
        try apart.buy()
        #expect(try apart.news().isEmpty && apart.isSound())
    }

    @Test("An account that goes takes its friendships along, everywhere, and its name out of what friends were told")
    func erased() throws {
        let fixture = try Fixture(seed: 3)
        try fixture.befriend()
        try fixture.share(true)
        try fixture.buy()
        #expect(try fixture.news().count == 1)
        try fixture.tell(UserErased(userId: "alice"))
        try fixture.settle()
        try fixture.advance(.seconds(1))
        #expect(try fixture.news().isEmpty && fixture.catalog.count(of: "friendship") == 0 && fixture.notifications.count(of: "friendship")
            == 0 && fixture.isSound())
        #expect(try fixture.catalog.ask(FriendsOfUser.self, as: fixture.user("john")).json["meta"]?["total"] == 0)
    }

    @Test("Sales that begin the day after tomorrow are told tomorrow evening, through the clocks of both services")
    func salesStart() throws {
        let fixture = try Fixture(seed: 4)
        let start = fixture.catalog.now + .days(9)
        // Monday, noon in Kampala.
        let opening = fixture.catalog.now + .days(2) + .hours(2)
        try fixture.catalog.receive(ImportEvent(
            eventId: "later", organizerId: "bob", title: "Later", category: "music", status: "published", startDate: start,
            endDate: start + .hours(3), venue: Venue(name: "Hall", address: nil, city: "Kampala", latitude: 0.3, longitude: 32.6),
            ticketTypes: [.init(id: "later-1", name: "Seat", price: 1000, quantity: 5, salesStart: opening)],
            createdAt: fixture.catalog.now, publishedAt: fixture.catalog.now))
        try fixture.catalog.send(MarkFavorite(eventId: "later"), as: fixture.user("john"))
        try fixture.settle()
        func heard() throws -> [JSONValue] {
            (try fixture.notifications.ask(NotificationsOfUser.self, as: fixture.user("john")).json["data"]?.array ?? []).filter {
                $0["type"] == "sales-start-tomorrow"
            }
        }
        try fixture.advance(.hours(13) + .minutes(59))
        #expect(try heard().isEmpty)
        // Saturday has ended: it is Sunday 00:00, the day before.
        try fixture.advance(.minutes(1))
        try fixture.advance(.seconds(1))
        #expect(try heard().count == 1 && fixture.isSound())
        #expect(try heard().first?["scheduledFor"] == "2026-11-22T14:00:00Z")
        try fixture.advance(.hours(17))
        #expect(try heard().first?["body"] == "Tickets for Later are sold from tomorrow at 12:00 PM."
            && heard().first?["reasons"] == ["ok"])
        let pushes = try fixture.notifications.ask(DevelopmentOutbox.self, ["channel": "push"]).json["data"]?.array ?? []
        #expect(pushes.map { $0["template"] } == ["sales-start-tomorrow"])
    }
}
