import CoreMetrics
import Messaging
import Testing

@Suite("Metrics")
struct MetricsTests {
    @Test("Own metrics are printed by name and labels; a gauge without a value is not")
    func text() {
        let metrics = Metrics()
        metrics.counter("souk_b_total", "B.", ("partition", "1")).add(2)
        metrics.counter("souk_b_total", "B.", ("partition", "0")).add()
        metrics.gauge("souk_a", "A.", ("name", "x\"y\\z\n")).set(-3)
        metrics.gauge("souk_c", "C.").set(nil)
        metrics.histogram("souk_d_seconds", "D.").observe(.milliseconds(2))
        let head = """
            # HELP souk_a A.
            # TYPE souk_a gauge
            souk_a{name="x\\"y\\\\z\\n"} -3
            # HELP souk_b_total B.
            # TYPE souk_b_total counter
            souk_b_total{partition="0"} 1
            souk_b_total{partition="1"} 2
            # HELP souk_c C.
            # TYPE souk_c gauge
            # HELP souk_d_seconds D.
            # TYPE souk_d_seconds histogram
            souk_d_seconds_bucket{le="0.00025"} 0

            """
        #expect(metrics.text().hasPrefix(head))
        let tail = """
            souk_d_seconds_bucket{le="8.192"} 1
            souk_d_seconds_bucket{le="+Inf"} 1
            souk_d_seconds_sum 0.002
            souk_d_seconds_count 1

            """
        #expect(metrics.text().hasSuffix(tail))
    }

    @Test("What libraries report through swift-metrics is printed with it: names of Prometheus, seconds, sums")
    func reported() {
        let metrics = Metrics()
        let counter = Counter(label: "hb.requests", dimensions: [("http.method", "GET")], factory: metrics)
        counter.increment(by: 2)
        Counter(label: "hb.requests", dimensions: [("http.method", "GET")], factory: metrics).increment()
        let active = Meter(label: "hb.active", factory: metrics)
        active.increment(by: 3)
        active.decrement(by: 0.5)
        CoreMetrics.Gauge(label: "9.lives", factory: metrics).record(9)
        let sizes = Recorder(label: "sizes", factory: metrics)
        sizes.record(1)
        sizes.record(0.5)
        Timer(label: "hb.duration", factory: metrics).recordMilliseconds(1)
        let text = metrics.text()
        let printed = [
            "# HELP hb_requests hb.requests\n# TYPE hb_requests counter\nhb_requests{http_method=\"GET\"} 3\n",
            "# TYPE hb_active gauge\nhb_active 2.5\n", "_9_lives 9\n", "# TYPE sizes summary\nsizes_sum 1.5\nsizes_count 2\n",
            "# TYPE hb_duration_seconds histogram\n", "hb_duration_seconds_sum 0.001\nhb_duration_seconds_count 1\n",
        ]
        for lines in printed {
            #expect(text.contains(lines), "\(lines)")
        }
        counter.destroy()
        #expect(!metrics.text().contains("hb_requests"))
    }

    @Test("A name in use for another kind does no harm")
    func clash() {
        let metrics = Metrics()
        metrics.counter("souk_x", "X.").add(5)
        Meter(label: "souk.x", factory: metrics).set(1)
        Timer(label: "souk.x", factory: metrics).recordSeconds(1)
        Recorder(label: "souk.x", dimensions: [("a", "b")], factory: metrics).record(1)
        #expect(metrics.text().hasPrefix("# HELP souk_x X.\n# TYPE souk_x counter\nsouk_x 5\n# HELP souk_x_seconds"))
    }
}
