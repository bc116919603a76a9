import CRdKafka
import Kafka
import Messaging

/// librdkafka's mock cluster inside the test: a broker that can be taken down without losing its data, and told to fail.
///
/// `@unchecked Sendable`: the mock cluster's functions hand their work to its own thread, and the fields never change.
final class InProcessCluster: @unchecked Sendable {
    private let client: OpaquePointer
    private let mock: OpaquePointer
    let bootstrapServers: String

    struct Failed: Error {}

    init() throws {
        guard let client = rd_kafka_new(RD_KAFKA_PRODUCER, rd_kafka_conf_new(), nil, 0), let mock = rd_kafka_mock_cluster_new(client, 1),
            let servers = rd_kafka_mock_cluster_bootstraps(mock)
        else { throw Failed() }
        (self.client, self.mock, bootstrapServers) = (client, mock, String(cString: servers))
    }

    deinit {
        rd_kafka_mock_cluster_destroy(mock)
        rd_kafka_destroy(client)
    }

    func makeTopic(_ name: String, partitions: Int32) { rd_kafka_mock_topic_create(mock, name, partitions, 1) }
    func goDown() { rd_kafka_mock_broker_set_down(mock, 1) }
    func comeUp() { rd_kafka_mock_broker_set_up(mock, 1) }
    func failNoMore() { rd_kafka_mock_clear_request_errors(mock, 0) }
    func failNextProduces(_ errors: [rd_kafka_resp_err_t]) { rd_kafka_mock_push_request_errors_array(mock, 0, errors.count, errors) }
}
