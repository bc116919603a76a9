import AuthAccounts
import AuthService
import Contracts
import Crypto
import Foundation
import GatewayService
import Kernel
import Messaging
import ServiceKit
import Testing
import TestKit

@Suite("Keys that are renewed") struct KeyRotationTests {
    private func kid(_ reply: Reply) throws -> String {
        let header = try #require(reply.json["token"]?.string?.split(separator: ".").first.flatMap { Base64URL.decode($0) })
        return try JSON.decode(CompactJWS.Header.self, from: header).kid
    }

    @Test("An announced key signs nothing; an activated one signs from the next token on, and nobody is signed out")
    func steps() throws {
        let auth = try AuthHarness()
        let first = try auth.register()
        #expect(try kid(first) == "auth-access-token-1")
        try auth.shard.receive(RotateKeys(.announce, generation: 2))
        #expect(try kid(auth.login()) == "auth-access-token-1")
        try auth.shard.receive(RotateKeys(.activate, generation: 2))
        let after = try auth.login()
        #expect(try kid(after) == "auth-access-token-2")
        let key = try CompactJWS.publicKey(ofSeed: ServiceSecret(Array(repeating: 7, count: 32)).signingSeed("access-token", generation: 2))
        let token = try #require(after.json["token"]?.string)
        #expect(throws: Never.self) { try CompactJWS.verify(token, typ: "JWT") { $0 == "auth-access-token-2" ? key : nil } }
        let refreshed = try auth.refresh(try #require(first.json["refreshToken"]?.string))
        #expect(try refreshed.status == 200 && kid(refreshed) == "auth-access-token-2")
        #expect(try auth.shard.deadLetters().isEmpty)
    }

    @Test("Steps that come again change nothing, a generation nobody announced does not sign, replay signs the same")
    func repeated() throws {
        let auth = try AuthHarness()
        try auth.register()
        for step in [RotateKeys(.announce, generation: 2), RotateKeys(.activate, generation: 2), RotateKeys(.announce, generation: 2),
                     RotateKeys(.activate, generation: 2)] { try auth.shard.receive(step) }
        #expect(try kid(auth.login()) == "auth-access-token-2")
        #expect(try auth.shard.deadLetters().isEmpty)
        let again = try AuthHarness()
        for record in auth.shard.log { try again.shard.deliver(try Envelope(record)) }
        #expect(try again.shard.fingerprint() == auth.shard.fingerprint())
        try auth.shard.receive(RotateKeys(.activate, generation: 3))
        #expect(try auth.shard.deadLetters().count == 1)
        #expect(try kid(auth.login()) == "auth-access-token-2")
    }

    @Test("A key verifies from its announcement until all it signed has ended; the slowest shard decides; keys for good stay")
    func lives() throws {
        let day = Timestamp("2026-11-21T07:00:00Z") ?? .distantPast
        let shards = try [AuthHarness(), AuthHarness()]
        func set(_ now: Timestamp) throws -> KeySet {
            try KeySet(try shards.map { try $0.shard.file.pool.read { try KeyGenerations($0) } }, lives: ["access-token": .hours(25)],
                       now: now)
        }
        #expect(try set(day).verifying("access-token") == 1...1)
        for auth in shards { try auth.shard.receive(RotateKeys(.announce, generation: 2)) }
        #expect(try set(day).verifying("access-token") == 1...2 && set(day).active == 1)
        try shards[0].shard.receive(RotateKeys(.activate, generation: 2))
        #expect(try set(day + .days(3)).verifying("access-token") == 1...2, "the other shard still signs with the first")
        try shards[1].shard.receive(RotateKeys(.activate, generation: 2))
        #expect(try set(day + .hours(24)).verifying("access-token") == 1...2 && set(day).active == 2)
        #expect(try set(day + .hours(25)).verifying("access-token") == 2...2)
        #expect(try Array(set(day + .hours(25)).retired("access-token")) == [1])
        #expect(try set(day + .hours(25)).verifying("ticket") == 1...1 && set(day).retired("ticket").isEmpty)
    }

    @Test("""
        An operator renews the keys of a running service: old and new tokens count, sealed fields of both generations open, again and again
        """)
    func running() throws {
        let platform = try RunningAuth()
        defer { platform.stop() }
        let before = try platform.register("ann@example.com")
        #expect(platform.accepts(before.token))
        let old = try #require(try platform.sealingKey())
        #expect(try KeyRotation(of: Auth.name, uses: ["access-token"], on: platform.log, settling: .milliseconds(10)).run() == 2)
        let after = try platform.register("bob@example.com")
        #expect(try platform.sealingKey()?.id == "auth-sealing-2" && platform.register("eve@example.com", sealing: old).status == 201)
        #expect(platform.accepts(before.token) && platform.accepts(after.token) && before.kid != after.kid)
        platform.restart()
        #expect(try KeyRotation(of: Auth.name, uses: ["access-token"], on: platform.log, settling: .milliseconds(10)).run() == 3)
        let third = try platform.register("cid@example.com")
        #expect(platform.accepts(before.token) && platform.accepts(after.token) && platform.accepts(third.token)
            && third.kid == "auth-access-token-3")
    }
}

/// The account service on a log in memory with two shards, and what a gateway would know of it.
private final class RunningAuth {
    let log = InMemoryLog(partitions: ["auth.commands": 2, "auth.intake": 2, "auth.queries": 2, "auth.events": 2, "gateway.replies": 1],
                          defaultPartitions: 1)
    private let identity = ReplyIdentity(partition: 0)
    private let directory = NSTemporaryDirectory() + "souk-keys-\(UUID().uuidString)"
    private var service: ServiceRuntime<Auth>
    private let definition = AuthHarness.definition()

    init() throws {
        service = try Self.start(log, directory)
        let applied = Envelope(id: "apply", type: ApplyTenant.type, source: "/test", time: .now(), tenant: definition.tenant,
                               correlationID: "test", value: try JSON.encode(ApplyTenant(definition)))
        _ = try log.makeProducer(name: "test").append([applied.record(for: Topics.tenants)], timeout: .seconds(5))
        try wait { try self.sealingKey() != nil }
    }

    private static func start(_ log: InMemoryLog, _ directory: String) throws -> ServiceRuntime<Auth> {
        let settings = try ServiceSettings.fromEnvironment(["SOUK_DATA": directory, "SOUK_PARTITIONS": "2", "SOUK_LOG_LEVEL": "critical"])
        let service = try ServiceRuntime<Auth>(settings: settings) { _ in log }
        service.begin()
        return service
    }
    func restart() {
        service.end()
        if let again = try? Self.start(log, directory) { service = again }
    }
    func stop() {
        service.end()
        try? FileManager.default.removeItem(atPath: directory)
    }

    func sealingKey() throws -> SealingKey? {
        try log.records(of: Topics.manifests).last?.value.map { try JSON.decode(Manifest.self, from: $0).sealingKey }
    }

    struct Registered {
        let status: Int
        let token: String
        var kid: String {
            token.split(separator: ".").first.flatMap { Base64URL.decode($0) }
                .flatMap { try? JSON.decode(CompactJWS.Header.self, from: $0).kid } ?? ""
        }
    }
    func register(_ email: String, sealing: SealingKey? = nil) throws -> Registered {
        let known = try sealing ?? sealingKey()
        let key = try #require(known)
        let box = try Sealing.seal(Array(AuthHarness.password.utf8), to: try #require(Base64URL.decode(key.publicKey)), purpose: .field)
        let password = try JSONValue(
            encoding: SealedValue(keyID: key.id, encapsulatedKey: box.encapsulatedKey, ciphertext: Base64URL.encode(box.ciphertext)))
        let id = "register-" + email
        let request = Envelope(id: id, type: PrepareRegistration.type, source: "/gateway", time: .now(), tenant: definition.tenant,
                               correlationID: id,
                               replyTo: ReplyAddress(partition: 0, sealingKey: Array(identity.privateKey.publicKey.rawRepresentation)),
                               value: try JSON.encode(["name": "Somebody", "email": .string(email), "password": password] as JSONValue))
        let producer = try log.makeProducer(name: "test")
        var reply: ReceivedReply?
        // The tenant may not have reached the shard yet: asked again until it has.
        try wait {
            _ = try producer.append([request.record(for: Topics.intake("auth"))], timeout: .seconds(5))
            return try self.answers(to: id) { reply = $0.opened(with: self.identity.privateKey) }
        }
        let answer = try #require(reply)
        return Registered(status: answer.status, token: try JSON.decode(JSONValue.self, from: answer.body)["token"]?.string ?? "")
    }
    private func answers(to id: String, _ take: (ReceivedReply) -> Void) throws -> Bool {
        let deadline = ContinuousClock.now + .milliseconds(300)
        while ContinuousClock.now < deadline {
            let found = log.records(of: Topics.replies).compactMap { ReceivedReply($0) }.last { $0.requestID == id && $0.status != 503 }
            if let found {
                take(found)
                return true
            }
            _ = Waiter().wait(.milliseconds(5))
        }
        return false
    }

    /// Whether a gateway that has read `platform.keys` takes the token.
    func accepts(_ token: String) -> Bool {
        let verifier = TokenVerifier()
        for record in log.records(of: Topics.keys) {
            let kid = String(decoding: record.key ?? [], as: UTF8.self)
            guard let value = record.value, let key = try? JSON.decode(PublishedKey.self, from: value),
                  let raw = Base64URL.decode(key.x) else {
                verifier.forget(kid: kid)
                continue
            }
            verifier.learn(kid: key.kid, raw)
        }
        if case .good = verifier.verify(token, tenant: definition.tenant, now: .now()) { return true }
        return false
    }

    struct TimedOut: Error {}
    private func wait(_ condition: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while try !condition() {
            guard ContinuousClock.now < deadline else { throw TimedOut() }
            _ = Waiter().wait(.milliseconds(10))
        }
    }
}
