import Foundation
import Kernel
import NotificationsKit
import NotificationsService
import Testing

@Suite("Push over FCM HTTP v1")
struct FCMTests {
    private static let granted: JSONValue = ["access_token": "t-1", "expires_in": 3600, "token_type": "Bearer"]

    /// Answers the token server; everything else by the test.
    private func peer(_ answer: @escaping @Sendable (HTTPPeer.Request, _ number: Int) -> HTTPPeer.Answer) async throws -> HTTPPeer {
        try await HTTPPeer { request, number in request.path == "/token" ? .status(200, Self.granted) : answer(request, number) }
    }
    private static func error(_ status: Int, _ name: String, _ code: String?, message: String = "no", field: String? = nil,
        headers: [String: String] = [:]) -> HTTPPeer.Answer {
        var details: [JSONValue] = []
        if let code { details.append(["@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", "errorCode": .string(code)]) }
        if let field {
            details.append(["@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": [["field": .string(field)]]])
        }
        return .status(status,
            ["error": ["code": .int(status), "status": .string(name), "message": .string(message), "details": .array(details)]],
            headers: headers)
    }

    @Test("A message has the shape of messages:send: texts, data of strings, one tag for every repetition, priority and time to live")
    func shape() async throws {
        let peer = try await peer { _, _ in .status(200, ["name": "projects/proj-1/messages/42"]) }
        let push = try ChannelScene.push(peer)
        let outbound = ChannelScene.outbound(.push, to: "device-1", data: ["type": "ticket-sold", "notificationId": "n-1"],
            isCritical: true, collapseKey: "sales:e1",
                                         expires: ChannelScene.now + .minutes(15))
        #expect(await push.send(outbound) == .accepted(providerId: "projects/proj-1/messages/42"))
        let request = try #require(peer.requests.last)
        #expect(request.path == "/v1/projects/proj-1/messages:send")
        #expect(request.headers["authorization"] == "Bearer t-1")
        let message = try #require(request.json["message"])
        #expect(message["token"] == "device-1")
        #expect(message["notification"] == ["title": "Your tickets", "body": "2 tickets."])
        #expect(message["data"] == ["type": "ticket-sold", "notificationId": "n-1"])
        #expect(message["android"] == ["collapse_key": "sales:e1", "priority": "HIGH", "ttl": "900s", "notification": ["tag": "sales:e1"]])
        #expect(message["apns"]?["headers"]?["apns-collapse-id"] == "sales:e1")
        #expect(message["apns"]?["headers"]?["apns-priority"] == "10")
        #expect(message["apns"]?["payload"]?["aps"] == ["sound": "default"])
    }

    @Test("A push that wakes the app says so to Apple's phones, and its data stays strings")
    func wakes() async throws {
        let peer = try await peer { _, _ in .status(200, ["name": "m"]) }
        let outbound = ChannelScene.outbound(.push, to: "device-1", data: ["appointmentId": "31"], contentAvailable: true)
        #expect(try await ChannelScene.push(peer).send(outbound) == .accepted(providerId: "m"))
        let message = try #require(peer.requests.last?.json["message"])
        #expect(message["data"] == ["appointmentId": "31"])
        #expect(message["apns"]?["payload"]?["aps"] == ["sound": "default", "content-available": 1])
    }

    @Test("The token is asked for once, with an assertion signed by the service account, and used by all messages")
    func token() async throws {
        let peer = try await peer { _, _ in .status(200, ["name": "m"]) }
        let push = try ChannelScene.push(peer)
        await withTaskGroup(of: Void.self) { group in
            for number in 1...20 { group.addTask { _ = await push.send(ChannelScene.outbound(.push, to: "device-\(number)")) } }
        }
        let asked = peer.requests.filter { $0.path == "/token" }
        #expect(asked.count == 1)
        #expect(peer.requests.count == 21)
        let form = try #require(asked.first?.form)
        #expect(form["grant_type"] == "urn:ietf:params:oauth:grant-type:jwt-bearer")
        let parts = try #require(form["assertion"]).split(separator: ".").map(String.init)
        let claims = try JSON.decode(JSONValue.self, from: try #require(Base64URL.decode(parts[1])))
        #expect(claims["iss"] == "push@test.iam")
        #expect(claims["aud"] == .string(peer.address + "/token"))
        #expect(claims["scope"] == "https://www.googleapis.com/auth/firebase.messaging")
        #expect(try #require(claims["exp"]?.int) - (claims["iat"]?.int ?? 0) == 3600)
        #expect(try JSON.decode(JSONValue.self, from: try #require(Base64URL.decode(parts[0])))
            == ["alg": "RS256", "typ": "JWT", "kid": "k1"])
        #expect(TestKeys.isValid(try #require(Base64URL.decode(parts[2])), of: Array("\(parts[0]).\(parts[1])".utf8),
            publicPEM: try TestKeys.rsa.get().publicPEM))
    }

    @Test("A token that is refused is replaced once; refused again it is the project's trouble, not the message's")
    func refreshed() async throws {
        let peer = try await HTTPPeer { request, number in
            if request.path == "/token" { return .status(200, ["access_token": .string("t-\(number)"), "expires_in": 3600]) }
            return request.headers["authorization"] == "Bearer t-0" ? Self.error(401, "UNAUTHENTICATED", nil) : .status(200, ["name": "m"])
        }
        let push = try ChannelScene.push(peer)
        #expect(await push.send(ChannelScene.outbound(.push, to: "d")) == .accepted(providerId: "m"))
        #expect(peer.requests.map(\.path).filter { $0 == "/token" }.count == 2)

        let never = try await self.peer { _, _ in Self.error(401, "UNAUTHENTICATED", nil) }
        #expect(try await ChannelScene.push(never).send(ChannelScene.outbound(.push, to: "d"))
            == .transient(code: "UNAUTHENTICATED", providerIsAway: true))
        #expect(never.requests.count == 4)
    }

    @Test("What FCM refuses, and what it means", arguments: [
        (Self.error(404, "NOT_FOUND", "UNREGISTERED"), SendOutcome.permanent(code: "UNREGISTERED", addressIsDead: true)),
        (Self.error(403, "PERMISSION_DENIED", "SENDER_ID_MISMATCH"), .permanent(code: "SENDER_ID_MISMATCH", addressIsDead: true)),
        (Self.error(400, "INVALID_ARGUMENT", "INVALID_ARGUMENT", field: "message.token"),
         .permanent(code: "INVALID_ARGUMENT", addressIsDead: true)),
        (Self.error(400, "INVALID_ARGUMENT", "INVALID_ARGUMENT", message: "The registration token is not a valid FCM registration token"),
         .permanent(code: "INVALID_ARGUMENT", addressIsDead: true)),
        (Self.error(400, "INVALID_ARGUMENT", "INVALID_ARGUMENT", field: "message.data[0].value"), .permanent(code: "INVALID_ARGUMENT")),
        (Self.error(429, "RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED", headers: ["retry-after": "7"]),
            .transient(code: "QUOTA_EXCEEDED", after: .seconds(7), providerIsAway: true)),
        (Self.error(429, "RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED"),
         .transient(code: "QUOTA_EXCEEDED", after: .seconds(60), providerIsAway: true)),
        (Self.error(503, "UNAVAILABLE", "UNAVAILABLE", headers: ["retry-after": "3"]),
            .transient(code: "UNAVAILABLE", after: .seconds(3), providerIsAway: true)),
        (Self.error(500, "INTERNAL", "INTERNAL"), .transient(code: "INTERNAL")),
        (.status(502), .transient(code: "http-502")),
        (.status(404), .transient(code: "http-404", providerIsAway: true)),
        (.close, .transient(code: "connection-closed", providerIsAway: true)),
        (.silence, .transient(code: "timeout", providerIsAway: true)),
    ])
    func refusals(answer: HTTPPeer.Answer, expected: SendOutcome) async throws {
        let peer = try await peer { _, _ in answer }
        let limit = if case .silence = answer { ChannelScene.impatient } else { [String: JSONValue]() }
        #expect(try await ChannelScene.push(peer, limit).send(ChannelScene.outbound(.push, to: "d")) == expected)
    }

    @Test("A token server that refuses says so; a key that is no key is found at once")
    func refusedAccount() async throws {
        let peer = try await HTTPPeer { _, _ in .status(400, ["error": "invalid_grant"]) }
        #expect(try await ChannelScene.push(peer).send(ChannelScene.outbound(.push, to: "d"))
            == .transient(code: "token-400", providerIsAway: true))
        #expect(throws: (any Error).self) {
            try ChannelScene.provider(.push, ["projectId": "p", "serviceAccountSecret": "fcm"],
                ["fcm": #"{"client_email":"a","private_key":"x","token_uri":"https://a.example/t"}"#])
        }
        #expect(throws: TenantSecrets.Missing.self) { try ChannelScene.provider(.push, ["projectId": "p", "serviceAccountSecret": "fcm"]) }
    }
}
