import Contracts
import Foundation
import GRDB
import Kernel
import Messaging
import Storage

/// Does a message about money wait behind a burst? A platform with EventPass, asked over HTTP: how long after a payment
/// has succeeded its buyer has the confirmation, in the feed and handed to the push channel; alone, while everybody who
/// holds a ticket of one event is notified of another venue, and while as many separate updates of events are taken.
package struct PriorityLanes {
    package static let name = "priority-lanes"
    package static let tenant = "eventpass"
    /// Holders of the one event, and separate updates.
    private static let burst = 100_000
    /// In each phase.
    private static let payments = 13
    private static let ticketsPerOrder = 1_000
    private static let deadline = Duration.seconds(30)
    private static let (soldEvent, crowdedEvent) = (1, 2)

    let platform: BenchPlatform
    let basePath = "/t/\(PriorityLanes.tenant)/api/v1"

    struct Phase: Codable, Sendable {
        let title: String
        /// From the payment's success to the confirmation, in milliseconds, sorted.
        let waits: [Double]
        /// How much of the burst was still to do after the last payment.
        let left: Int
        var text: String {
            """
                \(title): p50 \(Int(waits[waits.count / 2])) ms, most \(Int(waits[waits.count - 1])) ms (\(waits.count) \
                payments\(left > 0 ? ", \(left) of \(PriorityLanes.burst) still to do after the last" : ""))
                """
        }
    }
    package struct Result: Codable, Sendable {
        let phases: [Phase]
        package var text: String {
            "priority lanes: from a payment's success to its buyer's confirmation\n" + phases.map { "  " + $0.text }.joined(separator: "\n")
        }
    }

    package init(platform: BenchPlatform) { self.platform = platform }

    package func run() throws -> Result {
        let now = try setNoon()
        // The clock has jumped, so earlier tokens are expired: sign in again.
        let script = try BenchScript(platform.installation, basePath: basePath)
        for (number, token) in script.tokens.enumerated() {
            try expect(ask("POST", "/auth/push-token", token, ["pushToken": .string("device-\(number)")]), 200)
        }
        var buyers = script.tokens[...]
        // The first one of a platform that has just started finds nothing prepared; it is not counted.
        if let first = buyers.popFirst() { _ = try pay(first) }
        var phases = [try phase("alone", &buyers) { 0 }]
        try crowd(at: now)
        let update = EventUpdated(eventId: Self.id(Self.crowdedEvent), event: Self.event(Self.id(Self.crowdedEvent), version: 2, now),
                                  changed: ["venue"], notifyHolders: true)
        try publish([update], at: now, as: "venue")
        phases.append(try phase("while \(Self.burst) holders of one event are notified", &buyers) { try count("announcement_recipient") })
        try waitUntilDone { try count("announcement_recipient") }
        let known = try count("event")
        let updates = (0..<Self.burst).map { n in
            let id = EventID("burst-\(n)")
            return EventUpdated(eventId: id, event: Self.event(id, version: 2, now), changed: ["venue"], notifyHolders: true)
        }
        try publish(updates, at: now, as: "burst")
        phases.append(try phase("while \(Self.burst) separate updates are taken", &buyers) { try known + Self.burst - count("event") })
        return Result(phases: phases)
    }

    // MARK: - Payments

    private func phase(_ title: String, _ buyers: inout ArraySlice<String>, left: () throws -> Int) throws -> Phase {
        let bar = ProgressBar("payments \(title)", total: Self.payments)
        let isBurst = title != "alone"
        var (waits, rest): ([Double], Int) = ([], 0)
        if isBurst { try waitUntilBegun(left) }
        for token in buyers.prefix(Self.payments) {
            let wait = try pay(token)
            rest = try left()
            // The burst was over before this payment: it measures nothing.
            guard rest > 0 || !isBurst else { break }
            waits.append(wait.inSeconds * 1000)
            bar.advance()
        }
        buyers = buyers.dropFirst(Self.payments)
        bar.finish()
        guard !waits.isEmpty else {
            throw Installation.Invalid(description: "\(Self.name): the burst was over before the first payment was")
        }
        return Phase(title: title, waits: waits.sorted(), left: rest)
    }

    /// From the moment at which the payment succeeds.
    private func pay(_ token: String) throws -> Duration {
        let item: JSONValue = ["ticketTypeId": .string(DemoID.ticketType(event: Self.soldEvent, 1)), "quantity": 1]
        let placed = try expect(ask("POST", "/orders", token, ["eventId": .string(DemoID.event(Self.soldEvent)), "items": [item]]), 201)
        guard let payment = placed["payment"]?["id"]?.string else {
            throw Installation.Invalid(description: "\(Self.name): the order has no payment: \(placed)")
        }
        let card: JSONValue = ["type": "card", "number": "4242424242424242", "expMonth": 12, "expYear": 2030, "cvc": "123"]
        var status = try expect(ask("POST", "/payments/\(payment)/confirm", token, ["method": card]), 200)["status"]
        let end = ContinuousClock.now + Self.deadline
        while status != "succeeded" {
            guard .now < end else {
                throw Installation.Invalid(
                    description: "\(Self.name): payment \(payment) is \(status.map { "\($0)" } ?? "gone") for \(Self.deadline)")
            }
            status = try expect(ask("GET", "/payments/\(payment)", token), 200)["status"]
        }
        let succeeded = ContinuousClock.now
        while try !isTold(token) {
            guard .now < end else {
                throw Installation.Invalid(description: "\(Self.name): nobody was notified of payment \(payment) for \(Self.deadline)")
            }
        }
        return .now - succeeded
    }
    private func isTold(_ token: String) throws -> Bool {
        let items = try expect(ask("GET", "/notifications?perPage=10", token), 200)["data"]?.array ?? []
        return items.contains { item in
            item["type"] == "ticket-purchased" && item["channels"]?.array?.contains { $0["channel"] == "push" && $0["state"] == "sent" }
                == true
        }
    }

    private func ask(_ method: String, _ path: String, _ token: String, _ body: JSONValue? = nil) throws -> LocalHTTP.Response {
        try LocalHTTP.request(method, platform.installation.gatewayAddress, basePath + path,
                              headers: ["content-type": "application/json", "authorization": "Bearer \(token)"],
                              body: body.map { try JSON.encode($0) } ?? [], timeout: Self.deadline)
    }
    @discardableResult
    private func expect(_ answer: LocalHTTP.Response, _ status: Int) throws -> JSONValue {
        guard answer.status == status else {
            throw LocalHTTP.Failed(description: "\(Self.name): \(answer.status) instead of \(status): \(answer.text.prefix(300))")
        }
        return answer.json
    }

    // MARK: - The burst

    /// A Wednesday at noon in Kampala: nothing is quiet, so everything is sent. Answers the tenant's time.
    private func setNoon() throws -> Timestamp {
        let real = Timestamp.now()
        let day = real.secondsSinceEpoch / 86_400 + 1
        // 1970 began on a Thursday.
        let wednesday = day + (6 - day % 7 + 7) % 7
        let noon = Timestamp(secondsSinceEpoch: wednesday * 86_400 + 9 * 3600)
        _ = try TenantClock(platform.installation, Self.tenant).ask("POST", body: ["to": .string(noon.description)])
        return noon
    }

    /// People with a mail address and a device, all with a ticket of one event. As the events of others would tell it,
    /// straight into the log.
    private func crowd(at now: Timestamp) throws {
        let users = (0..<Self.burst).map { User.ID("holder-\($0)") }
        var messages: [(name: String, message: any Message)] = []
        for user in users {
            messages.append(
                ("registered/\(user)", UserRegistered(userId: user, name: "Holder \(user)", email: "\(user)@bench.example",
                                                      roles: ["attendee"], registeredAt: now - .days(90))))
            messages.append(("device/\(user)", PushTokenChanged(sessionId: "s-\(user)", userId: user, pushToken: "device-\(user)")))
        }
        let event = Self.event(Self.id(Self.crowdedEvent), version: 1, now)
        for start in stride(from: 0, to: users.count, by: Self.ticketsPerOrder) {
            let tickets = users[start..<start + Self.ticketsPerOrder].map {
                IssuedTicket(ticketId: TicketID("t-\($0)"), ticketTypeId: "tt", holderId: $0, serial: "S")
            }
            messages.append(
                ("tickets/\(start)", TicketsIssued(orderId: OrderID("o-\(start)"), eventId: event.eventId, userId: users[start],
                                                   event: event, tickets: tickets, imported: true)))
        }
        try ImportRun(installation: platform.installation, tenant: platform.definition, source: "crowd")
            .send(messages, at: now, to: Topics.commands("notifications"))
    }
    /// As the catalog's own relay does.
    private func publish(_ updates: [EventUpdated], at now: Timestamp, as name: String) throws {
        try ImportRun(installation: platform.installation, tenant: platform.definition, source: name)
            .send(updates.map { ($0.eventId.rawValue, $0) }, at: now, to: Topics.events("catalog"))
    }
    private static func id(_ number: Int) -> EventID { EventID(DemoID.event(number)) }
    private static func event(_ id: EventID, version: Int, _ now: Timestamp) -> TicketEvent {
        TicketEvent(eventId: id, organizerId: User.ID(DemoID.user(0)), organizerName: "Bench Organizer", title: "A crowded evening",
                    category: "music", status: "published",
                    startDate: now + .days(20), endDate: now + .days(20) + .hours(8),
                    venue: Venue(name: "Hall \(version)", address: nil, city: "Kampala", latitude: 0.3, longitude: 32.6),
                    posterUrl: nil, ageRestriction: nil, ticketTypes: [], refundPolicy: .init(type: "until", hoursBefore: 24),
                    transferable: true, reEntry: false, doorsOpenMinutes: 180, version: version)
    }

    // MARK: - How far the burst is

    /// Rows of a table of notifications, over all partitions, read beside the service.
    private func count(_ table: String) throws -> Int {
        let folder = platform.installation.dataDirectory + "/notifications"
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
            $0.hasPrefix("p") && $0.hasSuffix(".sqlite") && !$0.contains("outside")
        }
        return try files.reduce(0) { sum, file in
            try sum + DatabaseQueue.reading("\(folder)/\(file)").read {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM \"\(table)\"") ?? 0
            }
        }
    }
    private func waitUntilBegun(_ left: () throws -> Int) throws { try wait("begin") { try left() > 0 && left() < Self.burst } }
    private func waitUntilDone(_ left: () throws -> Int) throws { try wait("end") { try left() == 0 } }
    private func wait(_ what: String, until holds: () throws -> Bool) throws {
        let end = ContinuousClock.now + Self.deadline * 2
        while try !holds() {
            guard .now < end else { throw Installation.Invalid(description: "\(Self.name): the burst did not \(what)") }
            usleep(20_000)
        }
    }
}
