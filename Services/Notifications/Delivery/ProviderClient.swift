import AsyncHTTPClient
import Kernel
import NIOCore
import NIOHTTP1
import NIOSSL

/// Posts requests to a provider's HTTP interface: small bodies, one answer, one time limit, no redirects.
package struct ProviderClient: Sendable {
    package struct Response: Sendable {
        package let status: Int
        package let headers: HTTPHeaders
        package let body: [UInt8]
        /// `Retry-After` in seconds. Nil for a date: the caller's own wait holds then.
        package var retryAfter: Duration? { headers.first(name: "retry-after").flatMap { Int($0) }.map { .seconds(max(0, $0)) } }
    }
    /// Why the provider gave no answer. The request may be sent again after any of these.
    package enum Failure: Error, Equatable {
        case noConnection(String)
        case timedOut
        case closed
        case malformed
        package var code: String {
            switch self {
            case .noConnection: "no-connection"
            case .timedOut: "timeout"
            case .closed: "connection-closed"
            case .malformed: "malformed-answer"
            }
        }
    }
    /// Providers answer with a few hundred bytes.
    static let bodyBytesMax = 256 * 1024

    package let address: ProviderAddress
    package let timeout: Duration
    package init(address: ProviderAddress, timeout: Duration) { (self.address, self.timeout) = (address, timeout) }

    /// Posts to the client's address, or to a path on its server.
    package func post(_ path: String? = nil, headers: [(String, String)], body: [UInt8]) async throws(Failure) -> Response {
        let deadline = NIODeadline.now() + .milliseconds(timeout.wholeMilliseconds)
        do {
            let standard = [("user-agent", "souk"), ("accept", "application/json")]
            let request = try HTTPClient.Request(url: path.map { address.at($0) } ?? address.text, method: .POST,
                                                 headers: HTTPHeaders(standard + headers), body: .bytes(body))
            // The delegate's deadline covers the body; that of the async interface ends with the head.
            let whole = ResponseAccumulator(request: request, maxBodySize: Self.bodyBytesMax)
            let answer = try await Self.client.execute(request: request, delegate: whole, deadline: deadline).get()
            let received = answer.body.map { Array($0.readableBytesView) } ?? []
            return Response(status: Int(answer.status.code), headers: answer.headers, body: received)
        } catch { throw Self.failure(error) }
    }

    /// One client for all tenants of the process: they share event loop, connections and TLS sessions with a provider.
    private static let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow, decompression: .disabled)
        configuration.tlsConfiguration = TLSContexts.configuration
        configuration.timeout = .init(connect: .seconds(Int64(LaneSettings.timeoutSecondsRange.upperBound)))
        configuration.httpVersion = .http1Only
        // A lane limits what is under way and waits before it tries again: the client must do neither.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 4096
        configuration.connectionPool.retryConnectionEstablishment = false
        // Servers close idle connections after a minute or more. A request that crosses such a close would be lost.
        configuration.connectionPool.idleTimeout = .seconds(20)
        return configuration
    }())

    private static func failure(_ error: any Error) -> Failure {
        switch error {
        case let error as HTTPClientError:
            switch error {
            case .deadlineExceeded, .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout: .timedOut
            case .remoteConnectionClosed: .closed
            default: .noConnection("\(error)")
            }
        case is ResponseAccumulator.ResponseTooBigError, is HTTPParserError: .malformed
        default: .noConnection("\(error)")
        }
    }
}
