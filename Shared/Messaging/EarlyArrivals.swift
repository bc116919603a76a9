import Contracts
import Foundation
import GRDB
import Kernel
import Storage

/// Records that came before what must come first: the definition of their tenant, or a marker of their publisher.
extension ShardApplier {
    /// Stores a record as it arrived, because no one sends it again. If the forwarder brings a record that already waits
    /// for a marker, the record takes its place from the forwarder.
    /// - Parameter marker: what it waits for; nil: the definition of its tenant.
    func keepEarlyArrival(_ record: IncomingRecord, _ envelope: Envelope, until marker: String? = nil, in db: Database) throws {
        try db.execute(sql: """
            INSERT INTO souk_early_arrival (tenant, id, topic, partition, record_offset, logged_at, key, headers, value, marker, arrival)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(arrival), 0) + 1 FROM souk_early_arrival))
            ON CONFLICT (tenant, id) DO UPDATE SET topic = excluded.topic, partition = excluded.partition,
                record_offset = excluded.record_offset, logged_at = excluded.logged_at, key = excluded.key, headers = excluded.headers,
                value = excluded.value, marker = NULL, arrival = excluded.arrival
            WHERE marker IS NOT NULL AND excluded.marker IS NULL
            """, arguments: [envelope.tenant.rawValue, envelope.id, record.topic, record.partition, record.offset,
                             record.timestamp.millisecondsSinceEpoch,
                             record.key.map { Data($0) }, Data(try KeptHeaders(record.headers).encoded()), Data(envelope.value), marker])
    }

    /// Applies events that arrived before their tenant's definition.
    /// - Parameter definition: the record of the definition.
    func takeUpEarlyEvents(of tenant: TenantID, with definition: IncomingRecord, in db: Database) throws {
        let rows = try Row.fetchAll(db, sql: """
            SELECT topic, partition, record_offset, logged_at, key, headers, value FROM souk_early_arrival
            WHERE tenant = ? AND marker IS NULL ORDER BY arrival, logged_at, record_offset
            """, arguments: [tenant.rawValue])
        try db.execute(sql: "DELETE FROM souk_early_arrival WHERE tenant = ? AND marker IS NULL", arguments: [tenant.rawValue])
        try takeUp(rows, with: definition, in: db)
    }

    /// Everything before the marker has come in: applies the events that came directly and waited for it.
    /// - Returns: false when more wait than one transaction should hold; the marker is then applied again and continues.
    func passMarker(_ taken: SubscriptionTaken, _ record: IncomingRecord, in db: Database) throws -> Bool {
        guard taken.subscriber == service,
              let origin = record.headers.last(where: { $0.name == "forwarded-from" })?.value else { return true }
        let from = String(decoding: origin, as: UTF8.self).split(separator: "/")
        guard from.count >= 3, let partition = Int32(from[1]) else { return true }
        let marker = DirectOrigin.Marker(events: TopicPartition(String(from[0]), partition), name: taken.marker).description
        let rows = try Row.fetchAll(db, sql: """
            SELECT topic, partition, record_offset, logged_at, key, headers, value, tenant, id FROM souk_early_arrival
            WHERE marker = ? ORDER BY arrival LIMIT \(Self.timersPerTransactionMax)
            """, arguments: [marker])
        for row in rows {
            try db.execute(sql: "DELETE FROM souk_early_arrival WHERE tenant = ? AND id = ?",
                           arguments: [row[7] as String, row[8] as String])
        }
        try takeUp(rows, with: record, in: db)
        guard rows.count < Self.timersPerTransactionMax else { return false }
        try db.execute(sql: "INSERT INTO souk_marker (marker) VALUES (?) ON CONFLICT DO NOTHING", arguments: [marker])
        markers.insert(marker)
        return true
    }

    /// Unchanged and in order of arrival. The crash ledger names each of them: one that crashes the program must not take
    /// along what they waited for.
    private func takeUp(_ rows: [Row], with awaited: IncomingRecord, in db: Database) throws {
        for row in rows {
            let record = IncomingRecord(topic: row[0], partition: row[1], offset: row[2],
                                        timestamp: Timestamp(millisecondsSinceEpoch: row[3]),
                                        key: (row[4] as Data?).map { [UInt8]($0) }, value: [UInt8](row[6] as Data),
                                        headers: try KeptHeaders([UInt8](row[5] as Data)).headers)
            takenUp.append(record.offset)
            if try skip(arrival: record, with: awaited, in: db) { continue }
            inHand?.hold(suspect.key(arrival: record.offset))
            try take(record, isOfTheLog: false, in: db)
        }
        if !rows.isEmpty { inHand?.hold(suspect.key(awaited.offset)) }
    }
}
