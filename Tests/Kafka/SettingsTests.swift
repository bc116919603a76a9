import Kafka
import Messaging
import TestKit
import Testing

@Suite("Settings")
struct SettingsTests {
    @Test("KAFKA_* variables are librdkafka's properties; what Kubernetes says about a service called kafka is not")
    func environment() {
        let settings = KafkaSettings(environment: [
            "KAFKA_BOOTSTRAP_SERVERS": "a:1,b:2", "KAFKA_SECURITY_PROTOCOL": "SASL_SSL", "KAFKA_SASL_PASSWORD": "secret",
            "KAFKA_SSL_CA_LOCATION": "/ca.pem", "KAFKA_PORT_9092_TCP_ADDR": "10.0.0.1", "KAFKA_SERVICE_HOST": "10.0.0.1", "PATH": "/bin",
        ])
        #expect(settings.bootstrapServers == "a:1,b:2")
        #expect(settings.properties == ["security.protocol": "SASL_SSL", "sasl.password": "secret", "ssl.ca.location": "/ca.pem"])
        #expect(KafkaSettings(environment: ["KAFKA_BOOTSTRAP_SERVERS": ""]).bootstrapServers == "127.0.0.1:9092")
    }

    @Test("A bad value is an error that names the property and not the value")
    func badValue() throws {
        let cluster = KafkaCluster(KafkaSettings(environment: ["KAFKA_SECURITY_PROTOCOL": "hunter2"]))
        let error = #expect(throws: LogError.self) { try cluster.makeProducer(name: "p") }
        #expect(error?.description.contains("security.protocol") == true)
        #expect(error?.description.contains("hunter2") == false)
    }

    @Test("Wrong settings are named with their variable and the broker's address, and asking again does not hide them (12.A5)", arguments: [
        (["KAFKA_SECURITY_PROTOCOL": "nonsense"], ["KAFKA_SECURITY_PROTOCOL", "sasl_ssl"], "nonsense"),
        (["KAFKA_SECURITY_PROTOCOL": "ssl", "KAFKA_SSL_CA_LOCATION": "/nonexistent/ca.pem"],
         ["KAFKA_SSL_CA_LOCATION", "/nonexistent/ca.pem", "No such file"], nil),
        (["KAFKA_SECURITY_PROTOCOL": "sasl_plaintext", "KAFKA_SASL_MECHANISM": "hunter2"], ["hunter2", "SASL"], nil),
    ] as [([String: String], [String], String?)])
    func wrongSettings(_ environment: [String: String], _ named: [String], _ hidden: String?) throws {
        let cluster =
            KafkaCluster(KafkaSettings(environment: environment.merging(["KAFKA_BOOTSTRAP_SERVERS": "broker.example:9093"]) { $1 }))
        for _ in 0..<2 {
            let error = try #require(#expect(throws: LogError.self) { try cluster.clusterID(timeout: .seconds(1)) })
            #expect(!error.isRetriable)
            for text in named + ["broker.example:9093"] { #expect(error.description.contains(text), "\(error)") }
            if let hidden { #expect(!error.description.contains(hidden), "\(error)") }
        }
    }

    @Test("Why nobody answers is told, with the address: nobody listens, or somebody who speaks no TLS (12.A5)")
    func whyNobodyAnswers() throws {
        let port = try EmbeddedBroker.freePort()
        let nobody = KafkaCluster(KafkaSettings(bootstrapServers: "127.0.0.1:\(port)"))
        let refused = try #require(#expect(throws: LogError.self) { try nobody.clusterID(timeout: .seconds(5)) })
        #expect(refused.description.hasPrefix("no broker answers at 127.0.0.1:\(port): ")
            && refused.description.contains("Connection refused"))
        #expect(refused.kind == .timedOut && refused.isRetriable)
        let broker = try EmbeddedBroker.start()
        defer { broker.stop() }
        let plain =
            KafkaCluster(KafkaSettings(environment: ["KAFKA_BOOTSTRAP_SERVERS": broker.bootstrapServers, "KAFKA_SECURITY_PROTOCOL": "ssl"]))
        let untold = try #require(#expect(throws: LogError.self) { try plain.clusterID(timeout: .seconds(5)) })
        #expect(untold.description.contains("no broker answers at \(broker.bootstrapServers): ") && untold.description.contains("SSL"),
                "\(untold)")
    }

    @Test("The reason of a failure is what stands between the thread and the time, in whatever order they come", arguments: [
        ("[thrd:main]: ssl://a:1/bootstrap: refused (after 3ms in state AUTH)", "ssl://a:1/bootstrap: refused"), ("refused", "refused"),
        ("a (after 3ms) [thrd:main]: refused", "refused"), ("a (after 3ms) [thrd:main]: refused (after 1ms)", "refused"),
        ("refused (after 3ms)", "refused"),
    ])
    func reasons(_ text: String, _ reason: String) {
        #expect(ClientLog.reason(in: text) == reason)
    }

    @Test("TLS and SASL settings reach the library")
    func security() throws {
        let settings = KafkaSettings(environment: [
            "KAFKA_SECURITY_PROTOCOL": "SASL_SSL", "KAFKA_SASL_MECHANISM": "SCRAM-SHA-512", "KAFKA_SASL_USERNAME": "souk",
            "KAFKA_SASL_PASSWORD": "secret", "KAFKA_BOOTSTRAP_SERVERS": "127.0.0.1:1", "KAFKA_NOT_A_PROPERTY": "x",
        ])
        // Nobody listens there; that the client can be made shows that every setting was taken.
        try KafkaCluster(settings).makeProducer(name: "p").close(flushTimeout: .zero)
        let missing = KafkaSettings(environment: ["KAFKA_SECURITY_PROTOCOL": "SSL", "KAFKA_SSL_CA_LOCATION": "/nonexistent/ca.pem"])
        #expect(throws: LogError.self) { try KafkaCluster(missing).makeProducer(name: "p") }
    }

    @Test("What the guarantees rest on cannot be set from outside")
    func guarantees() throws {
        let bus = try Bus {
            $0.properties.merge(["acks": "0", "enable.idempotence": "false", "auto.offset.reset": "latest", "enable.auto.commit": "true"]) {
                $1
            }
        }
        try bus.append(["0"])
        let reader = try bus.cluster.makeReader(name: "r", group: "\(bus.topic).g")
        let partition = try reader.open(bus.partition(), from: .offset(99))
        let error = #expect(throws: LogError.self) { try partition.read(count: 1) }
        #expect(error?.kind == .offsetOutOfRange)
        reader.close()
        #expect(try bus.cluster.committedOffsets(group: "\(bus.topic).g", [bus.partition()]) == [:])
    }
}
