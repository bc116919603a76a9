import Foundation
import Kernel
import Testing

/// Something of which there are few, and how two hundred want it at once.
struct Claim: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// How many may have it.
    let places: Int
    let prepare: @Sendable (EventFixture) throws -> Race
    let wins: @Sendable (Answer) -> Bool
    let loses: @Sendable (Answer) -> Bool

    struct Race: Sendable {
        let attempt: @Sendable (Int) throws -> Answer
        /// How many have it, as the app then says.
        let taken: @Sendable () throws -> Int
    }

    init(_ name: String, places: Int, wins: @escaping @Sendable (Answer) -> Bool = { $0.status == 201 },
         loses: @escaping @Sendable (Answer) -> Bool, _ prepare: @escaping @Sendable (EventFixture) throws -> Race) {
        (testDescription, self.places, self.wins, self.loses, self.prepare) = (name, places, wins, loses, prepare)
    }
    private static func conflict(_ slug: String) -> @Sendable (Answer) -> Bool { { $0.status == 409 && $0.body["slug"]?.string == slug } }

    static let all: [Claim] = [seats(1), seats(7), waitlistOffer, slot, slotHold, windowPlace, doorScan, movingCode, redemption, activation]

    private static func seats(_ count: Int) -> Claim {
        Claim(count == 1 ? "the last seat" : "the last \(count) seats", places: count, loses: conflict("sold-out")) { fixture in
            let event = try fixture.event(seats: count, price: 20_000)
            return Race(attempt: { try fixture.order(event, by: fixture.buyers[$0 % 20]) }, taken: {
                let stock = try Demo.stock(fixture.platform, event: event.id, type: event.type)
                return stock.held + stock.sold
            })
        }
    }

    /// The public comes at the very moment a seat is given back that somebody waits for.
    private static let waitlistOffer = Claim("a seat that is offered to who waits, against the public", places: 1,
                                             loses: conflict("sold-out")) { fixture in
        let event = try fixture.event(seats: 1, price: 20_000)
        let held = try fixture.order(event, by: fixture.buyers[0])
        let order = try #require(held.body["id"]?.string)
        let waiter = fixture.buyers[1]
        let place = try waiter.sure("POST", "/events/\(event.id)/waitlist", ["ticketTypeId": .string(event.type), "quantity": 1])
        #expect(place.status == 201, "\(place)")
        return Race(attempt: { number in
            guard number == 100 else { return try fixture.order(event, by: fixture.buyers[2 + number % 18]) }
            _ = try fixture.buyers[0].sure("POST", "/orders/\(order)/cancel", [:])
            let mine: (JSONValue) -> JSONValue? = { $0["data"]?.array?.first { $0["eventId"]?.string == event.id }?["offer"]?["id"] }
            return try fixture.order(event, by: waiter, offer: mine(try waiter.eventually("/waitlist") { mine($0) != nil }))
        }, taken: {
            let stock = try Demo.stock(fixture.platform, event: event.id, type: event.type)
            return stock.held + stock.sold
        })
    }

    private static let slot = Claim("one slot of a calendar", places: 1, loses: {
        $0.status == 409 && $0.body["slug"] == "slot-taken" && ($0.body["alternatives"]?.array?.count ?? 0) <= 3
    }) { fixture in
        let (tokens, start) = try fixture.links(200, of: fixture.artist, EventFixture.studio, minutes: 60)
        return Race(attempt: {
            try TestClient(platform: fixture.platform).sure("POST", "\(EventFixture.studio)/booking/links/\(tokens[$0])/appointments",
                                                ["startsAt": start, "clientName": "Carla Medina", "clientEmail": "carla@example.com",
                                                 "clientDni": "32456789"])
        }, taken: { try appointments(at: start, of: fixture.artist, EventFixture.studio) })
    }

    private static let slotHold = Claim("one slot, kept while a form is filled in", places: 1, loses: conflict("slot-taken")) { fixture in
        let (tokens, start) = try fixture.links(200, of: fixture.artist, EventFixture.studio, minutes: 60)
        let guest = TestClient(platform: fixture.platform)
        return Race(attempt: { try guest.sure("POST", "\(EventFixture.studio)/booking/links/\(tokens[$0])/holds", ["startsAt": start]) },
                    taken: {
                        // To a stranger it is taken, and who has it books it: of all that try then, one.
                        let booked = try atOnce(200) {
                            try guest.sure("POST", "\(EventFixture.studio)/booking/links/\(tokens[$0])/appointments",
                                           ["startsAt": start, "clientName": "Carla Medina", "clientEmail": "carla@example.com",
                                            "clientDni": "32456789"])
                        }
                        #expect(booked.allSatisfy { $0.status == 201 || $0.body["slug"] == "slot-taken" })
                        return booked.count(where: { $0.status == 201 })
                    })
    }

    private static let windowPlace = Claim("three places of a delivery window", places: 3, loses: conflict("slot-taken")) { fixture in
        let (tokens, start) = try fixture.links(200, of: fixture.driver, EventFixture.truck, minutes: 60)
        return Race(attempt: {
            try TestClient(platform: fixture.platform).sure("POST", "\(EventFixture.truck)/booking/links/\(tokens[$0])/appointments",
                                                ["startsAt": start, "clientName": "Ana Paz", "clientEmail": "ana@example.com"])
        }, taken: { try appointments(at: start, of: fixture.driver, EventFixture.truck) })
    }
    private static func appointments(at start: JSONValue, of owner: TestClient, _ base: String) throws -> Int {
        (try owner.sure("GET", base + "/appointments?perPage=100").body["data"]?.array ?? []).count(where: { $0["startsAt"] == start })
    }

    private static let doorScan =
        Claim("one ticket at two hundred turnstiles", places: 1, wins: { $0.status == 200 && $0.body["result"] == "ok" }, loses: {
        $0.status == 200 && $0.body["result"] == "refused" && $0.body["reason"] == "already-redeemed"
    }) { fixture in
        let event = try fixture.event(seats: 5, price: 0)
        let ticket = try #require(try Demo.buy(fixture.buyers[0], event: event.id, type: event.type).first)
        let code = try #require(try fixture.buyers[0].sure("GET", "/tickets/\(ticket)").body["qr"]?["payload"])
        return Race(attempt: {
            try fixture.organizer.sure("POST", "/events/\(event.id)/check-ins",
                                    ["code": code, "nonce": .string(UUID().uuidString), "deviceId": .string("scanner-\($0)")])
        }, taken: { try fixture.organizer.sure("GET", "/events/\(event.id)/check-ins/stats").body["admitted"]?.int ?? -1 })
    }

    private static let movingCode =
        Claim("one moving code, shown in two shops", places: 1, wins: { $0.status == 200 && $0.body["result"] == "valid" }, loses: {
        $0.status == 200 && $0.body["result"] == "refused" && $0.body["reason"] == "proof-already-used"
    }) { fixture in
        let member = try fixture.member("nadia@example.com")
        let code = try member.client.sure("GET", member.path + "/proof").body["payload"]
        return Race(attempt: { try fixture.scan(code, by: $0 % 2) },
                    taken: { try fixture.scan(code, by: 0).body["reason"] == "proof-already-used" ? 1 : 0 })
    }

    private static let redemption = Claim("the discount of one scan", places: 1, loses: conflict("scan-already-used")) { fixture in
        let member = try fixture.member("ahmed@example.com", "password123")
        let scan = try fixture.scanID(try member.client.sure("GET", member.path + "/proof").body["payload"])
        let visits = { @Sendable in try member.client.sure("GET", EventFixture.club + "/redemptions").body["meta"]?["total"]?.int ?? -1 }
        let before = try visits()
        return Race(attempt: { _ in
            let price: JSONValue = ["amount": 245_000, "currency": "DZD"]
            return try fixture.vendors[0].client.sure("POST", EventFixture.club + "/vendor/redemptions",
                                                      ["scan_id": scan, "purchase_amount": price])
        }, taken: { try visits() - before })
    }

    private static let activation = Claim("one sale of months, pressed two hundred times", places: 1,
                                          loses: conflict("scan-already-used")) { fixture in
        let member = try fixture.member("karima@example.com")
        let scan = try fixture.scanID(try member.client.sure("GET", member.path).body["qr_payload"])
        let periods = { @Sendable in
            try member.client.sure("GET", EventFixture.club + "/subscriptions/history").body["meta"]?["total"]?.int ?? -1
        }
        let before = try periods()
        return Race(
            attempt: { _ in
            try fixture.vendors[0].client.sure("POST", EventFixture.club + "/vendor/activations", ["scan_id": scan, "months": 1])
        },
            taken: { try periods() - before })
    }
}

@Suite("Races", .serialized, .sharedEventFixture)
struct RaceTests {
    @Test("Two hundred want it at once: as many get it as there are places, and everybody else hears why not", arguments: Claim.all)
    func first(claim: Claim) throws {
        let race = try claim.prepare(try #require(SharedEventFixture.fixture))
        let answers = try atOnce(200) { try race.attempt($0) }
        let strange = answers.filter { !claim.wins($0) && !claim.loses($0) }
        #expect(answers.count(where: claim.wins) == claim.places, "\(Set(answers.map(\.status)))")
        #expect(strange.isEmpty, "\(strange.prefix(3))")
        #expect(try race.taken() == claim.places)
    }
}

@Suite("At full speed", .serialized)
struct FullSpeedTests {
    @Test("A minute at full speed on a broker that keeps little loses nothing")
    func fullSpeed() throws {
        let platform = try RunningPlatform(template: SeededData.folder.get())
        defer { platform.remove() }
        let buyers = try (1...8).map { try Demo.buyer(platform, $0) }
        let before = try Demo.stock(platform, event: Demo.foodFair, type: Demo.freeEntry)
        let seconds = ProcessInfo.processInfo.environment["SOUK_LOAD_SECONDS"].flatMap { Int($0) } ?? 60
        let deadline = ContinuousClock.now + .seconds(seconds)
        let counts = try atOnce(48) { n -> (marks: Int, tickets: Int) in
            var (marks, tickets) = (0, 0)
            while ContinuousClock.now < deadline {
                if n % 3 == 0, tickets < 2 { tickets += try Demo.buy(buyers[n % 8], event: Demo.foodFair, type: Demo.freeEntry).count }
                let event = n % 2 == 0 ? Demo.festival : Demo.techSummit
                let answer = try buyers[n % 8].sure(marks % 2 == 0 ? "PUT" : "DELETE", "/events/\(event)/favorite", [:])
                guard answer.status == 200 else { throw RunningPlatform.Failed(description: "\(answer)") }
                marks += 1
            }
            return (marks, tickets)
        }
        let tickets = counts.map(\.tickets).reduce(0, +)
        #expect(counts.map(\.marks).reduce(0, +) > 100)
        let after = try Demo.stock(platform, event: Demo.foodFair, type: Demo.freeEntry)
        #expect(after.sold - before.sold == tickets && after.held == before.held)
        // Every buyer's tickets reached the feed through two more services.
        for buyer in buyers {
            let mine = try buyer.sure("GET", "/tickets?filter=upcoming&perPage=1").body["meta"]?["total"]?.int ?? 0
            guard mine > 0 else { continue }
            _ = try buyer.eventually("/notifications/unread-count") { ($0["count"]?.int ?? 0) > 0 }
        }
    }
}
