import Messaging
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// The small HTTP server every process has for operators: `/live`, `/ready`, `/metrics`, `/status`. Not for the public.
public final class OperatorServer: Sendable {
    public struct Response: Sendable {
        public let status: Int
        public let contentType: String
        public let body: String
        public init(_ status: Int, _ body: String, contentType: String = "text/plain; charset=utf-8") {
            (self.status, self.body, self.contentType) = (status, body, contentType)
        }
    }
    /// Answers a request by method and path; nil: unknown path.
    public typealias Handler = @Sendable (_ method: String, _ path: String) -> Response?

    /// Above this number blocking requests are refused, because each needs its own thread.
    private static let blockedMax = 4

    private let channel: any Channel
    private let group: MultiThreadedEventLoopGroup

    /// - Parameters:
    ///   - blocking: answers the requests that `handler` does not, each on its own thread, because it may wait for a
    ///     disk or a broker. If both return nil, the answer is 404.
    ///   - handler: runs on the server's thread and must answer from memory, so that probes and scrapes get an answer
    ///     at once even if the rest of the process waits.
    public init(host: String, port: Int, blocking: Handler? = nil, handler: @escaping Handler) throws {
        group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let blocked = Blocked()
        channel = try ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 16)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.pipeline.configureHTTPServerPipeline().flatMapThrowing {
                    try channel.pipeline.syncOperations.addHandler(Responder(handler, blocking, blocked))
                }
            }
            .bind(host: host, port: port).wait()
    }
    public var port: Int { channel.localAddress?.port ?? 0 }

    public func close() {
        try? channel.close().wait()
        try? group.syncShutdownGracefully()
    }

    /// Counts the requests that block at the moment.
    private final class Blocked: Sendable {
        private let count = Mutex(0)
        func enter(max: Int) -> Bool {
            count.withLock { count in
                guard count < max else { return false }
                count += 1
                return true
            }
        }
        func leave() { count.withLock { $0 -= 1 } }
    }

    private final class Responder: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart
        private let handler: Handler
        private let blocking: Handler?
        private let blocked: Blocked
        private var head: HTTPRequestHead?
        init(_ handler: @escaping Handler, _ blocking: Handler?, _ blocked: Blocked) {
            (self.handler, self.blocking, self.blocked) = (handler, blocking, blocked)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): self.head = head
            case .body: break
            case .end:
                guard let head else { return }
                let path = String(head.uri.prefix { $0 != "?" })
                let method = head.method.rawValue
                if let answer = handler(method, path) { return Self.write(answer, to: context) }
                guard let blocking else { return Self.write(Self.notFound, to: context) }
                let (bound, loop, blocked) = (NIOLoopBound(context, eventLoop: context.eventLoop), context.eventLoop, blocked)
                guard blocked.enter(max: OperatorServer.blockedMax) else {
                    return Self.write(Response(503, "busy with other requests\n"), to: context)
                }
                _ = BlockingThread(name: "operator") {
                    let answer = blocking(method, path) ?? Self.notFound
                    blocked.leave()
                    loop.execute { Self.write(answer, to: bound.value) }
                }
            }
        }
        private static let notFound = Response(404, "not found\n")

        private static func write(_ answer: Response, to context: ChannelHandlerContext) {
            var buffer = context.channel.allocator.buffer(capacity: answer.body.utf8.count)
            buffer.writeString(answer.body)
            let headers = HTTPHeaders(
                [("content-type", answer.contentType), ("content-length", String(buffer.readableBytes)), ("connection", "close")])
            let head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: answer.status), headers: headers)
            context.write(NIOAny(HTTPServerResponsePart.head(head)), promise: nil)
            context.write(NIOAny(HTTPServerResponsePart.body(.byteBuffer(buffer))), promise: nil)
            let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
            context.writeAndFlush(NIOAny(HTTPServerResponsePart.end(nil))).whenComplete { _ in bound.value.close(promise: nil) }
        }
    }
}
