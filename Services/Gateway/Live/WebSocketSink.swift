import Kernel
import NIOCore
import NIOWebSocket
import Synchronization

/// Frames of one WebSocket (RFC 6455). What is not written yet is bounded: who reads too slowly is dropped.
final class WebSocketSink: LiveSink {
    static let pendingBytesMax = 1 << 20

    private let loop: any EventLoop
    /// Of the event loop: set when the handler is in the pipeline, nil when the connection is gone.
    private let handler: NIOLoopBoundBox<WebSocketHandler?>
    private let pending = Atomic<Int>(0)
    private let heard = Atomic<Int64>(Monotonic.milliseconds())
    private let isSlow = Atomic<Bool>(false)
    private let onSlow: @Sendable () -> Void

    init(loop: any EventLoop, onSlow: @escaping @Sendable () -> Void) {
        (self.loop, self.onSlow) = (loop, onSlow)
        handler = .makeEmptyBox(valueType: WebSocketHandler.self, eventLoop: loop)
    }

    var lastHeardMilliseconds: Int64? { heard.load(ordering: .relaxed) }
    func noteSignOfLife() { heard.store(Monotonic.milliseconds(), ordering: .relaxed) }
    /// On the event loop.
    func attach(_ handler: WebSocketHandler?) { self.handler.value = handler }

    func send(_ frame: LiveFrame) { write(.text, frame.json) }
    func ping() { write(.ping, []) }
    func pong(_ data: [UInt8]) { write(.pong, data) }

    private func write(_ opcode: WebSocketOpcode, _ bytes: [UInt8]) {
        let size = bytes.count + 16
        guard pending.add(size, ordering: .relaxed).newValue <= Self.pendingBytesMax else { return drop() }
        loop.execute { [self] in
            guard let handler = handler.value else { return }
            handler.write(WebSocketFrame(fin: true, opcode: opcode, data: ByteBuffer(bytes: bytes))) { [self] in
                pending.subtract(size, ordering: .relaxed)
            }
        }
    }

    private func drop() {
        guard !isSlow.exchange(true, ordering: .relaxed) else { return }
        onSlow()
        // A close frame would wait behind everything that is not read. Later, on the loop: whoever calls may hold the connection's lock.
        loop.execute { [self] in handler.value?.abort() }
    }

    func end(_ reason: LiveEnd) { close(WebSocketErrorCode(codeNumber: Int(reason.closeCode))) }
    func close(_ code: WebSocketErrorCode) { loop.execute { [self] in handler.value?.close(code) } }
}

/// What a client may send.
package enum WebSocketLimits {
    package static let messageBytesMax = 16 << 10
    package static let messagesPerMinuteMax = 300
}

/// The end of a WebSocket's pipeline: takes frames in, nothing goes further up.
final class WebSocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let sink: WebSocketSink
    private let onMessage: @Sendable ([UInt8]) -> Void
    private let onGone: @Sendable () -> Void
    private var context: ChannelHandlerContext?
    private var fragments: [UInt8]?
    private var isClosing = false
    private var minute: Int64 = 0
    private var messages = 0

    init(_ sink: WebSocketSink, onMessage: @escaping @Sendable ([UInt8]) -> Void, onGone: @escaping @Sendable () -> Void) {
        (self.sink, self.onMessage, self.onGone) = (sink, onMessage, onGone)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        sink.attach(self)
    }
    func handlerRemoved(context: ChannelHandlerContext) { gone() }
    func channelInactive(context: ChannelHandlerContext) {
        gone()
        context.fireChannelInactive()
    }
    private func gone() {
        guard context != nil else { return }
        context = nil
        sink.attach(nil)
        onGone()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        sink.noteSignOfLife()
        // A client masks everything (RFC 6455 §5.1), and nothing was agreed on that would use the reserved bits.
        guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else { return close(.protocolError) }
        switch frame.opcode {
        case .text, .binary:
            guard fragments == nil else { return close(.protocolError) }
            guard frame.opcode == .text else { return close(.unacceptableData) }
            take(Array(frame.unmaskedData.readableBytesView), isLast: frame.fin)
        case .continuation:
            guard let before = fragments else { return close(.protocolError) }
            take(before + Array(frame.unmaskedData.readableBytesView), isLast: frame.fin)
        case .ping: sink.pong(Array(frame.unmaskedData.readableBytesView))
        case .pong: break  // A sign of life, and noted as one.
        case .connectionClose: answerClose(frame)
        default: close(.protocolError)
        }
    }

    private func take(_ bytes: [UInt8], isLast: Bool) {
        guard bytes.count <= WebSocketLimits.messageBytesMax else { return close(.messageTooLarge) }
        fragments = isLast ? nil : bytes
        guard isLast, !isClosing else { return }
        guard String(validating: bytes, as: UTF8.self) != nil else { return close(.dataInconsistentWithMessage) }
        let now = Monotonic.milliseconds() / 60_000
        (minute, messages) = (now, now == minute ? messages + 1 : 1)
        guard messages <= WebSocketLimits.messagesPerMinuteMax else { return close(.policyViolation) }
        onMessage(bytes)
    }

    private func answerClose(_ frame: WebSocketFrame) {
        guard let context else { return }
        if isClosing { return context.close(promise: nil) }
        isClosing = true
        var data = frame.unmaskedData
        let code = data.readSlice(length: min(2, data.readableBytes)) ?? ByteBuffer()
        finish(WebSocketFrame(fin: true, opcode: .connectionClose, data: code), context)
    }

    /// Says why, and closes once it is said; a client that does not read gets a second.
    func close(_ code: WebSocketErrorCode) {
        guard let context, !isClosing else { return }
        isClosing = true
        var data = ByteBuffer()
        data.write(webSocketErrorCode: code)
        finish(WebSocketFrame(fin: true, opcode: .connectionClose, data: data), context)
    }
    private func finish(_ frame: WebSocketFrame, _ context: ChannelHandlerContext) {
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(frame)).whenComplete { _ in bound.value.close(promise: nil) }
        context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) { context.close(promise: nil) }
    }

    func abort() { context?.close(promise: nil) }

    func write(_ frame: WebSocketFrame, done: @escaping @Sendable () -> Void) {
        guard let context, !isClosing else { return }
        context.writeAndFlush(wrapOutboundOut(frame)).whenComplete { _ in done() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent: close(.goingAway)
        case ChannelEvent.inputClosed: context.close(promise: nil)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? NIOWebSocketError else { return context.close(promise: nil) }
        close(WebSocketErrorCode(error))
    }
}

private extension WebSocketErrorCode {
    init(_ error: NIOWebSocketError) {
        switch error {
        case .invalidFrameLength: self = .messageTooLarge
        case .fragmentedControlFrame, .multiByteControlFrameLength: self = .protocolError
        }
    }
}
