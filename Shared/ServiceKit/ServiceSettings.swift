import Foundation
import Kernel
import Messaging
import Yams

/// How a service process is set up: environment first, then the settings file, then defaults.
///
/// | variable | meaning | default |
/// |---|---|---|
/// | `KAFKA_BOOTSTRAP_SERVERS` | the cluster | `127.0.0.1:9092` |
/// | `SOUK_DATA` | where the SQLite files, secrets and snapshots live | `./data` |
/// | `SOUK_SETTINGS` | a YAML file, see `deploy/settings/` | none |
/// | `SOUK_HTTP_PORT` | health, metrics, status of this process; 0: none | 0 |
/// | `SOUK_HTTP_HOST` | the address they listen on | `127.0.0.1` |
/// | `SOUK_PARTITIONS` | partitions of topics this process creates | 2 |
/// | `SOUK_REPLICAS`, `SOUK_ORDINAL` | this replica owns partitions with `partition % replicas == ordinal` | 1, 0 |
/// | `SOUK_SECRET_FILE` | the service's secret, the same on every replica | `<data>/<service>/secret` (made at first start) |
/// | `SOUK_ACCEPT_LOSS` | `orders` or `orders/0,orders/3`: start without lost records or old secret | none: refuse |
/// | `SOUK_LOG_LEVEL` | trace, debug, info, notice, warning, error | info |
public struct ServiceSettings: Sendable {
    public var bootstrapServers: String
    public var dataDirectory: String
    public var httpPort: Int
    public var httpHost: String
    public var partitions: Int
    public var replicas: Int
    public var ordinal: Int
    public var secretFile: String?
    /// Services and shards (`orders`, `orders/0`) for which an operator accepts data loss.
    public var acceptedLosses: Set<String>
    public var logLevel: String
    /// Everything that was set: the client of the log reads its own `KAFKA_*` from it.
    public var environment: [String: String]
    /// From the settings file, section `services`.
    public var file: FileSettings

    public struct FileSettings: Codable, Sendable {
        /// How long inbox and outbox rows are kept: the dedup window and what can be published again.
        public var retentionHours: Int?
        public var snapshotEveryMinutes: Int?
        public var snapshotsKept: Int?
        /// Passwords hashed side by side in a partition; without it one less than there are processors, at least one.
        public var intakeWorkers: Int?
        /// False: forwarders read all events from their topics, and no publisher writes into this service's log.
        public var directEvents: Bool?
        public init() {}
    }
    private struct File: Codable { var services: FileSettings? }

    public struct Invalid: Error, CustomStringConvertible { public let description: String }

    /// Throws `Invalid` that names the variable or the file.
    public static func fromEnvironment(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws -> ServiceSettings {
        func number(_ name: String, _ fallback: Int, _ range: ClosedRange<Int>) throws -> Int {
            guard let text = environment[name], !text.isEmpty else { return fallback }
            guard let value = Int(text), range.contains(value) else {
                throw Invalid(description: "\(name) must be \(range.lowerBound) to \(range.upperBound), not \"\(text)\"")
            }
            return value
        }
        let replicas = try number("SOUK_REPLICAS", 1, 1...1024)
        let ordinal = try number("SOUK_ORDINAL", 0, 0...1023)
        guard ordinal < replicas else {
            throw Invalid(description: "SOUK_ORDINAL (\(ordinal)) must be less than SOUK_REPLICAS (\(replicas))")
        }
        var file = FileSettings()
        if let path = environment["SOUK_SETTINGS"], !path.isEmpty {
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
                throw Invalid(description: "SOUK_SETTINGS: \(path) cannot be read")
            }
            do { file = try YAMLDecoder().decode(File.self, from: text).services ?? FileSettings() } catch {
                throw Invalid(description: "SOUK_SETTINGS: \(path): \(error)")
            }
        }
        return ServiceSettings(
            bootstrapServers: environment["KAFKA_BOOTSTRAP_SERVERS"] ?? "127.0.0.1:9092", dataDirectory: environment["SOUK_DATA"] ?? "data",
            httpPort: try number("SOUK_HTTP_PORT", 0, 0...65_535), httpHost: environment["SOUK_HTTP_HOST"] ?? "127.0.0.1",
            partitions: try number("SOUK_PARTITIONS", 2, 1...4096), replicas: replicas, ordinal: ordinal,
            secretFile: environment["SOUK_SECRET_FILE"], acceptedLosses: try losses(environment["SOUK_ACCEPT_LOSS"] ?? ""),
            logLevel: environment["SOUK_LOG_LEVEL"] ?? "info", environment: environment, file: file)
    }
}

extension ServiceSettings {
    /// How long a shard's inbox remembers messages. Whoever replays a log needs the same time as the service.
    package var retention: Duration { file.retentionHours.map { .hours($0) } ?? ShardWriter.Settings().retention }

    /// Publishers write their events into this service's log.
    var takesDirectly: Bool { file.directEvents ?? true }

    private static func losses(_ text: String) throws -> Set<String> {
        let names = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        for name in names {
            let parts = name.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count <= 2, !parts[0].isEmpty, parts.count == 1 || Int32(parts[1]).map({ $0 >= 0 }) == true else {
                throw Invalid(description: "SOUK_ACCEPT_LOSS must be services or shards, such as orders/0,orders/3, not \"\(name)\"")
            }
        }
        return Set(names)
    }
    func acceptsLoss(of service: ServiceName, _ partition: Int32? = nil) -> Bool {
        acceptedLosses.contains(service.rawValue) || partition.map { acceptedLosses.contains("\(service)/\($0)") } ?? false
    }
}

extension ServiceSecret {
    /// Reads the service's secret; without a configured file, makes one at first start (mode 600).
    public static func load(service: ServiceName, settings: ServiceSettings) throws -> ServiceSecret {
        let path = settings.secretFile ?? "\(settings.dataDirectory)/\(service)/secret"
        if let bytes = FileManager.default.contents(atPath: path) {
            guard bytes.count >= 32 else { throw ServiceSettings.Invalid(description: "\(path) must hold at least 32 bytes") }
            return ServiceSecret([UInt8](bytes))
        }
        guard settings.secretFile == nil else { throw ServiceSettings.Invalid(description: "SOUK_SECRET_FILE: \(path) cannot be read") }
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
        try FileManager.default.createDirectory(atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        guard FileManager.default.createFile(atPath: path, contents: Data(bytes), attributes: [.posixPermissions: 0o600]) else {
            throw ServiceSettings.Invalid(description: "\(path) cannot be written")
        }
        return ServiceSecret(bytes)
    }
}
