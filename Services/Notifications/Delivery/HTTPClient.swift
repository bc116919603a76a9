import Kernel
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// HTTP/1.1 requests to one server, over connections that are kept. Made for providers: small bodies, one answer, a time limit.
final class HTTPClient: Sendable {
    struct Answer: Sendable {
        let status: Int
        let headers: HTTPHeaders
        let body: [UInt8]
        /// `Retry-After` in seconds; a date is not read (nil), the caller's own wait holds then.
        var retryAfter: Duration? { headers.first(name: "retry-after").flatMap { Int($0) }.map { .seconds(max(0, $0)) } }
    }
    enum Failure: Error, Equatable {
        case noConnection(String)
        case timedOut
        case closed
        case malformed
        var code: String {
            switch self {
            case .noConnection: "no-connection"
            case .timedOut: "timeout"
            case .closed: "connection-closed"
            case .malformed: "malformed-answer"
            }
        }
    }
    /// Answers of providers are a few hundred bytes.
    static let bodyBytesMax = 256 * 1024

    private let origin: HTTPOrigin
    private let timeout: Duration
    private let tls: NIOSSLContext?
    private let idle = Mutex<[HTTPConnection]>([])
    private let group = MultiThreadedEventLoopGroup.singleton

    /// - Parameter trustRoots: certificates (PEM) to trust besides the system's; nil: the system's alone.
    init(origin: HTTPOrigin, timeout: Duration, trustRoots: String? = nil) throws {
        (self.origin, self.timeout) = (origin, timeout)
        tls = origin.isSecure ? try TLSContexts.client(trustRoots: trustRoots) : nil
    }

    /// Throws `Failure`. A kept connection that the server closed meanwhile is replaced once: nothing was answered on it.
    func post(_ path: String, headers: [(String, String)], body: [UInt8]) async throws -> Answer {
        let deadline = NIODeadline.now() + .milliseconds(timeout.wholeMilliseconds)
        var head = HTTPRequestHead(version: .http1_1, method: .POST, uri: path)
        let standard = [("host", origin.authority), ("user-agent", "souk"), ("accept", "application/json"), ("content-length", String(body.count))]
        head.headers = HTTPHeaders(standard + headers)
        if let kept = idle.withLock({ $0.popLast() }) {
            do { return try await exchange(kept, head, body, deadline) } catch Failure.closed {}
        }
        return try await exchange(try await connect(deadline), head, body, deadline)
    }

    func close() {
        for connection in idle.withLock({ list in defer { list = [] }; return list }) { connection.channel.close(promise: nil) }
    }

    private func exchange(_ connection: HTTPConnection, _ head: HTTPRequestHead, _ body: [UInt8], _ deadline: NIODeadline) async throws -> Answer {
        let (answer, keepsAlive) = try await connection.exchange(head, body, deadline)
        if keepsAlive { idle.withLock { $0.append(connection) } } else { connection.channel.close(promise: nil) }
        return answer
    }

    private func connect(_ deadline: NIODeadline) async throws -> HTTPConnection {
        let (tls, host) = (tls, origin.host)
        let left = deadline - .now()
        guard left > .zero else { throw Failure.timedOut }
        do {
            return try await ClientBootstrap(group: group)
                .connectTimeout(left)
                .channelOption(.tcpOption(.tcp_nodelay), value: 1)
                .connect(host: host, port: origin.port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let pipeline = channel.pipeline.syncOperations
                        if let tls { try pipeline.addHandler(try TLSContexts.handler(tls, host: host)) }
                        try pipeline.addHTTPClientHandlers()
                        let handler = HTTPExchangeHandler()
                        try pipeline.addHandler(handler)
                        return HTTPConnection(channel: channel, handler: NIOLoopBound(handler, eventLoop: channel.eventLoop))
                    }
                }
        } catch let error as ChannelError {
            if case .connectTimeout = error { throw Failure.timedOut }
            throw Failure.noConnection("\(error)")
        } catch { throw Failure.noConnection("\(error)") }
    }
}

/// One connection and what waits for an answer on it.
struct HTTPConnection: Sendable {
    let channel: any NIOCore.Channel
    fileprivate let handler: NIOLoopBound<HTTPExchangeHandler>

    fileprivate func exchange(_ head: HTTPRequestHead, _ body: [UInt8], _ deadline: NIODeadline) async throws -> (HTTPClient.Answer, keepsAlive: Bool) {
        let promise = channel.eventLoop.makePromise(of: (HTTPClient.Answer, keepsAlive: Bool).self)
        let (channel, handler) = (channel, handler)
        channel.eventLoop.execute {
            handler.value.begin(promise, on: channel)
            let limit = channel.eventLoop.scheduleTask(deadline: deadline) { handler.value.fail(.timedOut, closing: channel) }
            promise.futureResult.whenComplete { _ in limit.cancel() }
            channel.write(HTTPClientRequestPart.head(head), promise: nil)
            channel.write(HTTPClientRequestPart.body(.byteBuffer(channel.allocator.buffer(bytes: body))), promise: nil)
            channel.writeAndFlush(HTTPClientRequestPart.end(nil)).whenFailure { _ in handler.value.fail(.closed, closing: channel) }
        }
        return try await promise.futureResult.get()
    }
}

/// Collects one answer at a time.
private final class HTTPExchangeHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    private var waiting: EventLoopPromise<(HTTPClient.Answer, keepsAlive: Bool)>?
    private var head: HTTPResponseHead?
    private var body: [UInt8] = []

    func begin(_ promise: EventLoopPromise<(HTTPClient.Answer, keepsAlive: Bool)>, on channel: any NIOCore.Channel) {
        (waiting, head, body) = (promise, nil, [])
        if !channel.isActive { fail(.closed, closing: channel) }
    }
    func fail(_ failure: HTTPClient.Failure, closing channel: any NIOCore.Channel) {
        let promise = waiting
        waiting = nil
        promise?.fail(failure)
        channel.close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body(let buffer):
            body += buffer.readableBytesView
            if body.count > HTTPClient.bodyBytesMax { fail(.malformed, closing: context.channel) }
        case .end:
            guard let head, let promise = waiting else { return context.close(promise: nil) }
            waiting = nil
            promise.succeed((HTTPClient.Answer(status: Int(head.status.code), headers: head.headers, body: body), keepsAlive: head.isKeepAlive))
        }
    }
    func channelInactive(context: ChannelHandlerContext) {
        // An answer that had begun may have had its effect: it is not asked again.
        fail(head == nil ? .closed : .malformed, closing: context.channel)
        context.fireChannelInactive()
    }
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        fail(error is HTTPParserError ? .malformed : .noConnection("\(error)"), closing: context.channel)
    }
}

/// TLS as a client: at least 1.2, the peer's name checked.
enum TLSContexts {
    static func client(trustRoots: String?) throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        if let trustRoots { configuration.additionalTrustRoots = [.certificates(try NIOSSLCertificate.fromPEMBytes(Array(trustRoots.utf8)))] }
        return try NIOSSLContext(configuration: configuration)
    }
    /// For a peer that is called by its address no name goes on the wire; the certificate must then be of that address.
    static func handler(_ context: NIOSSLContext, host: String) throws -> NIOSSLClientHandler {
        let isAddress = (try? SocketAddress(ipAddress: host, port: 0)) != nil
        return try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host)
    }
}
