import Contracts
import Kernel
import ServiceKit

/// `docs/messages.md`: every message with its publisher and its readers.
public struct MessagesDocument {
    let services: [ServiceFacts]

    public init(services: [ServiceFacts] = ServiceFacts.all) { self.services = services }

    public var text: String {
        var out = """
            # Messages

            Written by `souk docs` from the services' tables of contents; a test fails when it is stale. Every record is a CloudEvents 1.0 \
            message in Kafka
            binary mode, keyed by tenant; the JSON of each message that travels between services is pinned in \
            `Tests/Contracts/Golden/<type>.json`.

            "At once" names those who may wait for an event. Everybody else, and the readers of its topic, may get it up to 50 ms \
            later, in one batch with others ([why](decisions/0011-news-lingers.md)).

            """
        for service in services { out += "\n" + section(service) }
        return out
    }

    private func section(_ service: ServiceFacts) -> String {
        var out = "## \(service.name)\n\n"
        out += "Topics: `\(Topics.all(of: service.name).map(\.name).joined(separator: "`, `"))`.\n"
        out += "Features: \(service.features.joined(separator: ", ")).\n"
        if !service.plugins.isEmpty { out += "Plugins: \(service.plugins.sorted().joined(separator: ", ")).\n" }
        if !service.publishes.isEmpty {
            out += "\n| publishes | read by | at once |\n|---|---|---|\n"
            for type in service.publishes.sorted() {
                out += "| `\(type)` | \(readers(of: type)) | \(whoWaits(for: service.awaiting[type] ?? .everybody)) |\n"
            }
        }
        let own = service.commands.sorted()
        if !own.isEmpty {
            out += "\n| command | reached by |\n|---|---|\n"
            for type in own { out += "| `\(type)` | \(ways(to: type, service)) |\n" }
        }
        if !service.queries.isEmpty {
            out += "\n| query | reached by |\n|---|---|\n"
            for type in service.queries.sorted() { out += "| `\(type)` | \(ways(to: type, service)) |\n" }
        }
        if !service.reactions.isEmpty {
            out += "\nReacts to: " + Set(service.reactions).sorted().map { "`\($0)`" }.joined(separator: ", ") + ".\n"
        }
        return out
    }

    private func readers(of type: MessageType) -> String {
        let names = services.filter { $0.reactions.contains(type) }.map(\.name.rawValue)
        return names.isEmpty ? "analytics, live streams" : names.joined(separator: ", ")
    }

    private func whoWaits(for event: Awaiting) -> String {
        switch event {
        case .everybody: "all"
        case .only(let services): services.isEmpty ? "-" : services.sorted().map(\.rawValue).joined(separator: ", ")
        }
    }

    private func ways(to type: MessageType, _ service: ServiceFacts) -> String {
        var ways = service.routes.filter { $0.message == type }.map { "`\($0.method) \($0.path)`" }
        for intake in service.preprocessors where intake.prepared == type {
            ways += service.routes.filter { $0.message == intake.type }.map { "`\($0.method) \($0.path)` (intake)" }
        }
        // A route that several plugins mount is one way.
        var seen: Set<String> = []
        ways = ways.filter { seen.insert($0).inserted }
        return ways.isEmpty ? "other services, timers" : ways.joined(separator: ", ")
    }
}
