import CMockPort
import Glibc

/// The broker's listener: one thread, one epoll, a twin connection to the mock broker for every client.
final class Front {
    struct Failed: Error { let reason: String }

    private let listener: Int32
    private let poller: Int32
    private let brokerPort: UInt16
    let topics: Topics
    private var connections: [Int32: (connection: FrontConnection, side: FrontConnection.Side)] = [:]
    private var watched: [Int32: UInt32] = [:]
    private var grown: [PartitionLog] = []

    /// Listens on 127.0.0.1. Throws with a reason for people when the port is taken.
    static func listen(port: UInt16) throws(Failed) -> Int32 {
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

    init(listener: Int32, brokerPort: UInt16, topics: Topics) {
        (self.listener, self.brokerPort, self.topics) = (listener, brokerPort, topics)
        poller = epoll_create1(Int32(EPOLL_CLOEXEC))
        watch(listener, EPOLLIN.rawValue)
    }

    /// Readers hear of what was appended when every request of this turn is done, the producers' answers first.
    func grew(_ logs: [PartitionLog]) { grown += logs }

    private func releaseReaders() {
        let logs = grown
        grown = []
        for log in logs { log.releaseWaiting() }
    }

    /// Serves for ever.
    func run() -> Never {
        var events = [epoll_event](repeating: epoll_event(), count: 64)
        while true {
            let count = epoll_wait(poller, &events, Int32(events.count), timeoutMilliseconds())
            for event in events.prefix(Int(max(0, count))) { serve(event) }
            releaseReaders()
            let now = ContinuousClock.now
            for (_, entry) in connections where entry.side == .client {
                if let deadline = entry.connection.deadline, deadline <= now { entry.connection.answerHeld() }
            }
        }
    }

    private func timeoutMilliseconds() -> Int32 {
        let next = connections.values.lazy.filter { $0.side == .client }.compactMap(\.connection.deadline).min()
        guard let next else { return -1 }
        let (seconds, attoseconds) = (next - .now).components
        return Int32(clamping: max(0, seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1))
    }

    private func serve(_ event: epoll_event) {
        let descriptor = event.data.fd
        guard descriptor != listener else { return accept() }
        guard let (connection, side) = connections[descriptor] else { return }
        if event.events & EPOLLOUT.rawValue != 0 { connection.flush() }
        if event.events & (EPOLLIN.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0, !connection.isClosed { connection.readable(side) }
    }

    private func accept() {
        while true {
            let client = Glibc.accept(listener, nil, nil)
            guard client >= 0 else { return }
            _ = fcntl(client, F_SETFL, O_NONBLOCK)
            // The twin connects while blocking: it is this machine, and the mock broker accepts at once.
            let broker = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            guard Self.withLoopback(brokerPort, { connect(broker, $0, $1) }) == 0 else {
                close(client)
                close(broker)
                continue
            }
            _ = fcntl(broker, F_SETFL, O_NONBLOCK)
            for descriptor in [client, broker] {
                var on: Int32 = 1
                setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
            }
            let connection = FrontConnection(client: client, broker: broker, front: self)
            connections[client] = (connection, .client)
            connections[broker] = (connection, .broker)
            watch(connection)
        }
    }

    func watch(_ connection: FrontConnection) {
        for (side, descriptor) in [(FrontConnection.Side.client, connection.client), (.broker, connection.broker)] {
            let (read, write) = connection.interest(side)
            watch(descriptor, (read ? EPOLLIN.rawValue : 0) | (write ? EPOLLOUT.rawValue : 0))
        }
    }

    private func watch(_ descriptor: Int32, _ interest: UInt32) {
        guard watched[descriptor] != interest else { return }
        var event = epoll_event()
        event.events = interest
        event.data.fd = descriptor
        epoll_ctl(poller, watched[descriptor] == nil ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, descriptor, &event)
        watched[descriptor] = interest
    }

    func closed(_ connection: FrontConnection) {
        for descriptor in [connection.client, connection.broker] {
            connections[descriptor] = nil
            watched[descriptor] = nil
        }
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
