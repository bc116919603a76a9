import CoreMetrics
import Kernel
import Synchronization

/// Counts the requests that this process's clients have sent to brokers, by kind (`Produce`, `Fetch`, …): the metric
/// `kafka_requests_total`.
package final class RequestCount: Sendable {
    /// The part of librdkafka's STATISTICS.md that is read. Counts are since the client was made; its `name` is made once.
    private struct Statistics: Decodable {
        struct Broker: Decodable { let req: [String: Int64] }
        let name: String
        let brokers: [String: Broker]
    }
    private let counted = Mutex<[String: [String: Int64]]>([:])

    package init() {}

    /// - Parameters:
    ///   - json: statistics of a whole client; what cannot be read is left out.
    ///   - client: our name of it.
    /// - Returns: what came since the last statistics.
    @discardableResult
    package func take(_ json: String, of client: String) -> [String: Int64] {
        guard let statistics = try? JSON.decode(Statistics.self, from: json.utf8) else { return [:] }
        let sent = statistics.brokers.values.reduce(into: [String: Int64]()) { $0.merge($1.req) { $0 &+ $1 } }
        let added = counted.withLock { counted in
            let before = counted.updateValue(sent, forKey: statistics.name) ?? [:]
            return sent.merging(before) { $0 &- $1 }.filter { sent[$0.key] != nil && $0.value > 0 }
        }
        for (kind, count) in added {
            Counter(label: Self.metric, dimensions: [("client", client), ("kind", kind)]).increment(by: count)
        }
        return added
    }
    package static let metric = "kafka_requests_total"
}
