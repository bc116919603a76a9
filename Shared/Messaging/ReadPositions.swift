import GRDB
import Kernel

/// Where the loops beside a writer are in the topics they read (the intake, events of other services). Kept in the shard's file with the rest of its state:
/// they move with the shard, and no start waits for a group coordinator (docs/decisions/0015).
public struct ReadPositions: Sendable {
    private let file: any DatabaseWriter

    public init(_ file: any DatabaseWriter) { self.file = file }

    /// Where to begin on this cluster: after what was read, else where an older program had committed to `group`, else at the beginning.
    /// Throws when an older program's position must be asked for and no broker tells it.
    package func start(of place: TopicPartition, group: String, on cluster: any LogCluster, id clusterID: String) throws -> StartPosition {
        let (known, mayBeInGroup) = try file.read { db in
            (try Int64.fetchOne(db, sql: "SELECT next_offset FROM souk_read_position WHERE topic = ? AND partition = ? AND cluster_id = ?",
                                arguments: [place.topic, place.partition, clusterID]),
             try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM souk_read_position WHERE topic = '' AND cluster_id = ?)", arguments: [clusterID]) ?? false)
        }
        if let known { return .offset(known) }
        guard mayBeInGroup, let committed = try cluster.committedOffsets(group: group, [place])[place] else { return .beginning }
        try set([place: committed], in: clusterID)
        return .offset(committed)
    }

    /// What was read on this cluster; nil: nothing.
    func known(of partition: TopicPartition, on clusterID: String) throws -> Int64? { try place(partition, on: clusterID)?.next }

    /// How far a topic was read, and by what it would be known again.
    struct Place: Equatable {
        var next: Int64
        /// Of the record before `next`; nil: nobody knows.
        var digest: String?
        /// How often the topic had become another one.
        var timesRemade = 0
    }

    /// Nil: nothing was read of it on this cluster.
    func place(_ partition: TopicPartition, on clusterID: String) throws -> Place? {
        try file.read { db in
            let row = try Row.fetchOne(db, sql: """
                SELECT next_offset, mark_digest, times_remade FROM souk_read_position WHERE topic = ? AND partition = ? AND cluster_id = ?
                """, arguments: [partition.topic, partition.partition, clusterID])
            return row.map { Place(next: $0[0], digest: $0[1], timesRemade: $0[2]) }
        }
    }

    /// The first offsets that are not done. A log that was made anew goes back, so the latest word counts, not the highest offset.
    package func set(_ next: [TopicPartition: Int64], in clusterID: String) throws { try set(next.mapValues { Place(next: $0) }, in: clusterID) }

    func set(_ places: [TopicPartition: Place], in clusterID: String) throws {
        try file.write { db in
            for (partition, place) in places {
                try db.cachedStatement(sql: """
                    INSERT INTO souk_read_position (topic, partition, cluster_id, next_offset, mark_digest, times_remade) VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT DO UPDATE SET cluster_id = excluded.cluster_id, next_offset = excluded.next_offset, mark_digest = excluded.mark_digest,
                        times_remade = excluded.times_remade
                    """).execute(arguments: [partition.topic, partition.partition, clusterID, place.next, place.digest, place.timesRemade])
            }
        }
    }
}
