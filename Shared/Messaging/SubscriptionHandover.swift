import Contracts
import GRDB
import Kernel

/// Takes subscriptions up as the log asks for them (docs/decisions/0062).
extension ShardWriter {
    /// How long a handover waits that could not be made.
    private static let handoverPause: Duration = .seconds(1)

    /// Makes what the relay does equal to what the shard was asked for. A subscription is taken at the relay's place: what
    /// lies before it went into the topic of events alone.
    /// - Parameter isStart: the relay has sent nothing yet in this run.
    func handOver(_ run: inout Run, on clusterID: String, isStart: Bool = false) throws {
        run.handoverDue = nil
        // What lingers must leave before the marker.
        if !isStart { try run.relay.sendLingering() }
        guard run.relay.timeToLinger == nil else {
            run.handoverDue = .now + .milliseconds(10)
            return
        }
        let (wanted, taken) = try file.pool.read { (try StoredSubscriptions.wanted($0), try StoredSubscriptions.taken(on: clusterID, $0)) }
        var kept = taken.filter { wanted[$0.subscriber] == $0.types }
        let ended = taken.map(\.subscriber).filter { wanted[$0] == nil }
        var new = wanted.filter { want in !kept.contains { $0.subscriber == want.key } }
        if !new.isEmpty {
            // Equal counts put a tenant into the same partition everywhere; else its subscriber's forwarder goes on.
            let counts = try? cluster.partitionCounts(of: [Topics.events(service)] + new.keys.map(Topics.commands))
            let isComplete = counts?.count == new.count + 1
            new = new.filter { want in counts.map { $0[Topics.commands(want.key)] == $0[Topics.events(service)] } ?? false }
            if !isComplete { run.handoverDue = .now + Self.handoverPause }
        }
        let events = TopicPartition(Topics.events(service), partition)
        let made = new.sorted { $0.key < $1.key }.map {
            DirectSubscription($0.key, $0.value, since: run.relay.cursor, of: events, on: clusterID)
        }
        kept += made
        if !made.isEmpty || !ended.isEmpty {
            try file.pool.write { db in
                for subscriber in ended { try StoredSubscriptions.end(subscriber, db) }
                for subscription in made { try StoredSubscriptions.take(subscription, on: clusterID, db) }
            }
            logger.info("direct subscriptions", metadata: ["of": "\(kept.map(\.subscriber.rawValue).sorted())"])
        }
        run.relay.follow(kept)
        let subscribers = Set(kept.map(\.subscriber))
        status.withLock { $0.directSubscribers = subscribers }
    }
}
