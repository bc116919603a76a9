import CFixedPort
import CRdKafka
import Glibc

/// Owns librdkafka's mock cluster of one broker and the bare client it lives in.
final class MockCluster {
    private let client: OpaquePointer
    private let cluster: OpaquePointer

    struct Failed: Error { let reason: String }

    init(options: BrokerOptions) throws(Failed) {
        let configuration = rd_kafka_conf_new()
        rd_kafka_conf_set(configuration, "log_level", "3", nil, 0)
        guard let client = rd_kafka_new(RD_KAFKA_PRODUCER, configuration, nil, 0) else {
            rd_kafka_conf_destroy(configuration)
            throw Failed(reason: "cannot make a librdkafka client")
        }
        souk_want_port(options.port)
        guard let cluster = rd_kafka_mock_cluster_new(client, 1) else {
            rd_kafka_destroy(client)
            let code = souk_want_port_error()
            throw Failed(reason: "cannot listen on 127.0.0.1:\(options.port): \(code == 0 ? "mock cluster failed" : String(cString: strerror(code)))")
        }
        souk_want_port(0)
        (self.client, self.cluster) = (client, cluster)
        for topic in options.topics {
            let code = rd_kafka_mock_topic_create(cluster, topic.name, Int32(topic.partitions), 1)
            guard code == RD_KAFKA_RESP_ERR_NO_ERROR else { throw Failed(reason: "cannot make topic \(topic.name): \(String(cString: rd_kafka_err2str(code)))") }
        }
    }

    deinit {
        rd_kafka_mock_cluster_destroy(cluster)
        rd_kafka_destroy(client)
    }
}
