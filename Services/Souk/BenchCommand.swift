import ArgumentParser
import Foundation
import Kernel
import SoukPlatform

struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measure the platform against what its broker can do alone.",
        discussion: """
            Starts a platform of its own (scratch data, free ports, rate limits out of the way) on the broker of KAFKA_BOOTSTRAP_SERVERS, \
            or on an embedded one, and measures: raw librdkafka; then over HTTP at one and at many connections a one-service command, \
            queries, a free order (three services) and an order up to awaiting payment. With --peer another system is measured in turn, \
            in the same table. A cluster that is named must not be in use: topics have the same names there.
            """)

    @Option(name: .long, help: "Seconds each scenario is measured.") var duration = 4.0
    @Option(name: .long, help: "Seconds each scenario runs before it is measured.") var warmUp = 1.0
    @Option(name: .long, help: "Connections of the second round.") var connections = 64
    @Option(name: .long, help: """
        Only scenarios with these names: favorite, event, list, free-order, paid-order, login-storm, idle-connections, replay. \
        replay, decisions, nearby, restaurants, slots, events, scoring and orders measure a part in this process when named alone; \
        priority-lanes, alone, a platform with EventPass under a burst.
        """) var only: [String] = []
    @Option(name: .long, help: "How often each scenario is measured, in turn with the others; the one in the middle is told.")
    var rounds = 1
    @OptionGroup var peer: PeerOptions
    @Flag(name: .long, help: """
        Count the produce and fetch requests of every process for one request of a client, too. librdkafka's statistics take processor \
        time of their own.
        """) var requests = false
    @Option(name: .long, help: "Write the numbers to this file.") var json: String?
    @Option(name: .long, help: "Write a picture to this file.") var svg: String?
    @Option(name: .long, help: "Where the scratch data goes.") var data: String?
    @Flag(name: .long, help: "Measure commands and lists with 1,000 and 1,000,000 orders in the file: the same as --only orders.")
    var rows = false
    @Flag(name: .long,
          help: "Measure the platform that runs at SOUK_PORT instead; it must run with deploy/settings/bench.yml.") var attach = false

    func validate() throws {
        if rows, !only.isEmpty || attach { throw ValidationError("--rows measures by itself: without --only and --attach") }
        if requests, attach { throw ValidationError("--requests without --attach: it starts its platform with statistics") }
        if rounds < 1 { throw ValidationError("--rounds from 1") }
        if duration < 0.2 || connections < 2 || connections > 1024 {
            throw ValidationError("--duration from 0.2, --connections from 2 to 1024")
        }
    }

    func run() throws {
        if only == [PriorityLanes.name] {
            let platform = try BenchPlatform(scratch: data, tenant: PriorityLanes.tenant, from: "deploy/tenants")
            defer { platform.stop() }
            return Terminal.say(try PriorityLanes(platform: platform).run().text)
        }
        if rows { return Terminal.say(try PartMeasure.orders.summary()) }
        if only.count == 1, let part = PartMeasure(rawValue: only[0]) { return Terminal.say(try part.summary()) }
        let platform = try attach ? BenchPlatform(attachedTo: Installation()) : BenchPlatform(scratch: data, countsRequests: requests)
        defer { platform.stop() }
        var report = try BenchRun(platform: platform, warmUp: .milliseconds(Int(warmUp * 1000)),
                                  duration: .milliseconds(Int(duration * 1000)), connections: connections,
                                  only: Set(only), rounds: rounds, peer: BenchPeer(peer)).run()
        if only.isEmpty || only.contains(PartMeasure.replay.rawValue) { report.replay = try PartMeasure.measureReplay() }
        if only.isEmpty || only.contains(PartMeasure.decisions.rawValue) { report.decisions = try PartMeasure.measureDecisions() }
        Terminal.say(report.text)
        if let json { try Data((JSON.pretty(report) + "\n").utf8).write(to: URL(fileURLWithPath: json)) }
        if let svg { try Data(BenchPicture(report: report).svg.utf8).write(to: URL(fileURLWithPath: svg)) }
    }
}
