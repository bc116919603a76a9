import Foundation
import GatewayService
import Kernel
import Testing

@Suite("Connections that want too much end, the others do not notice")
struct LimitTests {
    private let path = "/t/demo/api/v1/things/1"

    @Test("Headers that come a byte now and then are cut off with 408")
    func slowHeaders() async throws {
        let shop = try await Shop { $0.headTimeoutSeconds = 1 }
        let slow = try OpenConnection(shop.client)
        slow.send("GET \(path) HTTP/1.1\r\nHost: a\r\nX-A: ")
        try await poll {
            // One header that never ends: whole ones would be too many on a fast machine, and that is another refusal.
            slow.send("1")
            return slow.isClosed
        }
        #expect(slow.text.hasPrefix("HTTP/1.1 408 ") && slow.text.contains(#""slug":"request-timeout""#))
        // A connection between two requests has the idle time, not this one.
        let calm = try OpenConnection(shop.client)
        calm.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        let began = ContinuousClock.now
        try await poll { ContinuousClock.now - began > .seconds(2) }
        calm.send("GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        try await poll { calm.isClosed }
        #expect(calm.text.components(separatedBy: "HTTP/1.1 200 ").count == 3)
        await shop.stop()
    }

    @Test("A body that comes a byte now and then is cut off")
    func slowBody() async throws {
        let shop = try await Shop { $0.bodyTimeoutSeconds = 1 }
        let slow = try OpenConnection(shop.client)
        slow.send("""
            POST /t/demo/api/v1/things/1/echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n
            """)
        try await poll {
            slow.send(" ")
            return slow.isClosed
        }
        #expect(try await shop.client.get(path).status == 200)
        await shop.stop()
    }

    @Test("A client that takes nothing of its answers is cut off")
    func untakenAnswers() async throws {
        let shop = try await Shop { $0.answerTimeoutSeconds = 1 }
        let deaf = try OpenConnection(shop.client, isReading: false)
        // Together more than the buffers of a connection hold.
        deaf.send(String(repeating: "GET /t/demo/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n", count: 1000))
        try await poll { deaf.send(Array("GET".utf8)) < 0 }
        #expect(try await shop.client.get(path).status == 200)
        await shop.stop()
    }

    @Test("A connection that says nothing ends by the idle time")
    func silent() async throws {
        let shop = try await Shop { $0.idleTimeoutSeconds = 1 }
        let silent = try OpenConnection(shop.client)
        try await poll { silent.isClosed }
        await shop.stop()
    }

    @Test("Too many headers, too large ones, and too much of them are 431")
    func headerBombs() async throws {
        let shop = try await Shop()
        func status(_ headers: String) async throws -> Int {
            let answer = try await shop.client.send(
                raw: Array("GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\(headers)\r\n".utf8))
            #expect(answer.status == 200 || answer.json["slug"] == "request-header-fields-too-large")
            return answer.status
        }
        #expect(try await status((0..<200).map { "X-\($0): 1\r\n" }.joined()) == 431)
        #expect(try await status("X-Large: " + String(repeating: "x", count: 20_000) + "\r\n") == 431)
        #expect(try await status((0..<8).map { "X-\($0): " + String(repeating: "x", count: 6000) + "\r\n" }.joined()) == 431)
        #expect(try await status("X-Bomb: " + String(repeating: "x", count: 5 << 20) + "\r\n") == 431)
        #expect(try await status("X-Fine: 1\r\n") == 200)
        await shop.stop()
    }

    @Test("What is no HTTP is 400 and closed; a path that cannot be read, too")
    func nonsense() async throws {
        let shop = try await Shop()
        let refused = try await shop.client.send(raw: Array("\u{16}\u{3}\u{1} hello\r\n\r\n".utf8))
        #expect(refused.status == 400 && refused["Content-Type"] == "application/problem+json")
        #expect(refused.json["slug"] == "malformed-request" && refused.json["requestId"]?.string == refused["X-Request-Id"])
        #expect(
            try await shop.client.send(raw: Array("GET /t/demo/api/v1/things/%00 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8))
                .status == 400)
        let twice = """
            POST /t/demo/api/v1/things/1/echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\nTransfer-Encoding: \
            chunked\r\n\r\n0\r\n\r\n
            """
        #expect(try await shop.client.send(raw: Array(twice.utf8)).status == 400)
        await shop.stop()
    }
}
