import Foundation
import GatewayService
import Kernel
import Testing

@Suite("Protocols that are not spoken here, and requests without a body in the answer")
struct UpgradeTests {
    private let upgrade = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n"

    @Test("A request that would rather speak HTTP/2 is answered like any other, and the connection ends with the answer")
    func h2c() async throws {
        let shop = try await Shop()
        let body = #"{"name":"Tea"}"#
        let heads = [
            "POST /t/demo/api/v1/things/1/echo HTTP/1.1\r\nHost: a\r\n\(upgrade)Content-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)",
            "GET /t/demo/api/v1/things/1 HTTP/1.1\r\nHost: a\r\n\(upgrade)\r\n",
        ]
        for head in heads {
            let connection = try OpenConnection(shop.client)
            connection.send(head)
            try await poll { connection.isClosed }
            #expect(connection.text.hasPrefix("HTTP/1.1 200 "))
            #expect(connection.text.lowercased().contains("connection: close"))
        }
        await shop.stop()
    }

    @Test("A refused WebSocket ends its connection, because nothing more would be read there")
    func refusedWebSocket() async throws {
        let shop = try await Shop()
        let connection = try OpenConnection(shop.client)
        connection.send("GET /t/demo/api/v1/ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
        try await poll { connection.isClosed }
        #expect(connection.text.hasPrefix("HTTP/1.1 4"))
        await shop.stop()
    }

    @Test("HEAD of a stream answers its head and nothing more")
    func headOfStream() async throws {
        let shop = try await Shop()
        let connection = try OpenConnection(shop.client)
        connection.send("HEAD /t/demo/api/v1/stream?topic=listings/t-1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        try await poll { connection.isClosed }
        #expect(connection.text.hasPrefix("HTTP/1.1 200 ") && connection.text.hasSuffix("\r\n\r\n"))
        #expect(connection.text.contains("text/event-stream") && !connection.text.contains("retry:"))
        await shop.stop()
    }

    @Test("Bytes that come while a stream runs do not cause a 408 in the middle of the stream")
    func lineWithinStream() async throws {
        let shop = try await Shop { $0.headTimeoutSeconds = 1 }
        let stream = try OpenConnection(shop.client)
        stream.send("GET /t/demo/api/v1/stream?topic=listings/t-1 HTTP/1.1\r\nHost: a\r\n\r\n")
        try await poll { stream.text.contains("retry:") }
        stream.send("GET")
        let began = ContinuousClock.now
        try await poll { ContinuousClock.now - began > .seconds(2) }
        try shop.emit("shop.stock-changed.v1", ["thingId": "t-1", "stillLeft": 3])
        try await poll { stream.events.count == 1 || stream.isClosed }
        #expect(stream.events.count == 1 && !stream.text.contains("408"))
        await shop.stop()
    }
}
