import Glibc

/// One client's connection: takes requests one after the other and answers them in that order, as a real broker does.
final class Connection {
    /// What the request in hand waits for.
    private enum Held {
        case nothing
        /// Something to be appended, or its time to be over.
        case fetch(Fetch)
        /// The rest of the group.
        case group
    }

    let descriptor: Int32
    private unowned let broker: Broker
    private var input = ByteBuffer()
    private var output = ByteBuffer()
    private var held = Held.nothing
    private(set) var isClosed = false

    private static let frameMaxBytes = 110_000_000
    private static let readBytes = 65_536
    /// A client that does not take its answers, or sends on behind a request that waits, is not read from any further.
    private static let backlogMaxBytes = 8 << 20

    init(_ descriptor: Int32, _ broker: Broker) { (self.descriptor, self.broker) = (descriptor, broker) }

    private var isWaiting: Bool {
        if case .nothing = held { return output.count > Self.backlogMaxBytes }
        return true
    }
    var wantsToRead: Bool { !isWaiting || input.count < Self.backlogMaxBytes }
    var wantsToWrite: Bool { output.count > 0 }
    var deadline: ContinuousClock.Instant? {
        if case .fetch(let fetch) = held { return fetch.deadline }
        return nil
    }

    func readable() {
        let count = input.fill(room: Self.readBytes) { recv(descriptor, $0, $1, 0) }
        guard count > 0 else {
            if count < 0, errno == EAGAIN || errno == EINTR { return }
            return close()
        }
        takeRequests()
        flush()
    }

    func writable() {
        flush()
        takeRequests()  // Where the client's backlog stopped them.
        flush()
    }

    private func flush() {
        guard !isClosed else { return }
        while output.count > 0 {
            let sent = send(descriptor, output.bytes.baseAddress, output.count, Int32(MSG_NOSIGNAL))
            guard sent > 0 else {
                guard sent < 0, errno == EAGAIN || errno == EINTR else { return close() }
                break
            }
            output.drop(sent)
        }
        broker.watch(self)
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        stopWaiting()
        Glibc.close(descriptor)
        broker.closed(self)
    }

    // MARK: Requests

    /// Bytes of the first complete frame, its size field included.
    private func frameBytes() -> Int? {
        var reader = WireReader(input.bytes)
        guard let size = reader.integer(Int32.self) else { return nil }
        // Nothing Kafka sends is that large or that small; what follows cannot be read, so no waiting for the rest.
        guard 8...Self.frameMaxBytes ~= Int(size) else { return input.count }
        return input.count >= Int(size) + 4 ? Int(size) + 4 : nil
    }

    private func takeRequests() {
        while !isClosed, !isWaiting, let count = frameBytes() {
            let frame = UnsafeRawBufferPointer(rebasing: input.bytes[..<count])
            guard 8...Self.frameMaxBytes ~= count - 4, let header = RequestHeader(frame),
                header.api == .apiVersions || header.api.versions.contains(header.version), answer(frame, header)
            else {
                return close()  // As Kafka does with what it cannot read.
            }
            input.drop(count)
        }
    }

    /// False when the request cannot be read.
    private func answer(_ frame: UnsafeRawBufferPointer, _ header: RequestHeader) -> Bool {
        var body = ByteBuffer(capacity: 512)
        var isAnswered = true
        switch header.api {
        case .produce:
            broker.spendTime()
            guard let result = Produce.answer(frame, header, broker.topics, to: &body) else { return false }
            broker.grew(result.grown)
            isAnswered = result.isAwaited
        case .fetch:
            guard let fetch = Fetch(frame, header, broker.topics) else { return false }
            guard !fetch.hasNews, fetch.deadline > .now else {
                write(fetch)
                return true
            }
            held = .fetch(fetch)
            for log in fetch.logs { log.addWaiting(self) }
            isAnswered = false
        case .joinGroup, .syncGroup, .heartbeat, .leaveGroup:
            guard let answered = answerMember(frame, header, to: &body) else { return false }
            isAnswered = answered
        case .listOffsets: guard ListOffsets.answer(frame, header, broker.topics, to: &body) else { return false }
        case .metadata: guard Metadata.answer(frame, header, broker.topics, broker.address, to: &body) else { return false }
        case .createTopics: guard CreateTopics.answer(frame, header, broker.topics, to: &body) else { return false }
        case .offsetCommit: guard OffsetCommit.answer(frame, header, broker.groups, broker.topics, to: &body) else { return false }
        case .offsetFetch: guard OffsetFetch.answer(frame, header, broker.groups, to: &body) else { return false }
        case .initProducerID: guard InitProducerID.answer(frame, header, nextID: broker.nextProducerID, to: &body) else { return false }
        case .findCoordinator: FindCoordinator.answer(header, broker.address, to: &body)
        case .apiVersions: APIVersions.answer(header, to: &body)
        }
        if isAnswered { output.writeResponse(header.correlationID, body.bytes) }
        return true
    }

    /// True: the answer is in `body`. False: it comes later. Nil: the request cannot be read.
    private func answerMember(_ frame: UnsafeRawBufferPointer, _ header: RequestHeader, to body: inout ByteBuffer) -> Bool? {
        switch header.api {
        case .joinGroup:
            guard let request = JoinRequest(frame, header) else { return nil }
            held = .group
            broker.groups.group(request.group).join(request, pending(header))
            return false
        case .syncGroup:
            guard let request = MemberRequest(frame, header) else { return nil }
            held = .group
            broker.groups.group(request.group).sync(request.memberID, request.generation, request.plan, pending(header))
            return false
        case .heartbeat:
            guard let request = MemberRequest(frame, header) else { return nil }
            if header.version >= 1 { body.write(Int32(0)) }  // throttle time
            body.write(broker.groups.group(request.group).heartbeat(request.memberID, request.generation, ObjectIdentifier(self)))
        default:
            var reader = WireReader(frame, at: header.bodyOffset)
            guard let group = reader.string(), let memberID = reader.string() else { return nil }
            if header.version >= 1 { body.write(Int32(0)) }  // throttle time
            body.write(broker.groups.group(group).leave(memberID))
        }
        return true
    }

    private func pending(_ header: RequestHeader) -> PendingAnswer {
        PendingAnswer(header: header, connectionID: ObjectIdentifier(self)) { [weak self] body in
            guard let self, !self.isClosed else { return }
            self.held = .nothing
            self.output.writeResponse(header.correlationID, body.bytes)
            // Not at once: the request in hand may be this connection's own.
            self.broker.answered(self)
        }
    }

    // MARK: What was waited for

    /// An answer that came from another connection's request goes out, and the requests behind it are taken.
    func goOn() {
        takeRequests()
        flush()
    }

    func somethingWasAppended() {
        if case .fetch(let fetch) = held, fetch.hasNews { answerFetch() }
    }

    /// Answers the waiting Fetch as things are: news, or none within its time.
    func answerFetch() {
        guard case .fetch(let fetch) = held else { return }
        stopWaiting()
        write(fetch)
        goOn()
    }

    private func write(_ fetch: Fetch) {
        if fetch.hasNews { broker.spendTime() }
        fetch.answer(to: &output)
    }

    private func stopWaiting() {
        if case .fetch(let fetch) = held { for log in fetch.logs { log.removeWaiting(self) } }
        held = .nothing
    }
}
