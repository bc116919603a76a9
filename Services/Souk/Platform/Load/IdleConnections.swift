import Kernel
import NIOCore
import NIOPosix

/// Opens thousands of WebSockets that subscribe and then only listen, and measures what the gateway needs for them.
struct IdleConnections {
    static let count = 5000
    /// As many as a user may have open, and a little less.
    static let perUser = 50

    let address: String
    let basePath: String
    let tokens: [String]
    let topic: String

    struct Failed: Error, CustomStringConvertible { let description: String }

    /// Returns the open connections once the gateway has confirmed every subscription.
    func open(on group: any EventLoopGroup) throws -> [any Channel] {
        let parts = address.split(separator: ":")
        guard parts.count == 2, let port = Int(parts[1]) else { throw Failed(description: "\(address) is not host:port") }
        var channels: [any Channel] = []
        let bar = ProgressBar("connections", total: Self.count)
        // In handfuls: a backlog takes only so many.
        for start in stride(from: 0, to: Self.count, by: 250) {
            let opened = (start..<min(Self.count, start + 250)).map { number in
                let ready = group.next().makePromise(of: Void.self)
                let token = number / Self.perUser < tokens.count ? tokens[number / Self.perUser] : nil
                let wanted = token == nil ? topic : "orders/mine"
                let hello = hello(token)
                let bootstrap = ClientBootstrap(group: group).channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(IdleConnection(hello: hello, topic: wanted, ready: ready))
                    }
                }
                return (bootstrap.connect(host: String(parts[0]), port: port), ready.futureResult)
            }
            for (connecting, ready) in opened {
                channels.append(try connecting.wait())
                try ready.wait()
                bar.advance()
            }
        }
        bar.finish()
        return channels
    }

    private func hello(_ token: String?) -> String {
        var text = """
            GET \(basePath)/ws HTTP/1.1\r\nHost: \(address)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n
            """
        text += "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        if let token { text += "Authorization: Bearer \(token)\r\n" }
        return text + "\r\n"
    }
}

/// One client: connects, subscribes, answers pings.
private final class IdleConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer
    private let hello: String
    private let topic: String
    private var ready: EventLoopPromise<Void>?
    private var isUpgraded = false

    init(hello: String, topic: String, ready: EventLoopPromise<Void>) { (self.hello, self.topic, self.ready) = (hello, topic, ready) }

    func channelActive(context: ChannelHandlerContext) { context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: hello)), promise: nil) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let text = String(buffer: unwrapInboundIn(data))
        if !isUpgraded {
            guard text.hasPrefix("HTTP/1.1 101 ") else { return fail(context, text) }
            isUpgraded = true
            context.writeAndFlush(wrapOutboundOut(frame(opcode: 1, #"{"subscribe":"\#(topic)","ref":1}"#)), promise: nil)
        }
        if text.contains("\"subscribed\"") {
            ready?.succeed()
            ready = nil
        } else if text.contains("\"error\"") {
            fail(context, text)
        } else if text.utf8.first == 0x89 {
            context.writeAndFlush(wrapOutboundOut(frame(opcode: 10, "")), promise: nil)
        }
    }
    func channelInactive(context: ChannelHandlerContext) { fail(context, "closed") }

    private func fail(_ context: ChannelHandlerContext, _ text: String) {
        ready?.fail(IdleConnections.Failed(description: "a connection was not taken: \(text.prefix(300))"))
        ready = nil
        context.close(promise: nil)
    }

    /// A client's frame, masked with zeros.
    private func frame(opcode: UInt8, _ text: String) -> ByteBuffer {
        var buffer = ByteBuffer(bytes: [0x80 | opcode, 0x80 | UInt8(text.utf8.count), 0, 0, 0, 0])
        buffer.writeString(text)
        return buffer
    }
}
