import Contracts
import GRDB
import Kernel

/// The positions of the loops beside a writer (a preprocessor, the forwarder) in the topics they read. The shard's file
/// keeps them, so they move with the shard, and no start waits for a group coordinator (docs/decisions/0015).
public struct ReadPositions: Sendable {
    private let file: any DatabaseWriter

    public init(_ file: any DatabaseWriter) { self.file = file }

    /// Where to start on this cluster: after the last position read, else at the offset an older program committed to
    /// `group`, else at the beginning. Throws if only a broker knows the older offset and no broker answers.
    package func start(of place: TopicPartition, group: String, on cluster: any LogCluster, id clusterID: String) throws -> StartPosition {
        let (known, mayBeInGroup) = try file.read { db in
            (try Int64.fetchOne(db, sql: "SELECT next_offset FROM souk_read_position WHERE topic = ? AND partition = ? AND cluster_id = ?",
                                arguments: [place.topic, place.partition, clusterID]),
             try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM souk_read_position WHERE topic = '' AND cluster_id = ?)",
                               arguments: [clusterID]) ?? false)
        }
        if let known { return .offset(known) }
        guard mayBeInGroup, let committed = try cluster.committedOffsets(group: group, [place])[place] else { return .beginning }
        try set([place: committed], in: clusterID)
        return .offset(committed)
    }

    /// The next offset on this cluster; nil: nothing was read.
    func known(of partition: TopicPartition, on clusterID: String) throws -> Int64? { try place(partition, on: clusterID)?.next }

    /// How far a topic was read, and how to recognize it.
    struct Place: Equatable {
        var next: Int64
        /// The digest of the record before `next`; nil: unknown.
        var digest: String?
        /// How often the topic was recreated.
        var timesRemade = 0
    }

    /// Nil: nothing of it was read on this cluster.
    func place(_ partition: TopicPartition, on clusterID: String) throws -> Place? { try place(partition, clusterID, isSame: true) }

    /// How far the topic of this name was read on the cluster before; nil: nowhere, or on this cluster.
    func placeElsewhere(_ partition: TopicPartition, than clusterID: String) throws -> Place? {
        try place(partition, clusterID, isSame: false)
    }

    private func place(_ partition: TopicPartition, _ clusterID: String, isSame: Bool) throws -> Place? {
        try file.read { db in
            let row = try Row.fetchOne(db, sql: """
                SELECT next_offset, mark_digest, times_remade FROM souk_read_position WHERE topic = ? AND partition = ?
                AND (cluster_id = ?) = ?
                """, arguments: [partition.topic, partition.partition, clusterID, isSame])
            return row.map { Place(next: $0[0], digest: $0[1], timesRemade: $0[2]) }
        }
    }

    /// Saves the next offsets to read. The latest value wins, not the highest, because a recreated log starts at lower
    /// offsets.
    package func set(_ next: [TopicPartition: Int64], in clusterID: String) throws {
        try set(next.mapValues { Place(next: $0) }, in: clusterID)
    }

    /// Lets the writer of the file ask an owner for a topic as soon as a broker knows the owner's own topic.
    func askLater(_ owner: ServiceName, for topic: String) throws {
        try file.write {
            try $0.execute(sql: "INSERT INTO souk_unasked (owner, topic) VALUES (?, ?) ON CONFLICT DO NOTHING",
                           arguments: [owner.rawValue, topic])
        }
    }

    /// - Parameter direct: partitions whose events come directly behind these positions, with their markers.
    func set(_ places: [TopicPartition: Place], direct: [TopicPartition: SubscriptionTaken] = [:], in clusterID: String) throws {
        try file.write { db in
            for (partition, place) in places {
                try db.cachedStatement(sql: """
                    INSERT INTO souk_read_position (topic, partition, cluster_id, next_offset, mark_digest, times_remade)
                    VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT DO UPDATE SET cluster_id = excluded.cluster_id, next_offset = excluded.next_offset,
                    mark_digest = excluded.mark_digest, times_remade = excluded.times_remade,
                    direct_types = CASE WHEN cluster_id = excluded.cluster_id THEN direct_types END
                    """).execute(arguments: [partition.topic, partition.partition, clusterID, place.next, place.digest, place.timesRemade])
            }
            for (partition, taken) in direct { try Self.setDirect(partition, taken, db) }
        }
    }

    // MARK: - What comes directly

    /// The event types of a partition that come directly on this cluster; empty: none, the forwarder brings them.
    func directTypes(_ partition: TopicPartition, on clusterID: String) throws -> Set<MessageType> {
        let text = try file.read {
            try String.fetchOne($0, sql: """
                SELECT direct_types FROM souk_read_position WHERE topic = ? AND partition = ? AND cluster_id = ?
                """, arguments: [partition.topic, partition.partition, clusterID])
        }
        return text.map(StoredSubscriptions.types) ?? []
    }

    /// - Parameter taken: the marker at the saved position; nil: the forwarder brings what lies behind it.
    func setDirect(_ partition: TopicPartition, _ taken: SubscriptionTaken?) throws {
        try file.write { try Self.setDirect(partition, taken, $0) }
    }
    private static func setDirect(_ partition: TopicPartition, _ taken: SubscriptionTaken?, _ db: Database) throws {
        try db.execute(sql: "UPDATE souk_read_position SET direct_types = ?, direct_marker = ? WHERE topic = ? AND partition = ?",
                       arguments: [taken.map { StoredSubscriptions.text(Set($0.types)) }, taken?.marker, partition.topic,
                                   partition.partition])
    }

    /// The partitions whose events wait in the file for a marker that is not the one the forwarder passed.
    func awaitingAnotherMarker(among partitions: [TopicPartition]) throws -> [TopicPartition] {
        try file.read { db in
            let rows = try db.cachedStatement(sql: "SELECT DISTINCT marker FROM souk_early_arrival WHERE marker IS NOT NULL")
            let markers = try String.fetchAll(rows).compactMap { DirectOrigin.Marker($0) }
            // Nearly always: asked once a second, it must cost next to nothing.
            guard !markers.isEmpty else { return [] }
            return try partitions.filter { partition in
                let passed = try String.fetchOne(db, sql: "SELECT direct_marker FROM souk_read_position WHERE topic = ? AND partition = ?",
                                                 arguments: [partition.topic, partition.partition])
                return markers.contains { $0.events == partition && $0.name != passed }
            }
        }
    }

    /// What the shard was asked for by a service, see `Subscribe`.
    func subscription(of subscriber: ServiceName) throws -> Set<MessageType> {
        try file.read { try StoredSubscriptions.wanted($0)[subscriber] ?? [] }
    }
}
