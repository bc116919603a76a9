import Kernel
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Why a receiver gave no answer.
enum WebhookFailure: String, Error {
    /// The receiver's name leads to addresses that webhooks may not reach.
    case addressRefused = "address-refused"
    case unknownHost = "unknown-host"
    case noConnection = "no-connection"
    case noTrust = "tls-failed"
    case closed = "connection-closed"
    case malformed = "malformed-answer"
    case timeout

    init(_ error: any Error) {
        switch error {
        case let error as WebhookFailure: self = error
        case is NIOConnectionError, is IOError: self = .noConnection
        // Nothing was sent: another address may answer.
        case ChannelError.connectTimeout: self = .noConnection
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: self = .noTrust
        case is HTTPParserError: self = .malformed
        default: self = .noConnection
        }
    }
}

/// Posts a message to one address and reads the status of the answer.
///
/// By hand, although AsyncHTTPClient calls the providers: it resolves names itself, and its `dnsOverride` belongs to a client, so each
/// attempt would need a client with its own pool and TLS context. Here the connection goes to the address that was checked, no
/// redirect is known, and of a body a few kilobytes are read and thrown away.
package struct WebhookExchange: Sendable {
    let url: WebhookURL
    let headers: [(String, String)]
    package let body: [UInt8]

    package struct Answer: Sendable {
        package let statusCode: Int
        package let retryAfter: String?
    }
    /// More of an answer is not awaited.
    static let answerBytesMax = 16 * 1024
    /// A receiver may finish its answer so long after its status.
    static let lingerFor: TimeAmount = .seconds(1)

    private static let tls = Result {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        return try NIOSSLContext(configuration: configuration)
    }

    /// Throws `WebhookFailure` or what NIO throws.
    func post(to address: NetworkAddress, until deadline: NIODeadline) async throws -> Answer {
        let remote = try SocketAddress(packedIPAddress: ByteBuffer(bytes: address.bytes), port: url.port)
        let tls = url.isSecure ? try Self.tls.get() : nil
        let loop = MultiThreadedEventLoopGroup.singleton.any()
        let answer = loop.makePromise(of: Answer.self)
        // `connectTimeout` alone would let an address that never answers take as long as the whole attempt.
        let connecting = min(deadline - .now(), .seconds(4))
        let channel = ClientBootstrap(group: loop).connectTimeout(max(connecting, .milliseconds(1)))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let tls {
                        // A receiver that is called by its address gets no server name; its certificate must be of that address.
                        let name = url.literal == nil ? url.host : nil
                        try pipeline.addHandler(try NIOSSLClientHandler(context: tls, serverHostname: name))
                    }
                    try pipeline.addHTTPClientHandlers()
                    try pipeline.addHandler(WebhookHandler(exchange: self, answer: answer))
                }
            }
            .connect(to: remote)
        channel.cascadeFailure(to: answer)
        let alarm = loop.scheduleTask(deadline: deadline) { answer.fail(WebhookFailure.timeout) }
        answer.futureResult.whenComplete { result in
            alarm.cancel()
            let linger: TimeAmount = if case .success = result { Self.lingerFor } else { .zero }
            channel.whenSuccess { open in open.eventLoop.scheduleTask(in: linger) { open.close(promise: nil) } }
        }
        return try await answer.futureResult.get()
    }

    fileprivate var head: HTTPRequestHead {
        var fields = HTTPHeaders([
            ("host", url.authority), ("user-agent", "souk"), ("content-type", "application/json"), ("content-length", String(body.count)),
            ("connection", "close"),
        ])
        fields.add(contentsOf: headers)
        return HTTPRequestHead(version: .http1_1, method: .POST, uri: url.target, headers: fields)
    }
}

/// Sends the request when the connection is there, and keeps the first status.
private final class WebhookHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart
    private let exchange: WebhookExchange
    private let answer: EventLoopPromise<WebhookExchange.Answer>
    private var received = 0

    init(exchange: WebhookExchange, answer: EventLoopPromise<WebhookExchange.Answer>) { (self.exchange, self.answer) = (exchange, answer) }

    func channelActive(context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(.head(exchange.head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: exchange.body)))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.fireChannelActive()
    }
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            let retryAfter = head.headers.first(name: "retry-after")
            answer.succeed(WebhookExchange.Answer(statusCode: Int(head.status.code), retryAfter: retryAfter))
        case .body(let part):
            received += part.readableBytes
            if received > WebhookExchange.answerBytesMax { context.close(promise: nil) }
        case .end: context.close(promise: nil)
        }
    }
    func channelInactive(context: ChannelHandlerContext) {
        answer.fail(WebhookFailure.closed)
        context.fireChannelInactive()
    }
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        answer.fail(error)
        context.close(promise: nil)
    }
}
