import Kafka
import Testing

@Test("The probe reports a latency and a rate")
func probe() throws {
    let bus = try Bus(partitions: 2)
    var probe = RoundTripProbe(bus.cluster)
    probe.topic = bus.topic
    probe.pings = 500
    probe.throughputDuration = .milliseconds(500)
    let latency = try probe.latency()
    #expect(latency.p50Microseconds > 0)
    #expect(latency.p99Microseconds >= latency.p50Microseconds)
    #expect(try probe.throughput() > 0)
}
