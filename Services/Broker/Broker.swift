// By hand: a broker for tests must start in milliseconds without Docker or a JVM (docs/decisions/0002).

import CLinux
import Glibc

/// The broker: one thread, one epoll, everything in memory.
final class Broker {
    struct Failed: Error { let reason: String }

    let topics: Topics
    let groups = Groups()
    let address: BrokerAddress
    private let spend: Duration
    private let listener: Int32
    private let poller: Int32
    private var connections: [Int32: Connection] = [:]
    private var watched: [Int32: UInt32] = [:]
    private var grown: [PartitionLog] = []
    private var ready: [Connection] = []
    /// Clients outlive a broker and keep the ids it gave them. An id that is given twice makes the second producer's
    /// records look like repetitions of the first one's: so every start counts from another place.
    private var lastProducerID = Int64.random(in: 0..<(1 << 40))

    /// Listens on 127.0.0.1. Throws with a reason for people when the port is taken.
    init(_ options: BrokerOptions) throws(Failed) {
        spend = .microseconds(options.spendMicroseconds)
        listener = try Self.listen(port: options.port)
        // Every start is a new, empty cluster and says so.
        address = BrokerAddress(port: options.port, clusterID: "souk-embedded-\(String(UInt64.random(in: .min ... .max), radix: 16))")
        topics = Topics(defaultPartitions: options.defaultPartitions, keepBytes: options.keepMegabytes << 20)
        for topic in options.topics { topics.make(topic.name, partitions: topic.partitions) }
        poller = epoll_create1(Int32(EPOLL_CLOEXEC))
        watch(listener, EPOLLIN.rawValue)
    }

    private static func listen(port: UInt16) throws(Failed) -> Int32 {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        var on: Int32 = 1
        // A broker that was stopped leaves connections in TIME_WAIT; its successor must get the port all the same.
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        guard withLoopback(port, { bind(listener, $0, $1) }) == 0, Glibc.listen(listener, 128) == 0 else {
            let reason = String(cString: strerror(errno))
            close(listener)
            throw Failed(reason: "cannot listen on 127.0.0.1:\(port): \(reason)")
        }
        return listener
    }

    func nextProducerID() -> Int64 {
        lastProducerID += 1
        return lastProducerID
    }

    /// A slower broker's work on one request (`--spend-microseconds`).
    func spendTime() {
        guard spend > .zero else { return }
        let end = ContinuousClock.now + spend
        while ContinuousClock.now < end {}
    }

    /// Readers hear of what was appended when every request of this turn is taken.
    func grew(_ logs: [PartitionLog]) { grown += logs }
    /// A waiting request of this connection got its answer.
    func answered(_ connection: Connection) { ready.append(connection) }

    /// Serves for ever.
    func run() -> Never {
        var events = [epoll_event](repeating: epoll_event(), count: 64)
        while true {
            let count = epoll_wait(poller, &events, Int32(events.count), timeoutMilliseconds())
            for event in events.prefix(Int(max(0, count))) { serve(event) }
            let now = ContinuousClock.now
            groups.expire(now: now)
            for connection in connections.values where connection.deadline.map({ $0 <= now }) ?? false { connection.answerFetch() }
            release()
        }
    }

    private func release() {
        while !grown.isEmpty || !ready.isEmpty {
            let (logs, connections) = (grown, ready)
            (grown, ready) = ([], [])
            for connection in connections where !connection.isClosed { connection.goOn() }
            for log in logs { log.releaseWaiting() }
        }
    }

    private func timeoutMilliseconds() -> Int32 {
        let next = [connections.values.lazy.compactMap(\.deadline).min(), groups.deadline].compactMap { $0 }.min()
        guard let next else { return -1 }
        let (seconds, attoseconds) = (next - .now).components
        return Int32(clamping: max(0, seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1))
    }

    private func serve(_ event: epoll_event) {
        let descriptor = event.data.fd
        guard descriptor != listener else { return accept() }
        if event.events & EPOLLOUT.rawValue != 0 { connections[descriptor]?.writable() }
        if event.events & (EPOLLIN.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 { connections[descriptor]?.readable() }
    }

    private func accept() {
        while true {
            let client = Glibc.accept(listener, nil, nil)
            guard client >= 0 else { return }
            _ = fcntl(client, F_SETFL, O_NONBLOCK)
            _ = fcntl(client, F_SETFD, FD_CLOEXEC)
            var on: Int32 = 1
            setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
            let connection = Connection(client, self)
            connections[client] = connection
            watch(connection)
        }
    }

    func watch(_ connection: Connection) {
        watch(connection.descriptor, (connection.wantsToRead ? EPOLLIN.rawValue : 0) | (connection.wantsToWrite ? EPOLLOUT.rawValue : 0))
    }

    private func watch(_ descriptor: Int32, _ interest: UInt32) {
        guard watched[descriptor] != interest else { return }
        var event = epoll_event()
        event.events = interest
        event.data.fd = descriptor
        epoll_ctl(poller, watched[descriptor] == nil ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, descriptor, &event)
        watched[descriptor] = interest
    }

    func closed(_ connection: Connection) {
        connections[connection.descriptor] = nil
        watched[connection.descriptor] = nil
        groups.lost(ObjectIdentifier(connection))
    }

    private static func withLoopback<R>(_ port: UInt16, _ body: (UnsafePointer<sockaddr>?, socklen_t) -> R) -> R {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafeBytes(of: &address) { raw in
            raw.withMemoryRebound(to: sockaddr.self) { body($0.baseAddress, socklen_t(raw.count)) }
        }
    }
}
