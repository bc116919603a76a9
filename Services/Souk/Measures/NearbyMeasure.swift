import CatalogKit
import CatalogService
import CatalogShops
import Contracts
import Foundation
import GRDB
import Kernel
import Messaging
import ServiceKit
import SoukPlatform
import Storage

/// How much longer "shops near me" takes in a town with a hundred times the shops: the catalog's own query over two scratch files.
///
/// The same town, the same radius and the same page for both, so with 100,000 shops a hundred times as many lie in the
/// circle that is counted. Every page is full in both. What is measured is the answer from the parsed request to the
/// bytes of the body; gateway and broker would only make the difference smaller.
///
/// Then, with 100,000 shops, what else people ask of a circle: filters and other orders have no numbers kept for them
/// and look at the shops in it.
package struct NearbyMeasure {
    private static let small = 1000, large = 100_000
    private static let questions = 600, warmUps = 60
    private static let otherQuestions = 40, otherWarmUps = 4
    private static let others: [(name: String, parameters: [String: JSONValue])] = [
        ("of a category", ["categoryId": 3]), ("within 1 km", ["radius": "1"]), ("within 50 km", ["radius": "50"]),
        ("page 500", ["page": 500]), ("open now", ["openNow": true]),
        ("of a neighbourhood", ["neighborhoodId": 5]), ("with a word", ["search": "shop 77"]), ("by rating", ["sort": "rating"]),
        ("by discount", ["sort": "discount"]),
        ("by name", ["sort": "name"]), ("newest", ["sort": "newest"]),
    ]
    /// Half the side of the town, in degrees: 22 km × 22 km around the middle of its area.
    private static let spreadDegrees = 0.1

    package struct Result: Codable, Sendable {
        let smallP50Microseconds: Double
        let largeP50Microseconds: Double
        var ratio: Double { largeP50Microseconds / smallP50Microseconds }
        /// Shops within the radius, the median of the questions.
        let smallWithin: Int
        let largeWithin: Int
        let others: [Other]
        struct Other: Codable, Sendable {
            let name: String
            let p50Microseconds: Double
            let total: Int
        }
        package var text: String {
            """
            shops near me: p50 \(Int(smallP50Microseconds)) µs with 1,000 shops (\(smallWithin) within the radius), \
            \(Int(largeP50Microseconds)) µs with 100,000 (\(largeWithin)): \(Double(Int(ratio * 100)) / 100) times
            """ + others.map { "\n  \($0.name): \(Int($0.p50Microseconds)) µs with 100,000 (\($0.total))" }.joined()
        }
    }

    private let definition: TenantDefinition
    private let area: Coordinates

    /// - Parameter definition: a tenant with partner shops.
    package init(_ definition: TenantDefinition) throws {
        self.definition = definition
        guard let area = try ShopSettings.of(definition).area else {
            throw Installation.Invalid(description: "nearby: the tenant's shops have no area")
        }
        self.area = Coordinates(latitude: area.latitude, longitude: area.longitude)
    }

    package func run(now: Timestamp) throws -> Result {
        let small = try measure(Self.small, now, others: [])
        let large = try measure(Self.large, now, others: Self.others)
        return Result(smallP50Microseconds: small.plain.p50, largeP50Microseconds: large.plain.p50, smallWithin: small.plain.total,
                      largeWithin: large.plain.total,
                      others: zip(Self.others, large.others).map { Result.Other(name: $0.name, p50Microseconds: $1.p50, total: $1.total) })
    }

    /// The medians of some questions.
    private struct Median {
        let p50: Double
        let total: Int
    }

    private func measure(_ count: Int, _ now: Timestamp, others: [(name: String, parameters: [String: JSONValue])]) throws -> (
        plain: Median, others: [Median]) {
        let folder = NSTemporaryDirectory() + "souk-nearby-\(getpid())-\(count)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try ShardFile(path: folder + "/p0.sqlite", migrations: Catalog.contents.migrations)
        defer { file.close() }
        var scatter = Scatter(state: 42)
        try fill(file, count, now, &scatter)
        return try file.pool.read { db in
            let plain = try ask(db, now, &scatter, [:], Self.questions, warmUps: Self.warmUps)
            return (plain, try others.map { try ask(db, now, &scatter, $0.parameters, Self.otherQuestions, warmUps: Self.otherWarmUps) })
        }
    }

    private func ask(_ db: Database, _ now: Timestamp, _ scatter: inout Scatter, _ parameters: [String: JSONValue], _ questions: Int,
                     warmUps: Int) throws -> Median {
        guard let reader = Catalog.handlerTable().readers[NearbyShops.type] else {
            throw Installation.Invalid(description: "nearby: the catalog has no such query")
        }
        let secret = ServiceSecret(Array(repeating: 7, count: 32))
        var times: [Double] = [], totals: [Int] = []
        for question in 0..<(warmUps + questions) {
            let envelope = try self.envelope(place(&scatter, spread: Self.spreadDegrees / 2), parameters, now, question)
            let started = ContinuousClock.now
            let reply = try reader(QueryContext(database: db, envelope: envelope, now: now, definition: definition, secret: secret))
            let took = ContinuousClock.now - started
            guard question >= warmUps else { continue }
            times.append(Double(took.components.seconds) * 1e6 + Double(took.components.attoseconds) / 1e12)
            let body = try JSON.decode(JSONValue.self, from: reply.body)
            guard reply.status == 200, let total = body["meta"]?["total"]?.int,
                  !parameters.isEmpty || body["data"]?.array?.count == 20 else {
                throw Installation.Invalid(description: "nearby: a page is not full")
            }
            totals.append(total)
        }
        return Median(p50: times.sorted()[times.count / 2], total: totals.sorted()[totals.count / 2])
    }

    private func fill(_ file: ShardFile, _ count: Int, _ now: Timestamp, _ scatter: inout Scatter) throws {
        let bar = ProgressBar("nearby: shops", total: count)
        defer { bar.finish() }
        var state = scatter
        // As in the demo data: half of them have opening hours.
        var check = Validation()
        let hours = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"].map { ($0, JSONValue.array([["08:00", "20:00"]])) }
        let usual = OpeningHours.read(.object(Dictionary(hours) { first, _ in first }), "hours", &check)
        let always = OpeningHours.read(
            .object(Dictionary(hours.map { ($0.0, JSONValue.array([["00:00", "00:00"]])) }) { first, _ in first }), "hours", &check)
        for first in stride(from: 1, through: count, by: 1000) {
            try file.pool.write { db in
                let store = ShopStore(database: db, tenant: definition.tenant, firstLanguage: definition.languages.first ?? "")
                for id in first..<min(first + 1000, count + 1) {
                    let names = Dictionary(definition.languages.map { ($0, "Shop \(id)") }) { first, _ in first }
                    try store.insert(Shop(id: id, state: .active, names: names, categoryID: id % 12 + 1, neighborhoodID: id % 16 + 1,
                                          discountBasisPoints: 500 + id % 7 * 50,
                                          phone: definition.phonePrefix + "555000000", address: "Somewhere",
                                          place: place(&state, spread: Self.spreadDegrees), hours: [nil, usual, nil, always][id % 4],
                                          specialDays: [], vendors: [], createdAt: now, publishedAt: now))
                    bar.advance()
                }
            }
        }
        scatter = state
        try file.pool.write { try $0.execute(sql: "ANALYZE") }
    }

    private func envelope(_ place: Coordinates, _ more: [String: JSONValue], _ now: Timestamp, _ number: Int) throws -> Envelope {
        let parameters = JSONValue.object(
            more.merging(["latitude": .string("\(place.latitude)"), "longitude": .string("\(place.longitude)")]) { first, _ in first })
        return Envelope(id: DeterministicID.make("bench", String(number)), type: NearbyShops.type, source: "/gateway/0", time: now,
                        tenant: definition.tenant,
                        correlationID: "bench-\(number)", replyTo: ReplyAddress(partition: 0, sealingKey: nil),
                        value: try JSON.encode(parameters))
    }

    private func place(_ scatter: inout Scatter, spread: Double) -> Coordinates {
        let north = (scatter.next() * 2 - 1) * spread, east = (scatter.next() * 2 - 1) * spread * 1.23
        return Coordinates(latitude: area.latitude + north, longitude: area.longitude + east).kept
    }

    /// A linear congruential generator (Knuth, MMIX): the same town on every machine.
    private struct Scatter {
        var state: UInt64
        mutating func next() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) / Double(UInt64(1) << 53)
        }
    }
}
