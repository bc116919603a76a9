import Contracts
import Crypto
import Foundation
import GRDB
import Kernel
import Messaging
import NotificationsService
import NotificationsTextMessages
import ServiceKit
import Testing
import TestKit

@Suite("Reports of text messages, and answers to them")
struct TextReportTests {
    private static let base = "https://api.example.org/t/eventpass/api/v1"
    private static let number = "+256700123456"
    private static let key = "token-of-the-test"

    /// A tenant whose ticket confirmations go by SMS first, then by e-mail.
    private static func definition(_ more: [String: JSONValue] = ["callbackURL": .string(base)]) -> TenantDefinition {
        let sms: [String: JSONValue] = ["shape": "twilio", "account": "AC1", "keySecret": "sms", "from": "+256312000000"]
        var definition = DeliveryScene.definition(channels: [
            "sms": .object(sms.merging(more) { _, own in own }), "email": ["host": "127.0.0.1", "fromAddress": "no-reply@test.example"],
        ])
        guard case .object(var settings) = definition.settings["notifications"], case .object(var types) = settings["types"] else {
            return definition
        }
        settings["categories"] = ["critical": ["mandatory": true, "defaults": ["sms", "email", "inApp"], "fallback": ["email"]]]
        types = types.filter { $0.key == "ticket-purchased" }
        types["ticket-purchased"] = ["cat": "critical", "channels": ["sms"]]
        settings["types"] = .object(types)
        if case .object(let templates) = settings["templates"] {
            settings["templates"] = .object(templates.filter { $0.key == "ticket-purchased" })
        }
        definition.settings["notifications"] = .object(settings)
        return definition
    }
    private func scene(_ definition: TenantDefinition = Self.definition()) throws -> DeliveryScene {
        let scene = try DeliveryScene(definition)
        try scene.shard.receive(UserUpdated(userId: "john", name: "John Okello", email: "john@example.com", phone: Self.number,
                                            roles: ["attendee"]))
        try scene.shard.receive(ContactVerified(userId: "john", contact: "phone", address: Self.number))
        return scene
    }
    /// A text message that Twilio has.
    private func sent(_ scene: DeliveryScene) throws -> DeliveryScene.Row {
        try scene.scene.issue()
        let row = try #require(try scene.queued(.sms).first)
        try scene.report(row, .accepted)
        #expect(try scene.states() == ["inApp": "delivered", "sms": "sent"])
        return row
    }

    private static func signature(_ url: String, _ form: [(String, String)], key: String = key) -> String {
        let text = url + form.sorted { $0.0 < $1.0 }.map { $0.0 + $0.1 }.joined()
        return Data(HMAC<Insecure.SHA1>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(data: Data(key.utf8))))
            .base64EncodedString()
    }
    private func body(_ form: [(String, String)]) -> String {
        form.map { name, value in
            name + "=" + value.utf8.map { byte in
                byte == 32 ? "+" : (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                    ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }.joined()
        }.joined(separator: "&")
    }

    /// Posts a report as the gateway would pass it on.
    @discardableResult
    private func report(_ scene: DeliveryScene, _ row: DeliveryScene.Row, _ status: String, code: String? = nil, attempt: String? = nil,
                        account: String = "AC1",
                        signedFor: DeliveryScene.Row? = nil, key: String = key, withSecret: Bool = true) throws -> Reply? {
        var form = [("MessageSid", "SM1"), ("MessageStatus", status), ("AccountSid", account), ("To", Self.number),
                    ("From", "+256312000000")]
        if let code { form.append(("ErrorCode", code)) }
        let number = attempt ?? String(row.attempt)
        let url = "\(Self.base)/sms-webhooks/twilio/reports/\((signedFor ?? row).id)/\(number)"
        return try scene.shard.sendThroughPreprocessor(
            PrepareTwilioReport.self,
            ["deliveryId": .string(row.id), "attempt": .string(number), "payload": try scene.shard.sealed(body(form))],
            attributes: ["x-twilio-signature": Self.signature(url, form, key: key)],
            environment: withSecret ? ["SOUK_PROVIDER_EVENTPASS_SMS": Self.key] : [:])
    }
    @discardableResult
    private func answer(_ scene: DeliveryScene, _ text: String, id: String, kind: String? = nil, key: String = key) throws -> Reply? {
        var form = [("MessageSid", id), ("AccountSid", "AC1"), ("From", Self.number), ("To", "+256312000000"), ("Body", text)]
        if let kind { form.append(("OptOutType", kind)) }
        return try scene.shard.sendThroughPreprocessor(PrepareTwilioReply.self, ["payload": try scene.shard.sealed(body(form))],
            attributes: ["x-twilio-signature": Self.signature(Self.base + "/sms-webhooks/twilio/replies", form, key: key)],
            environment: ["SOUK_PROVIDER_EVENTPASS_SMS": Self.key])
    }

    @Test("A delivered message is shown as delivered, and no later word changes that")
    func delivered() throws {
        let scene = try scene(), row = try sent(scene)
        for status in ["queued", "sending", "sent"] { #expect(try report(scene, row, status)?.status == 204) }
        #expect(try scene.states()["sms"] == "sent")
        #expect(try report(scene, row, "delivered")?.status == 204)
        #expect(try scene.states()["sms"] == "delivered")
        for status in ["sent", "undelivered", "failed", "delivered"] { try report(scene, row, status, code: "30005") }
        #expect(try scene.states() == ["inApp": "delivered", "sms": "delivered"])
        #expect(try scene.queued().isEmpty && scene.shard.published(DeliveryFailed.self).isEmpty && scene.shard.deadLetters().isEmpty)
    }

    @Test("A message that never arrives takes the next channel, once; a number that takes none gets no more",
          arguments: [("30003", true), ("30005", false)])
    func undelivered(code: String, isReachable: Bool) throws {
        let scene = try scene(), row = try sent(scene)
        for status in ["undelivered", "failed", "undelivered"] { try report(scene, row, status, code: code) }
        #expect(try scene.states() == ["inApp": "delivered", "sms": "failed", "email": "queued"])
        #expect(try scene.shard.published(DeliveryFailed.self).map { "\($0.code) \($0.fallback ?? "")" } == ["\(code) email"])
        scene.shard.now = scene.shard.now + .seconds(1)
        try scene.scene.issue(order: "o-2")
        #expect(try scene.queued(.sms).count == (isReachable ? 1 : 0))
    }

    @Test("A report that is faster than the sender's own result, or about a try that seemed lost, ends the message")
    func early() throws {
        let scene = try scene()
        try scene.scene.issue()
        let first = try #require(try scene.queued(.sms).first)
        try report(scene, first, "delivered")
        try scene.report(first, .accepted)
        #expect(try scene.states()["sms"] == "delivered")
        scene.shard.now = scene.shard.now + .seconds(1)
        try scene.scene.issue(order: "o-2")
        let second = try #require(try scene.queued(.sms).first)
        try scene.report(second, .failedTransient, code: "timeout")
        try report(scene, second, "failed", code: "30008")
        #expect(try scene.shard.published(DeliveryFailed.self).isEmpty, "another try follows")
        try report(scene, second, "delivered")
        try scene.shard.advance(by: .hours(1))
        #expect(try scene.deliveries().allSatisfy { $0.state == "accepted" && !$0.hasText })
    }

    @Test("What became of an earlier try says nothing about a later one, unless the message arrived")
    func earlierTry() throws {
        let scene = try scene()
        try scene.scene.issue()
        let first = try #require(try scene.queued(.sms).first)
        try scene.report(first, .failedTransient, code: "timeout")
        try scene.shard.advance(by: .seconds(5))
        let again = try #require(try scene.queued(.sms).first)
        #expect(again.attempt == 2)
        try report(scene, first, "failed", code: "30008")
        #expect(try scene.queued(.sms) == [again])
        try report(scene, first, "delivered", attempt: "3")
        #expect(try scene.queued(.sms) == [again], "no third try was made")
        try report(scene, first, "delivered")
        #expect(try scene.queued().isEmpty)
        #expect(try scene.states()["sms"] == "delivered")
    }

    @Test("A report is taken with Twilio's signature of its own address only, and for three days")
    func refused() throws {
        let scene = try scene(), row = try sent(scene)
        scene.shard.now = scene.shard.now + .seconds(1)
        try scene.scene.issue(order: "o-2")
        let other = try #require(try scene.queued(.sms).first)
        func slug(_ reply: Reply?) -> String { "\(reply?.status ?? 0) \(reply?.json["slug"]?.string ?? "")" }
        #expect(slug(try report(scene, row, "delivered", key: "another")) == "400 invalid-signature")
        #expect(slug(try report(scene, row, "delivered", signedFor: other)) == "400 invalid-signature")
        #expect(slug(try report(scene, row, "delivered", account: "AC2")) == "400 invalid-signature")
        #expect(slug(try report(scene, row, "delivered", attempt: "01")) == "404 not-found")
        #expect(slug(try report(scene, row, "delivered", withSecret: false)) == "503 service-unavailable")
        #expect(try scene.deliveries().map(\.state) == ["accepted", "queued"])
        try scene.shard.advance(by: .days(3))
        #expect(try report(scene, row, "failed", code: "30003")?.status == 204)
        #expect(try scene.shard.published(DeliveryFailed.self).isEmpty)
        // No address was given to Twilio, so nobody can have signed one.
        let silent = try self.scene(Self.definition([:])), message = try sent(silent)
        #expect(slug(try report(silent, message, "delivered")) == "400 invalid-signature")
    }

    @Test("STOP ends text messages to a number, START begins them again; each answer counts once and its words are not kept", arguments: [
        ("stop", nil), ("Stop ", nil), ("Arrêtez s'il vous plaît", "STOP"), ("UNSUBSCRIBE", nil),
    ] as [(String, String?)])
    func stop(text: String, kind: String?) throws {
        let scene = try scene()
        func texts(_ order: String) throws -> Int {
            scene.shard.now = scene.shard.now + .seconds(1)
            try scene.scene.issue(order: OrderID(order))
            let rows = try scene.queued(.sms)
            for row in rows { try scene.report(row, .accepted) }
            return rows.count
        }
        #expect(try texts("o-1") == 1)
        #expect(try answer(scene, text, id: "SM1", kind: kind)?.status == 204)
        #expect(try texts("o-2") == 0)
        #expect(try scene.states()["email"] == "queued")
        try answer(scene, "Where is the entrance?", id: "SM2")
        #expect(try texts("o-3") == 0)
        try answer(scene, "start", id: "SM3")
        #expect(try texts("o-4") == 1)
        // The same answer again, as anybody could send it who saw it once.
        #expect(try answer(scene, text, id: "SM1", kind: kind)?.status == 204)
        #expect(try texts("o-5") == 1)
        #expect(try answer(scene, "STOP", id: "SM4", key: "another")?.json["slug"] == "invalid-signature")
        #expect(try texts("o-6") == 1)
        for record in scene.shard.log {
            let written = String(decoding: record.value ?? [], as: UTF8.self)
            #expect(!written.contains("Arr") && !written.contains("entrance") && !written.contains(Self.key))
        }
    }

    @Test("A STOP holds until START, though the number is proved again; what the network said of a number does not", arguments: [
        (nil, true), ("21610", true), ("30006", false), ("30006 and STOP", true),
    ] as [(String?, Bool)])
    func stopOutlivesProof(code: String?, holds: Bool) throws {
        let scene = try scene(), row = try sent(scene)
        if let code { try report(scene, row, "undelivered", code: String(code.prefix(5))) }
        if code?.hasSuffix("STOP") ?? true { try answer(scene, "STOP", id: "SM1") }
        func texts(_ order: String) throws -> Int {
            scene.shard.now = scene.shard.now + .seconds(1)
            try scene.scene.issue(order: OrderID(order))
            return try scene.queued(.sms).count
        }
        #expect(try texts("o-2") == 0)
        try scene.shard.receive(ContactVerified(userId: "john", contact: "phone", address: Self.number))
        #expect(try texts("o-3") == (holds ? 0 : 1))
        try answer(scene, "START", id: "SM2")
        if holds { #expect(try texts("o-4") == 1) }
    }

    @Test("START takes back a STOP, not what the network said of a number")
    func startOfDeadNumber() throws {
        let scene = try scene(), row = try sent(scene)
        try report(scene, row, "undelivered", code: "30006")
        try answer(scene, "START", id: "SM1")
        scene.shard.now = scene.shard.now + .seconds(1)
        try scene.scene.issue(order: "o-2")
        #expect(try scene.queued(.sms).isEmpty)
    }

    @Test("The same log gives the same reports and answers")
    func replay() throws {
        let scene = try scene(), row = try sent(scene)
        try report(scene, row, "undelivered", code: "30005")
        try answer(scene, "STOP", id: "SM1")
        let copy = try ShardHarness(Notifications.self, definition: Self.definition(), now: NotificationScene.now)
        for record in scene.shard.log { try copy.deliver(Envelope(record)) }
        #expect(try copy.fingerprint() == scene.shard.fingerprint())
    }

    @Test("The SDK's signature is taken, with the standard port in the address or without it; nothing else is")
    func signature() {
        // RequestValidator("12345").compute_signature of the Python SDK made them.
        let form = [("CallSid", "CA1234567890ABCDE"), ("Caller", "+12349013030"), ("Digits", "1234"), ("From", "+12349013030"),
                    ("To", "+18005551212")]
        let url = "https://mycompany.com/myapp.php?foo=1&bar=2"
        let good = "0/KCTR6DLpKmkAf8muzZqo1nDgQ=", withPort = "EpDEmp1PyjDYp77YxYU3GILBWzE="
        func isValid(_ signature: String, _ url: String = url, _ form: [(String, String)] = form, key: String = "12345") -> Bool {
            TwilioSignature.isValid(signature, url: url, form: form.map { (name: $0.0, value: $0.1) }, key: key)
        }
        #expect(isValid(good) && isValid(good, url, form.reversed()) && isValid(withPort))
        #expect(!isValid(good, key: "54321") && !isValid(good, key: "") && !isValid(good, "http://mycompany.com/myapp.php?foo=1&bar=2"))
        #expect(!isValid(good, url, form + [("Extra", "1")]) && !isValid(good, url, Array(form.dropLast())) && !isValid(good, url + "&x"))
        for bad in ["", "0", "x", String(good.dropLast(2)) + "A=", String(good.dropLast(4)), good.lowercased()] {
            #expect(!isValid(bad), "\(bad)")
        }
    }

    @Test("A text message asks for reports at the address of its own try, where the tenant has one")
    func asksForReports() async throws {
        for (address, expected) in [(Self.base, Self.base + "/sms-webhooks/twilio/reports/d-1/1"), (nil, nil)] as [(String?, String?)] {
            let peer = try await HTTPPeer { _, _ in .status(201, ["sid": "SM1"]) }
            let provider = try ChannelScene.sms(peer, "twilio", address.map { ["callbackURL": .string($0)] } ?? [:])
            _ = await provider.send(ChannelScene.outbound(.sms, to: Self.number, subject: nil, text: "Hello."))
            #expect(peer.requests.first?.form["StatusCallback"] == expected)
        }
    }
}
