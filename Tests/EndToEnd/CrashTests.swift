import Contracts
import Foundation
import Kafka
import Kernel
import Messaging
import TestKit
import Testing

/// Demo data, loaded once for all runs of this process.
enum SeededData {
    static let folder: Result<String, any Error> = Result {
        let platform = try RunningPlatform(seed: true, settings: "development.yml")
        // READY comes after the demo data was sent; it is there when the last sale has its tickets.
        _ = try TestClient(platform: platform).eventually("/events/\(Demo.techSummit)") {
            $0["ticketTypes"]?.array?.first?["sold"]?.int == 30
        }
        platform.stop()
        return platform.data
    }
}

enum Demo {
    static let techSummit = "00000000-0000-4000-8000-00000e000001"
    static let festival = "00000000-0000-4000-8000-00000e000002"
    static let weekendPass = "00000000-0000-4000-8000-00000f002002"
    static let foodFair = "00000000-0000-4000-8000-00000e000004"
    static let freeEntry = "00000000-0000-4000-8000-00000f004001"
    static let dinner = "00000000-0000-4000-8000-00000e000015"
    static let dinnerSeat = "00000000-0000-4000-8000-00000f015001"
    static let goodCard: JSONValue =
        ["method": ["type": "card", "number": "4242424242424242", "expMonth": 12, "expYear": 2032, "cvc": "123"]]

    static func buyer(_ platform: RunningPlatform, _ n: Int) throws -> TestClient {
        try .signIn(platform, "load\(n < 10 ? "0" : "")\(n)@example.com", "load-kampala-2026")
    }

    /// Orders, pays, waits for the tickets. Answers their ids.
    static func buy(_ client: TestClient, event: String = festival, type: String = weekendPass, quantity: Int = 1) throws -> [String] {
        let placed = try client.sure("POST", "/orders",
                                     ["eventId": .string(event), "items": [["ticketTypeId": .string(type), "quantity": .int(quantity)]]])
        guard placed.status == 201, let order = placed.body["id"]?.string else {
            throw RunningPlatform.Failed(description: "not placed: \(placed)")
        }
        if placed.body["status"] == "awaiting-payment" {
            guard let payment = placed.body["payment"]?["id"]?.string else {
                throw RunningPlatform.Failed(description: "no payment: \(placed)")
            }
            let paid = try client.sure("POST", "/payments/\(payment)/confirm", goodCard)
            guard paid.status == 200 else { throw RunningPlatform.Failed(description: "not paid: \(paid)") }
        }
        let done = try client.eventually("/orders/\(order)") { $0["status"] == "completed" }
        return (done["tickets"]?.array ?? []).compactMap { $0["id"]?.string }
    }

    /// Sold and held seats of a ticket type, and what one costs.
    static func stock(_ platform: RunningPlatform, event: String, type: String) throws -> (sold: Int, held: Int, available: Int,
        quantity: Int, price: Int) {
        let answer = try TestClient(platform: platform).sure("GET", "/events/\(event)")
        guard let found = answer.body["ticketTypes"]?.array?.first(where: { $0["id"]?.string == type }), let sold = found["sold"]?.int,
            let held = found["held"]?.int, let available = found["available"]?.int, let quantity = found["quantity"]?.int,
            let price = found["price"]?["amount"]?.int
        else { throw RunningPlatform.Failed(description: "no stock in \(answer)") }
        return (sold, held, available, quantity, price)
    }
}

struct Kill: Sendable {
    /// What brings a program to a place that purchases alone do not lead to.
    enum Occasion: Sendable { case purchase, signIn, favorite, bookingLink, snapshot }

    let program: ServiceName
    let point: Failpoint
    let hits: Int
    let occasion: Occasion

    /// Programs that hear little are killed early; auth hears only sign-ins. Nil: it never gets there.
    init?(_ program: ServiceName, at point: Failpoint) {
        (self.program, self.point) = (program, point)
        let often = switch program {
        case "auth": 1
        case "scheduling", "notifications": 2
        default: 5
        }
        let usual: Occasion = program == "auth" ? .signIn : .purchase
        switch (point, program) {
        case (.beforeAnswer, "gateway"): (hits, occasion) = (often, usual)
        case (.beforeAnswer, _), (_, "gateway"): return nil
        case (.inSnapshot, _): (hits, occasion) = (1, .snapshot)
        case (.inRelay, "scheduling"): (hits, occasion) = (1, .bookingLink)
        // Forwarders gather what catalog says, favourites for example; everything else comes directly.
        case (.inForwarder, "notifications"), (.inForwarder, "scheduling"): (hits, occasion) = (1, .favorite)
        case (.inForwarder, _): return nil
        case (.beforeCommit, _), (.afterCommit, _), (.afterReply, _), (.inRelay, _): (hits, occasion) = (often, usual)
        }
    }
}

/// Who is killed in one run.
struct Kills: Sendable, CustomTestStringConvertible {
    let kills: [Kill]
    var testDescription: String { kills.map { "\($0.program) at \($0.point.rawValue)" }.joined(separator: ", ") }
    var failpoints: String { kills.map { "\($0.program)/\($0.point.rawValue):\($0.hits)" }.joined(separator: ",") }

    /// Every program at every place it gets to: all that get to a place in one run; with SOUK_KILLS=each one program a
    /// run, which takes six minutes more.
    static let all: [Kills] = {
        let byPlace = Failpoint.allCases.map { point in (Topics.services + ["gateway"]).compactMap { Kill($0, at: point) } }
        guard ProcessInfo.processInfo.environment["SOUK_KILLS"] == "each" else { return byPlace.map(Kills.init) }
        return byPlace.flatMap { $0 }.map { Kills(kills: [$0]) }
    }()
}

/// What a buyer has paid, as the payments service says.
struct Spent: Equatable {
    var payments = 0
    var amount = 0

    init(_ client: TestClient) throws {
        let answer = try client.sure("GET", "/transactions?perPage=100")
        let rows = answer.body["data"]?.array ?? []
        guard answer.body["meta"]?["total"]?.int == rows.count else {
            throw RunningPlatform.Failed(description: "not all of \(answer.body["meta"] ?? .null)")
        }
        for row in rows where row["status"] == "succeeded" {
            payments += row["type"] == "payment" ? 1 : 0
            amount += (row["type"] == "payment" ? 1 : -1) * (row["amount"]?["amount"]?.int ?? row["amount"]?.int ?? 0)
        }
    }
}

@Suite("Under kill -9", .serialized)
struct CrashTests {
    @Test("Programs killed in the middle of purchases lose none and double none, and every ticket is paid once", arguments: Kills.all)
    func killed(_ killed: Kills) throws {
        let platform = try RunningPlatform(failpoint: killed.failpoints, template: SeededData.folder.get())
        defer { platform.remove() }
        let before = try Demo.stock(platform, event: Demo.festival, type: Demo.weekendPass)
        let clients = try atOnce(4) { try Demo.buyer(platform, $0 + 1) }
        let spentBefore = try clients.map(Spent.init)
        try platform.armFailpoint()
        let bought = try atOnce(4) { n -> [String] in
            var tickets = try Demo.buy(clients[n])
            if n == 0 { for kill in killed.kills { try bring(about: kill, in: platform) } }
            for _ in 0..<2 { tickets += try Demo.buy(clients[n]) }
            return tickets
        }.flatMap { $0 }
        #expect(bought.count == 12 && Set(bought).count == 12)
        for kill in killed.kills { try platform.until("\(kill.program) gets to the place") { platform.failpointWasHit(kill.program) } }
        let after = try Demo.stock(platform, event: Demo.festival, type: Demo.weekendPass)
        #expect(after.sold - before.sold == 12 && after.held == before.held && after.available + after.sold + after.held == after.quantity)
        let spent = try clients.map(Spent.init)
        #expect(spent.map(\.payments) == spentBefore.map { $0.payments + 3 })
        #expect(spent.map(\.amount) == spentBefore.map { $0.amount + 3 * before.price })
    }

    private func bring(about kill: Kill, in platform: RunningPlatform) throws {
        switch kill.occasion {
        case .purchase: return  // The purchases of everybody lead there.
        case .signIn: _ = try Demo.buyer(platform, 1)
        case .favorite:
            // One of the two changes something, whatever the demo's buyer likes.
            let buyer = try Demo.buyer(platform, 1)
            for method in ["PUT", "DELETE"] { _ = try buyer.sure(method, "/events/\(Demo.festival)/favorite", [:]) }
        case .bookingLink:
            let artist = try TestClient.signIn(platform, "lucia@lucidda.tattoo", "Peonia-Negra-27", at: EventFixture.studio)
            let links = { try artist.sure("GET", EventFixture.studio + "/booking-links?perPage=1").body["meta"]?["total"]?.int ?? -1 }
            let known = try links()
            let made = try artist.sure("POST", EventFixture.studio + "/booking-links", ["description": "Peonía", "duration": 60])
            let after = try links()
            #expect(made.status == 201 && after == known + 1, "\(made)")
        case .snapshot:
            let index = Topics.services.firstIndex(of: kill.program) ?? 0
            _ = TestClient.operatorRequest(port: platform.port + 1 + index, "POST", "/snapshot")
        }
    }

    @Test("One of three brokers killed in the middle of purchases: nothing is lost or doubled, and nobody waits longer than 15 s (12.A4)",
          .enabled(if: GivenBroker.current?.pids.count == 3, "needs three brokers of its own: Tests/Broker/kafka.sh three"))
    func killedBroker() throws {
        let platform = try RunningPlatform(template: SeededData.folder.get())
        defer { platform.remove() }
        let before = try Demo.stock(platform, event: Demo.festival, type: Demo.weekendPass)
        let buyers = try (1...4).map { try Demo.buyer(platform, $0) }
        let brokers = try #require(GivenBroker.current), victim = try #require(brokers.pids.last)
        let copies = try KafkaCluster(brokers.settings(prefix: try #require(platform.prefix))).copies()
        let alone = copies.filter { $0.value < 3 }.keys.sorted()
        #expect(!copies.isEmpty && alone.isEmpty, "on one or two brokers: \(alone)")
        let purchases = try atOnce(4) { n -> [(tickets: [String], took: Duration)] in
            try (0..<6).map { round in
                if n == 0, round == 2 { kill(victim, SIGKILL) }
                let started = ContinuousClock.now
                return (try Demo.buy(buyers[n]), .now - started)
            }
        }.flatMap { $0 }
        #expect(Set(purchases.flatMap(\.tickets)).count == 24)
        let after = try Demo.stock(platform, event: Demo.festival, type: Demo.weekendPass)
        #expect(after.sold - before.sold == 24 && after.held == before.held && after.available + after.sold + after.held == after.quantity)
        #expect(purchases.map(\.took).max() ?? .zero <= .seconds(15))
    }

    @Test("A broker that comes back empty in the middle of purchases: all of them finish",
          .enabled(if: GivenBroker.current == nil, "\(GivenBroker.notOurs)"))
    func wipedBroker() throws {
        let platform = try RunningPlatform(template: SeededData.folder.get())
        defer { platform.remove() }
        let before = try Demo.stock(platform, event: Demo.festival, type: Demo.weekendPass)
        let buyers = try (1...4).map { try Demo.buyer(platform, $0) }
        let bought = try atOnce(5) { n -> [String] in
            if n == 4 {
                try platform.kill("broker")
                return []
            }
            return try (0..<5).flatMap { _ in try Demo.buy(buyers[n]) }
        }.flatMap { $0 }
        #expect(Set(bought).count == 20)
        let after = try Demo.stock(platform, event: Demo.festival, type: Demo.weekendPass)
        #expect(after.sold - before.sold == 20 && after.held == before.held)
    }

    @Test("A service that is down: a question is refused in ten seconds, a command is accepted; what was accepted is done when it is back")
    func serviceDown() throws {
        let platform = try RunningPlatform(template: SeededData.folder.get())
        defer { platform.remove() }
        let client = try Demo.buyer(platform, 1)
        // It hangs, so nobody starts it again; then it is killed, and somebody does.
        try platform.kill("catalog", with: SIGSTOP)
        let path = "/events/\(Demo.festival)/favorite", key = UUID().uuidString
        let answers = try atOnce(2) { n -> Answer? in
            n == 0 ? client.once("GET", "/events/\(Demo.festival)") : client.once("PUT", path, [:], key: key)
        }
        let refused = try #require(answers[0]), accepted = try #require(answers[1])
        let retryAfter = refused.headers["retry-after"].flatMap { Int($0) } ?? 0
        #expect(refused.status == 503 && refused.body["slug"] == "service-unavailable" && retryAfter > 0, "\(refused)")
        #expect(accepted.status == 202, "\(accepted)")
        let place = try #require(accepted.headers["location"])
        let start = try #require(place.range(of: "/t/")).lowerBound
        let operation = String(place[start...])
        #expect(try client.sure("GET", operation).body["status"] == "pending")
        try platform.kill("catalog")
        let done = try client.eventually(operation) { $0["status"] != "pending" }
        #expect(done["status"] == "succeeded" && done["response"]?["body"]?["favorite"] == true, "\(done)")
        let again = try client.sure("PUT", path, [:], key: key)
        #expect(again.status == 200 && again.body["favorite"] == true)
    }
}
