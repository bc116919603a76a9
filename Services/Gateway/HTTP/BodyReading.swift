import HummingbirdCore
import NIOCore
import Synchronization

/// Closes connections whose bodies come too slowly: a byte now and then would otherwise hold one for ever.
final class BodyDeadlines: Sendable {
    private let reading = Mutex<[ObjectIdentifier: (channel: any Channel, deadline: Int64)]>([:])
    private let timeoutMilliseconds: Int64
    init(timeoutSeconds: Int) { timeoutMilliseconds = Int64(timeoutSeconds) * 1000 }

    /// - Parameter times: how many times as long as a body may take.
    func start(_ channel: any Channel, times: Int64 = 1) {
        reading.withLock { $0[ObjectIdentifier(channel)] = (channel, Monotonic.milliseconds() + timeoutMilliseconds * times) }
    }
    func end(_ channel: any Channel) { reading.withLock { $0[ObjectIdentifier(channel)] = nil } }
    /// Called now and then.
    func look() {
        let now = Monotonic.milliseconds()
        let late = reading.withLock { reading -> [any Channel] in
            guard !reading.isEmpty else { return [] }
            let late = reading.values.filter { $0.deadline <= now }.map(\.channel)
            if !late.isEmpty { reading = reading.filter { $0.value.deadline > now } }
            return late
        }
        for channel in late { channel.close(promise: nil) }
    }
}

/// The body of one request.
struct BodyReading {
    enum Failure: Error { case tooLarge }
    /// What a client may still send after it was refused, so that it sees the answer and not a reset.
    static let drainBytesMax = 16 << 20
    /// Thrown after the response is written: the connection ends here.
    struct ConnectionMustClose: Error {}

    let declared: Int?
    let bytesMax: Int
    private var iterator: RequestBody.AsyncIterator
    private(set) var isConsumed = false

    init(_ request: Request, _ headers: RequestHeaders, bytesMax: Int) {
        (iterator, declared, self.bytesMax) = (request.body.makeAsyncIterator(), headers.contentLength, bytesMax)
        isConsumed = !headers.hasBody
    }

    /// The next piece, as the network brought it; nil: that was all.
    mutating func next() async throws -> ByteBuffer? {
        guard !isConsumed else { return nil }
        if let piece = try await iterator.next() { return piece }
        isConsumed = true
        return nil
    }

    /// All of it. Throws `tooLarge`, and what the connection throws when the client goes away.
    mutating func collect() async throws -> [UInt8] {
        guard !isConsumed else { return [] }
        if let declared, declared > bytesMax { throw Failure.tooLarge }
        var bytes: [UInt8] = []
        if let declared { bytes.reserveCapacity(declared) }
        var count = 0
        while let piece = try await next() {
            count += piece.readableBytes
            // Sent in chunks without a length, and too long: read on for a while, so that the client gets to see the refusal.
            guard count <= bytesMax + Self.drainBytesMax else { throw ConnectionMustClose() }
            if count <= bytesMax { bytes.append(contentsOf: piece.readableBytesView) }
        }
        guard count <= bytesMax else { throw Failure.tooLarge }
        return bytes
    }

    /// Reads on what nobody wanted, within bounds.
    mutating func drain() async throws {
        guard !isConsumed else { return }
        guard declared ?? 0 <= Self.drainBytesMax else { throw ConnectionMustClose() }
        var count = 0
        while let piece = try await next() {
            count += piece.readableBytes
            guard count <= Self.drainBytesMax else { throw ConnectionMustClose() }
        }
    }
}
