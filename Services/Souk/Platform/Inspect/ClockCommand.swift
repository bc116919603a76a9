import ArgumentParser
import Contracts
import Kernel

package struct ClockCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "clock", abstract: "The virtual clock of a sandbox tenant: look at it, let time pass.",
        subcommands: [Show.self, Advance.self])
    package init() {}

    struct Show: ParsableCommand {
        @Argument(help: "The tenant.") var tenant: String

        func run() throws {
            let clock = try TenantClock(Installation(), tenant)
            Terminal.say(try clock.text(clock.ask("GET")))
        }
    }

    struct Advance: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let time pass for one tenant, in every service: what falls due happens.",
            discussion: "souk clock advance eventpass 3d     (s, m, h, d, w, or ISO 8601: P1DT2H)")
        @Argument(help: "The tenant.") var tenant: String
        @Argument(help: "How long: 90s, 15m, 2h, 3d, 1w, or an ISO 8601 duration.") var duration: String

        func run() throws {
            guard let duration = ShortDuration.iso8601(duration) else {
                throw ValidationError("\(duration): write 90s, 15m, 2h, 3d, 1w or an ISO 8601 duration such as P1DT2H")
            }
            let clock = try TenantClock(Installation(), tenant)
            Terminal.say(try clock.text(clock.ask("POST", body: ["advance": .string(duration)])))
        }
    }
}

/// The tenant's `/dev/clock`.
struct TenantClock {
    private let installation: Installation
    private let definition: TenantDefinition

    init(_ installation: Installation, _ tenant: String) throws {
        self.installation = installation
        guard let definition = try TenantPublisher.current(installation.cluster(name: "clock"))
              .values.first(where: { $0.tenant.rawValue == tenant }) else {
            throw ValidationError("there is no tenant \(tenant)")
        }
        guard definition.sandbox else { throw ValidationError("\(tenant) is no sandbox: its clock is the real one") }
        self.definition = definition
    }

    func ask(_ method: String, body: JSONValue? = nil) throws -> JSONValue {
        let path = "/t/\(definition.tenant)\(definition.basePath)/dev/clock"
        let answer = try LocalHTTP.request(method, installation.gatewayAddress, path, headers: ["content-type": "application/json"],
                                           body: body.map { try JSON.encode($0) } ?? [], timeout: .seconds(120))
        guard answer.status == 200 else {
            throw LocalHTTP.Failed(description: "\(method) \(path) answers \(answer.status): \(answer.text)")
        }
        return answer.json
    }

    func text(_ answer: JSONValue) throws -> String {
        let offset = answer["offsetSeconds"]?.int ?? 0
        return "\(definition.tenant): \(answer["now"]?.string ?? "?")"
            + (offset == 0 ? " (real time)" : " (\(ShortDuration.words(seconds: offset)) ahead)")
    }
}

public enum ShortDuration {
    /// `3d` as `P3D`; ISO 8601 stays as it is. Nil for anything else.
    public static func iso8601(_ text: String) -> String? {
        if text.hasPrefix("P"), text.count > 2 { return text }
        guard let unit = text.last, let count = Int(text.dropLast()), count > 0 else { return nil }
        switch unit {
        case "s": return "PT\(count)S"
        case "m": return "PT\(count)M"
        case "h": return "PT\(count)H"
        case "d": return "P\(count)D"
        case "w": return "P\(count * 7)D"
        default: return nil
        }
    }
    static func words(seconds: Int) -> String {
        let parts = [(seconds / 86_400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
        return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }
}
