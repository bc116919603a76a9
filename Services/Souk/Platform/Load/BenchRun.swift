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

    /// - Parameters:
    ///   - connections: of the second round; the first one has one.
    ///   - only: names of scenarios; empty: all.
    package init(platform: BenchPlatform, warmUp: Duration, duration: Duration, connections: Int, only: Set<String>) {
        (self.platform, self.warmUp, self.duration, self.connections, self.only) = (platform, warmUp, duration, connections, only)
    }

    private var processes: [(name: String, pid: Int32)] {
        // Processes that were started again have new ids.
        let named = RunRecord.read(in: platform.installation.dataDirectory)?.processes ?? [:]
        return named.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
    }

    package func run() throws -> BenchReport {
        let installation = platform.installation
        let idle = memory()
        let cluster = installation.cluster(name: "bench")
        Terminal.note("raw librdkafka on \(installation.bootstrapServers)")
        let probe = RoundTripProbe(cluster)
        let latency = try probe.latency()
        let script = try BenchScript(installation, basePath: "/t/\(BenchScript.tenant)/api/v1")
        let scenarios = script.scenarios.filter { only.isEmpty || only.contains($0.name) }
        let bar = ProgressBar("scenarios", total: scenarios.count * 2)
        var lines: [BenchReport.Line] = []
        var sent: [String: Int] = [:]
        for scenario in scenarios {
            lines.append(try measure(scenario, 1, latency, &sent))
            bar.advance()
        }
        // What one connection is compared with comes before, this after it: some brokers are slow for long after such a flood.
        let perSecond = try probe.throughput()
        for scenario in scenarios {
            lines.append(try measure(scenario, connections, latency, &sent))
            bar.advance()
        }
        let raw = BenchReport.Raw(p50Milliseconds: latency.p50Microseconds / 1000, p99Milliseconds: latency.p99Microseconds / 1000,
                                  roundTripsPerSecond: perSecond, inFlight: probe.inFlight)
        bar.finish()
        let waiting = only.isEmpty || only.contains("idle-connections") ? try idleConnections(script) : nil
        let after = memory()
        let isEmbedded = cluster.isEmbedded
        return BenchReport(at: .now(), broker: isEmbedded ? "embedded broker" : "Kafka at \(installation.bootstrapServers)",
                           cores: ProcessInfo.processInfo.activeProcessorCount,
                           readyMilliseconds: platform.readyMilliseconds, raw: raw, lines: lines,
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

    private func measure(_ scenario: BenchScenario, _ count: Int, _ raw: RoundTripProbe.Latency,
                         _ sent: inout [String: Int]) throws -> BenchReport.Line {
        let generator = LoadGenerator(address: platform.installation.gatewayAddress, connections: count)
        let before = cpu()
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
        let after = cpu()
        let sorted = result.latenciesMicroseconds.sorted()
        func percentile(_ share: Int) -> Double {
            sorted.isEmpty ? 0 : Double(sorted[min(sorted.count - 1, sorted.count * share / 100)]) / 1000
        }
        // CPU time is of warm-up and measurement together, and so are the requests.
        let perThousand = after.mapValues { $0 / Double(max(1, requests)) * 1000 }
            .merging(before.mapValues { $0 / Double(max(1, requests)) * 1000 }) { $0 - $1 }
        return BenchReport.Line(scenario: scenario.name, title: scenario.title, connections: count, requests: sorted.count,
                                p50Milliseconds: percentile(50),
                                p99Milliseconds: percentile(99), perSecond: result.perSecond, roundTrips: scenario.roundTrips,
                                ratioToRaw: count == 1 ? percentile(50) / (raw.p50Microseconds / 1000 * scenario.roundTrips) : nil,
                                cpuPerThousand: perThousand,
                                unexpectedAnswers: result.unexpected(besides: scenario.success), loginsPerSecond: loginsPerSecond)
    }

    private func cpu() -> [String: Double] {
        Dictionary(processes.compactMap { process in ProcessFacts(pid: process.pid).map { (process.name, $0.cpuSeconds) } }) { first, _ in
            first
        }
    }
    private func memory() -> [String: Int] {
        Dictionary(processes.compactMap { process in ProcessFacts(pid: process.pid).map { (process.name, $0.residentBytes) } }) { first,
                _ in first }
    }
}
