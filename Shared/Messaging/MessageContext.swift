import Contracts
import Foundation
import GRDB
import Kernel
import Storage

/// Everything one message may see and do: rows of its tenant, its time, ids and secrets derived from it, and the effects it collects.
/// Nothing here can wait or reach the network; effects are written with the rows in one savepoint and leave after the commit.
public final class MessageContext: HandlerContext {
    public let database: Database
    public let envelope: Envelope
    /// The tenant's time: the message's, never earlier than the shard's last one.
    public let now: Timestamp
    public let definition: TenantDefinition
    public let service: ServiceName
    public let extensions: any Sendable
    /// The same moment by the clock on the wall: virtual clocks jump, people and screens do not.
    public var realTime: Timestamp { now - clockOffset }
    private let clockOffset: Duration
    let secret: ServiceSecret
    private var counter = 0
    var effects = Effects()

    /// The tenant's time after this message: later than `now` only for a timer that fires during a clock jump.
    /// Everything due by then fires in the same instant of real time.
    public var clockTarget: Timestamp { max(now, envelope.attributes[Self.clockTargetAttribute].flatMap { Timestamp($0) } ?? now) }
    static let clockTargetAttribute = "clock-target"

    init(database: Database, envelope: Envelope, now: Timestamp, definition: TenantDefinition, service: ServiceName, secret: ServiceSecret,
         extensions: any Sendable, clockOffset: Duration) {
        (self.extensions, self.clockOffset) = (extensions, clockOffset)
        (self.database, self.envelope, self.now, self.definition, self.service, self.secret) =
            (database, envelope, now, definition, service, secret)
    }

    /// What a handler wants to happen besides its rows.
    struct Effects {
        var outbox: [OutboxMessage] = []
        var timers: [TimerChange] = []
        var answers: [(requestID: String, reply: Reply)] = []
        var deferred = false
        var about: User.ID?
    }
    enum TimerChange {
        case set(id: String, due: Timestamp, type: MessageType, value: [UInt8])
        case cancel(id: String)
        var id: String {
            switch self {
            case .set(let id, _, _, _), .cancel(let id): id
            }
        }
    }

    /// A new id: the n-th id made while handling this message. The same on every replay; ids made later sort later.
    public func newID() -> String {
        counter += 1
        return DeterministicID.make(at: now, service.rawValue, envelope.tenant.rawValue, envelope.id, String(counter))
    }

    /// 32 secret bytes for a purpose: nobody who holds only the log can tell them, replay makes them again.
    public func secretBytes(for purpose: String) -> [UInt8] {
        counter += 1
        return secret.derive(purpose, envelope.tenant.rawValue, envelope.id, String(counter))
    }
    public func serviceKey(_ purpose: String) -> [UInt8] { secret.derive("service-key", purpose) }
    /// The key to sign with now. Rotation changes it: which generation it is stands in the log, so replay signs the same.
    public func signingKey(_ use: String) throws -> SigningKey {
        let generation = try KeyGenerations(database).active
        return SigningKey(kid: PublishedKey.kid(service: service, use: use, generation: generation),
                          seed: secret.signingSeed(use, generation: generation))
    }

    /// A text that only another service can read, for a message to it. The same bytes on replay.
    /// Throws 503 while that service's manifest has not been seen; list it in `contents.sealsTo`.
    public func seal(_ text: String, for recipient: ServiceName) throws -> SealedValue {
        let row = try Row.fetchOne(try database.cachedStatement(sql: "SELECT key_id, public_key FROM souk_sealing_key WHERE service = ?"),
                                   arguments: [recipient.rawValue])
        guard let row, let publicKey = Base64URL.decode(row[1] as String) else {
            throw Rejection(503, "service-unavailable", "\(recipient) is not there yet.", retryAfter: .seconds(1))
        }
        let box = try RepeatableSealing.seal(Array(text.utf8), to: publicKey, ephemeral: secretBytes(for: "sealing"),
                                             info: Array(Sealing.Purpose.field.rawValue.utf8))
        return SealedValue(keyID: row[0], encapsulatedKey: box.encapsulatedKey, ciphertext: Base64URL.encode(box.ciphertext))
    }
    /// The clear text of what another service sealed for this one. Throws when it was sealed for somebody else.
    public func open(_ sealed: SealedValue) throws -> String { try secret.open(sealed) }

    public func publish(_ event: some DomainEvent) throws {
        effects.outbox.append(
            try outgoing(event, topic: Topics.events(service), subject: event.subject, awaitedBy: Swift.type(of: event).awaitedBy))
    }
    /// A command to the service that owns the message's domain.
    public func send(_ command: some Message) throws {
        effects.outbox.append(try outgoing(command, topic: Topics.commands(Topics.owner(of: Swift.type(of: command).type)), subject: nil))
    }
    private func outgoing(_ message: some Message, topic: String, subject: String?,
                          awaitedBy: Awaiting = .everybody) throws -> OutboxMessage {
        OutboxMessage(id: newID(), topic: topic, type: Swift.type(of: message).type, subject: subject, value: try message.encoded(),
                      awaitedBy: awaitedBy)
    }

    /// Sets (or moves) the timer with this id: at that time the message comes to this shard's own log.
    public func schedule(_ id: String, at due: Timestamp, _ message: some Message) throws {
        effects.timers.append(.set(id: id, due: due, type: Swift.type(of: message).type, value: try JSON.encode(message)))
    }
    /// A timer that already fired or never was is no error: the message it sent must check the state it finds.
    public func cancelTimer(_ id: String) { effects.timers.append(.cancel(id: id)) }

    /// Does a part of a message's work that may be refused without the whole message being refused: a form whose
    /// refusal is said on a page. After a refusal the part's rows, messages, timers and answers are gone; ids it made
    /// are not given again. Whatever is no `Rejection` is thrown on.
    public func savepoint<Made>(_ part: () throws -> Made) throws -> Result<Made, Rejection> {
        let before = effects
        do {
            return .success(try Savepoint.run(database, part))
        } catch let rejection as Rejection {
            effects = before
            return .failure(rejection)
        }
    }

    /// Notes whose data the answer holds when nobody is signed in yet: it is forgotten with that person, too.
    public func answerIsAbout(_ user: User.ID) { effects.about = user }

    /// Deletes the stored answers of an erased user. The inbox still knows their requests, so a late copy of one has no
    /// effect. Those that a guest asked for become "try again": the gateway sends the same request as a new message,
    /// which is judged anew.
    public func forgetAnswers(to user: User.ID) throws {
        try database.execute(sql: """
            UPDATE souk_inbox SET reply_body = NULL, reply_headers = NULL, reply_secret = 0 WHERE tenant = ? AND principal = ?
            AND reply_body IS NOT NULL
            """, arguments: [tenant.rawValue, user.rawValue])
        let forgotten = Reply(Rejection(503, "service-unavailable", "This answer is not kept any more. Try again.",
                                        retryAfter: .seconds(1)))
        try database.execute(sql: """
            UPDATE souk_inbox SET reply_status = ?, reply_body = ?, reply_headers = NULL, reply_secret = 0 WHERE tenant = ? AND about = ?
            AND reply_status IS NOT NULL
            """, arguments: [forgotten.status, Data(forgotten.body), tenant.rawValue, user.rawValue])
    }

    /// The answer to this request comes later, from `answer(_:with:)`. Keep `envelope.id` to find it again.
    public func deferAnswer() { effects.deferred = true }
    /// Answers an earlier, deferred request. Only the first answer counts.
    public func answer(_ requestID: String, with reply: Reply) { effects.answers.append((requestID, reply)) }
}

/// A message on its way out, as the outbox keeps it.
struct OutboxMessage {
    let id: String
    let topic: String
    let type: MessageType
    let subject: String?
    let value: [UInt8]
    /// See `DomainEvent.awaitedBy`.
    var awaitedBy = Awaiting.everybody
}
