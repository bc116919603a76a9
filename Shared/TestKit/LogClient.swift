import Contracts
import Foundation
import Kernel
import Messaging
import Synchronization

/// Plays the gateway in tests: sends messages to services over the log and waits for replies. Blocks.
public final class LogClient: Sendable {
    private let cluster: any LogCluster
    private let producer: any LogProducer
    private let reader: any LogReader
    private let replies = Mutex<[String: [(status: Int, body: [UInt8], replayed: Bool)]]>([:])
    private let stop = StopSignal()
    public let tenant: TenantID
    private let thread = Mutex<BlockingThread?>(nil)

    public struct NoReply: Error, CustomStringConvertible { public let description: String }

    public init(_ cluster: any LogCluster, tenant: TenantID) throws {
        (self.cluster, self.tenant) = (cluster, tenant)
        producer = try cluster.makeProducer(name: "test-client")
        reader = try cluster.makeReader(name: "test-client", group: nil)
        let started = DispatchSemaphore(value: 0)
        thread.withLock {
            $0 = BlockingThread(name: "replies") { [weak self] in self?.readReplies(started) }
        }
        started.wait()
    }

    private func readReplies(_ started: DispatchSemaphore) {
        var announced = false
        while !stop.isRaised {
            do {
                try cluster.ensureTopics([TopicSpecification(Topics.replies, partitions: 1)])
                let partition = try reader.open(TopicPartition(Topics.replies, 0), from: announced ? .beginning : .end)
                defer { partition.close() }
                if !announced { started.signal() }
                announced = true
                while !stop.isRaised { for record in try partition.read(max: 500, wait: .milliseconds(100)) { take(record) } }
            } catch { _ = Waiter().wait(.milliseconds(100)) }
        }
    }

    private func take(_ record: IncomingRecord) {
        func header(_ name: String) -> String? {
            record.headers.first { $0.name == name }?.value.map { String(decoding: $0, as: UTF8.self) }
        }
        guard let request = header("ce_causationid"), let status = header(ReplyHeaders.status).flatMap({ Int($0) }) else { return }
        replies.withLock { $0[request, default: []].append((status, record.value ?? [], header(ReplyHeaders.replayed) != nil)) }
    }

    public func envelope(_ message: some Message, id: String, fingerprint: String? = nil, principal: Principal? = nil) throws -> Envelope {
        Envelope(id: id, type: type(of: message).type, source: "/test", time: .now(), tenant: tenant, correlationID: id,
                 principal: principal,
                 replyTo: ReplyAddress(partition: 0, sealingKey: nil), fingerprint: fingerprint, value: try JSON.encode(message))
    }

    public func post(_ envelope: Envelope, to topic: String) throws {
        _ = try producer.append([envelope.record(for: topic)], timeout: .seconds(20))
    }
    public func post(_ record: OutgoingRecord) throws { _ = try producer.append([record], timeout: .seconds(20)) }

    /// Waits for the n-th reply to a request; meanwhile resends the request, as the gateway does.
    public func reply(to id: String, count: Int = 1, resend: (() throws -> Void)? = nil, within limit: Duration = .seconds(20)) throws -> (
        status: Int, body: JSONValue, replayed: Bool) {
        var patience = Patience(limit)
        var nextSend = ContinuousClock.now + .milliseconds(400)
        while !patience.isOver() {
            if let got = replies.withLock({ $0[id].flatMap { $0.count >= count ? $0[count - 1] : nil } }) {
                return (got.status, got.body.isEmpty ? .null : try JSON.decode(JSONValue.self, from: got.body), got.replayed)
            }
            if let resend, ContinuousClock.now > nextSend {
                nextSend = .now + .seconds(2)
                try resend()
            }
            _ = Waiter().wait(.milliseconds(2))
        }
        throw NoReply(description: "no reply to \(id) within \(limit)")
    }

    @discardableResult
    public func call(_ message: some Message, id: String = UUID().uuidString, fingerprint: String? = nil) throws -> (status: Int,
        body: JSONValue, replayed: Bool) {
        let envelope = try envelope(message, id: id, fingerprint: fingerprint)
        let topic = Topics.commands(Topics.owner(of: envelope.type))
        let before = replies.withLock { $0[id]?.count ?? 0 }
        try post(envelope, to: topic)
        return try reply(to: id, count: before + 1, resend: { try? self.post(envelope, to: topic) })
    }

    public func ask(_ type: MessageType, _ parameters: JSONValue = .object([:])) throws -> (status: Int, body: JSONValue, replayed: Bool) {
        let id = UUID().uuidString
        let envelope = Envelope(id: id, type: type, source: "/test", time: .now(), tenant: tenant, correlationID: id,
                                replyTo: ReplyAddress(partition: 0, sealingKey: nil), value: try JSON.encode(parameters))
        let topic = Topics.queries(Topics.owner(of: type))
        try post(envelope, to: topic)
        return try reply(to: id, resend: { try? self.post(envelope, to: topic) })
    }

    /// Repeats a query until its answer satisfies the condition; otherwise throws with the last answer.
    public func eventually(_ type: MessageType, _ parameters: JSONValue = .object([:]), within limit: Duration = .seconds(20),
                           _ wanted: (JSONValue) -> Bool) throws {
        var patience = Patience(limit)
        var last: JSONValue = .null
        while !patience.isOver() {
            last = try ask(type, parameters).body
            if wanted(last) { return }
            _ = Waiter().wait(.milliseconds(20))
        }
        throw NoReply(description: "\(type) never answered as wanted; last: \(last)")
    }

    public func applyTenant(_ definition: TenantDefinition) throws {
        let message = ApplyTenant(definition)
        try post(Envelope(id: UUID().uuidString, type: ApplyTenant.type, source: "/test", time: .now(), tenant: definition.tenant,
                          correlationID: "test", value: try JSON.encode(message)), to: Topics.tenants)
    }

    public func close() {
        stop.raise()
        producer.close(flushTimeout: .seconds(1))
        reader.close()
        thread.withLock { $0?.join() }
    }
}
