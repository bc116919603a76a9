import NIOCore
import NIOHTTP1
import NIOPosix

/// The small HTTP server every process has for operators: `/live`, `/ready`, `/metrics`, `/status`. Not for the public.
public final class OperatorServer: Sendable {
    public struct Response: Sendable {
        public let status: Int
        public let contentType: String
        public let body: String
        public init(_ status: Int, _ body: String, contentType: String = "text/plain; charset=utf-8") { (self.status, self.body, self.contentType) = (status, body, contentType) }
    }
    /// Answers a request by method and path; nil is 404. Runs on a thread that may block.
    public typealias Handler = @Sendable (_ method: String, _ path: String) -> Response?

    private let channel: any Channel
    private let group: MultiThreadedEventLoopGroup

    public init(host: String, port: Int, handler: @escaping Handler) throws {
        group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        channel = try ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 16)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.pipeline.configureHTTPServerPipeline().flatMapThrowing {
                    try channel.pipeline.syncOperations.addHandler(Responder(handler))
                }
            }
            .bind(host: host, port: port).wait()
    }
    public var port: Int { channel.localAddress?.port ?? 0 }

    public func close() {
        try? channel.close().wait()
        try? group.syncShutdownGracefully()
    }

    private final class Responder: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart
        private let handler: Handler
        private var head: HTTPRequestHead?
        init(_ handler: @escaping Handler) { self.handler = handler }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): self.head = head
            case .body: break
            case .end:
                guard let head else { return }
                let path = String(head.uri.prefix { $0 != "?" })
                let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
                let handler = handler
                let method = head.method.rawValue
                NIOThreadPool.singleton.runIfActive(eventLoop: context.eventLoop) { handler(method, path) }.whenComplete { result in
                    let answer = (try? result.get()) ?? Response(404, "not found\n")
                    Self.write(answer, to: bound.value)
                }
            }
        }

        private static func write(_ answer: Response, to context: ChannelHandlerContext) {
            var buffer = context.channel.allocator.buffer(capacity: answer.body.utf8.count)
            buffer.writeString(answer.body)
            let headers = HTTPHeaders([("content-type", answer.contentType), ("content-length", String(buffer.readableBytes)), ("connection", "close")])
            let head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: answer.status), headers: headers)
            context.write(NIOAny(HTTPServerResponsePart.head(head)), promise: nil)
            context.write(NIOAny(HTTPServerResponsePart.body(.byteBuffer(buffer))), promise: nil)
            let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
            context.writeAndFlush(NIOAny(HTTPServerResponsePart.end(nil))).whenComplete { _ in bound.value.close(promise: nil) }
        }
    }
}
