import Kernel
import NotificationsService
import Testing

@Suite("E-mail over SMTP")
struct SMTPTests {
    private func secured(_ change: (inout MailPeer.Script) -> Void = { _ in }) async throws -> MailPeer {
        var script = MailPeer.Script()
        script.tls = try TestKeys.serverContext()
        change(&script)
        return try await MailPeer(script)
    }
    private static let letter = ChannelScene.outbound(.email, to: "john@example.com")

    @Test("A message goes out encrypted, after a greeting that is repeated inside")
    func encrypted() async throws {
        let peer = try await secured()
        #expect(try await ChannelScene.mail(peer).send(Self.letter) == .accepted(providerId: "2.0.0 queued as 1"))
        let mail = try #require(peer.mails.first)
        #expect(mail.isEncrypted && mail.sender == "no-reply@test.example" && mail.recipient == "john@example.com")
        #expect(mail.text.contains("Subject: Your tickets\r\n"))
        #expect(peer.commands.filter { $0 != "QUIT" }.map { $0.prefix(8) } == ["EHLO tes", "STARTTLS", "EHLO tes", "MAIL FRO", "RCPT TO:",
            "DATA"])
    }

    @Test("Where TLS is wanted and not offered, nothing is said in clear, and the password least of all")
    func notOffered() async throws {
        let peer = try await secured { script in
            script.offersTLS = false
            script.account = ("john", "geheim")
        }
        let provider = try ChannelScene.mail(peer, ["username": "john", "passwordSecret": "password"])
        #expect(await provider.send(Self.letter) == .transient(code: "tls-not-offered", providerIsAway: true))
        // It takes its leave, or has not yet.
        #expect(peer.commands.allSatisfy { $0.hasPrefix("EHLO") || $0 == "QUIT" })
    }

    @Test("A server with a certificate nobody trusts gets nothing")
    func untrusted() async throws {
        let peer = try await secured()
        #expect(try await ChannelScene.mail(peer, trusts: false).send(Self.letter) == .transient(code: "tls-failed", providerIsAway: true))
        #expect(peer.mails.isEmpty)
    }

    @Test("What a stranger puts before the handshake is not taken for an answer behind it")
    func injected() async throws {
        let peer = try await secured { $0.injected = "250-stranger\r\n250 AUTH PLAIN" }
        let outcome = try await ChannelScene.mail(peer).send(Self.letter)
        #expect(outcome == .transient(code: "malformed-answer", providerIsAway: true))
        #expect(peer.mails.isEmpty)
    }

    @Test("Sign-in by PLAIN, by LOGIN where nothing else is offered; a wrong password is the provider's trouble, not the message's",
        arguments: [["PLAIN", "LOGIN"], ["LOGIN"]])
    func signIn(ways: [String]) async throws {
        let peer = try await secured { script in
            script.account = ("john", "geheim")
            script.ways = ways
        }
        let settings: [String: JSONValue] = ["username": "john", "passwordSecret": "password"]
        #expect(try await ChannelScene.mail(peer, settings).send(Self.letter) == .accepted(providerId: "2.0.0 queued as 1"))
        #expect(peer.mails.first?.user == "john")
        #expect(peer.commands.contains("AUTH \(ways[0])"))
        #expect(try await ChannelScene.mail(peer, settings, password: "falsch").send(Self.letter)
            == .transient(code: "535 5.7.8", providerIsAway: true))
        #expect(try await ChannelScene.mail(peer).send(Self.letter) == .transient(code: "530 5.7.0", providerIsAway: true))
    }

    @Test("A temporary refusal, then success on the same connection")
    func temporary() async throws {
        let peer = try await secured { $0.recipientReplies = ["451 4.3.0 try later", "250 ok"] }
        let provider = try ChannelScene.mail(peer)
        #expect(await provider.send(Self.letter) == .transient(code: "451 4.3.0"))
        #expect(await provider.send(Self.letter) == .accepted(providerId: "2.0.0 queued as 1"))
        #expect(peer.connections == 1)
    }

    @Test("A mailbox that is not there is dead; a refusal of sender or content says nothing about it", arguments: [
        ("550 5.1.1 no such user", true), ("550 no such user", true), ("553 5.1.3 bad address", true), ("550 5.2.1 mailbox disabled", true),
        ("550 5.7.1 blocked", false), ("554 5.7.1 spam", false), ("552 5.2.2 mailbox full", false),
    ])
    func permanent(reply: String, isDead: Bool) async throws {
        let peer = try await secured { $0.recipientReplies = [reply] }
        let outcome = try await ChannelScene.mail(peer).send(Self.letter)
        guard case .permanent(let code, isDead) = outcome else {
            Issue.record("\(reply): \(outcome)")
            return
        }
        #expect(code.hasPrefix(reply.prefix(3)))
    }

    @Test("A message refused after it was read is refused for good; one that is deferred is tried again")
    func refusedContent() async throws {
        let peer = try await secured { $0.messageReplies = ["554 5.6.0 unwanted", "452 4.2.2 full", "250 2.0.0 ok"] }
        let provider = try ChannelScene.mail(peer)
        #expect(await provider.send(Self.letter) == .permanent(code: "554 5.6.0"))
        #expect(await provider.send(Self.letter) == .transient(code: "452 4.2.2"))
        #expect(await provider.send(Self.letter) == .accepted(providerId: "2.0.0 ok"))
    }

    @Test("A server that does not answer costs its time limit and no more",
          arguments: ["greeting", "EHLO", "STARTTLS", "MAIL", "RCPT", "message"])
    func slow(silentAt: String) async throws {
        let peer = try await secured { $0.silentAt = silentAt }
        #expect(try await ChannelScene.mail(peer, ChannelScene.impatient).send(Self.letter)
            == .transient(code: "timeout", providerIsAway: true))
    }

    @Test("Connections are kept and used again; one the server has closed is replaced without anybody noticing")
    func kept() async throws {
        let peer = try await secured { $0.messagesPerConnection = 2 }
        let provider = try ChannelScene.mail(peer)
        for number in 1...5 { #expect(await provider.send(ChannelScene.outbound(.email,
            to: "a\(number)@example.com")) == .accepted(providerId: "2.0.0 queued as 1")) }
        #expect(peer.mails.count == 5)
        #expect(peer.connections == 3)
        provider.close()
    }

    @Test("Lines that start with a dot arrive as they were written")
    func dots() async throws {
        let peer = try await secured()
        let text = ".\n..two\nplain\n."
        #expect(try await ChannelScene.mail(peer).send(ChannelScene.outbound(.email, to: "a@example.com",
            text: text)) == .accepted(providerId: "2.0.0 queued as 1"))
        let body = try #require(peer.mails.first?.text.components("\r\n\r\n").last)
        #expect(body == ".\r\n..two\r\nplain\r\n.\r\n")
    }

    @Test("An address with letters beyond ASCII needs a server that takes it")
    func internationalised() async throws {
        let takes = try await secured()
        let letter = ChannelScene.outbound(.email, to: "josé@exämple.com")
        #expect(try await ChannelScene.mail(takes).send(letter) == .accepted(providerId: "2.0.0 queued as 1"))
        #expect(takes.commands.contains { $0.hasPrefix("MAIL FROM:") && $0.hasSuffix("BODY=8BITMIME SMTPUTF8") })
        let refuses = try await secured { $0.offers = [] }
        #expect(try await ChannelScene.mail(refuses).send(letter) == .permanent(code: "smtputf8-not-offered"))
    }

    @Test("An address that would end a command is no address",
          arguments: ["a@b.example>\r\nRCPT TO:<c@d.example", "a b@example.com", "@example.com", "a@",
              "a@b@c.example", "a\u{0}@example.com", "<a@example.com>"])
    func hostileAddress(address: String) async throws {
        let peer = try await secured()
        #expect(try await ChannelScene.mail(peer).send(ChannelScene.outbound(.email, to: address))
            == .permanent(code: "invalid-address", addressIsDead: true))
        #expect(peer.connections == 0)
    }

    @Test("TLS from the first byte, for servers that speak it on a port of their own; in clear only where the settings say so")
    func otherSecurity() async throws {
        let plain = try await MailPeer(MailPeer.Script())
        #expect(try await ChannelScene.mail(plain, ["security": "none"]).send(Self.letter) == .accepted(providerId: "2.0.0 queued as 1"))
        #expect(plain.mails.first?.isEncrypted == false)
        #expect(try await ChannelScene.mail(plain, ["security": "tls"]).send(Self.letter)
            == .transient(code: "tls-failed", providerIsAway: true))
    }
}

extension String {
    func components(_ separator: String) -> [String] { split(separator: separator, omittingEmptySubsequences: false).map(String.init) }
}
