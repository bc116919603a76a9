import Glibc

/// One client's connection and its twin to the mock broker behind. Produce, Fetch and ListOffsets are answered here, from the logs; everything
/// else (metadata, groups, committed offsets, producer ids) passes through to the mock broker untouched. Answers keep the order of the requests.
final class FrontConnection {
    enum Side {
        case client
        case broker
    }

    let client: Int32
    let broker: Int32
    private unowned let front: Front
    private var fromClient = ByteBuffer()
    private var fromBroker = ByteBuffer()
    private var toClient = ByteBuffer()
    private var toBroker = ByteBuffer()
    /// A Fetch that waits for something to be appended. Requests behind it wait too, as on a real broker.
    private var held: Fetch?
    /// Requests the mock broker has not answered yet.
    private var passedOn = 0
    private(set) var isClosed = false

    private static let readBytes = 65_536
    /// A side that does not take its bytes stops the other from sending more.
    private static let backlogMaxBytes = 8 << 20

    init(client: Int32, broker: Int32, front: Front) {
        (self.client, self.broker, self.front) = (client, broker, front)
    }

    var deadline: ContinuousClock.Instant? { held?.deadline }

    /// Complete requests lie in `fromClient` and may not be taken yet.
    private var isStalled: Bool { held != nil || passedOn > 0 || toClient.count > Self.backlogMaxBytes }

    /// What the poller should watch.
    func interest(_ side: Side) -> (read: Bool, write: Bool) {
        switch side {
        case .client: (!isStalled || fromClient.count < Self.backlogMaxBytes, toClient.count > 0)
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
        if Self.send(&toBroker, to: broker), Self.send(&toClient, to: client) {
            takeRequests()  // Where the client's backlog stopped them.
            return front.watch(self)
        }
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
        letGo()
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
        while !isClosed, held == nil, toClient.count < Self.backlogMaxBytes, let count = Self.frameBytes(fromClient) {
            let frame = UnsafeRawBufferPointer(rebasing: fromClient.bytes[..<count])
            guard let header = RequestHeader(frame) else { return close() }
            switch header.apiKey {
            case APIKey.produce, APIKey.fetch, APIKey.listOffsets:
                guard passedOn == 0 else { return }  // What was asked before is answered before.
                guard answer(frame, header) else { return close() }
            case APIKey.metadata:
                for topic in MetadataRequest.topicsToMake(frame, header) { front.topics.make(topic) }
                passOn(frame)
            default: passOn(frame)
            }
            fromClient.drop(count)
        }
    }

    private func passOn(_ frame: UnsafeRawBufferPointer) {
        passedOn += 1
        toBroker.append(frame)
    }

    /// False when the request cannot be read.
    private func answer(_ frame: UnsafeRawBufferPointer, _ header: RequestHeader) -> Bool {
        switch header.apiKey {
        case APIKey.produce:
            guard let grown = Produce.answer(frame, header, front.topics, to: &toClient) else { return false }
            front.grew(grown)
            return true
        case APIKey.listOffsets:
            return ListOffsets.answer(frame, header, front.topics, to: &toClient)
        default:
            guard let fetch = Fetch(frame, header, front.topics) else { return false }
            if fetch.hasNews || fetch.deadline <= .now {
                fetch.answer(to: &toClient)
            } else {
                held = fetch
                for log in fetch.logs { log.addWaiting(self) }
            }
            return true
        }
    }
}

// MARK: - Answers

extension FrontConnection {
    private func takeResponses() {
        while !isClosed, let count = Self.frameBytes(fromBroker) {
            toClient.append(UnsafeRawBufferPointer(rebasing: fromBroker.bytes[..<count]))
            fromBroker.drop(count)
            passedOn -= 1
        }
        takeRequests()
    }

    func somethingWasAppended() {
        guard let held, held.hasNews else { return }
        answerHeld()
    }

    /// Answers the waiting Fetch as things are: news, or none within its time.
    func answerHeld() {
        guard let fetch = held else { return }
        letGo()
        fetch.answer(to: &toClient)
        takeRequests()
        flush()
    }

    private func letGo() {
        for log in held?.logs ?? [] { log.removeWaiting(self) }
        held = nil
    }
}
