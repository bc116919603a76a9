import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Stands before everything else of a connection and closes it when a request's headers, or a TLS handshake, take too
/// long: a byte now and then would otherwise hold it for ever. A connection that says nothing at all ends by the idle
/// timeout.
final class HeadDeadline: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum Phase { case idle, head, request, refused, over }
    /// How long a client that was told may take to hear it.
    private static let lingerTime = TimeAmount.seconds(1)
    private let timeout: TimeAmount
    private let isTLS: Bool
    private var phase = Phase.idle
    private var timer: Scheduled<Void>?
    /// Requests that are here and have no whole answer yet. Only where nothing is being answered can a refusal be written.
    private(set) var answersDue = 0
    /// Starts the time again when the last answer ends.
    private var restart: (() -> Void)?

    init(seconds: Int, isTLS: Bool) { (timeout, self.isTLS) = (.seconds(Int64(seconds)), isTLS) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if phase == .idle {
            phase = .head
            begin(context)
        }
        guard phase != .refused else { return }
        context.fireChannelRead(data)
    }

    private func begin(_ context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: timeout) { [self] in late(context) }
    }

    private func late(_ context: ChannelHandlerContext) {
        guard phase == .head else { return }
        guard answersDue == 0 else {
            restart = { [self] in if phase == .head { begin(context) } }
            return
        }
        phase = .refused
        guard !isTLS else { return context.close(promise: nil) }
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        let answer = ByteBuffer(bytes: ConnectionProblem.bytes(ConnectionProblem.late))
        // Closing with bytes unread resets the connection, and the reset can overtake the answer: only our half ends now (RFC 9112, 9.6).
        context.writeAndFlush(wrapOutboundOut(answer)).whenComplete { _ in
            bound.value.close(mode: .output, promise: nil)
        }
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.lingerTime) { bound.value.close(promise: nil) }
    }

    /// A request's headers are whole.
    func headCame() {
        (answersDue, restart) = (answersDue + 1, nil)
        timer?.cancel()
        timer = nil
        if phase == .head { phase = .request }
    }
    func answerEnded() {
        answersDue -= 1
        if answersDue == 0 { restart.take()?() }
    }
    /// All of the request is here: the next byte begins another one.
    func requestEnded() { if phase == .request { phase = .idle } }
    /// HTTP/2 looks after itself once it runs.
    func isDone() {
        headCame()
        phase = .over
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        (timer, restart) = (nil, nil)
        context.fireChannelInactive()
    }
}

/// Watches the requests of a connection, or of one stream of HTTP/2.
final class RequestWatch: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let onInputClosed: @Sendable (any Channel) -> Void
    private let takingTimeout: TimeAmount
    private var deadline: HeadDeadline?
    private var isStream = false
    /// Ends the connection while nothing more of an answer can be written.
    private var untaken: Scheduled<Void>?

    /// - Parameter takingTimeoutSeconds: how long a client may take nothing of an answer that waits for it.
    init(takingTimeoutSeconds: Int, onInputClosed: @escaping @Sendable (any Channel) -> Void) {
        (takingTimeout, self.onInputClosed) = (.seconds(Int64(takingTimeoutSeconds)), onInputClosed)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        deadline = try? context.pipeline.syncOperations.handler(type: HeadDeadline.self)
        guard deadline == nil else { return }
        isStream = true
        // A stream shares the event loop of its connection.
        (try? context.channel.parent?.pipeline.syncOperations.handler(type: HeadDeadline.self))?.isDone()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: deadline?.headCame()
        case .body: break
        case .end: deadline?.requestEnded()
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if let deadline, case .end = unwrapOutboundIn(data) { deadline.answerEnded() }
        context.write(data, promise: promise)
    }

    /// An answer that nobody takes keeps memory and a connection. While it waits nothing more is written, so the bytes that wait
    /// become fewer with every part that a client takes, however slowly.
    func channelWritabilityChanged(context: ChannelHandlerContext) {
        untaken?.cancel()
        untaken = nil
        if !isStream, !context.channel.isWritable { expectLess(than: waitingBytes(context), context) }
        context.fireChannelWritabilityChanged()
    }
    private func expectLess(than before: Int, _ context: ChannelHandlerContext) {
        untaken = context.eventLoop.assumeIsolated().scheduleTask(in: takingTimeout) { [self] in
            let waiting = waitingBytes(context)
            if waiting < before { expectLess(than: waiting, context) } else { context.close(promise: nil) }
        }
    }
    private func waitingBytes(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }
    func handlerRemoved(context: ChannelHandlerContext) { untaken?.cancel() }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if !isStream, case ChannelEvent.inputClosed = event { onInputClosed(context.channel) }
        context.fireUserInboundEventTriggered(event)
    }

    /// Answers bytes that are not a request. When a request still waits for its answer, the client would take this for it, so the
    /// error goes on to the server, which ends the connection.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError, deadline?.answersDue == 0 else { return context.fireErrorCaught(error) }
        let problem = error == .headerOverflow ? ConnectionProblem.headersTooLarge : ConnectionProblem.notHTTP
        let (head, body) = ConnectionProblem.answer(problem)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(ByteBuffer(bytes: body))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        // What is still coming is read and dropped for a moment, or the client would see a reset and not the answer.
        context.close(mode: .output, promise: nil)
        context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) { context.close(promise: nil) }
    }
}
