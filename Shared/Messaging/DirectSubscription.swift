import Contracts
import Crypto
import Foundation
import GRDB
import Kernel

/// A service into whose log the relay of a shard writes events directly, besides the topic of events (docs/decisions/0062).
package struct DirectSubscription: Sendable, Equatable {
    package let subscriber: ServiceName
    package let types: Set<MessageType>
    /// The outbox row before the marker: what comes behind it goes out directly.
    package let since: Int64
    package let marker: String
    var topic: String { Topics.commands(subscriber) }

    package init(subscriber: ServiceName, types: Set<MessageType>, since: Int64, marker: String) {
        (self.subscriber, self.types, self.since, self.marker) = (subscriber, types, since, marker)
    }

    /// The same handover has the same marker, so that one that was cut off goes on under its name.
    init(_ subscriber: ServiceName, _ types: Set<MessageType>, since: Int64, of publisher: TopicPartition, on clusterID: String) {
        let parts = [publisher.description, subscriber.rawValue, clusterID, String(since)] + types.map(\.rawValue).sorted()
        let digest = SHA256.hash(data: Data(parts.joined(separator: "\n").utf8))
        self.init(subscriber: subscriber, types: types, since: since, marker: Hex.encode(Array(digest.prefix(8))))
    }

    /// The mark in the publisher's topic of events.
    func markerRecord(in events: TopicPartition, service: ServiceName) throws -> OutgoingRecord {
        let taken = SubscriptionTaken(subscriber: subscriber, types: types.sorted(), marker: marker)
        let id = DeterministicID.make("subscription-taken", events.description, marker)
        let envelope = Envelope(id: id, type: SubscriptionTaken.type, source: "/\(service)", time: .now(), tenant: "platform",
                                correlationID: id, value: try JSON.encode(taken))
        var record = envelope.record(for: events.topic)
        record.partition = events.partition
        return record
    }
}

/// Where a record that came directly stands in its publisher's outbox, and behind which marker.
struct DirectOrigin {
    static let header = "direct-from"
    /// The partition of the publisher's topic of events.
    let events: TopicPartition
    let position: Int64
    let marker: Marker

    /// A marker's name with the shard that wrote it: `orders.events/0/1f2e3d4c5b6a7988`.
    struct Marker: Hashable, Sendable, CustomStringConvertible {
        let events: TopicPartition
        let name: String
        var description: String { "\(events)/\(name)" }
        init(events: TopicPartition, name: String) { (self.events, self.name) = (events, name) }
        init?(_ text: String) {
            let parts = text.split(separator: "/")
            guard parts.count == 3, let partition = Int32(parts[1]) else { return nil }
            self.init(events: TopicPartition(String(parts[0]), partition), name: String(parts[2]))
        }
    }

    static func header(_ events: TopicPartition, _ position: Int64, _ marker: String) -> RecordHeader {
        RecordHeader(header, "\(events.topic)/\(events.partition)/\(position)/\(marker)")
    }
    /// Nil: the value is none of ours.
    init?(_ value: [UInt8]) {
        let parts = String(decoding: value, as: UTF8.self).split(separator: "/")
        guard parts.count == 4, let partition = Int32(parts[1]), let position = Int64(parts[2]), position >= 0, position < .max else {
            return nil
        }
        (events, self.position) = (TopicPartition(String(parts[0]), partition), position)
        marker = Marker(events: events, name: String(parts[3]))
    }
}

/// Which subscriptions a shard was asked for (from its log), and which its relay has taken (beside it).
enum StoredSubscriptions {
    static func wanted(_ db: Database) throws -> [ServiceName: Set<MessageType>] {
        try Dictionary(uniqueKeysWithValues: Row.fetchAll(db, sql: "SELECT subscriber, types FROM souk_subscription").map {
            (ServiceName($0[0] as String), types($0[1]))
        })
    }
    static func taken(on clusterID: String, _ db: Database) throws -> [DirectSubscription] {
        let sql = "SELECT subscriber, types, since_position, marker FROM souk_handover WHERE cluster_id = ? ORDER BY subscriber"
        return try Row.fetchAll(db, sql: sql, arguments: [clusterID]).map {
            DirectSubscription(subscriber: ServiceName($0[0] as String), types: types($0[1]), since: $0[2], marker: $0[3])
        }
    }
    static func want(_ request: Subscribe, _ db: Database) throws {
        guard !request.types.isEmpty else {
            return try db.execute(sql: "DELETE FROM souk_subscription WHERE subscriber = ?", arguments: [request.subscriber.rawValue])
        }
        try db.execute(sql: """
            INSERT INTO souk_subscription (subscriber, types) VALUES (?, ?) ON CONFLICT DO UPDATE SET types = excluded.types
            """, arguments: [request.subscriber.rawValue, text(Set(request.types))])
    }
    static func take(_ subscription: DirectSubscription, on clusterID: String, _ db: Database) throws {
        try db.execute(sql: """
            INSERT INTO souk_handover (subscriber, types, since_position, marker, cluster_id) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET types = excluded.types, since_position = excluded.since_position, marker = excluded.marker,
                cluster_id = excluded.cluster_id
            """, arguments: [subscription.subscriber.rawValue, text(subscription.types), subscription.since, subscription.marker,
                             clusterID])
    }
    static func end(_ subscriber: ServiceName, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM souk_handover WHERE subscriber = ?", arguments: [subscriber.rawValue])
    }

    static func text(_ types: Set<MessageType>) -> String { types.map(\.rawValue).sorted().joined(separator: " ") }
    static func types(_ text: String) -> Set<MessageType> { Set(text.split(separator: " ").map { MessageType(String($0)) }) }
}
