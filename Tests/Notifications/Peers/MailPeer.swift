import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import NotificationsKit
import Synchronization

/// A mail server on loopback that does what a test says: offers or withholds TLS, refuses, hangs, talks out of turn. A
/// real one is in Tests/Interop.
final class MailPeer: Sendable {
    struct Script: Sendable {
        var tls: NIOSSLContext?
        var offersTLS = true
        /// Sent in one segment with the answer to STARTTLS, before the handshake.
        var injected = ""
        var offers = ["8BITMIME", "SMTPUTF8", "SIZE 1000000"]
        /// User and password that are let in; nil: nobody is asked.
        var account: (user: String, password: String)?
        var ways = ["PLAIN", "LOGIN"]
        var greeting = "220 peer ready"
        /// Replies to the first, second … RCPT and message; the last goes on.
        var recipientReplies = ["250 2.1.5 ok"]
        var messageReplies = ["250 2.0.0 queued as 1"]
        /// This command is never answered.
        var silentAt: String?
        /// Hangs up after so many messages on one connection.
        var messagesPerConnection = Int.max
    }
    struct Mail: Sendable {
        let sender: String
        let recipient: String
        /// As it came, dots unstuffed.
        let text: String
        let isEncrypted: Bool
        let user: String?
        let connection: Int
    }
    private struct State {
        var mails: [Mail] = []
        var commands: [String] = []
        var connections = 0
        var recipients = 0
        var messages = 0
    }
    private let state = Mutex(State())
    private let channel: (any NIOCore.Channel)?
    private let empty: EmptyPort?
    let port: Int
    private let script: Script

    /// Nobody there: connections are refused, for as long as this is held.
    init(isAway: Void) throws {
        let empty = try EmptyPort()
        (script, channel, self.empty, port) = (Script(), nil, empty, empty.port)
    }

    init(_ script: Script) async throws {
        self.script = script
        let box = Box()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Handler(box, script)) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        (self.channel, empty, port) = (channel, nil, channel.localAddress?.port ?? 0)
        box.peer.withLock { $0 = self }
    }
    private final class Box: Sendable {
        let peer = Mutex<MailPeer?>(nil)
    }
    var mails: [Mail] { state.withLock { $0.mails } }
    /// Everything that was asked, with the credentials cut off.
    var commands: [String] { state.withLock { $0.commands } }
    var connections: Int { state.withLock { $0.connections } }

    private func count(_ path: WritableKeyPath<State, Int>) -> Int {
        state.withLock {
            $0[keyPath: path] += 1
            return $0[keyPath: path] - 1
        }
    }
    fileprivate func nextConnection() -> Int { count(\.connections) }
    fileprivate func recipientReply() -> String { script.recipientReplies[min(count(\.recipients), script.recipientReplies.count - 1)] }
    fileprivate func messageReply() -> String { script.messageReplies[min(count(\.messages), script.messageReplies.count - 1)] }
    fileprivate func note(_ command: String) { state.withLock { $0.commands.append(command) } }
    fileprivate func take(_ mail: Mail) { state.withLock { $0.mails.append(mail) } }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer
        private enum Phase { case commands, data, user, password }
        private let box: Box
        private let script: Script
        private var buffer: [UInt8] = []
        private var phase = Phase.commands
        private var isEncrypted = false
        private var (sender, recipient, user) = ("", "", String?.none)
        private var text = ""
        private var (connection, messages) = (0, 0)
        init(_ box: Box, _ script: Script) { (self.box, self.script) = (box, script) }

        func channelActive(context: ChannelHandlerContext) {
            connection = box.peer.withLock { $0 }?.nextConnection() ?? 0
            if script.silentAt != "greeting" { say(script.greeting, context) }
        }
        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            buffer += unwrapInboundIn(data).readableBytesView
            while let end = buffer.firstIndex(of: 10) {
                let line = String(decoding: buffer[..<end], as: UTF8.self)
                buffer.removeFirst(end + 1)
                let clean = line.hasSuffix("\r") ? String(line.dropLast()) : line
                phase == .commands ? command(clean, context) : more(clean, context)
            }
        }

        private func command(_ line: String, _ context: ChannelHandlerContext) {
            guard let peer = box.peer.withLock({ $0 }) else { return }
            let word = line.prefix { $0 != " " && $0 != ":" }.uppercased()
            peer.note(word == "AUTH" ? line.split(separator: " ").prefix(2).joined(separator: " ") : line)
            if word == script.silentAt { return }
            switch word {
            case "EHLO":
                var lines = ["peer"] + script.offers
                if script.offersTLS, !isEncrypted { lines.append("STARTTLS") }
                if script.account != nil { lines.append("AUTH " + script.ways.joined(separator: " ")) }
                say(lines.enumerated().map { "250\($0.offset == lines.count - 1 ? " " : "-")\($0.element)" }.joined(separator: "\r\n"),
                    context)
            case "STARTTLS": startTLS(context)
            case "AUTH": authenticate(line, context)
            case "MAIL":
                guard script.account == nil || user != nil else { return say("530 5.7.0 sign in first", context) }
                sender = Self.address(line)
                say("250 2.1.0 ok", context)
            case "RCPT":
                recipient = Self.address(line)
                say(peer.recipientReply(), context)
            case "DATA":
                (phase, text) = (.data, "")
                say("354 go on", context)
            case "RSET", "NOOP": say("250 2.0.0 ok", context)
            case "QUIT":
                say("221 2.0.0 bye", context)
                context.close(promise: nil)
            default: say("502 5.5.1 what", context)
            }
        }
        private func startTLS(_ context: ChannelHandlerContext) {
            guard let tls = script.tls, !isEncrypted else { return say("454 4.7.0 no TLS", context) }
            say("220 2.0.0 go ahead" + (script.injected.isEmpty ? "" : "\r\n" + script.injected), context)
            isEncrypted = true
            try? context.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls), position: .first)
        }
        private func authenticate(_ line: String, _ context: ChannelHandlerContext) {
            let words = line.split(separator: " ")
            if words.count == 3, words[1] == "PLAIN" {
                let parts = Self.decoded(String(words[2])).split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
                admit(parts.count == 3 ? parts[1] : "", parts.last ?? "", context)
            } else {
                phase = .user
                say("334 VXNlcm5hbWU6", context)
            }
        }
        private func admit(_ name: String, _ password: String, _ context: ChannelHandlerContext) {
            phase = .commands
            guard let account = script.account, account.user == name, account.password == password else {
                return say("535 5.7.8 no", context)
            }
            user = name
            say("235 2.7.0 welcome", context)
        }
        private func more(_ line: String, _ context: ChannelHandlerContext) {
            switch phase {
            case .commands: break
            case .user:
                sender = Self.decoded(line)
                phase = .password
                say("334 UGFzc3dvcmQ6", context)
            case .password: admit(sender, Self.decoded(line), context)
            case .data:
                guard line == "." else {
                    text += (line.hasPrefix(".") ? String(line.dropFirst()) : line) + "\r\n"
                    return
                }
                phase = .commands
                guard let peer = box.peer.withLock({ $0 }) else { return }
                let reply = peer.messageReply()
                if reply.hasPrefix(
                    "2") { peer.take(Mail(sender: sender, recipient: recipient, text: text, isEncrypted: isEncrypted, user: user,
                    connection: connection)) }
                messages += 1
                if script.silentAt == "message" { return }
                say(reply, context)
                if messages >= script.messagesPerConnection { context.close(promise: nil) }
            }
        }
        private func say(_ reply: String, _ context: ChannelHandlerContext) {
            context.writeAndFlush(wrapOutboundOut(context.channel.allocator.buffer(string: reply + "\r\n")), promise: nil)
        }
        private static func address(_ line: String) -> String { String(line.drop { $0 != "<" }.dropFirst().prefix { $0 != ">" }) }
        private static func decoded(_ text: String) -> String { String(decoding: Data(base64Encoded: text) ?? Data(), as: UTF8.self) }
    }
}
