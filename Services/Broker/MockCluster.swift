import CMockPort
import CRdKafka

/// Owns librdkafka's mock cluster of one broker and the bare client it lives in.
final class MockCluster {
    struct Failed: Error { let reason: String }

    private let client: OpaquePointer
    private let cluster: OpaquePointer
    /// Where it listens; it sends its clients to the advertised port.
    let port: UInt16

    init(advertisedPort: UInt16) throws(Failed) {
        let configuration = rd_kafka_conf_new()
        rd_kafka_conf_set(configuration, "log_level", "2", nil, 0)
        // Never used: the client only carries the cluster.
        rd_kafka_conf_set(configuration, "bootstrap.servers", "127.0.0.1:\(advertisedPort)", nil, 0)
        guard let client = rd_kafka_new(RD_KAFKA_PRODUCER, configuration, nil, 0) else {
            rd_kafka_conf_destroy(configuration)
            throw Failed(reason: "cannot make a librdkafka client")
        }
        souk_advertise_port(advertisedPort)
        defer { souk_advertise_port(0) }
        guard let cluster = rd_kafka_mock_cluster_new(client, 1) else { throw Failed(reason: "librdkafka cannot make a mock cluster") }
        (self.client, self.cluster, port) = (client, cluster, souk_mock_port())
    }

    /// Makes a topic. Its records are not kept here, only its name and partitions.
    func makeTopic(_ name: String, partitions: Int) { rd_kafka_mock_topic_create(cluster, name, Int32(partitions), 1) }

    deinit {
        rd_kafka_mock_cluster_destroy(cluster)
        rd_kafka_destroy(client)
    }
}
