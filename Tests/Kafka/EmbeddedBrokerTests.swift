import Glibc
import Kafka
import Messaging
import TestKit
import Testing

@Suite("The embedded broker's process", .enabled(if: Bus.brokerIsOurs, "\(GivenBroker.notOurs)"))
struct EmbeddedBrokerTests {
    /// Runs the executable to its end. What it wrote, and its exit code.
    private func run(_ arguments: [String]) throws -> (output: String, code: Int32) {
        let command = ([try EmbeddedBroker.executable()] + arguments).map { "'\($0)'" }.joined(separator: " ")
        guard let pipe = popen("\(command) 2>&1", "r") else { throw NotInTime(what: "popen") }
        var output = ""
        var buffer = [CChar](repeating: 0, count: 512)
        while fgets(&buffer, 512, pipe) != nil {
            output += String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        return (output, (pclose(pipe) >> 8) & 0xFF)
    }

    @Test("A taken port is said plainly, exit code 1")
    func takenPort() throws {
        let broker = try EmbeddedBroker.start()
        let (output, code) = try run(["--port", String(broker.port)])
        #expect(output == "embedded-broker: cannot listen on 127.0.0.1:\(broker.port): Address already in use\n")
        #expect(code == 1)
        broker.stop()
    }

    @Test("A bad command line shows what is wrong and the usage, exit code 64", arguments: [
        ["--port", "0"], ["--port"], ["--partitions", "x"], ["--topic", "a"], ["--topic", ":1"], ["--topic", "a:0"],
        ["--keep-megabytes", "-1"], ["--spend-microseconds", "1e3"], ["--nonsense"],
    ])
    func badArguments(_ arguments: [String]) throws {
        let (output, code) = try run(arguments)
        #expect(output.contains(arguments[0]))
        #expect(output.contains("usage: embedded-broker"))
        #expect(code == 64)
    }

    @Test("It ends with exit code 0 when asked to")
    func stops() throws {
        let broker = try EmbeddedBroker.start(topics: ["a": 2])
        #expect(broker.stop() == 0)
        #expect(broker.stop() == nil)
    }

    @Test("Bytes that are no Kafka request end their connection and nothing else")
    func garbage() throws {
        let bus = try Bus()
        let port = try #require(bus.broker?.port)
        let requests: [[UInt8]] = [
            [255, 255, 255, 255, 0, 0], [0, 0, 0, 2, 0, 0], [0, 0, 0, 10, 0, 99, 0, 0, 0, 0, 0, 1, 0, 0],
            Array("GET / HTTP/1.1\r\n\r\n".utf8),
            [0, 0, 0, 12, 0, 1, 0, 11, 0, 0, 0, 1, 0, 0, 0, 9], [0, 0, 0, 10, 0, 0, 0, 7, 0, 0, 0, 1, 127, 255],
        ]
        for bytes in requests {
            #expect(answer(to: bytes, port: port) == [])
        }
        try bus.append(["still there"])
        #expect(try bus.cluster.watermarks(bus.partition()) == 0..<1)
    }

    @Test("A topic that one request names twice is refused, as Kafka does")
    func topicNamedTwice() throws {
        let bus = try Bus()
        let port = try #require(bus.broker?.port)
        // Name, one partition, replication 1, no assignments, no configuration.
        let topic: [UInt8] = [0, 5] + Array("twice".utf8) + [0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]
        // CreateTopics version 0, correlation id 7, no client id, two topics, a second's time.
        let request: [UInt8] = [0, 19, 0, 0, 0, 0, 0, 7, 255, 255, 0, 0, 0, 2] + topic + topic + [0, 0, 3, 232]
        let expected: [UInt8] = [0, 0, 0, 17, 0, 0, 0, 7, 0, 0, 0, 1, 0, 5] + Array("twice".utf8) + [0, 42]
        #expect(answer(to: [0, 0, 0, UInt8(request.count)] + request, bytesMin: expected.count, port: port) == expected)
        #expect(try !bus.cluster.topics().contains("twice"))
    }

    /// What the broker says before it closes the connection, or until at least so many bytes have come.
    private func answer(to bytes: [UInt8], bytesMin: Int = .max, port: UInt16) -> [UInt8] {
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(client) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafeBytes(of: &address) { raw in
            raw.withMemoryRebound(to: sockaddr.self) { connect(client, $0.baseAddress, socklen_t(raw.count)) }
        }
        guard connected == 0, send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { return [1] }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1024)
        while answer.count < bytesMin {
            let count = recv(client, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            answer += buffer.prefix(count)
        }
        return answer
    }
}
