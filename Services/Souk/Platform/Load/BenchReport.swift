import Kernel

/// What was measured, as `--json` writes it.
package struct BenchReport: Codable, Sendable {
    struct Raw: Codable, Sendable {
        let p50Milliseconds: Double
        let p99Milliseconds: Double
        let roundTripsPerSecond: Double
        let inFlight: Int
    }
    struct Line: Codable, Sendable {
        let scenario: String
        let title: String
        let connections: Int
        let requests: Int
        let p50Milliseconds: Double
        let p99Milliseconds: Double
        let perSecond: Double
        let roundTrips: Double
        /// p50 over the raw p50 times the round trips; only where one request runs at a time.
        var ratioToRaw: Double?
        /// CPU seconds per 1,000 requests, by process.
        let cpuPerThousand: [String: Double]
        /// Changes of threads per request, by process.
        var switchesPerRequest: [String: Double]?
        /// Requests of warm-up and measurement.
        var sent = 0
        /// Records in topics, and the bytes of their keys, values and headers; only where one request runs at a time.
        var recordsPerRequest: Double?
        var bytesPerRequest: Double?
        /// Requests to brokers per request, by process, if they are counted.
        var brokerRequests: BrokerRequests?
        let unexpectedAnswers: Int
        /// Sign-ins that went on beside it.
        var loginsPerSecond: Double?

        /// The line in the middle, by its p50; nil: there is none.
        static func median(of rounds: [Line]) -> Line? {
            let sorted = rounds.sorted { $0.p50Milliseconds < $1.p50Milliseconds }
            guard var median = sorted.isEmpty ? nil : sorted[sorted.count / 2] else { return nil }
            if let counted = rounds.first(where: { $0.recordsPerRequest != nil }) {
                (median.recordsPerRequest, median.bytesPerRequest) = (counted.recordsPerRequest, counted.bytesPerRequest)
            }
            median.brokerRequests = rounds.lazy.compactMap(\.brokerRequests).first
            let ratios = rounds.compactMap(\.ratioToRaw).sorted()
            if !ratios.isEmpty { median.ratioToRaw = ratios[ratios.count / 2] }
            return median
        }
        /// All processes, the broker too.
        var cpu: Double { cpuPerThousand.values.reduce(0, +) }
        var switches: Double { (switchesPerRequest ?? [:]).values.reduce(0, +) }
    }
    struct ProcessMemory: Codable, Sendable {
        let process: String
        let idleBytes: Int
        let afterBytes: Int
    }
    /// What connections cost the gateway that only listen.
    struct Idle: Codable, Sendable {
        let connections: Int
        let beforeBytes: Int
        let openBytes: Int
        var perConnectionBytes: Int { max(0, openBytes - beforeBytes) / max(1, connections) }
    }
    var at: Timestamp
    var broker: String
    var cores: Int
    var readyMilliseconds: Int?
    var raw: Raw?
    var lines: [Line]
    var memory: [ProcessMemory]
    /// Messages a shard applies when it is rebuilt from its log.
    package var replay: Replay?
    var idle: Idle?
    /// Messages the policy decides, and what a burst does.
    package var decisions: Decisions?

    // MARK: - For people

    package var text: String {
        var out = "broker: \(broker), \(cores) cores\n"
        if let readyMilliseconds { out += "all services ready after \(readyMilliseconds) ms\n" }
        if let raw {
            out += "raw librdkafka: p50 \(Self.decimal(raw.p50Milliseconds, 2)) ms, p99 \(Self.decimal(raw.p99Milliseconds, 2)) ms, "
                + "\(Int(raw.roundTripsPerSecond)) round trips/s with \(raw.inFlight) in flight\n"
        }
        if let idle {
            out += "\(idle.connections) idle connections: the gateway needs \(Self.decimal(Double(idle.openBytes) / 1_048_576, 1)) MiB, "
                + "\(Self.decimal(Double(idle.beforeBytes) / 1_048_576, 1)) before, \(idle.perConnectionBytes) bytes each\n"
        }
        guard !lines.isEmpty else { return out }
        var table = TextTable("scenario", "connections", "p50 ms", "p99 ms", "per second", "× raw", "CPU s/1000", "switches",
                              "records", "bytes", "unexpected")
        for line in lines {
            table.add(line.title, String(line.connections), Self.decimal(line.p50Milliseconds, 2), Self.decimal(line.p99Milliseconds, 2),
                      String(Int(line.perSecond)),
                      line.ratioToRaw.map { Self.decimal($0, 2) } ?? "-", Self.decimal(line.cpu, 3), Self.decimal(line.switches, 1),
                      line.recordsPerRequest.map { Self.decimal($0, 1) } ?? "-", line.bytesPerRequest.map { String(Int($0)) } ?? "-",
                      String(line.unexpectedAnswers))
        }
        if !lines.isEmpty { out += "\n" + table.text + "\n\n" + stormText + processTable.text + requestText }
        if let replay { out += "\nreplay of the catalog's log: \(Int(replay.perSecond)) messages/s (\(replay.messages) measured)" }
        if let decisions { out += "\n" + decisions.text }
        return out
    }

    /// How far sign-ins beside it move the p99 of a command, by number of connections.
    private var stormText: String {
        let storms = lines.filter { $0.loginsPerSecond != nil }
        let summary = storms.compactMap { storm -> String? in
            guard let calm = lines.first(
                where: { $0.scenario == storm.scenario && $0.connections == storm.connections && $0.loginsPerSecond == nil }),
                calm.p99Milliseconds > 0
            else { return nil }
            return """
                login storm (\(LoginStorm.connections) at once, \(Self.decimal(storm.loginsPerSecond ?? 0, 1))/s) beside \
                \(storm.connections) connections: p99 
                """
                + """
                    \(Self.decimal(calm.p99Milliseconds, 2)) ms → \(Self.decimal(storm.p99Milliseconds, 2)) ms (× \
                    \(Self.decimal(storm.p99Milliseconds / calm.p99Milliseconds, 2)))\n
                    """
        }
        return summary.isEmpty ? "" : summary.joined() + "\n"
    }

    private var processTable: TextTable {
        let measured = lines.filter { $0.connections > 1 }
        var table = TextTable(titles: ["process", "idle MiB", "after MiB"] + measured.map { "\($0.scenario) CPU s/1000" })
        let others = Set(measured.flatMap(\.cpuPerThousand.keys)).subtracting(memory.map(\.process)).sorted()
        let kept = memory.map { ($0.process, [$0.idleBytes, $0.afterBytes].map { Self.decimal(Double($0) / 1_048_576, 1) }) }
        for (process, sizes) in kept + others.map({ ($0, ["-", "-"]) }) {
            table.add(cells: [process] + sizes + measured.map { $0.cpuPerThousand[process].map { Self.decimal($0, 3) } ?? "-" })
        }
        return table
    }

    /// Produce and fetch requests of each process for ten requests of clients. Empty: they were not counted.
    private var requestText: String {
        let counted = lines.filter { $0.brokerRequests != nil }
        guard !counted.isEmpty else { return "" }
        var table = TextTable(titles: ["to brokers per 10 requests"] + counted.flatMap { line in
            ["produce", "fetch"].map { "\(line.scenario) \(line.connections): \($0)" }
        })
        for process in Set(counted.flatMap { ($0.brokerRequests?.byProcess ?? [:]).keys }).sorted() {
            table.add(cells: [process] + counted.flatMap { line in
                let count = line.brokerRequests?.byProcess[process] ?? BrokerRequests.Count()
                return [count.produce, count.fetch].map { Self.decimal(max(0, $0) * 10, 1) }
            })
        }
        return "\n\n" + table.text
    }

    static func decimal(_ value: Double, _ digits: Int) -> String {
        let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
        let scaled = Int((value * Double(scale)).rounded())
        guard digits > 0 else { return String(scaled) }
        let fraction = String(scaled % scale)
        return "\(scaled / scale).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
    }
}
