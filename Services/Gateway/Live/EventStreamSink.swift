import HummingbirdCore
import Kernel
import NIOCore
import Synchronization

/// Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html) of one connection. What is not
/// written yet is bounded.
final class EventStreamSink: LiveSink {
    static let pendingBytesMax = 1 << 20
    static let retryMilliseconds = 3000

    private let chunks: AsyncStream<ByteBuffer>
    private let continuation: AsyncStream<ByteBuffer>.Continuation
    private let pending = Atomic<Int>(0)
    private let isSlow = Atomic<Bool>(false)
    private let channel: any Channel
    private let onSlow: @Sendable () -> Void
    /// For each service the last event that the client got or that is older than its subscription.
    private let places = Mutex<[ServiceName: String]>([:])

    init(channel: any Channel, onSlow: @escaping @Sendable () -> Void) {
        (self.channel, self.onSlow) = (channel, onSlow)
        (chunks, continuation) = AsyncStream<ByteBuffer>.makeStream()
        push(Array("retry: \(Self.retryMilliseconds)\n\n".utf8))
    }

    /// The client has nothing to say; whether it is there shows when a ping cannot be written.
    var lastHeardMilliseconds: Int64? { nil }

    /// Sets the client's position before its first frame.
    func start(at places: [ServiceName: String]) { self.places.withLock { $0 = places } }

    func send(_ frame: LiveFrame) {
        var text: [UInt8] = []
        text.reserveCapacity(frame.json.count + 256)
        if let id = frame.id { text.append(contentsOf: "id: \(place(after: id, of: frame.service).text)\n".utf8) }
        text.append(contentsOf: "data: ".utf8)
        for byte in frame.json {
            if byte == 10 { text.append(contentsOf: "\ndata: ".utf8) } else if byte != 13 { text.append(byte) }
        }
        text.append(contentsOf: "\n\n".utf8)
        push(text)
    }
    private func place(after id: String, of service: ServiceName?) -> StreamPlace {
        places.withLock { places in
            if let service { places[service] = id }
            return StreamPlace([id] + places.sorted { $0.key < $1.key }.map(\.value).filter { $0 != id })
        }
    }
    func ping() { push(Array(": ping\n\n".utf8)) }

    func end(_ reason: LiveEnd) {
        push(Array(": \(reason)\n\n".utf8))
        continuation.finish()
    }

    private func push(_ bytes: [UInt8]) {
        guard pending.add(bytes.count, ordering: .relaxed).newValue <= Self.pendingBytesMax else {
            guard !isSlow.exchange(true, ordering: .relaxed) else { return }
            onSlow()
            continuation.finish()
            return channel.eventLoop.execute { [channel] in channel.close(promise: nil) }
        }
        continuation.yield(ByteBuffer(bytes: bytes))
    }

    /// The connection is gone, or the process ends.
    func finish() { continuation.finish() }

    /// Writes until the stream ends. Throws when the client is gone.
    func run(_ writer: any ResponseBodyWriter) async throws {
        var body = writer
        for await chunk in chunks {
            try await body.write(chunk)
            pending.subtract(chunk.readableBytes, ordering: .relaxed)
        }
        try await body.finish(nil)
    }
}
