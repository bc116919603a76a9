import CatalogDiscovery
import CatalogEvents
import CatalogKit
import CatalogService
import CatalogSocial
import Contracts
import Foundation
import GRDB
import Kernel
import Messaging
import ServiceKit
import Storage

/// How much longer each list of events takes in a catalog with a hundred times the events: the catalog's own queries over
/// two scratch files, from the parsed request to the bytes of the body. Words, places and windows are drawn anew for
/// every question; each list's number is the median of three rounds.
struct EventListMeasure {
    private static let small = 1000, large = 100_000
    private static let rounds = 3, questions = 120, warmUps = 30
    /// Of lists that score a thousand events for an answer.
    private static let scoredQuestions = 20

    struct Result: Codable, Sendable {
        struct List: Codable, Sendable {
            let name: String
            let smallP50Microseconds: Double
            let largeP50Microseconds: Double
            let smallTotal: Int
            let largeTotal: Int
            var ratio: Double { largeP50Microseconds / smallP50Microseconds }
        }
        let lists: [List]
        /// The first question after a start, which reads the index.
        let firstSmallMilliseconds: Double
        let firstLargeMilliseconds: Double
        var text: String {
            let rows = lists.map { list in
                let name = list.name + String(repeating: " ", count: max(1, 34 - list.name.count))
                return "  \(name)\(Int(list.smallP50Microseconds)) → \(Int(list.largeP50Microseconds)) µs, "
                    + "\(Double(Int(list.ratio * 100)) / 100) times (\(list.smallTotal), \(list.largeTotal) found)"
            }
            return "lists of events with 1,000 and 100,000 events: p50, median of \(EventListMeasure.rounds) rounds\n"
                + rows.joined(separator: "\n")
                + "\n  first question after a start: \(Int(firstSmallMilliseconds)) and \(Int(firstLargeMilliseconds)) ms"
        }
    }

    private let definition: TenantDefinition
    private let settings: CatalogSettings
    private let secret = ServiceSecret(Array(repeating: 7, count: 32))
    private let readers = Catalog.handlerTable().readers

    /// - Parameter definition: a tenant with events.
    init(_ definition: TenantDefinition) throws {
        self.definition = definition
        settings = try definition.settings(of: "catalog")
    }

    func run(now: Timestamp) throws -> Result {
        let small = try measure(Self.small, now), large = try measure(Self.large, now)
        let lists = zip(small.lists, large.lists).map { small, large in
            Result.List(name: small.name, smallP50Microseconds: small.p50, largeP50Microseconds: large.p50, smallTotal: small.total,
                        largeTotal: large.total)
        }
        return Result(lists: lists, firstSmallMilliseconds: small.first, firstLargeMilliseconds: large.first)
    }

    // MARK: - Asking

    private func measure(_ count: Int, _ now: Timestamp) throws -> (lists: [(name: String, p50: Double, total: Int)], first: Double) {
        let folder = NSTemporaryDirectory() + "souk-event-lists-\(getpid())-\(count)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try ShardFile(path: folder + "/p0.sqlite", migrations: Catalog.contents.migrations)
        defer { file.close() }
        try EventTown(definition, settings).fill(file, count, now)
        let memory = QueryMemory()
        var draws = Draws(state: 7)
        let first = try ask(file, EventQuestions.all[0], memory, &draws, now, 0).took / 1000
        var medians = EventQuestions.all.map { _ in [Double]() }
        var totals = EventQuestions.all.map { _ in 0 }
        for _ in 0..<Self.rounds {
            for (at, kind) in EventQuestions.all.enumerated() {
                var times: [Double] = [], found: [Int] = []
                let questions = kind.isScored ? Self.scoredQuestions : Self.questions
                for number in 0..<(Self.warmUps + questions) {
                    if kind.changesBefore { try change(file, number % count, now) }
                    let answer = try ask(file, kind, memory, &draws, now, number)
                    guard number >= Self.warmUps else { continue }
                    times.append(answer.took)
                    found.append(answer.total)
                }
                medians[at].append(times.sorted()[times.count / 2])
                totals[at] = found.sorted()[found.count / 2]
            }
        }
        let lists = EventQuestions.all.indices.map {
            (name: EventQuestions.all[$0].name, p50: medians[$0].sorted()[Self.rounds / 2], total: totals[$0])
        }
        return (lists, first)
    }

    private func ask(_ file: ShardFile, _ kind: EventQuestions.Kind, _ memory: QueryMemory, _ draws: inout Draws, _ now: Timestamp,
                     _ number: Int) throws -> (took: Double, total: Int) {
        guard let reader = readers[kind.type] else {
            throw Installation.Invalid(description: "events: the catalog has no query \(kind.type)")
        }
        let principal = kind.user.map { Principal(userID: $0, roles: ["attendee", "organizer"], sessionID: "bench") }
        let envelope = Envelope(id: DeterministicID.make("bench", String(number)), type: kind.type, source: "/gateway/0", time: now,
                                tenant: definition.tenant, correlationID: "bench-\(number)", principal: principal,
                                replyTo: ReplyAddress(partition: 0, sealingKey: nil),
                                value: try JSON.encode(JSONValue.object(kind.parameters(&draws))))
        return try file.pool.read { db in
            let started = ContinuousClock.now
            let reply = try reader(QueryContext(database: db, envelope: envelope, now: now, definition: definition, secret: secret,
                                                memory: memory))
            let took = ContinuousClock.now - started
            guard reply.status == 200 else { throw Installation.Invalid(description: "events: \(kind.name) was answered \(reply.status)") }
            let total = try JSON.decode(JSONValue.self, from: reply.body)["meta"]?["total"]?.int ?? 0
            return (Double(took.components.seconds) * 1e6 + Double(took.components.attoseconds) / 1e12, total)
        }
    }

    /// Something that lists depend on: one more person likes an event.
    private func change(_ file: ShardFile, _ number: Int, _ now: Timestamp) throws {
        try file.pool.write { db in
            let favorites = FavoriteStore(database: db, tenant: definition.tenant)
            _ = try favorites.add(EventTown.event(number), of: User.ID("watcher-\(number)"), at: now)
        }
    }
}
