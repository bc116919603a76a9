import Kernel
import NotificationPolicy
import NotificationsKit
import NotificationsService
import Testing

/// What every channel plugin must do, whoever writes it.
@Suite("Every channel")
struct ChannelConformanceTests {
    private static let all = ChannelName.allCases
    private static let withProvider: [ChannelName] = [.push, .email, .sms]

    private static let recipient = Recipient(userId: "john", name: "John", email: "john@example.com", phone: "+256700123456",
        pushTokens: ["device-1", "device-2"])
    private static let nobody = Recipient(userId: "nobody")
    private static func channel(_ name: ChannelName) throws -> any Channel {
        try #require(Notifications.channels.first { $0.name == name })
    }
    private static func item(title: String = "Your tickets", body: String = "2 tickets.", why: String = "You bought them.",
        data: [String: JSONValue] = ["subject": "o-1"]) -> Notification {
        Notification(id: "n-1", userId: "john", category: "critical", type: "ticket-purchased", title: title, body: body,
            deepLink: "app://orders/o-1", data: data, why: why,
                     reasons: ["ok"], channels: [], createdAt: ChannelScene.now)
    }

    @Test("Names and plugins are there once")
    func names() {
        #expect(Set(Notifications.channels.map(\.name)) == Set(ChannelName.allCases))
        #expect(Set(Notifications.channels.map(\.plugin)).count == Notifications.channels.count)
    }

    @Test("Whoever has no address is not reached; a message goes to the address it was made for and says the fact", arguments: all)
    func composes(name: ChannelName) throws {
        let channel = try Self.channel(name)
        #expect(channel.addresses(of: Self.nobody).isEmpty || name == .inApp)
        for address in channel.addresses(of: Self.recipient) {
            guard let message = channel.compose(Self.item(), to: address, MessageParts()) else {
                #expect(name == .inApp)
                continue
            }
            #expect(message.channel == name && message.to == address)
            #expect(message.text.contains("2 tickets."))
            #expect(channel.compose(Self.item(), to: address, MessageParts()) == message)
        }
    }

    @Test("Hostile texts stay texts: markup is escaped in HTML, nothing else changes and nothing grows beyond bounds",
          arguments: withProvider)
    func hostile(name: ChannelName) throws {
        let channel = try Self.channel(name)
        let evil = #"<script>alert("x")</script>'&"# + String(repeating: "ü", count: 10_000)
        let message = try #require(channel.compose(Self.item(title: evil, body: evil, why: evil, data: ["subject": .string(evil)]), to: "a",
            MessageParts(unsubscribeURL: "https://x/?a=\"><b>")))
        if let html = message.html {
            #expect(!html.contains("<script>") && !html.contains("\"><b>"))
            #expect(html.contains("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39;&amp;"))
        }
        if name == .push {
            let size = message.text.utf8.count + (message.subject ?? "").utf8.count + (message.data?.object
                ?? [:]).reduce(0) { $0 + $1.key.utf8.count + ($1.value.string ?? "").utf8.count }
            #expect(size <= 1_024)
            #expect(message.data?["notificationId"] == "n-1")
        }
    }

    @Test("A lite push has no image; a rich one may be larger, and says no more than it may")
    func payload() throws {
        let push = try Self.channel(.push)
        let data: [String: JSONValue] = ["subject": "o-1", "imageUrl": "https://img.example/1.jpg"]
        let lite = try #require(push.compose(Self.item(data: data), to: "a", MessageParts(actions: ["view_event", "get_directions"])))
        #expect(lite.data?["image"] == nil)
        #expect(lite.data?["actions"] == "view_event,get_directions")
        let small = try #require(
            push.compose(Self.item(body: String(repeating: "x", count: 240)), to: "a", MessageParts(pushBytesMax: 256)))
        #expect(small.text.count < 240 && small.text.utf8.count <= 256)
        #expect(push.compose(Self.item(data: data), to: "a", MessageParts(isLite: false))?.data?["image"] == "https://img.example/1.jpg")
        let facts = try #require(push.compose(Self.item(data: ["appointmentId": 31, "client": "Ana"]), to: "a",
                                              MessageParts(pushFacts: ["appointmentId", "what"])))
        #expect(facts.data?["appointmentId"] == "31" && facts.data?["what"] == nil && facts.data?["client"] == nil)
        #expect(facts.contentAvailable == true && facts.data?["contentAvailable"] == nil && lite.contentAvailable == nil)
        let counted = try #require(push.compose(Self.item(data: ["appointmentId": 31, "count": 2]), to: "a",
                                                MessageParts(pushFacts: ["appointmentId"])))
        #expect(counted.data?.object?.values.allSatisfy { $0.string != nil } == true && counted.data?["count"] == "2")
        let long = try #require(
            push.compose(Self.item(body: String(repeating: "x", count: 9_000), data: data), to: "a", MessageParts(isLite: false)))
        #expect((2_000...4_000).contains(long.text.utf8.count))
    }

    private static let wrongSettings: [(String, JSONValue, [String])] = [
        ("push", ["projectId": "Proj/1", "serviceAccountSecret": "../key", "endpoint": "http://fcm.example"],
            ["channels.push.endpoint", "channels.push.projectId", "channels.push.serviceAccountSecret"]),
        ("push", ["projectId": "p"], ["channels.push.serviceAccountSecret"]),
        ("email", ["host": "mail.example", "security": "none", "fromAddress": "a@b@c"],
         ["channels.email.fromAddress", "channels.email.security"]),
        ("email", ["host": "mail.example", "fromAddress": "a@b.example", "username": "a", "password": "in clear", "connections": 1],
         ["channels.email.connections", "channels.email.password", "channels.email.passwordSecret"]),
        ("sms", ["shape": "pigeon", "account": "a\nb", "keySecret": "k", "perSecond": -1],
            ["channels.sms.account", "channels.sms.perSecond", "channels.sms.shape"]),
        ("sms", ["shape": "twilio", "account": "a", "keySecret": "k"], ["channels.sms.from"]),
        ("sms", ["shape": "africas-talking", "account": "a", "keySecret": "k"], []),
        ("sms", ["shape": "africas-talking", "account": "a", "keySecret": "k", "callbackURL": "https://a.example"],
         ["channels.sms.callbackURL"]),
        ("sms", ["shape": "twilio", "account": "a", "keySecret": "k", "from": "+1", "callbackURL": "http://a.example"],
         ["channels.sms.callbackURL"]),
        ("sms", ["shape": "twilio", "account": "a", "keySecret": "k", "from": "+1", "callbackURL": "https://a.example/"],
         ["channels.sms.callbackURL"]),
        ("sms", ["shape": "twilio", "account": "a", "keySecret": "k", "from": "+1", "callbackURL": "https://a.example/t/a/api"], []),
        ("email", ["host": "mail.example", "fromAddress": "no-reply@b.example"], []),
        ("in-app", [:], ["channels.in-app"]),
    ]
    @Test("Settings are checked when the tenant file is applied, each by its path", arguments: wrongSettings)
    func settings(plugin: String, settings: JSONValue, expected: [String]) throws {
        let check = try #require(Notifications.contents.plugins.first { $0.name == plugin }).check
        let paths = check(["channels": [plugin: settings]].asJSON, NotificationScene.definition()).map(\.path).filter {
            $0.hasPrefix("channels")
        }
        #expect(paths.sorted() == expected)
    }

    // MARK: - Providers

    /// What a peer does, in the words of each channel.
    enum Behaviour: Sendable { case accepts, failsOnce, refuses, addressIsDead, isSilent, isAway }

    /// A provider whose peer behaves so, and what must be kept while it is used.
    private static func provider(_ name: ChannelName, _ behaviour: Behaviour) async throws -> (any ChannelProvider, AnyObject) {
        let limit = behaviour == .isSilent ? ChannelScene.impatient : [:]
        switch name {
        case .push:
            let peer = behaviour == .isAway ? try HTTPPeer(isAway: ()) : try await HTTPPeer { request, number in
                if request.path == "/token" { return .status(200, ["access_token": "t", "expires_in": 3600]) }
                return answer(behaviour, number == 1, ok: .status(200, ["name": "m"]),
                    dead: .status(404, ["error": ["details": [["errorCode": "UNREGISTERED"]]]]))
            }
            return (try ChannelScene.push(peer, limit), peer)
        case .sms:
            let peer = behaviour == .isAway ? try HTTPPeer(isAway: ()) : try await HTTPPeer { _, number in
                answer(behaviour, number == 0, ok: .status(201, ["sid": "m"]), dead: .status(400, ["code": 21211]))
            }
            return (try ChannelScene.sms(peer, "twilio", limit), peer)
        case .email, .inApp:
            var script = MailPeer.Script()
            script.tls = try TestKeys.serverContext()
            switch behaviour {
            case .accepts, .isAway: break
            case .failsOnce: script.recipientReplies = ["450 4.2.0 later", "250 ok"]
            case .refuses: script.messageReplies = ["554 5.6.0 no"]
            case .addressIsDead: script.recipientReplies = ["550 5.1.1 nobody"]
            case .isSilent: script.silentAt = "EHLO"
            }
            let peer = behaviour == .isAway ? try MailPeer(isAway: ()) : try await MailPeer(script)
            return (try ChannelScene.mail(peer, limit), peer)
        }
    }
    private static func answer(_ behaviour: Behaviour, _ isFirst: Bool, ok: HTTPPeer.Answer, dead: HTTPPeer.Answer) -> HTTPPeer.Answer {
        switch behaviour {
        case .accepts, .isAway: ok
        case .failsOnce: isFirst ? .status(500) : ok
        case .refuses: .status(400, ["code": 1])
        case .addressIsDead: dead
        case .isSilent: .silence
        }
    }
    private static func letter(_ name: ChannelName) -> OutboundMessage {
        ChannelScene.outbound(name, to: name == .email ? "john@example.com" : name == .sms ? "+256700123456" : "device-1")
    }

    @Test("A message that is taken is accepted", arguments: withProvider)
    func accepts(name: ChannelName) async throws {
        let (provider, peer) = try await Self.provider(name, .accepts)
        guard case .accepted = await provider.send(Self.letter(name)) else { _ = Issue.record("not accepted"); return }
        provider.close()
        withExtendedLifetime(peer) {}
    }
    @Test("A temporary failure is no failure of the message: the next try is accepted", arguments: withProvider)
    func failsOnce(name: ChannelName) async throws {
        let (provider, peer) = try await Self.provider(name, .failsOnce)
        guard case .transient = await provider.send(Self.letter(name)),
            case .accepted = await provider.send(Self.letter(name)) else { _ = Issue.record("not transient, then accepted"); return }
        withExtendedLifetime(peer) {}
    }
    @Test("A refusal for good is permanent, and says whether the address is dead", arguments: withProvider)
    func refuses(name: ChannelName) async throws {
        let (provider, peer) = try await Self.provider(name, .refuses)
        guard case .permanent(_, addressIsDead: false) = await provider.send(Self.letter(name)) else {
            _ = Issue.record("not permanent")
            return
        }
        let (other, otherPeer) = try await Self.provider(name, .addressIsDead)
        guard case .permanent(_, addressIsDead: true) = await other.send(Self.letter(name)) else { _ = Issue.record("not dead"); return }
        withExtendedLifetime((peer, otherPeer)) {}
    }
    @Test("A peer that says nothing costs its time limit; one that is not there is away: both are tried again", arguments: withProvider)
    func unreachable(name: ChannelName) async throws {
        for behaviour in [Behaviour.isSilent, .isAway] {
            let (provider, peer) = try await Self.provider(name, behaviour)
            let outcome = await provider.send(Self.letter(name))
            guard case .transient(_, _, providerIsAway: true) = outcome else { _ = Issue.record("\(behaviour): \(outcome)"); return }
            withExtendedLifetime(peer) {}
        }
    }
}

extension [String: JSONValue] {
    var asJSON: JSONValue { .object(self) }
}
