// By hand: the server workgroup keeps no SMTP library; ours refuses bytes that come before the TLS handshake (CVE-2011-0411).

import FoundationEssentials
import Kernel
import NIOCore
import NIOPosix
import NIOSSL
import NotificationsDelivery
import NotificationsKit

/// One connection to a mail server (RFC 5321), greeted, secured and signed in; messages are sent one after the other.
struct SMTPSession: Sendable {
    let channel: any NIOCore.Channel
    private let handler: NIOLoopBound<SMTPReplyHandler>
    private let timeout: TimeAmount
    /// What the server offers, upper case: `STARTTLS`, `AUTH PLAIN LOGIN`, `SMTPUTF8`.
    private(set) var offers: [String] = []

    /// Connects and signs in. Throws `SMTPFailure`.
    static func open(_ settings: SMTPSettings, password: String?, tls: NIOSSLContext, timeout: Duration) async throws -> SMTPSession {
        let limit = TimeAmount.milliseconds(timeout.wholeMilliseconds)
        let isSecured = settings.secured == .tls
        var session: SMTPSession
        do {
            session = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connectTimeout(limit)
                .channelOption(.tcpOption(.tcp_nodelay), value: 1)
                .connect(host: settings.host, port: settings.port ?? settings.standardPort) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let handler = SMTPReplyHandler()
                        if isSecured { try channel.pipeline.syncOperations.addHandler(try TLSContexts.handler(tls, host: settings.host)) }
                        try channel.pipeline.syncOperations.addHandler(handler)
                        return SMTPSession(channel: channel, handler: NIOLoopBound(handler, eventLoop: channel.eventLoop), timeout: limit)
                    }
                }
        } catch let error as ChannelError {
            if case .connectTimeout = error { throw SMTPFailure.timedOut }
            throw SMTPFailure.noConnection("\(error)")
        } catch { throw SMTPFailure.noConnection("\(error)") }
        do {
            try await session.greet(settings, password: password, tls: tls)
            return session
        } catch {
            session.close()
            throw error
        }
    }

    private mutating func greet(_ settings: SMTPSettings, password: String?, tls: NIOSSLContext) async throws {
        let name = settings.helloName ?? MailAddress.domain(settings.fromAddress)
        try await expect(nil, 220)
        try await hello(name)
        if settings.secured == .starttls {
            guard offers("STARTTLS") else { throw SMTPFailure.tlsNotOffered }
            try await expect("STARTTLS", 220)
            try await secure(tls, host: settings.host)
            // What was said in clear does not count (RFC 3207 §4.2).
            try await hello(name)
        }
        if let username = settings.username { try await authenticate(username, password ?? "") }
    }
    private mutating func hello(_ name: String) async throws {
        let reply = try await expect("EHLO \(Self.word(name))", 250)
        offers = reply.lines.dropFirst().map { $0.uppercased() }
    }
    func offers(_ keyword: String) -> Bool { offers.contains { $0 == keyword || $0.hasPrefix(keyword + " ") } }

    private func secure(_ tls: NIOSSLContext, host: String) async throws {
        let (handler, channel) = (handler, channel)
        do {
            try await channel.eventLoop.submit {
                guard handler.value.isQuiet else { throw SMTPFailure.malformed }
                try channel.pipeline.syncOperations.addHandler(try TLSContexts.handler(tls, host: host), position: .first)
            }.get()
        } catch let failure as SMTPFailure { throw failure } catch { throw SMTPFailure.tlsFailed }
    }
    private func authenticate(_ username: String, _ password: String) async throws {
        let ways = offers.first { $0.hasPrefix("AUTH") }?.split(whereSeparator: { $0 == " " || $0 == "=" }) ?? []
        func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
        if ways.contains("PLAIN") {
            try await expect("AUTH PLAIN \(base64("\0\(username)\0\(password)"))", 235)
        } else if ways.contains("LOGIN") {
            try await expect("AUTH LOGIN", 334)
            try await expect(base64(username), 334)
            try await expect(base64(password), 235)
        } else {
            throw SMTPFailure.authenticationNotOffered
        }
    }

    /// Hands one message over. Throws `SMTPFailure`; `.refused` at the recipient leaves the session usable after a reset.
    func send(_ bytes: [UInt8], from sender: String, to recipient: String, needsUTF8: Bool) async throws -> SMTPReply {
        var envelope = "MAIL FROM:<\(sender)>"
        if offers("SIZE") { envelope += " SIZE=\(bytes.count)" }
        if needsUTF8 { envelope += offers("8BITMIME") ? " BODY=8BITMIME SMTPUTF8" : " SMTPUTF8" }
        try await expect(envelope, 250)
        try await expect("RCPT TO:<\(recipient)>", 250, 251)
        try await expect("DATA", 354)
        let reply = try await exchange(DotStuffing.stuffed(bytes))
        guard reply.code == 250 else { throw SMTPFailure.refused(reply) }
        return reply
    }
    func reset() async throws { try await expect("RSET", 250) }
    /// Says good-bye without waiting for it.
    func close() {
        channel.writeAndFlush(channel.allocator.buffer(string: "QUIT\r\n")).whenComplete { [channel] _ in channel.close(promise: nil) }
    }

    @discardableResult
    private func expect(_ command: String?, _ codes: Int...) async throws -> SMTPReply {
        let reply = try await exchange(command.map { Array("\($0)\r\n".utf8) } ?? [])
        guard codes.contains(reply.code) else { throw SMTPFailure.refused(reply) }
        return reply
    }
    /// Writes bytes (none: only listens) and waits for the reply.
    private func exchange(_ bytes: [UInt8]) async throws -> SMTPReply {
        let promise = channel.eventLoop.makePromise(of: SMTPReply.self)
        let (channel, handler, timeout) = (channel, handler, timeout)
        channel.eventLoop.execute {
            // Whatever lies there was not asked for.
            if !bytes.isEmpty, !handler.value.isQuiet { handler.value.fail(.malformed, on: channel) }
            handler.value.expect(promise, on: channel)
            let limit = channel.eventLoop.scheduleTask(in: timeout) { handler.value.fail(.timedOut, on: channel) }
            promise.futureResult.whenComplete { _ in limit.cancel() }
            if !bytes.isEmpty {
                channel.writeAndFlush(channel.allocator.buffer(bytes: bytes)).whenFailure { _ in handler.value.fail(.closed, on: channel) }
            }
        }
        return try await promise.futureResult.get()
    }
    /// Nothing that could end the command.
    private static func word(_ text: String) -> String {
        String(text.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") })
    }
}

/// RFC 5321 §4.5.2: a dot at the start of a line is doubled, a line of one dot ends the message.
enum DotStuffing {
    static func stuffed(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count + 64)
        var atStart = true
        for byte in bytes {
            if atStart, byte == 46 { out.append(46) }
            out.append(byte)
            atStart = byte == 10
        }
        if !atStart { out += [13, 10] }
        return out + [46, 13, 10]
    }
}
