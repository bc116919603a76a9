import Crypto
import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Turns an HTTP/1.1 connection into a WebSocket: the handlers of HTTP stay behind, frames are read in front of them.
struct WebSocketStart: Sendable {
    static let version = "13"

    let accept: String
    let fields: HTTPFields
    let sink: WebSocketSink
    let onMessage: @Sendable ([UInt8]) -> Void
    let onGone: @Sendable () -> Void

    /// The answer to a client's key (RFC 6455 §4.2.2); nil: the key is invalid.
    static func acceptance(of key: String) -> String? {
        guard Data(base64Encoded: key)?.count == 16 else { return nil }
        return Data(Insecure.SHA1.hash(data: Data((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))).base64EncodedString()
    }

    /// Answers 101 and returns when the connection is over.
    func run(on channel: any Channel) async throws {
        try await channel.eventLoop.submit { try upgrade(channel) }.get()
        try? await channel.closeFuture.get()
    }

    private func upgrade(_ channel: any Channel) throws {
        let pipeline = channel.pipeline.syncOperations
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        let encoder = try pipeline.handler(type: HTTPResponseEncoder.self)
        let context = try pipeline.context(handler: encoder)
        (try? pipeline.handler(type: HeadDeadline.self))?.isDone()
        var head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: \(accept)\r\n"
        for field in fields { head += "\(field.name): \(field.value)\r\n" }
        context.writeAndFlush(NIOAny(ByteBuffer(string: head + "\r\n")), promise: nil)
        let handlers: [any ChannelHandler] = [
            WebSocketFrameEncoder(), ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: WebSocketLimits.messageBytesMax)),
            WebSocketHandler(sink, onMessage: onMessage, onGone: onGone)
        ]
        try pipeline.addHandlers(handlers, position: .before(encoder))
        pipeline.removeHandler(decoder, promise: nil)
        pipeline.removeHandler(encoder, promise: nil)
        // What a connection that mostly waits does not need.
        if let idle = try? pipeline.handler(type: HTTPConnectionStateHandler.self) { pipeline.removeHandler(idle, promise: nil) }
        if let watch = try? pipeline.handler(type: RequestWatch.self) { pipeline.removeHandler(watch, promise: nil) }
        try channel.syncOptions?.setOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 512))
        try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
    }
}
