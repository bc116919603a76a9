// By hand: as SMTPSession.swift. The enhanced codes say whether a delivery is tried again or given up.

import NIOCore
import NIOSSL
import NotificationsKit

/// A server's answer: its code, the enhanced code (RFC 3463) where there is one, its lines.
struct SMTPReply: Sendable, Equatable {
    let code: Int
    let lines: [String]
    var isPositive: Bool { (200...399).contains(code) }
    var isTransient: Bool { (400...499).contains(code) }
    /// `5.1.1`.
    var enhanced: String? {
        guard let word = lines.first?.split(separator: " ").first, word.split(separator: ".").count == 3,
            word.allSatisfy({ $0.isNumber || $0 == "." }) else { return nil }
        return String(word)
    }
    /// For logs and results: what the server said stays out, it may repeat addresses.
    var name: String { enhanced.map { "\(code) \($0)" } ?? String(code) }

    /// No mailbox of that name, or it is closed. A refusal of the sender or of the content (`5.7.1`) says nothing about the mailbox.
    var saysMailboxIsDead: Bool {
        guard [550, 551, 553].contains(code) else { return false }
        return enhanced.map { $0.hasPrefix("5.1.") || $0 == "5.2.1" } ?? true
    }
}

enum SMTPFailure: Error, Equatable {
    case noConnection(String)
    case timedOut
    case closed
    /// The server talks out of turn, or something that is no SMTP.
    case malformed
    case tlsNotOffered
    case tlsFailed
    case authenticationNotOffered
    case refused(SMTPReply)

    var code: String {
        switch self {
        case .noConnection: "no-connection"
        case .timedOut: "timeout"
        case .closed: "connection-closed"
        case .malformed: "malformed-answer"
        case .tlsNotOffered: "tls-not-offered"
        case .tlsFailed: "tls-failed"
        case .authenticationNotOffered: "authentication-not-offered"
        case .refused(let reply): reply.name
        }
    }
}

/// Reads replies, one per command. Bytes nobody asked for end the connection: what a stranger put before the TLS
/// handshake (CVE-2011-0411) is never taken for an answer behind it.
final class SMTPReplyHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    /// RFC 5321 §4.5.3.1.5 says 512; servers say more.
    static let lineBytesMax = 2_048
    static let linesMax = 128

    private var waiting: EventLoopPromise<SMTPReply>?
    private var buffer: [UInt8] = []
    private var lines: [String] = []
    private var failure: SMTPFailure?

    func expect(_ promise: EventLoopPromise<SMTPReply>, on channel: any NIOCore.Channel) {
        if let failure { return promise.fail(failure) }
        guard channel.isActive else { return promise.fail(SMTPFailure.closed) }
        waiting = promise
        read(on: channel)
    }
    func fail(_ failure: SMTPFailure, on channel: any NIOCore.Channel) {
        self.failure = self.failure ?? failure
        let promise = waiting
        waiting = nil
        promise?.fail(failure)
        channel.close(promise: nil)
    }
    /// Nothing came that was not asked for.
    var isQuiet: Bool { buffer.isEmpty && lines.isEmpty }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        buffer += unwrapInboundIn(data).readableBytesView
        read(on: context.channel)
    }
    func channelInactive(context: ChannelHandlerContext) {
        fail(.closed, on: context.channel)
        context.fireChannelInactive()
    }
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let isTLS = error is NIOSSLError || error is NIOSSLExtraError || error is BoringSSLError
        fail(isTLS ? .tlsFailed : .noConnection("\(error)"), on: context.channel)
    }

    private func read(on channel: any NIOCore.Channel) {
        while let end = buffer.firstIndex(of: 10) {
            guard waiting != nil else { return }
            var line = Array(buffer[..<end])
            buffer.removeFirst(end + 1)
            if line.last == 13 { line.removeLast() }
            guard let code = Self.code(line), lines.count < Self.linesMax else { return fail(.malformed, on: channel) }
            lines.append(String(decoding: line.dropFirst(4), as: UTF8.self))
            guard line.count == 3 || line[3] == 32 else { continue }
            let reply = SMTPReply(code: code, lines: lines)
            lines = []
            let promise = waiting
            waiting = nil
            promise?.succeed(reply)
        }
        if buffer.count > Self.lineBytesMax { fail(.malformed, on: channel) }
    }
    private static func code(_ line: [UInt8]) -> Int? {
        guard (3...lineBytesMax).contains(line.count), line[..<3].allSatisfy({ (48...57).contains($0) }),
            line.count == 3 || line[3] == 32 || line[3] == 45
        else { return nil }
        return Int(line[0] - 48) * 100 + Int(line[1] - 48) * 10 + Int(line[2] - 48)
    }
}
