import Kernel
import Messaging
import NotificationPolicy
import NotificationsPreferences
import NotificationsService
import ServiceKit
import Testing
import TestKit

@Suite("Previews of messages")
struct PreviewTests {
    /// Parts of a text that are there only sometimes.
    private static let optional: Set<String> = ["bookHint", "bookUrl", "refund"]

    @Test("A preview has a value for every place in the texts of an app", arguments: ["autofill", "eventpass", "lucidda", "peez", "sofra"])
    func places(_ tenant: String) throws {
        let file = try YAMLFile(path: SpecPolicies.root + "/deploy/tenants/\(tenant).yml").root.json
        let templates = try #require(file["settings"]?["notifications"]?["templates"]?.object)
        let zone = try TimeZoneRules.named("Africa/Kampala"), now = try #require(Timestamp("2026-11-24T07:00:00Z"))
        var seen = 0, empty: [String] = []
        for (kind, texts) in templates {
            for (language, parts) in texts.object ?? [:] {
                let vocabulary = Notifications.installed.vocabulary
                let facts = Facts(vocabulary.sampleFacts(of: kind, now, zone: zone, currency: .eur, TextLanguage(tag: language)))
                for place in (parts.object ?? [:]).values.flatMap({ Self.places(in: $0.string ?? "") }) {
                    seen += 1
                    if facts[place] == nil, !Self.optional.contains(place) { empty.append("\(kind) in \(language): \(place)") }
                }
            }
        }
        #expect(seen > 10 && empty.isEmpty, "\(empty.sorted().joined(separator: "\n"))")
    }

    /// The facts that a template names.
    private static func places(in template: String) -> [String] {
        template.replacing("{{", with: "").split(separator: "{").dropFirst(template.hasPrefix("{") ? 0 : 1).compactMap { piece in
            piece.split(separator: "}").first?.split(separator: "|").first.map(String.init)
        }
    }

    @Test("A category or a type that nobody knows is named, also beside one that somebody does")
    func unknown() throws {
        let scene = try EventPassScene()
        func errors(_ question: JSONValue) throws -> [String] {
            try scene.shard.ask(PreviewMessages.self, question, as: EventPassScene.john).json["errors"]?.object?.keys.sorted() ?? []
        }
        #expect(try errors(["category": "nope", "type": "tickets-low"]) == ["category"])
        #expect(try errors(["category": "engagement", "type": "nope"]) == ["type"])
        #expect(try errors([:]) == ["category"] && errors(["category": "engagement"]).isEmpty)
    }

    @Test("A preview names the currency once")
    func currency() throws {
        func title(_ type: String, _ shard: ShardHarness<Notifications>, as who: Principal) throws -> JSONValue? {
            try shard.ask(PreviewMessages.self, ["type": .string(type), "locale": "en"], as: who).json["samples"]?.array?.first?["title"]
        }
        let food = try FoodScene(), fuel = try FuelScene(), tickets = try EventPassScene()
        #expect(try title("refund", food.shard, as: FoodScene.customer) == "SAR 5000.00 was refunded")
        #expect(try title("refund-done", fuel.shard, as: FuelScene.customer) == "$5000.00 was refunded")
        #expect(try title("payment-approval-needed", tickets.shard, as: EventPassScene.john) != nil)
    }

    @Test("A preview of an appointment names the people, the day, the time and the money")
    func appointments() throws {
        let scene = try TenantScene()
        func sample(_ kind: String, _ locale: String) throws -> JSONValue? {
            try scene.shard.ask(PreviewMessages.self, ["type": .string(kind), "locale": .string(locale)], as: TenantScene.lucia)
                .json["samples"]?.array?.first
        }
        let new = try #require(try sample("appointment-new", "es")?["body"]?.string)
        #expect(new.hasPrefix("B, ") && new.hasSuffix(", 15:00–16:30") && new.contains(" de "), "\(new)")
        #expect(try sample("appointment-confirmed", "en")?["why"] == "You booked an appointment with A.")
        #expect(try sample("booking-refunded", "en")?["body"] == "USD 5,000.00 went back to B.")
    }
}
