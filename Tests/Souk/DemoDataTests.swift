import Contracts
import Kernel
import ServiceKit
import SoukPlatform
import Testing

/// A valid curve point; nothing in these tests is ever decrypted.
private let anyKeys: [ServiceName: SealingKey] =
    ["scheduling": SealingKey(id: "any", publicKey: "CQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")]

@Suite("Demo data")
struct DemoDataTests {
    private let seededAt = Timestamp("2026-11-21T07:00:00Z") ?? .distantPast

    @Test("Times are local days relative to the day of seeding", arguments: [
        ("d+5 09:00", "2026-11-26T06:00:00Z"), ("d-14 09:00", "2026-11-07T06:00:00Z"), ("next saturday 17:00", "2026-11-28T14:00:00Z"),
        ("next sunday 00:00", "2026-11-21T21:00:00Z"), ("now-1h", "2026-11-21T06:00:00Z"), ("now+24h", "2026-11-22T07:00:00Z"),
    ])
    func times(_ text: String, _ expected: String) {
        let time = DemoTime(seededAt: seededAt, zone: "Africa/Kampala")
        #expect(time?(text)?.description == expected)
    }

    @Test("The local day counts, not the day in UTC, also over a clock change")
    func localDay() {
        #expect(DemoTime(seededAt: Timestamp("2026-11-21T22:30:00Z") ?? seededAt, zone: "Africa/Kampala")?("d+0 08:00")?.description
            == "2026-11-22T05:00:00Z")
        #expect(DemoTime(seededAt: Timestamp("2026-03-28T12:00:00Z") ?? seededAt, zone: "Europe/Brussels")?("d+1 20:00")?.description
            == "2026-03-29T18:00:00Z")
    }

    @Test("What is no time is refused", arguments: ["tomorrow", "d+5", "d+5 25:00", "next caturday 10:00", "now+h", ""])
    func notTimes(_ text: String) {
        #expect(DemoTime(seededAt: seededAt, zone: "Africa/Kampala")?(text) == nil)
    }

    @Test("Ids are those of the product document")
    func ids() {
        #expect(DemoID.user(1) == "00000000-0000-4000-8000-00000a000001")
        #expect(DemoID.event(9) == "00000000-0000-4000-8000-00000e000009")
        #expect(DemoID.ticketType(event: 1, 1) == "00000000-0000-4000-8000-00000f001001")
        #expect(DemoID.ticket(event: 11, type: 1, buyer: 29, index: 1).utf8.count == 36)
    }

    @Test("EventPass has 36 events, the sold counts of its document and one title with tech")
    func eventpass() throws {
        let definition = TenantDefinition(tenant: "eventpass", name: "EventPassUG", currency: .ugx, timezone: "Africa/Kampala")
        let data = try DemoData(folder: "\(repository)/deploy/demo/eventpass", definition: definition, seededAt: seededAt)
        let messages = try data.messages(sealedTo: anyKeys) { _ in }.map(\.message)
        let events = messages.compactMap { $0 as? ImportEvent }
        #expect(events.count == 36)
        #expect(events.filter { ($0.title ?? "").lowercased().contains("tech") }.map(\.eventId.rawValue) == [DemoID.event(1)])
        func sold(_ n: Int) -> [Int] { events.first { $0.eventId.rawValue == DemoID.event(n) }?.ticketTypes.map { $0.sold ?? 0 } ?? [] }
        #expect(sold(1) == [30, 0])
        #expect(sold(9) == [12])
        #expect(sold(10) == [5])
        #expect(sold(11) == [20])
        #expect(sold(12) == [10])
        #expect(sold(14) == [0])
        #expect(sold(15) == [0])
        #expect(Set(events.compactMap(\.category)).count == 12)
        #expect(Set(events.compactMap(\.venue?.city)) == ["Kampala", "Entebbe", "Jinja", "Mbarara", "Gulu", "Mbale", "Fort Portal", "Arua"])
        #expect(messages.compactMap { $0 as? ImportAccount }.count == 29)
        let ticketIDs = messages.compactMap { $0 as? ImportOrder }.flatMap { $0.tickets.map(\.ticketId) }
        #expect(Set(ticketIDs).count == ticketIDs.count)
    }

    @Test("All but the two new ones were published more than a week ago")
    func published() throws {
        let definition = TenantDefinition(tenant: "eventpass", name: "EventPassUG", currency: .ugx, timezone: "Africa/Kampala")
        let data = try DemoData(folder: "\(repository)/deploy/demo/eventpass", definition: definition, seededAt: seededAt)
        let recent = try data.messages(sealedTo: anyKeys) { _ in }.compactMap { $0.message as? ImportEvent }
            .filter { $0.publishedAt.map { $0 > seededAt - .days(7) } ?? false }.map(\.eventId.rawValue)
        #expect(Set(recent) == [DemoID.event(4), DemoID.event(16)])
    }

    @Test("John and Ahmed have notifications, two of them unread; a few people have chosen preferences")
    func notifications() throws {
        func messages(_ tenant: TenantID, _ currency: Currency, _ zone: String) throws -> [any Message] {
            let definition = TenantDefinition(tenant: tenant, name: "Demo", currency: currency, timezone: zone)
            return try DemoData(folder: "\(repository)/deploy/demo/\(tenant)", definition: definition, seededAt: seededAt)
                .messages(sealedTo: anyKeys) { _ in }.map(\.message)
        }
        let eventpass = try messages("eventpass", .ugx, "Africa/Kampala")
        let john = eventpass.compactMap { $0 as? ImportNotification }
        #expect(Set(john.map(\.userId.rawValue)) == [DemoID.user(1)] && john.count >= 3 && john.filter { !$0.isRead }.count == 2)
        let purchase = try #require(john.first { $0.kind == "ticket-purchased" })
        #expect(purchase.about == DemoID.event(9) && purchase.facts["event"]?["title"] == "Contemporary Art Fair")
        #expect(eventpass.contains { ($0 as? ImportOrder)?.orderId.rawValue == purchase.facts["order"]?["id"]?.string })
        let chosen = eventpass.compactMap { $0 as? ImportPreferences }
        #expect(chosen.map(\.userId.rawValue) == [DemoID.user(3), DemoID.user(5), DemoID.user(6)])
        let peez = try messages("peez", .dzd, "Africa/Algiers")
        let ahmed = peez.compactMap { $0 as? ImportNotification }
        #expect(Set(ahmed.map(\.userId)) == ["7eb37919-a105-4854-be79-26e93e953eb2"] && ahmed.count >= 4 && ahmed.filter { !$0.isRead }
            .count == 2)
        let end = peez.compactMap { $0 as? ImportMembership }.flatMap(\.periods).map(\.endDate).max()
        #expect(ahmed.first { $0.kind == "subscription_activated" }?.facts["coverageEnd"]?.string == end?.description)
        #expect(ahmed.allSatisfy { $0.at < seededAt })
        // What an app opens with the data of a notification is there.
        let lastVisit = peez.compactMap { $0 as? ImportMembership }.first { $0.userId == ahmed.first?.userId }?.visits.last
        for kind in ["visit_recorded", "rating_request"] {
            let facts = ahmed.first { $0.kind == kind }?.facts
            #expect(facts?["redemptionId"]?.string == lastVisit?.redemptionId && facts?["shopId"]?.int == lastVisit?.shopId, "\(kind)")
        }
        let offer = ahmed.first { $0.kind == "campaign" }?.facts
        let campaign = peez.compactMap { $0 as? ImportCampaign }.first { $0.campaign.campaignId.rawValue == offer?["campaignId"]?.string }
        #expect(campaign?.campaign.title["fr"] == offer?["offer"]?["titles"]?["fr"]?.string)
    }

    @Test("Bob's wallet is that of the product document, to the shilling")
    func wallet() throws {
        var definition = TenantDefinition(tenant: "eventpass", name: "EventPassUG", currency: .ugx, timezone: "Africa/Kampala")
        definition.settings["payments-stub"] = ["platformFeePercent": 5]
        let data = try DemoData(folder: "\(repository)/deploy/demo/eventpass", definition: definition, seededAt: seededAt)
        let wallets = try data.messages(sealedTo: anyKeys) { _ in }.compactMap { $0.message as? ImportWallet }
        let bob = try #require(wallets.first { $0.userId.rawValue == DemoID.user(4) })
        let sums = Dictionary(bob.entries.map { ($0.bucket, $0.amount) }, uniquingKeysWith: +)
        #expect(sums == ["available": 600_000, "onHold": 1_591_250, "withdrawn": 255_000])
        #expect(Set(bob.entries.map(\.id)).count == bob.entries.count)
    }
}
