import ArgumentParser
import Contracts
import Foundation
import Kafka
import Kernel
import Logging

/// Where the platform is that this command speaks to: environment first, then what a running `souk up` wrote down, then the defaults.
public struct Installation: Sendable {
    public let environment: [String: String]
    /// Absolute path of `SOUK_DATA`.
    public let dataDirectory: String
    /// Port of the gateway; the services' operator ports follow it.
    public let port: Int
    public let run: RunRecord?
    /// Where programs answer operators if not on this machine.
    public var operatorAddresses: [ServiceName: String] = [:]

    public struct Invalid: Error, CustomStringConvertible {
        public let description: String
        package init(description: String) { self.description = description }
    }

    public init(environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        self.environment = environment
        let data = environment["SOUK_DATA"].flatMap { $0.isEmpty ? nil : $0 } ?? "data"
        dataDirectory = data.hasPrefix("/") ? data : FileManager.default.currentDirectoryPath + "/" + data
        let record = RunRecord.read(in: dataDirectory)
        run = record.flatMap { $0.isAlive ? $0 : nil }
        port = try Self.port("SOUK_PORT", environment) ?? run?.port ?? 8080
    }

    static func port(_ name: String, _ environment: [String: String]) throws -> Int? {
        guard let text = environment[name], !text.isEmpty else { return nil }
        guard let port = Int(text), 1...65_500 ~= port else {
            throw Invalid(description: "\(name) must be a port from 1 to 65500, not \"\(text)\"")
        }
        return port
    }

    /// The cluster that is not ours to start; nil: the embedded broker.
    public var externalServers: String? { environment["KAFKA_BOOTSTRAP_SERVERS"].flatMap { $0.isEmpty ? nil : $0 } }
    public var bootstrapServers: String { externalServers ?? run?.bootstrapServers ?? "127.0.0.1:9092" }

    public func cluster(name: String) -> KafkaCluster {
        var settings = KafkaSettings(environment: environment, clientIDPrefix: "souk-tool")
        settings.bootstrapServers = bootstrapServers
        var logger = Logger(label: "souk.\(name)") { _ in StandardErrorLog() }
        logger.logLevel = .error
        return KafkaCluster(settings, logger: logger)
    }

    public var gatewayAddress: String { "127.0.0.1:\(port)" }
    /// The gateway's address for operators; its port follows those of the services.
    public var gatewayOperatorAddress: String { operatorAddresses["gateway"] ?? "127.0.0.1:\(port + 1 + Topics.services.count)" }
    /// Where a service answers operators (`/status`, `/snapshot`).
    public func operatorAddress(of service: ServiceName) -> String {
        operatorAddresses[service] ?? "127.0.0.1:\(port + 1 + (Topics.services.firstIndex(of: service) ?? 0))"
    }

    /// A folder of the repository (`deploy/tenants`): below the working directory, or beside the build the tool was started from.
    public func folder(_ relative: String) throws -> String {
        var roots = [environment["SOUK_HOME"], FileManager.default.currentDirectoryPath].compactMap { $0 }
        var folder = Self.executableFolder
        while folder.count > 1 {
            roots.append(folder)
            folder = (folder as NSString).deletingLastPathComponent
        }
        for root in roots where FileManager.default.fileExists(atPath: "\(root)/\(relative)") { return "\(root)/\(relative)" }
        throw Invalid(description: "cannot find \(relative); start souk in the repository or set SOUK_HOME to it")
    }

    /// Where the other programs lie: beside this one.
    public static var executableFolder: String {
        let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        return (path as NSString).deletingLastPathComponent
    }
}

/// The addresses for operators, as an option of the commands that ask programs.
package struct OperatorAddresses: ParsableArguments {
    @Option(name: .long,
            help: """
                Where a service or the gateway answers operators, NAME=HOST:PORT; repeatable (default: this machine).
                """) package var address: [String] = []
    package init() {}

    /// The installation that these addresses belong to.
    package func installation(environment: [String: String] = ProcessInfo.processInfo.environment) throws -> Installation {
        var installation = try Installation(environment: environment)
        installation.operatorAddresses = try byName()
        return installation
    }

    private func byName() throws -> [ServiceName: String] {
        try Dictionary(address.map { text in
            let parts = text.split(separator: "=")
            guard parts.count == 2 else { throw ValidationError("--address \(text): write NAME=HOST:PORT") }
            return (ServiceName(String(parts[0])), String(parts[1]))
        }) { _, last in last }
    }
}

/// Errors of the client library, where a person reads them.
struct StandardErrorLog: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .error
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }
    func log(event: LogEvent) { Terminal.note("\(event.level): \(event.message)") }
}
