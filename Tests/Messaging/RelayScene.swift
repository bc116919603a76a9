import Contracts
import Foundation
import GRDB
import Kernel
import Logging
import Messaging
import Storage
import TestKit

/// The relay of a file without rows, and a producer that holds what it is given.
final class RelayScene {
    let producer = HeldProducer()
    let relay: OutboxRelay
    let file: ShardFile
    private let folder = NSTemporaryDirectory() + "souk-relay-\(UUID().uuidString)"

    init(linger: Duration = .hours(1)) throws {
        file = try ShardFile(path: folder + "/p0.sqlite", migrations: [])
        relay = OutboxRelay(service: "bank", producer: producer, pacer: Unpaced(), relayed: 0,
                            putAside: Metrics().counter("aside", "Put aside."), linger: linger,
                            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try pump()
    }
    /// A row of the outbox, also in the file.
    func row(_ position: Int64, _ topic: String = "bank.events", awaitedBy: Awaiting = .everybody) throws -> OutboxRelay.Row {
        try file.pool.write { db in
            try db.execute(sql: """
                INSERT INTO souk_outbox (position, tenant, id, topic, type, time, correlation_id, causation_id, value)
                VALUES (?, 'souq', ?, ?, 'bank.said.v1', 0, 'c', 'c', x'7B7D')
                """, arguments: [position, String(position), topic])
        }
        let envelope = Envelope(id: "\(position)", type: "bank.said.v1", source: "/bank", time: .now(), tenant: "souq",
                                correlationID: "c", value: Array("{}".utf8))
        return OutboxRelay.Row(position: position, type: envelope.type, record: envelope.record(for: topic), awaitedBy: awaitedBy)
    }
    func pump() throws { try file.pool.writeWithoutTransaction { _ = try relay.pump($0) } }
    func close() {
        file.close()
        try? FileManager.default.removeItem(atPath: folder)
    }
}
