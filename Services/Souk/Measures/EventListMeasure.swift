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
import SoukPlatform
import Storage

/// How much longer each list of events takes in a catalog with a hundred times the events: the catalog's own queries over
/// two scratch files, from the parsed request to the bytes of the body. Words and places are drawn anew for every
/// question; each list's number is the median of three rounds. A list that shows more rows of more events is another
/// answer: such lists are told apart from those that show as many, whose ratio the catalog answers for.
package struct EventListMeasure {
    private static let small = 1000, large = 100_000
    private static let rounds = 3, questions = 120, warmUps = 30
    /// When it is asked: a Thursday morning in Kampala, with most of its month to come. The same at every run.
    static let time = Timestamp("2026-11-05T06:00:00Z") ?? .distantPast

    package struct Result: Codable, Sendable {
        struct List: Codable, Sendable {
            let name: String
            let smallP50Microseconds: Double
            let largeP50Microseconds: Double
            let smallTotal: Int
            let largeTotal: Int
            let smallShown: Int
            let largeShown: Int
            var ratio: Double { largeP50Microseconds / smallP50Microseconds }
        }
        let lists: [List]
        /// The first question after a start, which reads the index.
        let firstSmallMilliseconds: Double
        let firstLargeMilliseconds: Double
        package var text: String {
            let even = lists.filter { $0.smallShown == $0.largeShown }, others = lists.filter { $0.smallShown != $0.largeShown }
            return "lists of events with 1,000 and 100,000 events: p50, median of \(EventListMeasure.rounds) rounds (found; shown)\n"
                + even.map(Self.line).joined(separator: "\n")
                + "\n  which show more of more events:\n" + others.map(Self.line).joined(separator: "\n")
                + "\n  first question after a start: \(Int(firstSmallMilliseconds)) and \(Int(firstLargeMilliseconds)) ms"
        }
        private static func line(_ list: List) -> String {
            let name = list.name + String(repeating: " ", count: max(1, 34 - list.name.count))
            return "  \(name)\(Int(list.smallP50Microseconds)) → \(Int(list.largeP50Microseconds)) µs, "
                + "\(Double(Int(list.ratio * 100)) / 100) times (\(list.smallTotal), \(list.largeTotal); "
                + "\(list.smallShown), \(list.largeShown))"
        }
    }

    private let definition: TenantDefinition
    private let settings: CatalogSettings
    private let secret = ServiceSecret(Array(repeating: 7, count: 32))
    private let readers = Catalog.handlerTable().readers

    /// - Parameter definition: a tenant with events.
    package init(_ definition: TenantDefinition) throws {
        self.definition = definition
        settings = try definition.settings(of: "catalog")
    }

    /// Both towns are asked in turns, so that what else the machine does meets both.
    package func run() throws -> Result {
        let towns = try [Self.small, Self.large].map { try Town(definition, settings, $0) }
        defer { for town in towns { town.end() } }
        var draws = Draws(state: 7)
        let firsts = try towns.map { try ask($0, EventQuestions.all[0], &draws, 0).took / 1000 }
        var medians = EventQuestions.all.map { _ in [[Double]](repeating: [], count: towns.count) }
        var seen = EventQuestions.all.map { _ in [(total: Int, shown: Int)](repeating: (0, 0), count: towns.count) }
        for _ in 0..<Self.rounds {
            for (at, kind) in EventQuestions.all.enumerated() {
                for (number, answers) in try answers(to: kind, in: towns, &draws).enumerated() {
                    func median<T: Comparable>(_ value: (Answered) -> T) -> T { answers.map(value).sorted()[answers.count / 2] }
                    medians[at][number].append(median(\.took))
                    seen[at][number] = (median(\.total), median(\.shown))
                }
            }
        }
        let lists = EventQuestions.all.indices.map { at in
            let p50s = medians[at].map { $0.sorted()[Self.rounds / 2] }
            return Result.List(name: EventQuestions.all[at].name, smallP50Microseconds: p50s[0], largeP50Microseconds: p50s[1],
                               smallTotal: seen[at][0].total, largeTotal: seen[at][1].total, smallShown: seen[at][0].shown,
                               largeShown: seen[at][1].shown)
        }
        return Result(lists: lists, firstSmallMilliseconds: firsts[0], firstLargeMilliseconds: firsts[1])
    }

    // MARK: - Asking

    /// A scratch file with so many events, and what its queries remember.
    private struct Town {
        let count: Int
        let file: ShardFile
        let memory = QueryMemory()
        private let folder: String

        init(_ definition: TenantDefinition, _ settings: CatalogSettings, _ count: Int) throws {
            self.count = count
            folder = NSTemporaryDirectory() + "souk-event-lists-\(getpid())-\(count)"
            file = try ShardFile(path: folder + "/p0.sqlite", migrations: Catalog.contents.migrations)
            try EventTown(definition, settings).fill(file, count, EventListMeasure.time)
        }
        func end() {
            file.close()
            try? FileManager.default.removeItem(atPath: folder)
        }
    }
    private struct Answered {
        let took: Double
        let total: Int
        let shown: Int
    }

    /// Each question goes to one town and then to the other, for the same reason.
    private func answers(to kind: EventQuestions.Kind, in towns: [Town], _ draws: inout Draws) throws -> [[Answered]] {
        var answers = towns.map { _ in [Answered]() }
        for number in 0..<(Self.warmUps + Self.questions) {
            let state = draws
            for (at, town) in towns.enumerated() {
                draws = state
                if kind.changesBefore { try change(town.file, number % town.count) }
                let answer = try ask(town, kind, &draws, number)
                if number >= Self.warmUps { answers[at].append(answer) }
            }
        }
        return answers
    }

    private func ask(_ town: Town, _ kind: EventQuestions.Kind, _ draws: inout Draws, _ number: Int) throws -> Answered {
        guard let reader = readers[kind.type] else {
            throw Installation.Invalid(description: "events: the catalog has no query \(kind.type)")
        }
        let principal = kind.user.map { Principal(userID: $0, roles: ["attendee", "organizer"], sessionID: "bench") }
        let envelope = Envelope(id: DeterministicID.make("bench", String(number)), type: kind.type, source: "/gateway/0", time: Self.time,
                                tenant: definition.tenant, correlationID: "bench-\(number)", principal: principal,
                                replyTo: ReplyAddress(partition: 0, sealingKey: nil),
                                value: try JSON.encode(JSONValue.object(kind.parameters(&draws))))
        return try town.file.pool.read { db in
            let started = ContinuousClock.now
            let reply = try reader(QueryContext(database: db, envelope: envelope, now: Self.time, definition: definition, secret: secret,
                                                memory: town.memory))
            let took = ContinuousClock.now - started
            guard reply.status == 200 else { throw Installation.Invalid(description: "events: \(kind.name) was answered \(reply.status)") }
            let body = try JSON.decode(JSONValue.self, from: reply.body)
            let shown = body["data"]?.array?.count ?? body["upcomingEvents"]?.array?.count
                ?? body["sections"]?.array?.reduce(0) { $0 + ($1["events"]?.array?.count ?? 0) } ?? 0
            return Answered(took: Double(took.components.seconds) * 1e6 + Double(took.components.attoseconds) / 1e12,
                            total: body["meta"]?["total"]?.int ?? 0, shown: shown)
        }
    }

    /// Something that lists depend on: one more person likes an event.
    private func change(_ file: ShardFile, _ number: Int) throws {
        try file.pool.write { db in
            let favorites = FavoriteStore(database: db, tenant: definition.tenant)
            _ = try favorites.add(EventTown.event(number), of: User.ID("watcher-\(number)"), at: Self.time)
        }
    }
}
