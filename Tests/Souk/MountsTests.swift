import Contracts
import Kernel
import ServiceKit
import SoukTool
import Testing

@Suite("Plugins that are mounted together")
struct MountsTests {
    struct Mount: Hashable, Comparable {
        let service: ServiceName
        let plugin: String
        static func < (a: Self, b: Self) -> Bool { (a.service, a.plugin) < (b.service, b.plugin) }
    }
    private static let catalogue = InstalledServices.catalogue
    private static var mounts: [Mount] {
        catalogue.plugins.flatMap { service, plugins in plugins.map { Mount(service: service, plugin: $0.name) } }
            .filter { $0.service != "gateway" }.sorted()
    }
    private static func definition(_ mounts: [Mount]) -> TenantDefinition {
        TenantDefinition(tenant: "pair", name: "Pair", currency: .eur, sandbox: true,
                         plugins: Dictionary(grouping: mounts, by: \.service.rawValue).mapValues { $0.map(\.plugin) })
    }
    private static func text(_ mounts: [Mount], prefixes: [Mount: String] = [:]) -> String {
        var lines = ["tenant: pair", "name: Pair", "currency: EUR", "roles: { guest: [] }", "plugins:"]
        for (service, mounts) in Dictionary(grouping: mounts, by: \.service).sorted(by: { $0.key < $1.key }) {
            lines.append("  \(service):")
            lines += mounts.map { mount in
                prefixes[mount].map { "    - { plugin: \(mount.plugin), prefix: \($0) }" } ?? "    - \(mount.plugin)"
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
    private static func problems(_ text: String) -> [String] {
        do {
            _ = try TenantFile(YAMLFile(path: "t.yml", text: text), catalogue: catalogue)
            return []
        } catch { return (error as? FileProblems)?.problems.map(\.description) ?? ["\(error)"] }
    }
    /// Pairs that cannot do without a prefix.
    private static let clashing: Set<[Mount]> = [
        [Mount(service: "catalog", plugin: "event"), Mount(service: "catalog", plugin: "partner-shop")],
        [Mount(service: "orders", plugin: "membership"), Mount(service: "orders", plugin: "ticket-sale")],
        [Mount(service: "catalog", plugin: "event"), Mount(service: "catalog", plugin: "restaurant")],
        [Mount(service: "catalog", plugin: "partner-shop"), Mount(service: "orders", plugin: "food-order")],
        [Mount(service: "orders", plugin: "food-order"), Mount(service: "orders", plugin: "membership")],
        [Mount(service: "orders", plugin: "food-order"), Mount(service: "orders", plugin: "ticket-sale")],
        [Mount(service: "payments-stub", plugin: "account-ledger"), Mount(service: "payments-stub", plugin: "event-earnings")],
        [Mount(service: "catalog", plugin: "event"), Mount(service: "scheduling", plugin: "booking-links")],
        [Mount(service: "catalog", plugin: "event"), Mount(service: "scheduling", plugin: "appointments")],
        [Mount(service: "catalog", plugin: "event"), Mount(service: "orders", plugin: "fuel-order")],
        [Mount(service: "catalog", plugin: "fuel-prices"), Mount(service: "catalog", plugin: "partner-shop")],
        [Mount(service: "catalog", plugin: "fuel-prices"), Mount(service: "orders", plugin: "food-order")],
        [Mount(service: "catalog", plugin: "partner-shop"), Mount(service: "notifications", plugin: "client-events")],
        [Mount(service: "catalog", plugin: "restaurant"), Mount(service: "orders", plugin: "fuel-order")],
        [Mount(service: "orders", plugin: "food-order"), Mount(service: "orders", plugin: "fuel-order")],
        [Mount(service: "orders", plugin: "fuel-order"), Mount(service: "orders", plugin: "membership")],
        [Mount(service: "orders", plugin: "fuel-order"), Mount(service: "orders", plugin: "ticket-sale")],
        [Mount(service: "orders", plugin: "fuel-order"), Mount(service: "scheduling", plugin: "appointments")],
        [Mount(service: "orders", plugin: "fuel-order"), Mount(service: "scheduling", plugin: "booking-links")],
    ]
    /// Two vocabularies of one feature. A prefix cannot part them: they have pages at the root.
    private static let alternatives: Set<[Mount]> = [
        [Mount(service: "scheduling", plugin: "appointments"), Mount(service: "scheduling", plugin: "booking-links")],
    ]

    @Test("Every pair of plugins: the two have no route in common, or the tenant file is refused with both names")
    func everyPair() {
        let mounts = Self.mounts
        #expect(mounts.count > 15)
        for (index, first) in mounts.enumerated() {
            #expect(RouteClaim.clashes(Self.catalogue.routes, in: Self.definition([first])).isEmpty,
                    "\(first) clashes with what every tenant has")
            for second in mounts[(index + 1)...] {
                let pair = [first, second]
                let clashes = RouteClaim.clashes(Self.catalogue.routes, in: Self.definition(pair))
                #expect(clashes.isEmpty != Self.clashing.union(Self.alternatives).contains(pair), "\(pair): \(clashes.map(\.shape))")
                let reported = Self.problems(Self.text(pair)).filter { $0.contains("claim the same routes") }
                // Two vocabularies clash twice: below the base path, and with their pages at the root.
                #expect(reported.count == (clashes.isEmpty ? 0 : Self.alternatives.contains(pair) ? 2 : 1), "\(reported)")
                #expect(reported.allSatisfy { $0.contains("'\(first.plugin)' (line") && $0.contains("'\(second.plugin)' (line") },
                        "\(reported)")
            }
        }
    }

    @Test("A clash is named with both plugins, their lines and every route")
    func sentence() {
        let pair = [Mount(service: "orders", plugin: "membership"), Mount(service: "orders", plugin: "ticket-sale")]
        let reported = Self.problems(Self.text(pair)).filter { $0.contains("claim the same routes") }
        #expect(reported == ["""
            t.yml:8: orders's 'membership' (line 7) and orders's 'ticket-sale' (line 8) claim the same routes: \
            GET /api/v1/orders/{}, POST /api/v1/orders/{}/cancel; give one a prefix: { plugin: ticket-sale, prefix: /… }
            """])
    }

    @Test("With a prefix on either plugin every pair can live together")
    func prefixes() {
        for pair in Self.clashing {
            for moved in pair {
                #expect(Self.problems(Self.text(pair, prefixes: [moved: "/club"])).filter { $0.contains("claim") || $0.contains("prefix") }
                    .isEmpty)
            }
            let both = Dictionary(uniqueKeysWithValues: pair.map { ($0, "/club") })
            #expect(Self.problems(Self.text(pair, prefixes: both)).contains { $0.contains("claim the same routes") })
        }
    }

    @Test("A prefix cannot take a route that the gateway has in every app, and moves only what it can", arguments: [
        ("{ plugin: event, prefix: club }", "the prefix 'club' of event must be a path of lower case letters, digits and dashes: /club"),
        ("{ plugin: event, prefix: \"/{id}\" }", "the prefix '/{id}' of event must be"),
        ("{ plugin: event, prefix: /club/ }", "the prefix '/club/' of event must be"),
        ("{ plugin: event, prefix: /club, at: 1 }", "unknown key 'at' in a plugin"),
        ("{ plugin: event }", "'prefix' is missing"),
        ("{ prefix: /club }", "'plugin' is missing"),
        ("[event]", "'catalog' must hold names of plugins, or { plugin: …, prefix: /… }"),
        ("event\n    - event", "catalog mounts 'event' twice"),
    ])
    func badPrefixes(mount: String, complaint: String) {
        let text = Self.text([Mount(service: "catalog", plugin: mount)])
        #expect(Self.problems(text).contains { $0.contains(complaint) }, "\(Self.problems(text))")
    }

    @Test("A plugin without routes below the base path takes no prefix")
    func useless() {
        let text = Self.text([Mount(service: "payments-stub", plugin: "card")],
                             prefixes: [Mount(service: "payments-stub", plugin: "card"): "/card"])
        #expect(Self.problems(text) == ["t.yml:7: payments-stub's 'card' has no routes below the base path that a prefix could move"])
    }
}
