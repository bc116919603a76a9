import Contracts
import GRDB
import Kernel
import Logging
import Messaging
import Storage
import Synchronization

/// A worker that calls the outside world: reads rows that the writer has committed, acts, and reports the outcome as a
/// command in the shard's log.
///
/// One per shard, on its own thread, never inside a transaction. A handler writes a row that asks for the work; the worker
/// sees it and acts. A slow peer therefore never delays a shard, and a replay of the log calls nobody.
public protocol SideEffectWorker: Sendable {
    init(_ context: SideEffectContext) throws
    /// Blocks until `context.stop` is raised and current work has ended.
    func run()
}

/// What a side-effect worker of one shard may use.
public struct SideEffectContext: Sendable {
    public let service: ServiceName
    public let partition: Int32
    /// Reads the shard's file as the writer committed it.
    public let reader: any DatabaseReader
    /// A file beside the shard's, for outcomes that are not in the log yet and must survive a restart.
    public let journalPath: String
    public let environment: [String: String]
    public let dataDirectory: String
    /// The machine's time.
    public let clock: @Sendable () -> Timestamp
    public let metrics: Metrics
    public let logger: Logger
    public let stop: StopSignal
    /// The ledger in which workers record their current work, so that work that crashes the program is not repeated
    /// forever. Nil in tests.
    public let crashes: CrashLedger?
    /// Tells that the writer has committed; nil in tests.
    let commits: CommitSignal?
    private let secret: ServiceSecret?
    private let place: PlaceInLog?
    private let producer: any LogProducer

    /// - Parameter follow: nil in tests without a log: the file is always as new as it gets.
    public init(service: ServiceName, partition: Int32, reader: any DatabaseReader, journalPath: String, environment: [String: String],
                dataDirectory: String,
                clock: @escaping @Sendable () -> Timestamp, metrics: Metrics, logger: Logger, stop: StopSignal,
                secret: ServiceSecret? = nil, follow: PlaceInLog?, producer: any LogProducer, crashes: CrashLedger? = nil,
                commits: CommitSignal? = nil) {
        (self.crashes, self.secret, self.commits) = (crashes, secret, commits)
        (self.service, self.partition, self.reader, self.journalPath, self.environment, self.dataDirectory) =
            (service, partition, reader, journalPath, environment, dataDirectory)
        (self.clock, self.metrics, self.logger, self.stop, place, self.producer) = (clock, metrics, logger, stop, follow, producer)
    }

    /// False while the file still replays messages that were in the log at the first call, because outcomes of pending work
    /// may be among them. Workers wait for it, so that a rebuilt shard repeats nothing. Throws if the broker doesn't answer.
    public func isCaughtUp() throws -> Bool { try place?.isReached() ?? true }

    /// Secrets that tenants' settings refer to.
    public var tenantSecrets: TenantSecrets { TenantSecrets(environment: environment, dataDirectory: dataDirectory) }

    /// Seals a text for this service, so that it can be part of a reported command: handlers open it with `context.open(_:)`.
    public func seal(_ text: String) throws -> SealedValue {
        guard let secret else { throw Envelope.Malformed("this context has no secret to seal with") }
        let id = "\(service)-outside", key = try secret.sealingKey(id: id)
        let box = try Sealing.seal(Array(text.utf8), to: Array(key.publicKey.rawRepresentation), purpose: .field)
        return SealedValue(keyID: id, encapsulatedKey: box.encapsulatedKey, ciphertext: Base64URL.encode(box.ciphertext))
    }

    /// The cipher with which handlers encrypt one kind of column. Throws if this context has no secret.
    public func columnCipher(_ use: String) throws -> ColumnCipher {
        guard let secret else { throw Envelope.Malformed("this context has no secret to decrypt with") }
        return ColumnCipher(secret: secret, use: use)
    }

    /// Appends a command to the shard's own log. The same id twice is applied once.
    /// - Parameter now: the tenant's time, with its virtual clock.
    public func report(_ command: some Message, id: String, tenant: TenantID, now: Timestamp) throws {
        let type = Swift.type(of: command).type
        let envelope = Envelope(id: id, type: type, source: "/\(service)/outside", time: now, tenant: tenant, correlationID: id,
                                value: try JSON.encode(command))
        var record = envelope.record(for: Topics.commands(service))
        // The outcome belongs to this shard, whatever the key.
        record.partition = partition
        try producer.enqueue(record)
    }
}

/// The log position that a shard's file must reach before workers may act on its rows.
public final class PlaceInLog: Sendable {
    private let cluster: any LogCluster
    private let watch: ClusterWatch
    private let file: ShardFile
    private let topic: TopicPartition
    private let goal = Mutex<(cluster: String, offset: Int64, isReached: Bool)>(("", 0, false))

    public init(cluster: any LogCluster, watch: ClusterWatch, file: ShardFile, topic: TopicPartition) {
        (self.cluster, self.watch, self.file, self.topic) = (cluster, watch, file, topic)
    }

    func isReached() throws -> Bool {
        let followed = watch.clusterID
        guard !followed.isEmpty else { return false }
        var goal = goal.withLock { $0 }
        if goal.cluster != followed { goal = (followed, try cluster.watermarks(topic).upperBound, false) }
        if !goal.isReached {
            let row = try file.pool.read { try Row.fetchOne($0, sql: "SELECT cluster_id, next_offset FROM souk_log") }
            goal.isReached = row.map { $0[0] as String == followed && $0[1] as Int64 >= goal.offset } ?? false
        }
        self.goal.withLock { [goal] in $0 = goal }
        return goal.isReached
    }
}
