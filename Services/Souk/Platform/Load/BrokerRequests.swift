import Contracts
import Kafka
import Kernel
import Messaging

/// How many produce and fetch requests each process has sent to the brokers, as its metrics say.
struct BrokerRequests: Codable, Sendable {
    /// How often librdkafka tells its counts.
    static let intervalMilliseconds = 100

    struct Count: Codable, Sendable {
        var produce = 0.0
        var fetch = 0.0
    }
    private(set) var byProcess: [String: Count]

    /// Asks every process. Blocks until what was sent before has been told.
    init(_ installation: Installation) throws {
        _ = Waiter().wait(.milliseconds(Self.intervalMilliseconds * 5))
        byProcess = try Topics.services.reduce(into: ["gateway": try Self.count(at: installation.gatewayOperatorAddress)]) {
            $0[$1.rawValue] = try Self.count(at: installation.operatorAddress(of: $1))
        }
    }
    private init(byProcess: [String: Count]) { self.byProcess = byProcess }

    /// What came after an earlier look, for each of so many requests of clients.
    func since(_ earlier: BrokerRequests, per requests: Int) -> BrokerRequests {
        let share = 1 / Double(max(1, requests))
        return BrokerRequests(byProcess: byProcess.merging(earlier.byProcess) {
            Count(produce: ($0.produce - $1.produce) * share, fetch: ($0.fetch - $1.fetch) * share)
        })
    }

    private static func count(at address: String) throws -> Count {
        let answer = try LocalHTTP.request("GET", address, "/metrics")
        guard answer.status == 200 else { throw LocalHTTP.Failed(description: "\(address) answers \(answer.status)") }
        var count = Count()
        for line in String(decoding: answer.body, as: UTF8.self).split(separator: "\n") where line.hasPrefix(RequestCount.metric) {
            guard let value = line.split(separator: " ").last.flatMap({ Double($0) }) else { continue }
            if line.contains(#"kind="Produce""#) { count.produce += value }
            if line.contains(#"kind="Fetch""#) { count.fetch += value }
        }
        return count
    }
}
