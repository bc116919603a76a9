import Foundation
import Kernel
import Testing

/// One running platform for all races of a suite, with people who know each other: twenty buyers, an organizer, a
/// tattoo artist, two vendors, a truck driver.
final class EventFixture: Sendable {
    let platform: RunningPlatform
    let buyers: [TestClient]
    let organizer: TestClient
    let artist: TestClient
    let vendors: [(client: TestClient, shop: Int)]
    let driver: TestClient

    static let studio = "/t/lucidda/api"
    static let club = "/t/peez/api/v1"
    static let truck = "/t/tank/api/v1"

    /// A tenant of two windows a day with three places each, which no tenant of this repository has.
    private static let truckFile = """
        tenant: tank
        name: Tank
        currency: EUR
        timezone: Europe/Madrid
        languages: [es]
        sandbox: true
        roles: { driver: ["calendars:own"] }
        plugins: { auth: [password], scheduling: [booking-links, delivery-windows] }
        settings:
          auth: { required: [email], defaultRole: driver, registrationRoles: [driver], scrypt: { logN: 14, r: 8, p: 5 } }
          scheduling:
            windows:
              - { days: [0, 1, 2, 3, 4, 5, 6], start: "08:00", end: "10:00", places: 3 }
              - { days: [0, 1, 2, 3, 4, 5, 6], start: "10:00", end: "12:00", places: 3 }
        """

    init() throws {
        let platform = try RunningPlatform(template: SeededData.folder.get())
        self.platform = platform
        do {
            buyers = try atOnce(20) { try Demo.buyer(platform, $0 + 1) }
            organizer = try .signIn(platform, "bob@events.com", "organizer123")
            artist = try .signIn(platform, "lucia@lucidda.tattoo", "Peonia-Negra-27", at: Self.studio)
            let butcher = try TestClient.signIn(platform, "vendor@peez.dz", "password", at: Self.club)
            let baker = try TestClient.signIn(platform, "vendor2@peez.dz", "peez-demo-2026", at: Self.club)
            vendors = [(butcher, 11), (baker, 1)]
            let file = platform.data + "/tank.yml"
            try Data(Self.truckFile.utf8).write(to: URL(fileURLWithPath: file))
            try platform.tool("tenant", "apply", file)
            driver = try Self.register(platform)
        } catch {
            platform.remove()
            throw error
        }
    }

    /// A tenant that was applied a moment ago is not known everywhere yet.
    private static func register(_ platform: RunningPlatform) throws -> TestClient {
        var client = TestClient(platform: platform)
        let body: JSONValue = ["name": "Camión Siete", "email": "siete@tank.example", "password": "gasoil-hasta-las-12"]
        let answer = try client.until("the driver is registered") { try $0.sure("POST", truck + "/auth/register", body) } wanted: {
            $0.status == 201
        }
        client.token = answer.body["token"]?.string
        _ = try client.until("the driver has a calendar") { try $0.sure("GET", truck + "/schedule-settings") } wanted: { $0.status == 200 }
        return client
    }

    /// An event of the organizer that starts in an hour, whose doors are open: answers it and its ticket type.
    func event(seats: Int, price: Int) throws -> (id: String, type: String) {
        let start = Timestamp.now().wholeSeconds + .hours(1)
        let made = try organizer.sure("POST", "/events", [
            "title": .string("Race \(UUID().uuidString)"), "description": "Who comes first?", "category": "music",
            "startDate": .string(start.description), "endDate": .string((start + .hours(3)).description),
            "venue": ["name": "Lugogo", "city": "Kampala", "latitude": 0.33, "longitude": 32.6],
            "ticketTypes": [["name": "Seat", "price": ["amount": .int(price), "currency": "UGX"], "quantity": .int(seats)]],
        ])
        guard let id = made.body["id"]?.string, let type = made.body["ticketTypes"]?.array?.first?["id"]?.string else {
            throw RunningPlatform.Failed(description: "\(made)")
        }
        let published = try organizer.sure("POST", "/events/\(id)/publish", [:])
        guard published.status == 200 else { throw RunningPlatform.Failed(description: "\(published)") }
        return (id, type)
    }
    func order(_ event: (id: String, type: String), by buyer: TestClient, offer: JSONValue? = nil) throws -> Answer {
        var body: [String: JSONValue] = ["eventId": .string(event.id), "items": [["ticketTypeId": .string(event.type), "quantity": 1]]]
        body["waitlistOfferId"] = offer
        return try buyer.sure("POST", "/orders", .object(body))
    }

    /// One link per guest: a link serves one appointment. Answers them and the last start they offer.
    func links(_ count: Int, of owner: TestClient, _ base: String, minutes: Int) throws -> (tokens: [String], start: JSONValue) {
        let tokens = try atOnce(count) { _ in
            try owner.sure("POST", base + "/booking-links", ["description": "Race", "duration": .int(minutes)]).body["token"]?.string ?? ""
        }
        let days = try TestClient(platform: platform).sure("GET", "\(base)/booking/links/\(tokens[0])/slots").body["data"]?.array ?? []
        let starts: [JSONValue] = days.flatMap { ($0["slots"]?.array ?? []).compactMap { $0["startsAt"] } }
        return (tokens, try #require(starts.last))
    }

    func member(_ email: String, _ password: String = "peez-demo-2026") throws -> (client: TestClient, path: String) {
        let client = TestClient(platform: platform)
        let answer = try client.sure("POST", Self.club + "/auth/login", ["email": .string(email), "password": .string(password)])
        var signedIn = client
        signedIn.token = answer.body["token"]?.string
        return (signedIn, Self.club + "/users/\(answer.body["user"]?["uuid"]?.string ?? "")/card")
    }
    func scan(_ payload: JSONValue?, by vendor: Int) throws -> Answer {
        try vendors[vendor].client.sure("POST", Self.club + "/vendor/scans",
                                        ["payload": payload ?? "", "shop_id": .int(vendors[vendor].shop)])
    }
    /// An id that a sale or a discount can name.
    func scanID(_ payload: JSONValue?) throws -> JSONValue {
        let answer = try scan(payload, by: 0)
        guard let id = answer.body["scan_id"], id != .null else { throw RunningPlatform.Failed(description: "no scan: \(answer)") }
        return id
    }
}

/// Gives the tests of a suite one fair, and ends it after the last.
struct SharedEventFixture: SuiteTrait, TestScoping {
    @TaskLocal static var fixture: EventFixture?

    func provideScope(for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void) async throws {
        let fixture = try EventFixture()
        defer { fixture.platform.remove() }
        try await Self.$fixture.withValue(fixture) { try await function() }
    }
}

extension Trait where Self == SharedEventFixture {
    static var sharedEventFixture: SharedEventFixture { SharedEventFixture() }
}
