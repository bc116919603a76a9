import Kernel
import NotificationsKit
import NotificationsService
import Testing

@Suite("Requests to providers over HTTP")
struct ProviderClientTests {
    private static func letter(_ number: Int = 1) -> OutboundMessage {
        ChannelScene.outbound(.sms, to: "+256700123456", id: "d-\(number)", subject: nil, text: "Hello.")
    }

    @Test("A redirect is not followed: the message, and the key with it, go to the address of the settings only")
    func redirect() async throws {
        let peer = try await HTTPPeer { request, _ in .status(302, headers: ["location": "/elsewhere"]) }
        #expect(try await ChannelScene.sms(peer, "twilio").send(Self.letter()) == .transient(code: "http-302"))
        #expect(peer.requests.count == 1)
    }

    @Test("An answer above the size limit is not read to its end")
    func tooLarge() async throws {
        let peer = try await HTTPPeer { _, _ in .status(201, ["sid": .string(String(repeating: "x", count: 300_000))]) }
        let outcome = try await ChannelScene.sms(peer, "twilio").send(Self.letter())
        #expect(outcome == .transient(code: "malformed-answer", providerIsAway: true))
    }

    @Test("The time limit covers the whole answer, not its head alone")
    func stalled() async throws {
        let peer = try await HTTPPeer { _, _ in .status(201, headers: ["content-length": "100"]) }
        let outcome = try await ChannelScene.sms(peer, "twilio", ChannelScene.impatient).send(Self.letter())
        #expect(outcome == .transient(code: "timeout", providerIsAway: true))
    }

    @Test("As many messages are under way as the lane starts, each on a connection of its own")
    func connections() async throws {
        let peer = try await HTTPPeer { _, _ in .silence }
        let provider = try ChannelScene.sms(peer, "twilio", ["timeoutSeconds": 5])
        await withTaskGroup(of: Void.self) { group in
            for number in 1...24 { group.addTask { _ = await provider.send(Self.letter(number)) } }
        }
        #expect(Set(peer.requests.map(\.connection)).count == 24)
    }

    @Test("A server whose certificate no trusted authority signed gets no message")
    func untrusted() async throws {
        let peer = try await HTTPPeer(tls: TestKeys.serverContext()) { _, _ in .status(201, ["sid": "SM1"]) }
        #expect(try await ChannelScene.sms(peer, "twilio").send(Self.letter()) == .transient(code: "no-connection", providerIsAway: true))
        #expect(peer.requests.isEmpty)
    }

    @Test("Plain http is for this machine; a name that only begins like its address is another's", arguments: [
        ("http://127.0.0.1:8080", true), ("http://localhost/", true), ("http://127.example.com", false),
        ("http://127.0.0.1.example.com", false),
        ("https://127.example.com", true), ("https://api.example.com:8443", true), ("https://api.example.com/v1", false),
        ("https://a:b@example.com", false),
        ("https://example.com?x", false), ("https://example.com#x", false), ("https://", false), ("https://example.com:0", false),
        ("https://exa mple.com", false), ("ftp://example.com", false), ("example.com", false),
    ])
    func addresses(endpoint: String, isUsable: Bool) throws {
        let check = try #require(Notifications.contents.plugins.first { $0.name == "sms" }).check
        let settings: JSONValue = ["shape": "africas-talking", "account": "a", "keySecret": "k", "endpoint": .string(endpoint)]
        let problems = check(["channels": ["sms": settings]].asJSON, NotificationScene.definition())
        let paths = problems.map(\.path).filter { $0.hasPrefix("channels") }
        #expect(paths == (isUsable ? [] : ["channels.sms.endpoint"]))
    }
}
