// By hand: as SMTPSession.swift. Sessions are kept, which saves a handshake and a sign-in for each message.

import Kernel
import NIOCore
import NIOSSL
import NotificationPolicy
import NotificationsDelivery
import NotificationsKit
import Synchronization

/// Sends e-mails over a mail server of the tenant, on connections that are kept for a while.
final class SMTPProvider: ChannelProvider {
    /// Servers close what is idle; a connection older than this is not trusted to be open.
    static let idleMax: Duration = .seconds(20)

    private let settings: SMTPSettings
    private let timeout: Duration
    private let password: String?
    private let tls: NIOSSLContext
    private let idle = Mutex<[(session: SMTPSession, since: ContinuousClock.Instant)]>([])

    init(_ settings: SMTPSettings, _ lane: LaneSettings, password: String?, trustRoots: String?) throws {
        (self.settings, self.password, timeout) = (settings, password, .seconds(lane.timeoutSeconds))
        tls = try TLSContexts.client(trustRoots: trustRoots)
    }

    func send(_ outbound: OutboundMessage) async -> SendOutcome {
        let recipient = outbound.message.to
        guard MailAddress.isUsable(recipient) else { return .permanent(code: "invalid-address", addressIsDead: true) }
        let mail = MailMessage(outbound, from: .init(address: settings.fromAddress, name: settings.fromName, replyTo: settings.replyTo))
        let needsUTF8 = !MailAddress.isASCII(recipient) || !MailAddress.isASCII(settings.fromAddress)
        do {
            if let kept = takeIdle() {
                // A kept connection may have been closed meanwhile: then nothing was taken, and a new one is tried.
                do {
                    return try await send(mail, to: recipient, needsUTF8, over: kept)
                } catch let failure as SMTPFailure where Self.saysGoodbye(failure) {}
            }
            let session = try await SMTPSession.open(settings, password: password, tls: tls, timeout: timeout)
            return try await send(mail, to: recipient, needsUTF8, over: session)
        } catch let failure as SMTPFailure {
            return .transient(code: failure.code, providerIsAway: true)
        } catch {
            return .transient(code: "unexpected", providerIsAway: true)
        }
    }

    func close() {
        for kept in idle.withLock({ list in defer { list = [] }; return list }) { kept.session.close() }
    }

    private func takeIdle() -> SMTPSession? {
        idle.withLock { list in
            while let kept = list.popLast() {
                if ContinuousClock.now - kept.since < Self.idleMax, kept.session.channel.isActive { return kept.session }
                kept.session.close()
            }
            return nil
        }
    }

    private func send(_ mail: MailMessage, to recipient: String, _ needsUTF8: Bool, over session: SMTPSession) async throws -> SendOutcome {
        guard !needsUTF8 || session.offers("SMTPUTF8") else {
            keep(session)
            return .permanent(code: "smtputf8-not-offered")
        }
        do {
            let reply = try await session.send(mail.bytes, from: settings.fromAddress, to: recipient, needsUTF8: needsUTF8)
            keep(session)
            return .accepted(providerId: reply.lines.first.map { SafeText.prefix(SafeText.line($0), bytes: 200) })
        } catch let SMTPFailure.refused(reply) {
            if reply.code == 421 { session.close(); throw SMTPFailure.refused(reply) }
            if (try? await session.reset()) != nil { keep(session) } else { session.close() }
            return Self.outcome(of: reply)
        } catch {
            session.close()
            throw error
        }
    }
    /// The server closed the connection, with or without a word.
    private static func saysGoodbye(_ failure: SMTPFailure) -> Bool {
        switch failure {
        case .closed, .malformed: true
        case .refused(let reply): reply.code == 421
        case .noConnection, .timedOut, .tlsNotOffered, .tlsFailed, .authenticationNotOffered: false
        }
    }
    private func keep(_ session: SMTPSession) { idle.withLock { $0.append((session, .now)) } }

    /// A refusal of one message. Refusals of the connection (greeting, TLS, sign-in) are the provider's, not the message's.
    private static func outcome(of reply: SMTPReply) -> SendOutcome {
        if reply.isTransient || reply.code == 530 { return .transient(code: reply.name, providerIsAway: reply.code == 530) }
        return .permanent(code: reply.name, addressIsDead: reply.saysMailboxIsDead)
    }
}
