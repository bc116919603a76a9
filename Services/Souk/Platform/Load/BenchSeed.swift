import Contracts
import Kernel
import Messaging
import PasswordHash

/// Buyers and events of the bench tenant, by the same import commands as demo data.
package struct BenchSeed {
    let installation: Installation
    let definition: TenantDefinition

    private static let quantity = 10_000_000

    func run() throws {
        let now = Timestamp.now()
        // As dear as in production: a storm of sign-ins is one of the things that are measured.
        let hash = try PasswordHash(of: BenchScript.password, cost: .recommended).description
        var messages: [(name: String, message: any Message)] = [
            ("owner", ImportAccount(id: User.ID(DemoID.user(0)), name: "Bench Organizer", email: "owner@bench.example",
                roles: ["organizer"], profile: ["organizerStatus": "approved"])),
        ]
        for n in 1...BenchScript.userCount {
            messages.append(
                ("buyer/\(n)", ImportAccount(id: User.ID(DemoID.user(n)), name: "Buyer \(n)", email: BenchScript.email(n),
                                             passwordHash: hash, roles: ["attendee"])))
        }
        for n in 1...BenchScript.eventCount { messages.append(("event/\(n)", Self.event(n, now))) }
        try ImportRun(installation: installation, tenant: definition, source: "bench").send(messages, at: now)
    }

    package static func event(_ n: Int, _ now: Timestamp) -> ImportEvent {
        let venue = Venue(name: "Hall \(n)", address: "1 Bench Street", city: "Kampala", latitude: 0.32, longitude: 32.58)
        let types = [
            ImportEvent.TicketType(id: TicketTypeID(DemoID.ticketType(event: n, 1)), name: "Paid", price: 1000, quantity: quantity),
            ImportEvent.TicketType(id: TicketTypeID(DemoID.ticketType(event: n, 2)), name: "Free", price: 0, quantity: quantity),
        ]
        var message = ImportEvent(eventId: EventID(DemoID.event(n)), organizerId: User.ID(DemoID.user(0)), title: "Bench Event \(n)",
                                  category: "music", status: "published",
                                  startDate: now + .days(30), endDate: now + .days(31), venue: venue, ticketTypes: types,
                                  createdAt: now - .days(2), publishedAt: now - .days(1))
        message.organizerName = "Bench Organizer"
        message.description = "An event that is ordered a lot, and described in a sentence of usual length."
        message.maxTicketsPerUser = 1_000_000
        return message
    }
}
