import Kafka
import Testing

@Test("The probe reports a latency and a rate")
func probe() throws {
    let bus = try Bus(partitions: 2)
    var probe = RoundTripProbe(bus.cluster)
    probe.topic = bus.topic
    probe.pings = 500
    probe.throughputDuration = .milliseconds(500)
    let result = try probe.run()
    #expect(result.p50Microseconds > 0)
    #expect(result.p99Microseconds >= result.p50Microseconds)
    #expect(result.roundTripsPerSecond > 0)
}
