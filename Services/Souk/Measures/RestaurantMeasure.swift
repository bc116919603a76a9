import CatalogKit
import CatalogRestaurants
import CatalogService
import Contracts
import Foundation
import GRDB
import Kernel
import Messaging
import ServiceKit
import SoukPlatform
import Storage

/// How much longer "restaurants near me" takes with twenty times the restaurants: the catalog's own query over scratch
/// files, from the parsed request to the bytes of the body, with fees and zones of each restaurant on the page.
///
/// Measured twice: in a country that grows with its restaurants, so that as many deliver to a place as before, and in
/// one town, where twenty times as many do.
package struct RestaurantMeasure {
    private static let small = 1000, large = 20_000
    private static let rounds = 3, questions = 200, warmUps = 30
    private static let lists: [(name: String, parameters: [String: JSONValue])] = [
        ("near me", [:]), ("that deliver to me", ["deliverable": true]), ("nearest first", ["sort": "distance"]),
        ("nearest that deliver", ["sort": "distance", "deliverable": true]), ("that deliver, open", ["open": true, "deliverable": true]),
        ("by fee", ["sort": "fee"]),
    ]
    /// Half the side of the town of the small catalog, in degrees: 33 km × 33 km.
    private static let spreadDegrees = 0.15
    private static let middle = Coordinates(latitude: 24.7, longitude: 46.7)

    package struct Result: Codable, Sendable {
        struct List: Codable, Sendable {
            let name: String
            let smallP50Microseconds, countryP50Microseconds, townP50Microseconds: Double
            /// How many the list has: the median of the questions.
            let smallTotal, countryTotal, townTotal: Int
            var text: String {
                func times(_ value: Double) -> Double { Double(Int(value / smallP50Microseconds * 100)) / 100 }
                return "  \(name): \(Int(smallP50Microseconds)) µs (\(smallTotal)); in a country \(Int(countryP50Microseconds)) µs "
                    + "(\(countryTotal)), \(times(countryP50Microseconds)) times; in one town \(Int(townP50Microseconds)) µs "
                    + "(\(townTotal)), \(times(townP50Microseconds)) times"
            }
        }
        let lists: [List]
        package var text: String {
            "restaurants: p50 with 1,000 and with 20,000, median of \(RestaurantMeasure.rounds) rounds\n"
                + lists.map(\.text).joined(separator: "\n")
        }
    }

    private let definition: TenantDefinition

    /// - Parameter definition: a tenant with restaurants.
    package init(_ definition: TenantDefinition) { self.definition = definition }

    package func run(now: Timestamp) throws -> Result {
        let wide = Self.spreadDegrees * (Double(Self.large) / Double(Self.small)).squareRoot()
        let small = try measure(Self.small, spread: Self.spreadDegrees, now)
        let country = try measure(Self.large, spread: wide, now), town = try measure(Self.large, spread: Self.spreadDegrees, now)
        return Result(lists: Self.lists.indices.map { at in
            Result.List(name: Self.lists[at].name, smallP50Microseconds: small[at].p50, countryP50Microseconds: country[at].p50,
                        townP50Microseconds: town[at].p50, smallTotal: small[at].total, countryTotal: country[at].total,
                        townTotal: town[at].total)
        })
    }

    private typealias Median = (p50: Double, total: Int)

    private func measure(_ count: Int, spread: Double, _ now: Timestamp) throws -> [Median] {
        let folder = NSTemporaryDirectory() + "souk-restaurants-\(getpid())-\(count)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try ShardFile(path: folder + "/p0.sqlite", migrations: Catalog.contents.migrations)
        defer { file.close() }
        var scatter = Scatter(state: 42)
        try fill(file, count, spread, now, &scatter)
        return try file.pool.read { db in
            var medians = Self.lists.map { _ in [Median]() }
            for _ in 0..<Self.rounds {
                for (at, list) in Self.lists.enumerated() { medians[at].append(try ask(db, now, &scatter, list.parameters, spread)) }
            }
            return medians.map { rounds in
                (rounds.map(\.p50).sorted()[Self.rounds / 2], rounds.map(\.total).sorted()[Self.rounds / 2])
            }
        }
    }

    private func ask(_ db: Database, _ now: Timestamp, _ scatter: inout Scatter, _ parameters: [String: JSONValue],
                     _ spread: Double) throws -> Median {
        guard let reader = Catalog.handlerTable().readers[BrowseRestaurants.type] else {
            throw Installation.Invalid(description: "restaurants: the catalog has no such query")
        }
        let secret = ServiceSecret(Array(repeating: 7, count: 32))
        var times: [Double] = [], totals: [Int] = []
        for question in 0..<(Self.warmUps + Self.questions) {
            let envelope = try self.envelope(scatter.place(spread / 2), parameters, now, question)
            let started = ContinuousClock.now
            let reply = try reader(QueryContext(database: db, envelope: envelope, now: now, definition: definition, secret: secret))
            let took = ContinuousClock.now - started
            guard question >= Self.warmUps else { continue }
            times.append(Double(took.components.seconds) * 1e6 + Double(took.components.attoseconds) / 1e12)
            let body = try JSON.decode(JSONValue.self, from: reply.body)
            guard reply.status == 200, let total = body["meta"]?["total"]?.int, let first = body["data"]?.array?.first,
                  first["deliverable"] != nil, first["distanceMeters"] != nil else {
                throw Installation.Invalid(description: "restaurants: a page is empty or lacks what near adds: \(reply.status)")
            }
            totals.append(total)
        }
        return (times.sorted()[times.count / 2], totals.sorted()[totals.count / 2])
    }

    private func envelope(_ place: Coordinates, _ more: [String: JSONValue], _ now: Timestamp, _ number: Int) throws -> Envelope {
        let parameters = JSONValue.object(more.merging(["near": .string("\(place.latitude),\(place.longitude)")]) { own, _ in own })
        let customer = Principal(userID: "bench", roles: ["customer"], sessionID: "bench")
        return Envelope(id: DeterministicID.make("bench", String(number)), type: BrowseRestaurants.type, source: "/gateway/0", time: now,
                        tenant: definition.tenant, correlationID: "bench-\(number)", principal: customer,
                        replyTo: ReplyAddress(partition: 0, sealingKey: nil), value: try JSON.encode(parameters))
    }

    /// Every fifth one is closed now, every third one is rated, every fourth one delivers in a polygon.
    private func fill(_ file: ShardFile, _ count: Int, _ spread: Double, _ now: Timestamp, _ scatter: inout Scatter) throws {
        let bar = ProgressBar("restaurants", total: count)
        defer { bar.finish() }
        let zone = try TimeZoneRules.named(definition.timezone)
        var state = scatter
        for first in stride(from: 0, to: count, by: 1000) {
            try file.pool.write { db in
                let store = RestaurantStore(database: db, definition: definition)
                for number in first..<min(first + 1000, count) {
                    let restaurant = Self.restaurant(number, at: state.place(spread), zone, now)
                    try store.insert(restaurant, at: now)
                    try store.replaceZones(of: restaurant, by: Self.zones(number, around: restaurant.location, &state))
                    bar.advance()
                }
            }
        }
        scatter = state
        try file.pool.write { try $0.execute(sql: "ANALYZE") }
    }

    private static func restaurant(_ number: Int, at place: Coordinates, _ zone: TimeZoneRules, _ now: Timestamp) -> Restaurant {
        let period = OpeningPeriod(opens: 0, closes: 1440)
        let week = number % 5 != 0 ? Dictionary(uniqueKeysWithValues: (0...6).map { ($0, [period]) }) : [:]
        let isRated = number % 3 == 0
        return Restaurant(
            id: RestaurantID("r-\(number)"), ownerId: User.ID("owner-\(number / 10)"), slug: "r-\(number)",
            names: ["ar": "مطعم \(number)"], descriptions: [:], cuisines: [["saudi", "pizza", "seafood"][number % 3]], status: .active,
            availability: .normal,
            calendar: OpeningCalendar(week: week, zone: zone), phone: "+966500000103", location: place, addressLine: "شارع",
            logoId: nil, coverId: nil, prepMinutes: 20, maxActiveOrders: nil, freeDeliveryAbove: nil, commissionBasisPoints: 1500,
            notAccepted: 0, menuVersion: 0, ratingSum: isRated ? 3 + number % 3 : 0, ratingCount: isRated ? 1 : 0, featured: nil,
            createdAt: now)
    }

    private static func zones(_ number: Int, around place: Coordinates, _ scatter: inout Scatter) -> DeliveryZones {
        let radius = 500 + scatter.next() * 5500, fee = 500 + number % 20 * 50
        let half = radius / 111_195
        let corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1), (-1, -1)].map {
            PlanePoint(x: place.longitude + $0.0 * half, y: place.latitude + $0.1 * half)
        }
        let shape: DeliveryZone.Shape = number % 4 == 0 ? .polygon(ZonePolygon(rings: [corners]))
            : .circle(center: place, radiusMeters: radius)
        return DeliveryZones([DeliveryZone(id: "z", name: "z", shape: shape, fee: fee, feePerKm: 50, includedMeters: 1000,
                                           minimumOrder: 3000)])
    }

    /// A linear congruential generator (Knuth, MMIX): the same places on every machine.
    private struct Scatter {
        var state: UInt64
        mutating func next() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) / Double(UInt64(1) << 53)
        }
        mutating func place(_ spread: Double) -> Coordinates {
            let north = (next() * 2 - 1) * spread, east = (next() * 2 - 1) * spread * 1.1
            return Coordinates(latitude: RestaurantMeasure.middle.latitude + north, longitude: RestaurantMeasure.middle.longitude + east)
        }
    }
}
