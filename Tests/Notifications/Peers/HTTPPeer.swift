import Foundation
import Kernel
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NotificationsKit
import Synchronization

/// An HTTP server on loopback that answers as a test says, and remembers what it was asked.
final class HTTPPeer: Sendable {
    struct Request: Sendable {
        let path: String
        let headers: [String: String]
        let body: [UInt8]
        /// Connections are numbered from 0.
        let connection: Int
        var json: JSONValue { (try? JSON.decode(JSONValue.self, from: body)) ?? .null }
        /// `application/x-www-form-urlencoded`, read by Foundation.
        var form: [String: String] {
            var parts = URLComponents()
            parts.percentEncodedQuery = String(decoding: body, as: UTF8.self).replacing("+", with: "%20")
            return Dictionary((parts.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { _, last in last }
        }
    }
    enum Answer: Sendable {
        case status(Int, JSONValue = .null, headers: [String: String] = [:])
        /// Never answers.
        case silence
        /// Hangs up.
        case close
    }
    private let answer: @Sendable (Request, _ number: Int) -> Answer
    private let state = Mutex<(requests: [Request], connections: Int)>(([], 0))
    private let channel: (any NIOCore.Channel)?
    private let empty: EmptyPort?
    let port: Int

    /// Nobody there: connections are refused, for as long as this is held.
    init(isAway: Void) throws {
        let empty = try EmptyPort()
        (answer, channel, self.empty, port, scheme) = ({ _, _ in .close }, nil, empty, empty.port, "http")
    }

    /// - Parameter answer: by the request and how many came before it.
    init(tls: NIOSSLContext? = nil, _ answer: @escaping @Sendable (Request, _ number: Int) -> Answer) async throws {
        self.answer = answer
        scheme = tls == nil ? "http" : "https"
        let box = Box()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Handler(box))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        (self.channel, empty, port) = (channel, nil, channel.localAddress?.port ?? 0)
        box.peer.withLock { $0 = self }
    }
    private final class Box: Sendable {
        let peer = Mutex<HTTPPeer?>(nil)
    }
    private let scheme: String
    var address: String { "\(scheme)://127.0.0.1:\(port)" }
    var requests: [Request] { state.withLock { $0.requests } }

    private func nextConnection() -> Int {
        state.withLock {
            $0.connections += 1
            return $0.connections - 1
        }
    }
    private func take(_ request: Request) -> Answer {
        let number = state.withLock {
            $0.requests.append(request)
            return $0.requests.count - 1
        }
        return answer(request, number)
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart
        private let box: Box
        private var connection = 0
        private var head: HTTPRequestHead?
        private var body: [UInt8] = []
        init(_ box: Box) { self.box = box }

        func channelActive(context: ChannelHandlerContext) { connection = box.peer.withLock { $0 }?.nextConnection() ?? 0 }
        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): (self.head, body) = (head, [])
            case .body(let buffer): body += buffer.readableBytesView
            case .end:
                guard let head, let peer = box.peer.withLock({ $0 }) else { return }
                let headers = Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }) { _, last in last }
                switch peer.take(Request(path: head.uri, headers: headers, body: body, connection: connection)) {
                case .silence: break
                case .close: context.close(promise: nil)
                case .status(let status, let json, let more):
                    let bytes = json == .null ? [] : (try? JSON.encode(json)) ?? []
                    var fields = HTTPHeaders([("content-type", "application/json"), ("content-length", String(bytes.count))])
                    for (name, value) in more { fields.replaceOrAdd(name: name, value: value) }
                    context.write(
                        wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .init(statusCode: status), headers: fields))),
                        promise: nil)
                    context.write(wrapOutboundOut(.body(.byteBuffer(context.channel.allocator.buffer(bytes: bytes)))), promise: nil)
                    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
                }
            }
        }
    }
}
