import Glibc
import Kernel
import NIOCore
import ServiceKit
import SoukPlatform
import Testing

@Suite("Pieces of the tool")
struct ToolPiecesTests {
    @Test("An answer is complete when its length or its last chunk is there", arguments: [
        ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", 200), ("HTTP/1.1 204 No Content\r\n\r\n", 204),
        ("HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 201),
    ])
    func completeAnswers(_ text: String, _ status: Int) {
        #expect(AnswerFrame(ByteBuffer(string: text))?.status == status)
    }

    @Test("A part of an answer is not taken for an answer", arguments: [
        "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{", "HTTP/1.1 200 OK\r\ncontent-le",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n",
    ])
    func partialAnswers(_ text: String) {
        #expect(AnswerFrame(ByteBuffer(string: text)) == nil)
    }

    @Test("Durations are written as people say them",
          arguments: [("3d", "P3D"), ("2h", "PT2H"), ("15m", "PT15M"), ("90s", "PT90S"), ("1w", "P7D"), ("P1DT2H", "P1DT2H")])
    func durations(_ text: String, _ expected: String) {
        #expect(ShortDuration.iso8601(text) == expected)
    }

    @Test("What is no duration is refused", arguments: ["3", "d", "-1d", "0h", "P", "3 d"])
    func notDurations(_ text: String) {
        #expect(ShortDuration.iso8601(text) == nil)
    }

    @Test("A shard that is fine is not ready before its service is, and the state says why", arguments: [
        (true, true, nil, "ready"), (true, false, nil, "starting"), (true, false, "forwarder: broken", "forwarder: broken"),
        (false, false, "disk full", "disk full"),
    ] as [(Bool, Bool, String?, String)])
    func states(_ healthy: Bool, _ ready: Bool, _ reason: String?, _ expected: String) throws {
        let text = reason.map { "\"\($0)\"" } ?? "null"
        let body = #"""
            {"service": "orders", "version": "1", "ready": \#(ready), "reason": \#(text), "shards": [{"partition": 0, "position": 1, \#
            "healthy": \#(healthy), "reason": \#(text)}]}
            """#
        let report = try JSON.decode(ServiceReport.self, from: Array(body.utf8))
        #expect(report.shards.map(report.state) == [expected])
    }

    @Test("A process that has ended is none, also while its parent has taken no note of it")
    func endedProcess() throws {
        var pid: pid_t = 0
        let name = strdup("true")
        defer { free(name) }
        try #require(posix_spawnp(&pid, "true", nil, nil, [name, nil], nil) == 0)
        defer { waitpid(pid, nil, 0) }
        var ended = siginfo_t()
        try #require(waitid(P_PID, id_t(pid), &ended, WEXITED | WNOWAIT) == 0)
        #expect(ProcessFacts(pid: pid) == nil)
        #expect(ProcessFacts(pid: getpid()) != nil)
    }

    @Test("Commands that wait for tenants ask the gateway at the address that they were given")
    func addressOfTheGateway() throws {
        let gateway = try OperatorServer(host: "127.0.0.1", port: 0) { _, path in
            path == "/status" ? .init(200, #"{"version": "1", "ready": true, "missing": [], "tenants": {"demo": []}}"#) : nil
        }
        defer { gateway.close() }
        let options = try OperatorAddresses.parse(["--address", "gateway=127.0.0.1:\(gateway.port)", "--address", "orders=10.0.0.7:81"])
        let installation = try options.installation(environment: ["SOUK_DATA": "/nowhere", "SOUK_PORT": "1"])
        try TenantReadiness.wait(for: ["demo"], in: installation, within: .zero)
        #expect(installation.operatorAddress(of: "orders") == "10.0.0.7:81" && installation.operatorAddress(of: "auth") == "127.0.0.1:2")
        #expect(throws: (any Error).self) { try OperatorAddresses.parse(["--address", "gateway"]).installation(environment: [:]) }
    }

    @Test("Columns line up and numbers stand right")
    func tables() {
        var table = TextTable("name", "count")
        table.add("a", "5")
        table.add("bcd", "100")
        #expect(table.text == "name  count\na         5\nbcd     100")
    }
}
