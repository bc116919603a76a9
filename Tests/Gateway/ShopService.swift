import Contracts
import Crypto
import Foundation
import GatewayService
import Kernel
import Logging
import Messaging
import ServiceKit
import Synchronization
import TestKit

/// What a real service would do with the log, as far as the gateway can see it: an inbox, answers, silence.
final class ShopService: Sendable {
    let key = Curve25519.KeyAgreement.PrivateKey()
    let received = Mutex<[Envelope]>([])
    let isSilent = Mutex(true)
    private let inbox = Mutex<[String: (reply: Reply, fingerprint: String?, time: Timestamp)]>([:])
    /// Whether `/held` is refused at present, and how often it was done.
    let isHeld = Mutex(false)
    let done = Mutex(0)
    let name: ServiceName
    /// Upload → its parts.
    let uploads = Mutex<[String: [[UInt8]]]>([:])
    /// The tag that each request for a slice of a file named.
    let sliceTags = Mutex<[String?]>([])
    static let file: [UInt8] = (0..<1_300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
    private let log: InMemoryLog
    private let signal = StopSignal()

    init(_ log: InMemoryLog, name: ServiceName = "shop") {
        (self.log, self.name) = (log, name)
        try? log.ensureTopics(Topics.all(of: name).map { TopicSpecification($0.name, partitions: 1) })
    }
    func stop() { signal.raise() }

    func start() {
        for topic in [Topics.commands(name), Topics.intake(name), Topics.queries(name)] {
            _ = BlockingThread(name: topic) { [self] in serve(topic) }
        }
    }

    private func serve(_ topic: String) {
        guard let reader = try? log.makeReader(name: "shop", group: nil),
            let queue = try? reader.open(TopicPartition(topic, 0), from: .beginning), let producer = try? log.makeProducer(name: "shop")
        else { return }
        while !signal.isRaised {
            guard let records = try? queue.read(max: 100, wait: .milliseconds(50)) else {
                try? queue.seek(to: .beginning)
                continue
            }
            for record in records {
                guard let envelope = try? Envelope(record), let address = envelope.replyTo else { continue }
                if envelope.type == TenantState.type {
                    if let reply = tenantState(envelope) {
                        _ = try? producer.append([reply.record(to: address, causedBy: envelope, source: "/shop", replayed: false)],
                                                 timeout: .seconds(1))
                    }
                    continue
                }
                received.withLock { $0.append(envelope) }
                let known = inbox.withLock { $0[envelope.id] }
                guard let reply = known.map({ reply(again: $0, to: envelope) }) ?? answer(envelope) else { continue }
                if topic != Topics.queries(name), known == nil {
                    inbox.withLock { $0[envelope.id] = (reply, envelope.fingerprint, envelope.time) }
                }
                _ = try? producer.append(
                    [reply.record(to: address, causedBy: envelope, source: "/shop", replayed: known != nil,
                                  isCopy: known?.time == envelope.time)],
                    timeout: .seconds(1))
            }
        }
    }

    private func reply(again known: (reply: Reply, fingerprint: String?, time: Timestamp), to envelope: Envelope) -> Reply {
        known.fingerprint == envelope.fingerprint ? known.reply
            : Reply(Rejection(422, "idempotency-key-reused", "Used for another request."))
    }

    /// Tenants the shop has not set up, and those it does not answer about.
    let notSetUp = Mutex<Set<TenantID>>([])
    let silentAbout = Mutex<Set<TenantID>>([])

    private func tenantState(_ envelope: Envelope) -> Reply? {
        if silentAbout.withLock({ $0.contains(envelope.tenant) }) { return nil }
        let isSetUp = notSetUp.withLock { !$0.contains(envelope.tenant) }
        return isSetUp ? Reply(status: 204, body: []) : Reply(Rejection(503, "service-unavailable", "This app is not set up here yet."))
    }

    private func answer(_ envelope: Envelope) -> Reply? {
        switch envelope.type {
        case "shop.held.v1":
            if isHeld.withLock({ $0 }) {
                return Reply(Rejection(503, "service-unavailable", "Nobody has decided.", retryAfter: .seconds(1)))
            }
            return done.withLock { done in
                done += 1
                return Reply(status: 201, body: Array(#"{"done":\#(done)}"#.utf8))
            }
        case "kiosk.order.v1":
            done.withLock { $0 += 1 }
            return Reply(status: 201, body: envelope.value)
        case "kiosk.book.v1.check", "kiosk.books.v1":
            // Whatever comes: the test says which findings count.
            return Reply(Rejection.invalid(["title": ["is odd"], "phone": ["is required"], "pages": ["must be more"]]))
        case "kiosk.return.v1.check":
            return Reply(Rejection(403, "role-required", "Only readers may.", members: ["requiredRole": "reader"]))
        case "kiosk.lend.v1.check": return nil
        case "kiosk.lose.v1.check": return Reply(Rejection.notFound)
        default: return answerOthers(envelope)
        }
    }

    private func answerOthers(_ envelope: Envelope) -> Reply? {
        switch envelope.type {
        case "shop.create.v1": Reply(status: 201, body: envelope.value, location: "/things/42")
        case "shop.named.v1":
            Reply(Rejection(422, "validation-failed", "thingId is not inApp, says iPhone.",
                            errors: ["startsAt": ["must be after unitPrice"]]))
        case "shop.refuse.v1": Reply(Rejection(409, "sold-out", "Nothing is left.", members: ["available": 0]))
        case "shop.silent.v1": isSilent.withLock { $0 } ? nil : Reply(status: 200, body: Array(#"{"wasSilent":true}"#.utf8))
        case "shop.sign-in.v1":
            Reply(status: 200, body: Array(#"{"token":"very secret"}"#.utf8), location: "/keys/k-1", isSecret: true)
        case "shop.page.v1":
            envelope.value.contains(UInt8(ascii: "?"))
                ? Reply(status: 422, body: Array("<h1>No</h1>".utf8), contentType: "text/html; charset=utf-8")
                : Reply(status: 303, body: [], location: "/page/done")
        case "shop.picture.v1":
            Reply(status: 200, body: [1, 2, 3, 0, 255], contentType: "image/png", cacheControl: "private, no-store",
                  fileName: envelope.value.contains(UInt8(ascii: "~")) ? "EP-7F3K\"; x=\"\r\nSet-Cookie: é.png" : nil)
        case "shop.order.v1":
            ["u-1", "u-3"].contains(envelope.principal?.userID) ? Reply(status: 200, body: envelope.value) : Reply(Rejection.notFound)
        case "shop.job.v1": Reply(status: 200, body: Array(#"{"jobId":"j-1","status":"taken","version":3}"#.utf8))
        case "shop.attach-picture.v1": takePart(envelope)
        case "shop.read-file.v1": slice(envelope)
        case "shop.list.v1":
            Reply(status: 200, body: Array(#"{"data":[],"meta":{"perPage":20},"asked":"#.utf8) + envelope.value + Array("}".utf8))
        default: Reply(status: 200, body: envelope.value)
        }
    }

    private func takePart(_ envelope: Envelope) -> Reply {
        struct Carrier: Decodable { let part: UploadPart }
        guard let part = try? JSON.decode(Carrier.self, from: envelope.value).part, let bytes = Base64URL.decode(part.bytes) else {
            return .internalError
        }
        let all = uploads.withLock { uploads in
            uploads[part.upload, default: []].append(bytes)
            return uploads[part.upload] ?? []
        }
        guard all.count == part.index + 1 else { return .internalError }
        return part.isLast ? Reply(status: 201, body: Array(#"{"parts":\#(all.count)}"#.utf8)) : Reply(status: 200, body: Array("{}".utf8))
    }

    private func slice(_ envelope: Envelope) -> Reply {
        struct Asked: Decodable { let fileId: String, offset: Int, length: Int, tag: String? }
        guard let asked = try? JSON.decode(Asked.self, from: envelope.value), ["f-1", "f-slow", "f-changing"].contains(asked.fileId),
              asked.length <= FileSlice.bytesMax else {
            return Reply(Rejection.notFound)
        }
        let tagsBefore = sliceTags.withLock { tags in
            tags.append(asked.tag)
            return tags.count - 1
        }
        if asked.fileId == "f-slow", tagsBefore < 2 { return (try? FileSlice.unfinished.reply()) ?? .internalError }
        let end = min(Self.file.count, asked.offset + asked.length)
        let bytes = asked.offset < end ? Array(Self.file[asked.offset..<end]) : []
        let facts = FileSlice.Facts(contentType: "image/png", bytes: Self.file.count,
                                    tag: asked.fileId == "f-changing" ? "abc-\(tagsBefore)" : "abc",
                                    cacheControl: "public, max-age=31536000, immutable")
        return (try? FileSlice(facts, bytes).reply()) ?? .internalError
    }
}
