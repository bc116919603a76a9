import AsyncHTTPClient
import Foundation
import Kernel
import NIOCore
import PaymentsKit

/// Calls Stripe for one tenant. It follows no redirect, because each request carries the tenant's key.
final class StripeConnection: ProviderConnection {
    private let settings: StripeSettings
    private let key: String
    static let answerBytesMax = 1 << 20

    private static let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow, decompression: .disabled)
        configuration.timeout.connect = .seconds(5)
        // No repetition of its own: tries are counted in the log.
        configuration.connectionPool.retryConnectionEstablishment = false
        // `ProviderCaller` limits the calls of a tenant. A tenant whose calls hang takes no connection from another one.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 4096
        return configuration
    }())

    /// Throws when the key is of the other mode: a sandbox's virtual clock must not move real money, and an app in production must.
    init(_ settings: StripeSettings, isSandbox: Bool, key: String) throws {
        let isTest = key.hasPrefix("sk_test_") || key.hasPrefix("rk_test_"), isLive = key.hasPrefix("sk_live_") || key.hasPrefix("rk_live_")
        guard isSandbox ? isTest : isLive, key.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else {
            let mode = isSandbox ? "test" : "live"
            throw StripeSettings.Unusable(description: "the secret '\(settings.secretKey)' is not a \(mode) key of Stripe")
        }
        (self.settings, self.key) = (settings, key)
    }

    func perform(_ request: ProviderRequest) async -> ProviderOutcome {
        guard let call = StripeRequest(request, returnURL: settings.returnURL) else { return .refused(code: "amount_not_supported") }
        do {
            if request.kind == .refund, request.isOld, let lookup = StripeRequest.refunds(of: request) {
                let (status, _, body) = try await send(lookup)
                guard status == 200, let list = try? JSON.decode(StripeRefundList.self, from: body), list.has_more != true else {
                    return .unavailable(code: "refunds-unknown", retryAfter: .minutes(10))
                }
                if let made = list.data.first(where: { $0.metadata?["souk_call"] == request.callId }) { return .refund(made.report) }
            }
            let (status, retryAfter, body) = try await send(call)
            return StripeAnswer.outcome(request.kind, status: status, retryAfter: retryAfter, body: body)
        } catch let error as HTTPClientError {
            let isLate = [.deadlineExceeded, .readTimeout, .connectTimeout].contains(error)
            return .unavailable(code: isLate ? "timeout" : "no-connection")
        } catch {
            return .unavailable(code: "no-connection")
        }
    }

    private func send(_ call: StripeRequest) async throws -> (status: Int, retryAfter: Int?, body: [UInt8]) {
        var request = try HTTPClient.Request(url: settings.base + call.path, method: call.method == "GET" ? .GET : .POST)
        request.headers.add(name: "authorization", value: "Bearer \(key)")
        request.headers.add(name: "stripe-version", value: StripeRequest.version)
        request.headers.add(name: "user-agent", value: "souk")
        request.headers.add(name: "accept", value: "application/json")
        if let idempotencyKey = call.idempotencyKey { request.headers.add(name: "idempotency-key", value: idempotencyKey) }
        if call.method != "GET" {
            request.headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
            request.body = .bytes(call.body)
        }
        // The delegate's deadline covers the body; that of the async interface ends with the head.
        let whole = ResponseAccumulator(request: request, maxBodySize: Self.answerBytesMax)
        let deadline = NIODeadline.now() + .seconds(Int64(settings.timeout))
        let answer = try await Self.client.execute(request: request, delegate: whole, deadline: deadline).get()
        let body = answer.body.map { Array($0.readableBytesView) } ?? []
        return (Int(answer.status.code), answer.headers.first(name: "retry-after").flatMap { Int($0) }, body)
    }
}
