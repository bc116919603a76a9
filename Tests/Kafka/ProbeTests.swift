import Kafka
import Messaging
import Testing

@Test("The probe's latency and rate agree with the records in its topic and with the time it took")
func probe() throws {
    let bus = try Bus(partitions: 2)
    var probe = RoundTripProbe(bus.cluster)
    probe.topic = bus.topic
    probe.pings = 500
    let warmUp: Int64 = 300
    func records() throws -> [Int64] { try (0..<2).map { try bus.cluster.watermarks(bus.partition($0)).upperBound } }
    let clock = ContinuousClock()

    var latency: RoundTripProbe.Latency?
    let pinging = try clock.measure { latency = try probe.latency() }
    let (p50, p99) = (try #require(latency).p50Microseconds, try #require(latency).p99Microseconds)
    let pinged = try records()
    #expect(pinged == [warmUp + 500, warmUp + 500], "each ping is one request and one reply")
    // Half of the pings take p50 or longer. Nothing passes a broker twice within 20 µs.
    #expect(p50 > 20 && p99 >= p50 && p50 * 250 <= pinging / .microseconds(1))

    var (rate, replies) = (0.0, 0.0)
    var streaming = Duration.zero
    // A busy machine may need longer for more than what is on the way at any time.
    for duration in [0.5, 4, 32] where replies <= 256 {
        probe.throughputDuration = .seconds(duration)
        let before = try records()[1]
        streaming = try clock.measure { rate = try probe.throughput() }
        replies = Double(try records()[1] - before - warmUp)
    }
    #expect(replies > 256, "more than what is on the way at any time")
    #expect(rate >= replies / (streaming / .seconds(1)) && rate <= replies / (probe.throughputDuration / .seconds(1)),
            "\(replies) replies in \(streaming), rate \(rate)")
}
