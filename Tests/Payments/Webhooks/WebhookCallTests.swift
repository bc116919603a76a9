import Kernel
import PaymentsService
import PaymentsWebhooks
import Testing

@Suite("Webhooks: attempts")
struct WebhookCallTests {
    private func call(_ url: String, development: Bool = true) -> WebhookCall {
        WebhookCall(url: url, messageId: "m-1", body: Array("{}".utf8), secrets: [WebhookSignature.secret(of: Array(0..<32))],
                    isDevelopment: development)
    }
    private func perform(_ url: String, development: Bool = true) async throws -> WebhookCall.Outcome {
        let now = try #require(Timestamp("2026-11-21T07:00:00Z"))
        return await call(url, development: development).perform { now }
    }

    @Test("A name that leads to this machine is refused when it is called, unless in development")
    func names() async throws {
        let server = try StalledServer()
        let refused = try await perform("https://localhost:\(server.port)/", development: false)
        #expect(refused.statusCode == nil && refused.error == "address-refused")
        #expect(try await perform("http://localhost:\(server.port)/").statusCode == 200)
    }

    @Test("Addresses of inner networks are refused in development, too, and so is http elsewhere",
          arguments: ["http://10.0.0.1/", "http://169.254.169.254/latest", "http://[::ffff:10.0.0.1]/", "http://0.0.0.0/", "http://[::]/"])
    func inside(_ url: String) async throws {
        #expect(try await perform(url).error == "address-refused")
        #expect(try await perform(url, development: false).error == "address-refused")
        #expect(try await perform("http://example.com/", development: false).error == "address-refused")
    }

    @Test("The status counts, however long the receiver takes for its body")
    func body() async throws {
        let server = try StalledServer()
        let outcome = try await perform("http://127.0.0.1:\(server.port)/hook?a=1")
        #expect(outcome.statusCode == 200 && outcome.error == nil && outcome.retryAfterSeconds == nil)
    }

    @Test("A receiver that isn't there, or that speaks no TLS, gives no status")
    func broken() async throws {
        var server: StalledServer? = try StalledServer()
        let port = try #require(server?.port)
        #expect(try await perform("https://127.0.0.1:\(port)/").error == "tls-failed")
        server = nil
        #expect(try await perform("http://127.0.0.1:\(port)/").error == "no-connection")
    }
}
