import Contracts
import Foundation
import Kernel
import Messaging
import Testing

/// Demo data, loaded once for all runs of this process.
enum SeededData {
    static let folder: Result<String, any Error> = Result {
        let street = try RunningStreet(seed: true, settings: "development.yml")
        // READY comes after the demo data was sent; it is there when the last sale has its tickets.
        _ = try Phone(street: street).eventually("/events/\(Demo.techSummit)") { $0["ticketTypes"]?.array?.first?["sold"]?.int == 30 }
        street.stop()
        return street.data
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
    static let goodCard: JSONValue = ["method": ["type": "card", "number": "4242424242424242", "expMonth": 12, "expYear": 2032, "cvc": "123"]]

    static func buyer(_ street: RunningStreet, _ n: Int) throws -> Phone {
        try .signIn(street, "load\(n < 10 ? "0" : "")\(n)@example.com", "load-kampala-2026")
    }

    /// Orders, pays, waits for the tickets. Answers their ids.
    static func buy(_ phone: Phone, event: String = festival, type: String = weekendPass, quantity: Int = 1) throws -> [String] {
        let placed = try phone.sure("POST", "/orders", ["eventId": .string(event), "items": [["ticketTypeId": .string(type), "quantity": .int(quantity)]]])
        guard placed.status == 201, let order = placed.body["id"]?.string else { throw RunningStreet.Failed(description: "not placed: \(placed)") }
        if placed.body["status"] == "awaiting-payment" {
            guard let payment = placed.body["payment"]?["id"]?.string else { throw RunningStreet.Failed(description: "no payment: \(placed)") }
            let paid = try phone.sure("POST", "/payments/\(payment)/confirm", goodCard)
            guard paid.status == 200 else { throw RunningStreet.Failed(description: "not paid: \(paid)") }
        }
        let done = try phone.eventually("/orders/\(order)") { $0["status"] == "completed" }
        return (done["tickets"]?.array ?? []).compactMap { $0["id"]?.string }
    }

    /// Sold and held seats of a ticket type.
    static func stock(_ street: RunningStreet, event: String, type: String) throws -> (sold: Int, held: Int, available: Int, quantity: Int) {
        let answer = try Phone(street: street).sure("GET", "/events/\(event)")
        guard let found = answer.body["ticketTypes"]?.array?.first(where: { $0["id"]?.string == type }), let sold = found["sold"]?.int, let held = found["held"]?.int,
            let available = found["available"]?.int, let quantity = found["quantity"]?.int
        else { throw RunningStreet.Failed(description: "no stock in \(answer)") }
        return (sold, held, available, quantity)
    }
}

struct Kill: Sendable, CustomTestStringConvertible {
    let program: ServiceName
    let point: Failpoint
    let hits: Int
    var testDescription: String { "\(program) at \(point.rawValue):\(hits)" }

    /// Every program at every place it gets to. Programs that hear little are killed early.
    static let all: [Kill] = Topics.services.flatMap { program in
        Failpoint.allCases.compactMap { point -> Kill? in
            let busy = program == "catalog" || program == "orders" || program == "payments-stub"
            switch point {
            case .inForwarder:
                // Counted in batches: payments-stub hears hardly anything but tenants.
                return program == "catalog" || program == "auth" ? nil : Kill(program: program, point: point, hits: program == "orders" ? 6 : program == "payments-stub" ? 1 : 2)
            case .inRelay: return program == "scheduling" ? nil : Kill(program: program, point: point, hits: busy ? 8 : 2)
            case .inSnapshot: return Kill(program: program, point: point, hits: 1)
            case .beforeCommit, .afterCommit, .afterReply: return Kill(program: program, point: point, hits: busy ? 10 : 4)
            }
        }
    }
}

@Suite("Under kill -9", .serialized)
struct CrashTests {
    @Test("A program killed in the middle of purchases loses none and doubles none", arguments: Kill.all)
    func killed(_ kill: Kill) throws {
        let street = try RunningStreet(failpoint: "\(kill.program)/\(kill.point.rawValue):\(kill.hits)", template: SeededData.folder.get())
        defer { street.remove() }
        let before = try Demo.stock(street, event: Demo.festival, type: Demo.weekendPass)
        let bought = try atOnce(4) { n -> [String] in
            let phone = try Demo.buyer(street, n + 1)
            var tickets = try Demo.buy(phone)
            if kill.point == .inSnapshot, n == 0 {
                let index = Topics.services.firstIndex(of: kill.program) ?? 0
                _ = Phone.operatorRequest(port: street.port + 1 + index, "POST", "/snapshot")
            }
            for _ in 0..<2 { tickets += try Demo.buy(phone) }
            return tickets
        }.flatMap { $0 }
        #expect(bought.count == 12 && Set(bought).count == 12)
        let after = try Demo.stock(street, event: Demo.festival, type: Demo.weekendPass)
        #expect(after.sold - before.sold == 12 && after.held == before.held && after.available + after.sold + after.held == after.quantity)
        #expect(street.failpointWasHit, "the place was never reached")
    }

    @Test("A broker that comes back empty in the middle of purchases: all of them finish")
    func wipedBroker() throws {
        let street = try RunningStreet(template: SeededData.folder.get())
        defer { street.remove() }
        let before = try Demo.stock(street, event: Demo.festival, type: Demo.weekendPass)
        let buyers = try (1...4).map { try Demo.buyer(street, $0) }
        let bought = try atOnce(5) { n -> [String] in
            if n == 4 {
                try street.kill("broker")
                return []
            }
            return try (0..<5).flatMap { _ in try Demo.buy(buyers[n]) }
        }.flatMap { $0 }
        #expect(Set(bought).count == 20)
        let after = try Demo.stock(street, event: Demo.festival, type: Demo.weekendPass)
        #expect(after.sold - before.sold == 20 && after.held == before.held)
    }

    @Test("A service that is down: what was accepted is done when it is back")
    func serviceDown() throws {
        let street = try RunningStreet(template: SeededData.folder.get())
        defer { street.remove() }
        let phone = try Demo.buyer(street, 1)
        try street.kill("catalog")
        let answer = try phone.sure("PUT", "/events/\(Demo.festival)/favorite", [:])
        #expect(answer.status == 200 && answer.body["favorite"] == true)
    }
}

@Suite("Races", .serialized)
struct RaceTests {
    @Test("200 phones want the last seats: exactly as many orders as seats")
    func lastSeats() throws {
        let street = try RunningStreet(template: SeededData.folder.get())
        defer { street.remove() }
        let buyers = try (1...5).map { try Demo.buyer(street, $0) }
        let stock = try Demo.stock(street, event: Demo.dinner, type: Demo.dinnerSeat)
        let body: JSONValue = ["eventId": .string(Demo.dinner), "items": [["ticketTypeId": .string(Demo.dinnerSeat), "quantity": 1]]]
        let statuses = try atOnce(200) { try buyers[$0 % 5].sure("POST", "/orders", body) }
        let placed = statuses.filter { $0.status == 201 }.count
        let soldOut = statuses.filter { $0.status == 409 && $0.body["slug"] == "sold-out" }.count
        #expect(placed == stock.available && placed + soldOut == 200, "\(statuses.map(\.status))")
        #expect(try Demo.stock(street, event: Demo.dinner, type: Demo.dinnerSeat).available == 0)
    }

    @Test("A minute at full speed on a broker that keeps little loses nothing")
    func fullSpeed() throws {
        let street = try RunningStreet(template: SeededData.folder.get())
        defer { street.remove() }
        let buyers = try (1...8).map { try Demo.buyer(street, $0) }
        let before = try Demo.stock(street, event: Demo.foodFair, type: Demo.freeEntry)
        let seconds = ProcessInfo.processInfo.environment["SOUK_LOAD_SECONDS"].flatMap { Int($0) } ?? 60
        let deadline = ContinuousClock.now + .seconds(seconds)
        let counts = try atOnce(48) { n -> (marks: Int, tickets: Int) in
            var (marks, tickets) = (0, 0)
            while ContinuousClock.now < deadline {
                if n % 3 == 0, tickets < 2 { tickets += try Demo.buy(buyers[n % 8], event: Demo.foodFair, type: Demo.freeEntry).count }
                let event = n % 2 == 0 ? Demo.festival : Demo.techSummit
                let answer = try buyers[n % 8].sure(marks % 2 == 0 ? "PUT" : "DELETE", "/events/\(event)/favorite", [:])
                guard answer.status == 200 else { throw RunningStreet.Failed(description: "\(answer)") }
                marks += 1
            }
            return (marks, tickets)
        }
        let tickets = counts.map(\.tickets).reduce(0, +)
        #expect(counts.map(\.marks).reduce(0, +) > 100)
        let after = try Demo.stock(street, event: Demo.foodFair, type: Demo.freeEntry)
        #expect(after.sold - before.sold == tickets && after.held == before.held)
        // Every buyer's tickets reached the feed through two more services.
        for buyer in buyers {
            let mine = try buyer.sure("GET", "/tickets?filter=upcoming&perPage=1").body["meta"]?["total"]?.int ?? 0
            guard mine > 0 else { continue }
            _ = try buyer.eventually("/notifications/unread-count") { ($0["count"]?.int ?? 0) > 0 }
        }
    }
}
