import CatalogService
import Contracts
import Foundation
import GRDB
import Kernel
import Messaging
import ServiceKit
import Storage

/// How much longer "shops near me" takes in a town with a hundred times the shops: the catalog's own query over two scratch files.
///
/// The same town, the same radius and the same page for both, so with 100,000 shops a hundred times as many lie in the circle that is counted. Every page is
/// full in both. What is measured is the answer from the parsed request to the bytes of the body; gateway and broker would only make the difference smaller.
struct NearbyMeasure {
    private static let small = 1000, large = 100_000
    private static let questions = 600, warmUps = 60
    /// Half the side of the town, in degrees: 22 km × 22 km around the middle of its area.
    private static let spreadDegrees = 0.1

    struct Result: Codable, Sendable {
        let smallP50Microseconds: Double
        let largeP50Microseconds: Double
        var ratio: Double { largeP50Microseconds / smallP50Microseconds }
        /// Shops within the radius, the median of the questions.
        let smallWithin: Int
        let largeWithin: Int
        var text: String {
            """
            shops near me: p50 \(Int(smallP50Microseconds)) µs with 1,000 shops (\(smallWithin) within the radius), \
            \(Int(largeP50Microseconds)) µs with 100,000 (\(largeWithin)): \(Double(Int(ratio * 100)) / 100) times
            """
        }
    }

    private let definition: TenantDefinition
    private let area: Coordinates

    /// - Parameter definition: a tenant with partner shops.
    init(_ definition: TenantDefinition) throws {
        self.definition = definition
        guard let area = try ShopSettings.of(definition).area else { throw Installation.Invalid(description: "nearby: the tenant's shops have no area") }
        self.area = Coordinates(latitude: area.latitude, longitude: area.longitude)
    }

    func run(now: Timestamp) throws -> Result {
        let (small, smallWithin) = try measure(Self.small, now)
        let (large, largeWithin) = try measure(Self.large, now)
        return Result(smallP50Microseconds: small, largeP50Microseconds: large, smallWithin: smallWithin, largeWithin: largeWithin)
    }

    private func measure(_ count: Int, _ now: Timestamp) throws -> (p50: Double, within: Int) {
        let folder = NSTemporaryDirectory() + "souk-nearby-\(getpid())-\(count)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try ShardFile(path: folder + "/p0.sqlite", migrations: Catalog.contents.migrations)
        defer { file.close() }
        var scatter = Scatter(state: 42)
        try fill(file, count, now, &scatter)
        guard let reader = Catalog.handlerTable().readers[NearbyShops.type] else { throw Installation.Invalid(description: "nearby: the catalog has no such query") }
        let secret = ServiceSecret(Array(repeating: 7, count: 32))
        var times: [Double] = [], totals: [Int] = []
        try file.pool.read { db in
            for question in 0..<(Self.warmUps + Self.questions) {
                let envelope = try ask(place(&scatter, spread: Self.spreadDegrees / 2), now, question)
                let started = ContinuousClock.now
                let reply = try reader(QueryContext(database: db, envelope: envelope, now: now, definition: definition, secret: secret))
                let took = ContinuousClock.now - started
                guard question >= Self.warmUps else { continue }
                times.append(Double(took.components.seconds) * 1e6 + Double(took.components.attoseconds) / 1e12)
                let body = try JSON.decode(JSONValue.self, from: reply.body)
                guard reply.status == 200, body["data"]?.array?.count == 20, let total = body["meta"]?["total"]?.int else {
                    throw Installation.Invalid(description: "nearby: a page is not full")
                }
                totals.append(total)
            }
        }
        return (times.sorted()[times.count / 2], totals.sorted()[totals.count / 2])
    }

    private func fill(_ file: ShardFile, _ count: Int, _ now: Timestamp, _ scatter: inout Scatter) throws {
        let bar = ProgressBar("nearby: shops", total: count)
        defer { bar.finish() }
        var state = scatter
        for first in stride(from: 1, through: count, by: 1000) {
            try file.pool.write { db in
                let store = ShopStore(database: db, tenant: definition.tenant, firstLanguage: definition.languages.first ?? "")
                for id in first..<min(first + 1000, count + 1) {
                    let names = Dictionary(definition.languages.map { ($0, "Shop \(id)") }) { first, _ in first }
                    try store.insert(Shop(id: id, state: .active, names: names, categoryID: id % 12 + 1, neighborhoodID: id % 16 + 1, discountBasisPoints: 500 + id % 7 * 50,
                                          phone: definition.phonePrefix + "555000000", address: "Somewhere", place: place(&state, spread: Self.spreadDegrees), hours: nil, specialDays: [],
                                          vendors: [], createdAt: now, publishedAt: now))
                    bar.advance()
                }
            }
        }
        scatter = state
        try file.pool.write { try $0.execute(sql: "ANALYZE") }
    }

    private func ask(_ place: Coordinates, _ now: Timestamp, _ number: Int) throws -> Envelope {
        let parameters: JSONValue = ["latitude": .string("\(place.latitude)"), "longitude": .string("\(place.longitude)")]
        return Envelope(id: DeterministicID.make("bench", String(number)), type: NearbyShops.type, source: "/gateway/0", time: now, tenant: definition.tenant,
                        correlationID: "bench-\(number)", replyTo: ReplyAddress(partition: 0, sealingKey: nil), value: try JSON.encode(parameters))
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
