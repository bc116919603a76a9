import Kernel
import Synchronization

/// Counters, gauges and histograms of one process, printed in the Prometheus text format (version 0.0.4).
///
/// Libraries report here through swift-metrics. By hand: swift-metrics knows no help texts and no gauge without a value.
public final class Metrics: Sendable {
    public final class Counter: Sendable {
        let value = Atomic<Int>(0)
        public func add(_ n: Int = 1) { value.add(n, ordering: .relaxed) }
        public var current: Int { value.load(ordering: .relaxed) }
    }
    public final class Gauge: Sendable {
        private let value = Atomic<Int>(0)
        private static let unknown = Int.min
        /// Nil: unknown, so the gauge is not printed. An outdated number is worse than none.
        public func set(_ n: Int?) { value.store(n ?? Self.unknown, ordering: .relaxed) }
        public func add(_ n: Int) { value.add(n, ordering: .relaxed) }
        public var current: Int { known ?? 0 }
        var known: Int? {
            let now = value.load(ordering: .relaxed)
            return now == Self.unknown ? nil : now
        }
    }
    /// Durations in seconds, in buckets that double.
    public final class Histogram: Sendable {
        static let boundsMicroseconds: [Int] = (0..<16).map { 250 << $0 }
        private let state = Mutex<(buckets: [Int], sumMicroseconds: Int, count: Int)>((Array(repeating: 0, count: 17), 0, 0))
        public func observe(_ duration: Duration) {
            let (seconds, attoseconds) = duration.components
            let micros = Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
            let index = Self.boundsMicroseconds.firstIndex { micros <= $0 } ?? Self.boundsMicroseconds.count
            state.withLock {
                $0.buckets[index] += 1
                $0.sumMicroseconds += micros
                $0.count += 1
            }
        }
        func lines(_ name: String, _ labels: String) -> String {
            let (buckets, sum, count) = state.withLock { $0 }
            var out = ""
            var total = 0
            let inner = labels.isEmpty ? "" : labels + ","
            for (i, bound) in Self.boundsMicroseconds.enumerated() {
                total += buckets[i]
                out += "\(name)_bucket{\(inner)le=\"\(Double(bound) / 1_000_000)\"} \(total)\n"
            }
            out += "\(name)_bucket{\(inner)le=\"+Inf\"} \(count)\n"
            let suffix = labels.isEmpty ? "" : "{\(labels)}"
            return out + "\(name)_sum\(suffix) \(Double(sum) / 1_000_000)\n\(name)_count\(suffix) \(count)\n"
        }
    }

    enum Metric {
        case counter(Counter), gauge(Gauge), histogram(Histogram), level(Level), summary(Summary)
        var object: AnyObject {
            switch self {
            case .counter(let object): object
            case .gauge(let object): object
            case .histogram(let object): object
            case .level(let object): object
            case .summary(let object): object
            }
        }
    }
    private struct Family {
        let help: String
        let kind: String
        var series: [String: Metric] = [:]
    }
    private let families = Mutex<[String: Family]>([:])
    public init() {}

    func metric(_ name: String, _ help: String, _ kind: String, _ labels: [(String, String)], make: () -> Metric) -> Metric {
        let key = labels.map { "\($0.0)=\"\(Self.escape($0.1))\"" }.joined(separator: ",")
        return families.withLock { families in
            if let known = families[name]?.series[key] { return known }
            let made = make()
            guard families[name].map({ $0.kind == kind }) ?? true else { return made }
            families[name, default: Family(help: help, kind: kind)].series[key] = made
            return made
        }
    }
    /// Prints the metric no longer.
    func remove(_ object: AnyObject) {
        families.withLock { families in
            families = families.compactMapValues { family in
                var family = family
                family.series = family.series.filter { $0.value.object !== object }
                return family.series.isEmpty ? nil : family
            }
        }
    }
    private static func escape(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }

    /// The counter with this name and these labels; the same object every time. A name used for another kind answers a
    /// counter nobody prints.
    public func counter(_ name: String, _ help: String, _ labels: (String, String)...) -> Counter {
        if case .counter(let counter) = metric(name, help, "counter", labels, make: { .counter(Counter()) }) { return counter }
        return Counter()
    }
    public func gauge(_ name: String, _ help: String, _ labels: (String, String)...) -> Gauge {
        if case .gauge(let gauge) = metric(name, help, "gauge", labels, make: { .gauge(Gauge()) }) { return gauge }
        return Gauge()
    }
    public func histogram(_ name: String, _ help: String, _ labels: (String, String)...) -> Histogram {
        if case .histogram(let histogram) = metric(name, help, "histogram", labels, make: { .histogram(Histogram()) }) { return histogram }
        return Histogram()
    }

    /// Everything, as Prometheus scrapes it.
    public func text() -> String {
        let snapshot = families.withLock { $0 }
        var out = ""
        for (name, family) in snapshot.sorted(by: { $0.key < $1.key }) {
            out += "# HELP \(name) \(family.help)\n# TYPE \(name) \(family.kind)\n"
            for (labels, metric) in family.series.sorted(by: { $0.key < $1.key }) {
                let suffix = labels.isEmpty ? "" : "{\(labels)}"
                switch metric {
                case .counter(let counter): out += "\(name)\(suffix) \(counter.current)\n"
                case .gauge(let gauge): out += gauge.known.map { "\(name)\(suffix) \($0)\n" } ?? ""
                case .histogram(let histogram): out += histogram.lines(name, labels)
                case .level(let level): out += "\(name)\(suffix) \(level.current)\n"
                case .summary(let summary): out += summary.lines(name, suffix)
                }
            }
        }
        return out
    }
}
