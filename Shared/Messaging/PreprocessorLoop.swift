import Contracts
import Foundation
import GRDB
import Kernel
import Logging
import Storage
import Synchronization

/// Prepares messages before the log: opens sealed fields, hashes and verifies passwords, tokenises cards. Slow work, on threads that
/// yield to everything else, so a login storm does not stall a shard. The prepared command has the id and the asker of the request.
///
/// Partitions are owned like the shard's (`partition % replicas == ordinal`), because a worker reads the shard's file.
public final class PreprocessorLoop: Sendable {
    private let service: ServiceName
    private let partition: Int32
    private let file: ShardFile
    private let cluster: any LogCluster
    private let reader: any LogReader
    private let producer: any LogProducer
    private let table: HandlerTable
    private let secret: ServiceSecret
    private let watch: ClusterWatch
    private let clock: @Sendable () -> Timestamp
    private let workers: Int
    private let logger: Logger
    private let stop: StopSignal
    public let health: LoopHealth
    private let prepared: Metrics.Counter
    private let crashes: CrashLedger?
    private let tenantSecrets: TenantSecrets

    public init(service: ServiceName, partition: Int32, file: ShardFile, cluster: any LogCluster, watch: ClusterWatch,
                reader: any LogReader,
                producer: any LogProducer, table: HandlerTable, secret: ServiceSecret, workers: Int,
                clock: @escaping @Sendable () -> Timestamp, metrics: Metrics, logger: Logger, stop: StopSignal,
                tenantSecrets: TenantSecrets = TenantSecrets(environment: [:], dataDirectory: "."), crashes: CrashLedger? = nil) {
        (self.crashes, self.tenantSecrets) = (crashes, tenantSecrets)
        (self.service, self.partition, self.file, self.watch, self.reader, self.producer) =
            (service, partition, file, watch, reader, producer)
        self.cluster = cluster
        (self.table, self.secret, self.workers, self.clock, self.logger, self.stop) = (table, secret, max(1, workers), clock, logger, stop)
        health = LoopHealth("intake of partition \(partition)")
        prepared = metrics.counter("souk_intake_prepared_total", "Messages prepared before the log.", ("partition", String(partition)))
    }

    public func run() {
        let positions = ReadPositions(file.pool), place = TopicPartition(Topics.intake(service), partition)
        PartitionLoop(reader: reader, partition: place, start: { clusterID in
            try positions.start(of: place, group: Topics.intakeGroup(self.service), on: self.cluster, id: clusterID)
        }, restart: .beginning, recordsMax: workers, watch: watch, health: health, logger: logger, stop: stop)
            .run { records, partitionReader, clusterID in
            guard let next = prepare(records, and: partitionReader, of: clusterID) else { return false }
            // For lag monitors only. The file keeps the real position; after an older one some records are prepared
            // again, and the inbox drops them.
            partitionReader.commit(before: next)
            do { try positions.set([place: next], in: clusterID) } catch { health.failed(error) }
            return true
        }
    }

    /// Prepares the records and those that arrive meanwhile; a slow record blocks only its own thread. Returns the next
    /// offset when all are in the log; nil: some were not started and are read again. A busy intake pauses now and then
    /// to save its position.
    private func prepare(_ records: [IncomingRecord], and reader: any PartitionReader, of clusterID: String) -> Int64? {
        let isCutShort = Atomic<Bool>(false)
        let crew = PreprocessorPool(size: workers) { record in
            // Drop what was not started: at shutdown each record could take half a minute without a broker, and during a
            // hold nothing may be written.
            guard self.mayGoOn(on: clusterID) else { return isCutShort.store(true, ordering: .relaxed) }
            self.prepare(record)
        }
        crew.add(records)
        var (last, count) = (records.last, records.count)
        while !crew.isIdle, count < Self.recordsPerStretch, mayGoOn(on: clusterID) {
            guard crew.hasRoom else {
                _ = Waiter().wait(.milliseconds(2))
                continue
            }
            // Ignore the error here: the outer loop meets it again and reports it.
            guard let more = try? reader.read(max: workers, wait: .milliseconds(20)) else { break }
            // The records may be of another cluster, or came during a hold: the next reader reads them again.
            guard more.isEmpty || mayGoOn(on: clusterID) else {
                isCutShort.store(true, ordering: .relaxed)
                break
            }
            crew.add(more)
            (last, count) = (more.last ?? last, count + more.count)
        }
        crew.join()
        return isCutShort.load(ordering: .relaxed) ? nil : last.map { $0.offset + 1 }
    }
    private static let recordsPerStretch = 256

    /// False: the process ends, no loop may follow the cluster, or another cluster answers.
    private func mayGoOn(on clusterID: String) -> Bool { !stop.isRaised && watch.clusterID == clusterID }

    private func prepare(_ record: IncomingRecord) {
        var envelope: Envelope
        do throws(Envelope.Malformed) {
            envelope = try Envelope(record)
        } catch {
            return putAside(record, because: error.description)
        }
        guard let preparer = table.preparers[envelope.type] else {
            putAside(record, because: "unknown type \(envelope.type)")
            return answer(envelope, with: .internalError)
        }
        do {
            guard let (definition, last) = try tenant(of: envelope) else {
                throw Rejection.tenantNotSetUp
            }
            if try isAnswered(envelope) {
                // Asked again under the same id: what was prepared then may be refused now (the address is taken, by
                // this very request). The inbox knows the answer.
                _ = try producer.append([envelope.record(for: Topics.commands(service))], timeout: .seconds(30))
                return
            }
            let context = PreprocessorContext(envelope: envelope, now: max(envelope.time, last), definition: definition, secret: secret,
                                        reader: file.pool, tenantSecrets: tenantSecrets)
            let command = try guarded(envelope) {
                Failpoint.trap(on: envelope.type, envelope.value)
                return try preparer(context)
            }
            guard let command else {
                putAside(record, because: SkippedMessages.reason)
                return answer(envelope, with: .internalError)
            }
            (envelope.type, envelope.value) = (command.type, command.value)
            _ = try producer.append([envelope.record(for: Topics.commands(service))], timeout: .seconds(30))
            prepared.add()
        } catch {
            refuse(envelope, error)
        }
    }

    /// Nil: the request crashed too many processes.
    private func guarded<T>(_ envelope: Envelope, _ body: () throws -> T) rethrows -> T? {
        guard let crashes, let place = crashes.place() else { return try body() }
        defer { crashes.give(back: place) }
        let key = CrashLedger.Key(.preparation, Array(envelope.tenant.rawValue.utf8), Array(envelope.id.utf8))
        if crashes.isRefused(key) { return nil }
        place.hold(key)
        defer { crashes.forget(key) }
        return try body()
    }

    /// What is no message, or none that is prepared here, is put aside by the writer like every other such record.
    private func putAside(_ record: IncomingRecord, because reason: String) {
        let deadLetter = Envelope.putAside(record, to: TopicPartition(Topics.commands(service), partition), because: reason)
        do throws(LogError) { _ = try producer.append([deadLetter], timeout: .seconds(30)) } catch {
            logger.error("a record of the intake is no message and cannot be put aside",
                         metadata: ["offset": "\(record.offset)", "error": "\(error)"])
        }
    }

    private func isAnswered(_ envelope: Envelope) throws -> Bool {
        try file.pool.read {
            // The second id is the one the same Idempotency-Key had yesterday: as the writer looks for it.
            try Bool.fetchOne($0, sql: """
                SELECT EXISTS (SELECT 1 FROM souk_inbox WHERE tenant = ?1 AND id = ?2)
                    OR EXISTS (SELECT 1 FROM souk_inbox WHERE tenant = ?1 AND id = ?3 AND received_at > ?4)
                """, arguments: [envelope.tenant.rawValue, envelope.id, envelope.earlierID,
                                 (envelope.time - Envelope.idempotencyWindow).millisecondsSinceEpoch]) ?? false
        }
    }

    private func refuse(_ envelope: Envelope, _ error: any Error) {
        let reply: Reply
        switch error {
        case let rejection as Rejection: reply = Reply(rejection)
        case let decoding as DecodingError: reply = Reply(decoding.asRejection)
        default:
            // Not prepared and not answered: the asker sends it again.
            logger.error("intake met a defect", metadata: ["type": "\(envelope.type)", "error": "\(error)", "id": "\(envelope.id)"])
            if error is LogError || (error as? DatabaseError)?.isInfrastructure == true { return }
            reply = .internalError
        }
        answer(envelope, with: reply)
    }

    private func answer(_ envelope: Envelope, with reply: Reply) {
        guard let address = envelope.replyTo else { return }
        try? producer.enqueue(reply.record(to: address, causedBy: envelope, source: "/\(service)", replayed: false))
    }

    private func tenant(of envelope: Envelope) throws -> (TenantDefinition, Timestamp)? {
        try file.pool.read { db in
            let row = try Row.fetchOne(db, sql: "SELECT definition, last_time FROM souk_tenant WHERE tenant = ? AND definition IS NOT NULL",
                                       arguments: [envelope.tenant.rawValue])
            guard let row else { return nil }
            return (try JSON.decode(TenantDefinition.self, from: [UInt8](row[0] as Data)), Timestamp(millisecondsSinceEpoch: row[1]))
        }
    }
}
