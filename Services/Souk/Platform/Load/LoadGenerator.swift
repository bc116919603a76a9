import NIOCore
import NIOPosix

/// Keeps a number of HTTP/1.1 connections busy with requests made beforehand: each sends the next one when its answer is complete.
/// One thread and almost no parsing, so that what is measured is the other side.
struct LoadGenerator {
    let address: String
    let connections: Int

    struct Result: Sendable {
        var latenciesMicroseconds: [Int] = []
        var statuses: [Int: Int] = [:]
        var elapsed: Duration = .zero

        var perSecond: Double { Double(latenciesMicroseconds.count) / max(elapsed.inSeconds, 1e-9) }
        /// Answers that are not what the scenario wants.
        func unexpected(besides success: Set<Int>) -> Int { statuses.filter { !success.contains($0.key) }.map(\.value).reduce(0, +) }
    }

    /// Requests by number: they are made once and sent in turn.
    typealias Source = @Sendable (Int) -> ByteBuffer

    /// Blocks for warm-up and duration. Answers of the warm-up are not counted.
    func run(warmUp: Duration, duration: Duration, firstRequest: Int, requests: @escaping Source) throws -> (result: Result,
        requestsSent: Int) {
        let parts = address.split(separator: ":")
        guard parts.count == 2, let port = Int(parts[1]) else { throw LocalHTTP.Failed(description: "\(address) is not host:port") }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        defer { try? group.syncShutdownGracefully() }
        let loop = group.next()
        let run = LoadRun(loop: loop, start: .now + warmUp, end: .now + warmUp + duration, next: firstRequest, requests: requests)
        let bootstrap = ClientBootstrap(group: loop).channelOption(.socketOption(.tcp_nodelay), value: 1).channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(LoadConnection(run)) }
        }
        let channels = try (0..<connections).map { _ in try bootstrap.connect(host: String(parts[0]), port: port).wait() }
        for channel in channels { try channel.closeFuture.wait() }
        return try loop.submit { (run.result, run.next - firstRequest) }.wait()
    }
}

/// What the connections share. Touched on the one event loop only.
///
/// `@unchecked Sendable`: every property is read and written on `loop`; `precondition` in `checked` holds it to that.
private final class LoadRun: @unchecked Sendable {
    let loop: any EventLoop
    let start: ContinuousClock.Instant
    let end: ContinuousClock.Instant
    var next: Int
    let requests: LoadGenerator.Source
    var result = LoadGenerator.Result()

    init(loop: any EventLoop, start: ContinuousClock.Instant, end: ContinuousClock.Instant, next: Int,
         requests: @escaping LoadGenerator.Source) {
        (self.loop, self.start, self.end, self.next, self.requests) = (loop, start, end, next, requests)
    }

    /// The next request, or nil when the time is over.
    func take(now: ContinuousClock.Instant) -> ByteBuffer? {
        loop.preconditionInEventLoop()
        guard now < end else { return nil }
        defer { next += 1 }
        return requests(next)
    }

    func record(status: Int, sent: ContinuousClock.Instant, now: ContinuousClock.Instant) {
        loop.preconditionInEventLoop()
        guard sent >= start, now <= end else { return }
        result.elapsed = now - start
        let took = (now - sent).components
        result.latenciesMicroseconds.append(Int(took.seconds) * 1_000_000 + Int(took.attoseconds / 1_000_000_000_000))
        result.statuses[status, default: 0] += 1
    }
}

private final class LoadConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let run: LoadRun
    private var received = ByteBuffer()
    private var sent: ContinuousClock.Instant = .now

    init(_ run: LoadRun) { self.run = run }

    func channelActive(context: ChannelHandlerContext) { send(context) }

    private func send(_ context: ChannelHandlerContext) {
        sent = .now
        guard let request = run.take(now: sent) else {
            context.close(promise: nil)
            return
        }
        context.writeAndFlush(wrapOutboundOut(request), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var part = unwrapInboundIn(data)
        received.writeBuffer(&part)
        guard let answer = AnswerFrame(received) else { return }
        received.clear()
        run.record(status: answer.status, sent: sent, now: .now)
        if answer.closes {
            context.close(promise: nil)
        } else {
            send(context)
        }
    }
}

/// Whether a buffer holds a whole HTTP/1.1 answer, and its status: content length or chunks, nothing else.
public struct AnswerFrame {
    public let status: Int
    let closes: Bool

    /// Nil while the answer is not complete.
    public init?(_ buffer: ByteBuffer) {
        let complete: (Int, Bool)? = buffer.withUnsafeReadableBytes { bytes in
            guard let end = Self.headEnd(bytes), bytes.count > 12 else { return nil }
            let status = Int(bytes[9] &- 48) * 100 + Int(bytes[10] &- 48) * 10 + Int(bytes[11] &- 48)
            let head = UnsafeRawBufferPointer(rebasing: bytes[..<end])
            let closes = Self.value(of: "connection", in: head) == "close"
            if let length = Self.value(of: "content-length", in: head).flatMap({ Int($0) }) {
                return bytes.count >= end + length ? (status, closes) : nil
            }
            if Self.value(of: "transfer-encoding", in: head) == "chunked" {
                let tail: [UInt8] = [48, 13, 10, 13, 10]
                return bytes.suffix(5).elementsEqual(tail) ? (status, closes) : nil
            }
            return (status, closes)
        }
        guard let complete else { return nil }
        (status, closes) = complete
    }

    /// Index after the empty line.
    private static func headEnd(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var index = 3
        while index < bytes.count {
            if bytes[index] == 10, bytes[index - 1] == 13, bytes[index - 2] == 10, bytes[index - 3] == 13 { return index + 1 }
            index += 1
        }
        return nil
    }

    private static func value(of name: StaticString, in head: UnsafeRawBufferPointer) -> String? {
        let length = name.utf8CodeUnitCount
        var lineStart = 0
        for index in 1..<head.count where head[index] == 10 {
            defer { lineStart = index + 1 }
            guard index - lineStart > length + 1, head[lineStart + length] == 58 else { continue }
            // Header names are ASCII dead letters and dashes: one bit makes them lower case.
            let matches = (0..<length).allSatisfy { head[lineStart + $0] | 0x20 == name.utf8Start[$0] | 0x20 }
            if matches { return String(decoding: head[(lineStart + length + 1)..<(index - 1)], as: UTF8.self).trimmingSpaces }
        }
        return nil
    }
}

extension String {
    fileprivate var trimmingSpaces: String { String(drop { $0 == " " }) }
}
