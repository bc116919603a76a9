import Foundation
import Kafka
import Kernel
import Messaging
import NIOPosix

/// Measures one platform, scenario by scenario.
package struct BenchRun {
    let platform: BenchPlatform
    let warmUp: Duration
    let duration: Duration
    let connections: Int
    let only: Set<String>
    /// How often each scenario is measured; the medians count.
    let rounds: Int
    let peer: BenchPeer?

    /// A system under load.
    private struct Target {
        let address: String
        let processes: [(name: String, pid: Int32)]
    }

    /// - Parameters:
    ///   - connections: of the second half; the first one has one.
    ///   - only: names of scenarios; empty: all.
    package init(platform: BenchPlatform, warmUp: Duration, duration: Duration, connections: Int, only: Set<String>, rounds: Int,
                 peer: BenchPeer?) {
        (self.platform, self.warmUp, self.duration, self.connections, self.only) = (platform, warmUp, duration, connections, only)
        (self.rounds, self.peer) = (rounds, peer)
    }

    private var platformProcesses: [(name: String, pid: Int32)] {
        // Processes that were started again have new ids.
        let named = RunRecord.read(in: platform.installation.dataDirectory)?.processes ?? [:]
        return named.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
    }

    /// The broker's process is named like the embedded one's, if it runs on this machine.
    private func withBroker(_ processes: [(name: String, pid: Int32)]) -> [(name: String, pid: Int32)] {
        guard !processes.contains(where: { $0.name == Self.broker }) else { return processes }
        let server = platform.installation.bootstrapServers.split(separator: ",").first ?? ""
        guard server.hasPrefix("127.0.0.1:") || server.hasPrefix("localhost:"),
            let port = server.split(separator: ":").last.flatMap({ Int($0) }), let pid = ProcessUse.listener(on: port)
        else { return processes }
        return processes + [(Self.broker, pid)]
    }
    private static let broker = "broker"

    package func run() throws -> BenchReport {
        let installation = platform.installation
        let idle = memory()
        let cluster = installation.cluster(name: "bench")
        Terminal.note("raw librdkafka on \(installation.bootstrapServers)")
        let probe = RoundTripProbe(cluster)
        let script = try BenchScript(installation, basePath: "/t/\(BenchScript.tenant)/api/v1")
        let ours = Target(address: installation.gatewayAddress, processes: withBroker(platformProcesses))
        var measured = script.scenarios.filter { only.isEmpty || only.contains($0.name) }.map { (scenario: $0, target: ours) }
        // In turn: what compares is near in time.
        for (index, scenario) in (try peer?.scenarios() ?? []).enumerated() {
            let target = Target(address: peer?.address ?? "", processes: withBroker(peer?.processes ?? []))
            measured.insert((scenario, target), at: min(index * 2 + 1, measured.count))
        }
        let bar = ProgressBar("scenarios", total: measured.count * 2 * rounds)
        var sent: [String: Int] = [:]
        // In every round: a broker that just started becomes faster for minutes.
        var raw: [RoundTripProbe.Latency] = []
        func measureAll(_ connections: Int, counting: Bool) throws -> [BenchReport.Line] {
            var byScenario = measured.map { _ in [BenchReport.Line]() }
            for round in 0..<rounds {
                let latency = connections == 1 ? try probe.latency() : nil
                if let latency { raw.append(latency) }
                for (index, (scenario, target)) in measured.enumerated() {
                    let counts = counting && round == 0 && target.address == ours.address
                    let before = try counts ? TopicCount(cluster) : nil
                    let countsRequests = platform.countsRequests && round == 0 && target.address == ours.address
                    let requestsBefore = try countsRequests ? BrokerRequests(installation) : nil
                    var line = try measure(scenario, connections, target, latency, &sent)
                    if let requestsBefore {
                        line.brokerRequests = try BrokerRequests(installation).since(requestsBefore, per: line.sent)
                    }
                    if let before, line.sent > 0 {
                        let came = try TopicCount(cluster).since(before, cluster)
                        line.recordsPerRequest = Double(came.records) / Double(line.sent)
                        line.bytesPerRequest = Double(came.bytes) / Double(line.sent)
                    }
                    byScenario[index].append(line)
                    bar.advance()
                }
            }
            return byScenario.compactMap { BenchReport.Line.median(of: $0) }
        }
        var lines = try measureAll(1, counting: true)
        // What one connection is compared with comes before, this after it: some brokers are slow for long after such a flood.
        let perSecond = try probe.throughput()
        lines += try measureAll(connections, counting: false)
        let middle = raw.sorted { $0.p50Microseconds < $1.p50Microseconds }[raw.count / 2]
        let rawLine = BenchReport.Raw(p50Milliseconds: middle.p50Microseconds / 1000, p99Milliseconds: middle.p99Microseconds / 1000,
                                      roundTripsPerSecond: perSecond, inFlight: probe.inFlight)
        bar.finish()
        let waiting = only.isEmpty || only.contains("idle-connections") ? try idleConnections(script) : nil
        let after = memory()
        let isEmbedded = cluster.isEmbedded
        return BenchReport(at: .now(), broker: isEmbedded ? "embedded broker" : "Kafka at \(installation.bootstrapServers)",
                           cores: ProcessInfo.processInfo.activeProcessorCount,
                           readyMilliseconds: platform.readyMilliseconds, raw: rawLine, lines: lines,
                           memory: idle.sorted { $0.key < $1.key }
                               .map { .init(process: $0.key, idleBytes: $0.value, afterBytes: after[$0.key] ?? 0) },
                           idle: waiting)
    }

    private func idleConnections(_ script: BenchScript) throws -> BenchReport.Idle {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        defer { try? group.syncShutdownGracefully() }
        let before = memory()["gateway"] ?? 0
        let clients = IdleConnections(address: platform.installation.gatewayAddress, basePath: script.basePath, tokens: script.tokens,
                                      topic: "listings/\(DemoID.event(1))")
        let channels = try clients.open(on: group)
        // Longer than the interval of pings, so that all have been pinged and have answered.
        Terminal.note("holding them for half a minute")
        _ = Waiter().wait(.seconds(30))
        let open = memory()["gateway"] ?? 0
        let left = channels.filter(\.isActive).count
        guard left == channels.count else {
            throw IdleConnections.Failed(description: "\(channels.count - left) connections were closed meanwhile")
        }
        for channel in channels { channel.close(promise: nil) }
        return BenchReport.Idle(connections: channels.count, beforeBytes: before, openBytes: open)
    }

    private func measure(_ scenario: BenchScenario, _ count: Int, _ target: Target, _ raw: RoundTripProbe.Latency?,
                         _ sent: inout [String: Int]) throws -> BenchReport.Line {
        let generator = LoadGenerator(address: target.address, connections: count)
        let before = ProcessUse(of: target.processes)
        let first = sent[scenario.name] ?? 0
        let measure = { try generator.run(warmUp: warmUp, duration: duration, firstRequest: first, requests: scenario.requests) }
        var loginsPerSecond: Double?
        let result: LoadGenerator.Result, requests: Int
        if let logins = scenario.logins {
            let storm = LoginStorm(address: platform.installation.gatewayAddress, logins: logins)
            let (measured, perSecond) = try storm.beside(measure, for: warmUp + duration)
            ((result, requests), loginsPerSecond) = (measured, perSecond)
        } else {
            (result, requests) = try measure()
        }
        sent[scenario.name, default: 0] += requests
        let after = ProcessUse(of: target.processes)
        let sorted = result.latenciesMicroseconds.sorted()
        func percentile(_ share: Int) -> Double {
            sorted.isEmpty ? 0 : Double(sorted[min(sorted.count - 1, sorted.count * share / 100)]) / 1000
        }
        // CPU time is of warm-up and measurement together, and so are the requests.
        let perRequest = 1 / Double(max(1, requests))
        let perThousand = after.cpuSeconds.merging(before.cpuSeconds) { $0 - $1 }.mapValues { $0 * perRequest * 1000 }
        let switches = after.switches.merging(before.switches) { $0 - $1 }.mapValues { Double($0) * perRequest }
        return BenchReport.Line(scenario: scenario.name, title: scenario.title, connections: count, requests: sorted.count,
                                p50Milliseconds: percentile(50),
                                p99Milliseconds: percentile(99), perSecond: result.perSecond, roundTrips: scenario.roundTrips,
                                ratioToRaw: raw.map { percentile(50) / ($0.p50Microseconds / 1000 * scenario.roundTrips) },
                                cpuPerThousand: perThousand, switchesPerRequest: switches, sent: requests,
                                unexpectedAnswers: result.unexpected(besides: scenario.success), loginsPerSecond: loginsPerSecond)
    }

    private func memory() -> [String: Int] {
        let sizes = platformProcesses.compactMap { process in ProcessFacts(pid: process.pid).map { (process.name, $0.residentBytes) } }
        return Dictionary(sizes) { first, _ in first }
    }
}
