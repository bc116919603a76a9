import ArgumentParser
import Contracts
import Foundation
import Kernel

/// The answer of a service at `/status`.
public struct ServiceReport: Codable, Sendable {
    public struct Shard: Codable, Sendable {
        let partition: Int32
        let position: Int64
        let end: Int64?
        let lag: Int64?
        let outboxDepth: Int?
        let deadLetters: Int?
        let timers: Int?
        let clusterID: String?
        let healthy: Bool
        let reason: String?
    }
    let service: ServiceName
    let version: String
    let ready: Bool
    /// Why it is not ready.
    let reason: String?
    public let shards: [Shard]

    /// `ready`, or why it is not. A shard may be fine while its service is not ready.
    public func state(of shard: Shard) -> String {
        guard shard.healthy else { return shard.reason ?? "not healthy" }
        return ready ? "ready" : reason ?? "starting"
    }

    static func ask(_ service: ServiceName, at address: String) throws -> ServiceReport {
        let answer = try LocalHTTP.request("GET", address, "/status")
        guard answer.status == 200 else { throw LocalHTTP.Failed(description: "\(address) answers \(answer.status)") }
        return try JSON.decode(ServiceReport.self, from: answer.body)
    }
}

/// The answer of the gateway at `/status`.
struct GatewayReport: Codable, Sendable {
    let version: String
    let ready: Bool
    let missing: [String]
    /// By tenant: the services that have not applied its definition.
    let tenants: [String: [String]]?
    /// Routes that clash and are not served.
    let conflicts: [String]?

    static func ask(at address: String) throws -> GatewayReport {
        let answer = try LocalHTTP.request("GET", address, "/status")
        guard answer.status == 200 else { throw LocalHTTP.Failed(description: "\(address) answers \(answer.status)") }
        return try JSON.decode(GatewayReport.self, from: answer.body)
    }
}

package struct StatusCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Is everything healthy, and how far behind is who.",
        discussion: """
            One line per service and partition: the position in its command log, records it still has to take (lag), messages it still has \
            to send \
            (outbox), messages it could not take (dead letters), timers that are set. Ends with status 1 when anything is not healthy.
            """)
    package init() {}

    @Flag(name: .long, help: "JSON instead of a table.") var json = false
    @OptionGroup var addresses: OperatorAddresses
    @Flag(name: .shortAndLong, help: "Again every second until Ctrl-C.") var watch = false

    package func run() throws {
        let installation = try addresses.installation()
        repeat {
            let isHealthy = try show(installation)
            if !watch, !isHealthy { throw ExitCode(1) }
            if watch { sleep(1) }
        } while watch
    }

    private func show(_ installation: Installation) throws -> Bool {
        let reports = Topics.services.map { name in
            (name, Result { try ServiceReport.ask(name, at: installation.operatorAddress(of: name)) })
        }
        let gateway = Result { try GatewayReport.ask(at: installation.gatewayOperatorAddress) }
        let (gatewayVersion, gatewayState) = switch gateway {
        case .success(let report) where report.ready && report.conflicts?.isEmpty == false:
            (report.version, "routes clash: " + (report.conflicts ?? []).joined(separator: ", "))
        case .success(let report): (report.version, report.ready ? "ready" : "waits for " + report.missing.joined(separator: ", "))
        case .failure(let error): ("", "\(error)")
        }
        var isHealthy = gatewayState == "ready"
        var table = TextTable("service", "version", "partition", "position", "lag", "outbox", "dead letters", "timers", "state")
        for (name, report) in reports {
            switch report {
            case .failure(let error):
                isHealthy = false
                table.add(name.rawValue, "", "", "", "", "", "", "", Terminal.painted("\(error)", .red))
            case .success(let report):
                isHealthy = isHealthy && report.ready
                for shard in report.shards { table.add(cells: Self.row(report, shard)) }
                if report.shards.isEmpty { table.add(name.rawValue, report.version, "", "", "", "", "", "", report.reason ?? "starting") }
            }
        }
        table.add("gateway", gatewayVersion, "", "", "", "", "", "",
                  gatewayState == "ready" ? Terminal.painted("ready", .green) : Terminal.painted(gatewayState, .red))
        Terminal.say(json ? try JSON.pretty(reports.compactMap { try? $0.1.get() }) : table.text)
        return isHealthy
    }

    private static func row(_ report: ServiceReport, _ shard: ServiceReport.Shard) -> [String] {
        func number(_ value: Int?) -> String { value.map(String.init) ?? "-" }
        let text = report.state(of: shard)
        let state = Terminal.painted(text, text == "ready" ? .green : shard.healthy ? .yellow : .red)
        return [report.service.rawValue, report.version, String(shard.partition), String(shard.position),
                shard.lag.map { String($0) } ?? "-", number(shard.outboxDepth), number(shard.deadLetters), number(shard.timers), state]
    }
}

package struct SnapshotCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "snapshot", abstract: "Make every shard write a consistent copy of its file, named by its log position.")
    package init() {}

    @Argument(help: "A service (default: all).") var service: String?
    @OptionGroup var addresses: OperatorAddresses

    package func run() throws {
        let installation = try addresses.installation()
        let names = try service.map { name in
            guard Topics.services.contains(ServiceName(name)) else { throw ValidationError("there is no service \(name)") }
            return [ServiceName(name)]
        } ?? Topics.services
        let bar = ProgressBar("snapshots", total: names.count)
        var written: [String] = []
        for name in names {
            let answer = try LocalHTTP.request("POST", installation.operatorAddress(of: name), "/snapshot", timeout: .seconds(600))
            guard answer.status == 200 else { throw LocalHTTP.Failed(description: "\(name): \(answer.text.trimmed)") }
            written += answer.text.split(separator: "\n").map(String.init)
            bar.advance()
        }
        bar.finish()
        for path in written { Terminal.say(path) }
    }
}
