import Glibc
import Kafka
import Messaging
import TestKit
import Testing

@Test("The probe reports a latency and a rate")
func probeReports() throws {
    let given = getenv("KAFKA_BOOTSTRAP_SERVERS").map { String(cString: $0) }
    let broker = given == nil ? try EmbeddedBroker.start() : nil
    var probe = RoundTripProbe(KafkaCluster(KafkaSettings(bootstrapServers: given ?? broker?.bootstrapServers ?? "")))
    probe.pings = 3000
    let result = try probe.run()
    print(result)
    broker?.stop()
}
