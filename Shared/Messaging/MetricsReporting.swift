import CoreMetrics
import Synchronization

/// What libraries report through swift-metrics is printed with our own metrics: `hb.requests` as `hb_requests`, durations in seconds.
extension Metrics: MetricsFactory {
    /// Call it once per program, before the first library asks for a metric.
    public func bootstrap() { MetricsSystem.bootstrap(self) }

    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        let made = foreign(label, "counter", dimensions) { .counter(Counter()) }
        if case .counter(let counter) = made { return counter }
        return Counter()
    }
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler { level(label, dimensions) }
    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        guard aggregate else { return level(label, dimensions) }
        let made = foreign(label, "summary", dimensions) { .summary(Summary()) }
        if case .summary(let summary) = made { return summary }
        return Summary()
    }
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        let made = foreign(label.hasSuffix("seconds") ? label : label + "_seconds", "histogram", dimensions) { .histogram(Histogram()) }
        if case .histogram(let histogram) = made { return histogram }
        return Histogram()
    }
    public func destroyCounter(_ handler: any CounterHandler) { remove(handler) }
    public func destroyMeter(_ handler: any MeterHandler) { remove(handler) }
    public func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }
    public func destroyTimer(_ handler: any TimerHandler) { remove(handler) }

    private func level(_ label: String, _ dimensions: [(String, String)]) -> Level {
        let made = foreign(label, "gauge", dimensions) { .level(Level()) }
        if case .level(let level) = made { return level }
        return Level()
    }
    private func foreign(_ label: String, _ kind: String, _ dimensions: [(String, String)], make: () -> Metric) -> Metric {
        metric(Self.name(label), label.replacing("\n", with: " "), kind, dimensions.map { (Self.name($0.0), $0.1) }, make: make)
    }
    /// A name as Prometheus has it: letters, digits, `_` and `:`, no digit first.
    private static func name(_ label: String) -> String {
        let name = String(label.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" || $0 == ":" ? $0 : "_" })
        return name.first?.isNumber ?? true ? "_" + name : name
    }

    /// A number that goes up and down.
    final class Level: MeterHandler, RecorderHandler {
        private let value = Mutex<Double>(0)
        var current: String { Metrics.text(value.withLock { $0 }) }
        func set(_ value: Double) { self.value.withLock { $0 = value } }
        func set(_ value: Int64) { set(Double(value)) }
        func increment(by amount: Double) { value.withLock { $0 += amount } }
        func decrement(by amount: Double) { value.withLock { $0 -= amount } }
        func record(_ value: Double) { set(value) }
        func record(_ value: Int64) { set(value) }
    }
    /// How many numbers were recorded, and their sum.
    final class Summary: RecorderHandler {
        private let state = Mutex<(sum: Double, count: Int)>((0, 0))
        func record(_ value: Double) {
            state.withLock {
                $0.sum += value
                $0.count += 1
            }
        }
        func record(_ value: Int64) { record(Double(value)) }
        func lines(_ name: String, _ labels: String) -> String {
            let (sum, count) = state.withLock { $0 }
            return "\(name)_sum\(labels) \(Metrics.text(sum))\n\(name)_count\(labels) \(count)\n"
        }
    }
    private static func text(_ value: Double) -> String {
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return value.isNaN ? "NaN" : Int64(exactly: value).map { String($0) } ?? "\(value)"
    }
}

extension Metrics.Counter: CounterHandler {
    public func increment(by amount: Int64) { add(Int(amount)) }
    public func reset() { value.store(0, ordering: .relaxed) }
}

extension Metrics.Histogram: TimerHandler {
    public func recordNanoseconds(_ duration: Int64) { observe(.nanoseconds(duration)) }
}
