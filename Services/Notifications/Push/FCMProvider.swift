import Kernel
import Messaging
import NotificationPolicy
import NotificationsDelivery
import NotificationsKit
import Synchronization

/// Sends pushes over FCM HTTP v1 (`POST /v1/projects/{project}/messages:send`), with an access token of a service
/// account that is kept until it ends.
final class FCMProvider: ChannelProvider {
    static let standardEndpoint = "https://fcm.googleapis.com"

    private let path: String
    private let client: ProviderClient
    private let tokens: AccessTokens

    init(_ settings: FCMSettings, _ lane: LaneSettings, _ account: ServiceAccount) throws {
        guard let address = ProviderAddress.server(settings.endpoint ?? Self.standardEndpoint) else { throw UnusableEndpoint() }
        path = "/v1/projects/\(settings.projectId)/messages:send"
        client = ProviderClient(address: address, timeout: .seconds(lane.timeoutSeconds))
        tokens = AccessTokens(account, timeout: .seconds(lane.timeoutSeconds))
    }

    func send(_ outbound: OutboundMessage) async -> SendOutcome {
        do {
            let body = try JSON.encode(FCMRequest(outbound))
            var token = try await tokens.current()
            var answer = try await post(body, token)
            if answer.status == 401 {
                // The token ended early (a key was turned, a clock is off): one new one, then it is not the token.
                token = try await tokens.replacing(token)
                answer = try await post(body, token)
            }
            return FCMAnswer.outcome(answer)
        } catch let failure as ProviderClient.Failure {
            return .transient(code: failure.code, providerIsAway: true)
        } catch let refused as AccessTokens.Refused {
            return .transient(code: refused.code, after: refused.after, providerIsAway: true)
        } catch {
            return .permanent(code: "unencodable")
        }
    }
    /// The client is shared and closes idle connections itself.
    func close() {}

    private func post(_ body: [UInt8], _ token: String) async throws -> ProviderClient.Response {
        try await client.post(path, headers: [("authorization", "Bearer \(token)"), ("content-type", "application/json; charset=utf-8")],
                              body: body)
    }
}

/// The body of `messages:send`. The tag is the notification's collapse key or id: the same message shown twice shows once.
package struct FCMRequest: Encodable {
    package struct Message: Encodable {
        package let token: String
        package let notification: Texts
        package let data: [String: String]
        let android: Android
        let apns: Apple
    }
    package struct Texts: Encodable { let title: String?; let body: String; let image: String? }
    struct Android: Encodable {
        let collapse_key: String?
        let priority: String
        let ttl: String?
        let notification: Tag
        struct Tag: Encodable { let tag: String }
    }
    struct Apple: Encodable {
        let headers: [String: String]
        let payload: Payload
        struct Payload: Encodable { let aps: Sound }
        struct Sound: Encodable {
            let sound = "default"
            /// 1: the app is woken to read the data.
            let contentAvailable: Int?
            enum CodingKeys: String, CodingKey { case sound, contentAvailable = "content-available" }
        }
    }
    let message: Message

    /// APNs takes identifiers of at most 64 bytes, FCM times to live of at most four weeks.
    static let collapseBytesMax = 64
    static let ttlSecondsMax: Int64 = 2_419_200

    init(_ outbound: OutboundMessage) {
        var data: [String: String] = [:]
        for (key, value) in outbound.message.data?.object ?? [:] {
            if let text = PushChannel.text(value) { data[key] = text }
        }
        let image = data.removeValue(forKey: "image")
        let tag = SafeText.prefix(outbound.collapseKey ?? outbound.notificationId ?? outbound.deliveryId, bytes: Self.collapseBytesMax)
        let left = outbound.expires.map { min(max(0, ($0 - outbound.now).wholeSeconds), Self.ttlSecondsMax) }
        var headers = ["apns-collapse-id": tag, "apns-priority": outbound.isCritical ? "10" : "5"]
        if let left { headers["apns-expiration"] = String(Timestamp.now().secondsSinceEpoch + left) }
        message = Message(token: outbound.message.to,
                          notification: Texts(title: outbound.message.subject, body: outbound.message.text, image: image), data: data,
                          android: Android(collapse_key: outbound.collapseKey, priority: outbound.isCritical ? "HIGH" : "NORMAL",
                              ttl: left.map { "\($0)s" }, notification: .init(tag: tag)),
                          apns: Apple(headers: headers,
                                      payload: .init(aps: .init(contentAvailable: outbound.message.contentAvailable == true ? 1 : nil))))
    }
}

/// What FCM's answer means (https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode).
enum FCMAnswer {
    private struct Accepted: Decodable { let name: String }
    private struct Refused: Decodable {
        struct Detail: Decodable {
            let errorCode: String?
            let fieldViolations: [Violation]?
        }
        struct Violation: Decodable { let field: String? }
        struct Problem: Decodable { let status: String?; let message: String?; let details: [Detail]? }
        let error: Problem
    }
    /// What FCM asks to wait when it does not say how long.
    static let quotaWait: Duration = .seconds(60)

    static func outcome(_ answer: ProviderClient.Response) -> SendOutcome {
        if answer.status == 200 { return .accepted(providerId: (try? JSON.decode(Accepted.self, from: answer.body))?.name) }
        let problem = (try? JSON.decode(Refused.self, from: answer.body))?.error
        let code = problem?.details?.lazy.compactMap(\.errorCode).first ?? problem?.status ?? "http-\(answer.status)"
        switch (code, answer.status) {
        case ("UNREGISTERED", _), ("SENDER_ID_MISMATCH", _): return .permanent(code: code, addressIsDead: true)
        case ("INVALID_ARGUMENT", 400): return .permanent(code: code, addressIsDead: isAboutToken(problem))
        case ("QUOTA_EXCEEDED", _), (_, 429): return .transient(code: code, after: answer.retryAfter ?? quotaWait, providerIsAway: true)
        // The project's own keys are wrong: a person must mend them, and then it works for everybody.
        case (_, 401), (_, 403): return .transient(code: code, providerIsAway: true)
        case (_, 500...599): return .transient(code: code, after: answer.retryAfter, providerIsAway: answer.status == 503)
        // 404 without UNREGISTERED is a wrong project or address: no device has died.
        case (_, 404): return .transient(code: code, providerIsAway: true)
        default: return .permanent(code: code)
        }
    }
    private static func isAboutToken(_ problem: Refused.Problem?) -> Bool {
        let fields = problem?.details?.flatMap { $0.fieldViolations ?? [] }.compactMap(\.field) ?? []
        return fields.contains("message.token") || (problem?.message ?? "").contains("registration token")
    }
}

/// The service account's access token: asked for once, used until shortly before its end, by all messages under way.
final class AccessTokens: Sendable {
    struct Refused: Error { let code: String; let after: Duration? }
    private struct Grant: Decodable { let access_token: String; let expires_in: Int }
    private struct State {
        var token: String?
        var endsAt = ContinuousClock.now
        var asking: Task<String, any Error>?
    }
    private let account: ServiceAccount
    private let client: ProviderClient
    private let state = Mutex(State())
    /// A token is not used in its last minute.
    static let spare: Duration = .seconds(60)

    init(_ account: ServiceAccount, timeout: Duration) {
        self.account = account
        client = ProviderClient(address: account.tokenAddress, timeout: timeout)
    }

    /// Throws `Refused` or `ProviderClient.Failure`.
    func current() async throws -> String {
        let task = state.withLock { state -> Task<String, any Error> in
            if let token = state.token, state.endsAt > .now { return Task { token } }
            return ask(&state)
        }
        return try await task.value
    }
    /// A token that was refused is replaced, once for all messages that met the refusal.
    func replacing(_ refused: String) async throws -> String {
        let task = state.withLock { state -> Task<String, any Error> in
            if let token = state.token, token != refused { return Task { token } }
            state.token = nil
            return ask(&state)
        }
        return try await task.value
    }

    private func ask(_ state: inout State) -> Task<String, any Error> {
        if let asking = state.asking { return asking }
        let task = Task { [self] in
            defer { self.state.withLock { $0.asking = nil } }
            let grant = try await request()
            self.state.withLock {
                $0.token = grant.access_token
                $0.endsAt = .now + .seconds(grant.expires_in) - Self.spare
            }
            return grant.access_token
        }
        state.asking = task
        return task
    }

    private func request() async throws -> Grant {
        let assertion = try account.assertion(at: Timestamp.now(), audience: account.tokenAddress.text)
        let form = FormEncoding.encode([("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"), ("assertion", assertion)])
        let answer = try await client.post(headers: [("content-type", FormEncoding.contentType)], body: form)
        guard answer.status == 200, let grant = try? JSON.decode(Grant.self, from: answer.body), !grant.access_token.isEmpty else {
            throw Refused(code: "token-\(answer.status)", after: answer.retryAfter)
        }
        return grant
    }
}
