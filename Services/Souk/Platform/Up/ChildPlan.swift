import Contracts
import Foundation
import Kernel

/// A program that `souk up` keeps running.
struct ChildPlan: Sendable {
    /// Who stops together. The gateway first, so that nobody asks services that are going; the broker last, so that
    /// what they flush has a place.
    enum Tier: Int, CaseIterable, Sendable { case gateway, service, broker }

    let name: String
    let tier: Tier
    let executable: String
    let arguments: [String]
    let environment: [String: String]
    /// Where it answers `/ready`; nil: it has no HTTP.
    let address: String?
}

/// What runs on one machine, and with which settings.
struct MachinePlan: Sendable {
    let children: [ChildPlan]
    let bootstrapServers: String
    let isEmbedded: Bool

    static let partitionsDefault = 2

    /// Throws `Installation.Invalid` when a program is missing or a port is not usable.
    init(_ installation: Installation) throws {
        let environment = installation.environment
        let port = installation.port
        var children: [ChildPlan] = []
        if let servers = installation.externalServers {
            (bootstrapServers, isEmbedded) = (servers, false)
        } else {
            let brokerPort = try Self.brokerPort(environment)
            (bootstrapServers, isEmbedded) = ("127.0.0.1:\(brokerPort)", true)
            let partitions = environment["SOUK_PARTITIONS"].flatMap { Int($0) } ?? Self.partitionsDefault
            children.append(ChildPlan(name: "broker", tier: .broker, executable: try Self.program("embedded-broker"),
                                      arguments: ["--port", String(brokerPort), "--exit-with-parent", "--partitions", String(partitions)]
                                          + Self.topics(partitions: partitions, prefix: environment["SOUK_TOPIC_PREFIX"] ?? ""),
                                      environment: environment, address: nil))
        }
        var common = environment
        common["KAFKA_BOOTSTRAP_SERVERS"] = bootstrapServers
        common["SOUK_DATA"] = installation.dataDirectory
        // glibc gives every thread a heap of its own; few threads here allocate at the same time, and idle memory counts.
        common["MALLOC_ARENA_MAX"] = environment["MALLOC_ARENA_MAX"] ?? "2"
        common["SOUK_DEVELOPMENT"] = environment["SOUK_DEVELOPMENT"] ?? "true"
        common["SOUK_SETTINGS"] = try environment["SOUK_SETTINGS"] ?? (installation.folder("deploy/settings") + "/development.yml")
        common["SOUK_PARTITIONS"] = environment["SOUK_PARTITIONS"] ?? String(Self.partitionsDefault)
        for service in Topics.services {
            let address = installation.operatorAddress(of: service)
            common["SOUK_HTTP_PORT"] = String(address.split(separator: ":").last ?? "0")
            children.append(ChildPlan(name: service.rawValue, tier: .service, executable: try Self.program(service.rawValue), arguments: [],
                                      environment: common, address: address))
        }
        common["SOUK_PORT"] = String(port)
        common["SOUK_HTTP_PORT"] = String(installation.gatewayOperatorAddress.split(separator: ":").last ?? "0")
        children.append(ChildPlan(name: "gateway", tier: .gateway, executable: try Self.program("gateway"), arguments: [],
                                  environment: common, address: installation.gatewayAddress))
        for child in children { try child.checkPort() }
        self.children = children
    }

    /// Topics are made with the broker: it has no CreateTopics, and a topic that comes into being by a question has the
    /// default number of partitions.
    private static func topics(partitions: Int, prefix: String) -> [String] {
        let ofServices = Topics.services.flatMap { Topics.all(of: $0).map { "\($0.name):\(partitions)" } }
        let shared = [Topics.manifests, Topics.tenants, Topics.keys].map { "\($0):1" }
            + ["\(Topics.replies):\(partitions)", "\(Topics.operations):1"]
        return (ofServices + shared).flatMap { ["--topic", prefix + $0] }
    }

    private static func brokerPort(_ environment: [String: String]) throws -> Int {
        if let wanted = try Installation.port("SOUK_BROKER_PORT", environment) {
            guard FreePort.isFree(wanted) else {
                throw Installation.Invalid(description: "SOUK_BROKER_PORT: something listens on port \(wanted) already")
            }
            return wanted
        }
        return FreePort.isFree(9092) ? 9092 : try FreePort.any()
    }

    private static func program(_ name: String) throws -> String {
        let path = Installation.executableFolder + "/" + name
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw Installation.Invalid(description: "\(path) is missing; build everything first: make build")
        }
        return path
    }
}

extension ChildPlan {
    fileprivate func checkPort() throws {
        guard let port = address?.split(separator: ":").last.flatMap({ Int($0) }) else { return }
        guard FreePort.isFree(port) else {
            throw Installation.Invalid(
                description: "port \(port) (\(name)) is taken; is souk running already? Set SOUK_PORT to another one")
        }
    }
}

/// Ports of 127.0.0.1.
enum FreePort {
    /// Below those the kernel gives to outgoing connections: one of these could take ours before we listen.
    private static let range = 20_000...31_999

    static func any() throws -> Int { try run(of: 1) }

    /// The first of so many free ports in a row.
    static func run(of count: Int) throws -> Int {
        for _ in 0..<200 {
            let first = Int.random(in: range.lowerBound...range.upperBound - count)
            if (first..<first + count).allSatisfy(isFree) { return first }
        }
        throw Installation.Invalid(description: "there are not \(count) free ports in a row")
    }

    /// Binds and lets go.
    static func isFree(_ port: Int) -> Bool {
        let probe = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard probe >= 0 else { return false }
        defer { close(probe) }
        var yes: Int32 = 1
        setsockopt(probe, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafePointer(to: &address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(probe, $0, length) == 0 } }
    }
}
