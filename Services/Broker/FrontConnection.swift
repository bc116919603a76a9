import Glibc

/// One client's connection and its twin to the mock broker behind. Everything passes through untouched, except:
/// - a Fetch that finds nothing waits here until a record is appended to one of its partitions, or its time is over.
///   (The mock broker answers an empty Fetch only after the whole wait, whatever is appended meanwhile.)
/// - a topic asked for the first time is made with the configured number of partitions.
final class FrontConnection {
    enum Side {
        case client
        case broker
    }

    /// A Fetch on its way. Requests behind it wait, as they do on a real broker.
    private struct Fetch {
        let request: [UInt8]
        let version: Int16
        let correlationID: Int32
        let deadline: ContinuousClock.Instant
        let signals: [PartitionSignal]
        var appendsWhenAsked: UInt64
        var isHeld = false
    }

    let client: Int32
    let broker: Int32
    private unowned let front: Front
    private var fromClient = ByteBuffer()
    private var fromBroker = ByteBuffer()
    private var toClient = ByteBuffer()
    private var toBroker = ByteBuffer()
    private var fetch: Fetch?
    /// Produce requests on their way, by correlation id.
    private var appending: [Int32: [PartitionKey]] = [:]
    private(set) var isClosed = false

    private static let readBytes = 65_536
    /// A side that does not take its bytes stops the other from sending more.
    private static let backlogMaxBytes = 8 << 20

    init(client: Int32, broker: Int32, front: Front) {
        (self.client, self.broker, self.front) = (client, broker, front)
    }

    var deadline: ContinuousClock.Instant? { fetch.flatMap { $0.isHeld ? $0.deadline : nil } }

    /// What the poller should watch.
    func interest(_ side: Side) -> (read: Bool, write: Bool) {
        switch side {
        case .client: (fromClient.count + toBroker.count < Self.backlogMaxBytes, toClient.count > 0)
        case .broker: (toClient.count < Self.backlogMaxBytes, toBroker.count > 0)
        }
    }

    func readable(_ side: Side) {
        let descriptor = side == .client ? client : broker
        let count: Int
        switch side {
        case .client: count = fromClient.fill(room: Self.readBytes) { recv(descriptor, $0, $1, 0) }
        case .broker: count = fromBroker.fill(room: Self.readBytes) { recv(descriptor, $0, $1, 0) }
        }
        guard count > 0 else {
            if count < 0, errno == EAGAIN || errno == EINTR { return }
            return close()
        }
        switch side {
        case .client: takeRequests()
        case .broker: takeResponses()
        }
        flush()
    }

    func flush() {
        guard !isClosed else { return }
        if Self.send(&toBroker, to: broker), Self.send(&toClient, to: client) { return front.watch(self) }
        close()
    }

    /// False: the other end is gone.
    private static func send(_ buffer: inout ByteBuffer, to descriptor: Int32) -> Bool {
        while buffer.count > 0 {
            let sent = Glibc.send(descriptor, buffer.bytes.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
            guard sent > 0 else { return sent < 0 && (errno == EAGAIN || errno == EINTR) }
            buffer.drop(sent)
        }
        return true
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        endFetch()
        Glibc.close(client)
        Glibc.close(broker)
        front.closed(self)
    }
}

// MARK: - Requests

extension FrontConnection {
    /// Bytes of the first complete frame, its size field included.
    private static func frameBytes(_ buffer: borrowing ByteBuffer) -> Int? {
        var reader = WireReader(buffer.bytes)
        guard let size = reader.integer(Int32.self), size >= 0, buffer.count >= Int(size) + 4 else { return nil }
        return Int(size) + 4
    }

    private func takeRequests() {
        while !isClosed, fetch == nil, let count = Self.frameBytes(fromClient) {
            let frame = UnsafeRawBufferPointer(rebasing: fromClient.bytes[..<count])
            take(frame)
            fromClient.drop(count)
        }
    }

    private func take(_ frame: UnsafeRawBufferPointer) {
        guard let header = RequestHeader(frame) else { return toBroker.append(frame) }
        switch header.apiKey {
        case APIKey.fetch:
            guard let request = FetchRequest(frame, header), request.maxWaitMilliseconds > 0 else { break }
            return begin(request, frame, header)
        case APIKey.produce:
            appending[header.correlationID] = ProduceRequest.partitions(frame, header)
        case APIKey.metadata:
            front.makeTopics(MetadataRequest.topicsToMake(frame, header))
        default: break  // Nothing else differs from what the mock broker does.
        }
        toBroker.append(frame)
    }

    private func begin(_ request: FetchRequest, _ frame: UnsafeRawBufferPointer, _ header: RequestHeader) {
        var bytes = Array(frame)
        for index in request.maxWaitOffset..<request.maxWaitOffset + 4 { bytes[index] = 0 }
        fetch = Fetch(request: bytes, version: header.version, correlationID: header.correlationID,
                      deadline: .now + .milliseconds(Int(request.maxWaitMilliseconds)), signals: request.partitions.map(front.signal), appendsWhenAsked: 0)
        ask()
    }

    private func ask() {
        guard var asked = fetch else { return }
        asked.appendsWhenAsked = asked.signals.reduce(0) { $0 &+ $1.appends }
        asked.isHeld = false
        fetch = asked
        asked.request.withUnsafeBytes { toBroker.append($0) }
    }
}

// MARK: - Responses

extension FrontConnection {
    private func takeResponses() {
        while !isClosed, let count = Self.frameBytes(fromBroker) {
            let frame = UnsafeRawBufferPointer(rebasing: fromBroker.bytes[..<count])
            let appended = takeResponse(frame)
            fromBroker.drop(count)
            // The producer hears of it first, then the readers.
            guard let appended else { continue }
            flush()
            for partition in appended { front.signal(partition).appended() }
        }
        takeRequests()
    }

    /// Returns the partitions something was appended to.
    private func takeResponse(_ frame: UnsafeRawBufferPointer) -> [PartitionKey]? {
        var reader = WireReader(frame, at: 4)
        guard let correlationID = reader.integer(Int32.self) else { return nil }
        if let fetch, fetch.correlationID == correlationID {
            answer(fetch, frame)
            return nil
        }
        toClient.append(frame)
        return appending.removeValue(forKey: correlationID)
    }

    private func answer(_ asked: Fetch, _ frame: UnsafeRawBufferPointer) {
        guard .now < asked.deadline, FetchResponse.isEmpty(frame, version: asked.version) else {
            endFetch()
            return toClient.append(frame)
        }
        guard asked.signals.reduce(0, { $0 &+ $1.appends }) == asked.appendsWhenAsked else { return ask() }
        fetch?.isHeld = true
        for signal in asked.signals { signal.add(self) }
    }

    func somethingWasAppended() {
        guard let fetch, fetch.isHeld else { return }
        for signal in fetch.signals { signal.remove(self) }
        ask()
        flush()
    }

    /// The time of a held Fetch is over: what the broker says now is the answer.
    func timeIsOver() { somethingWasAppended() }

    private func endFetch() {
        guard let fetch else { return }
        for signal in fetch.signals { signal.remove(self) }
        self.fetch = nil
    }
}
