import Glibc
import Synchronization

/// The `embedded-broker` executable as a child process on a free port, for tests. It ends with the test process.
///
///     let broker = try EmbeddedBroker.start(topics: ["orders.commands": 2])
///     defer { broker.stop() }
///     let cluster = KafkaCluster(KafkaSettings(bootstrapServers: broker.bootstrapServers))
public final class EmbeddedBroker: Sendable {
    public let port: UInt16
    public var bootstrapServers: String { "127.0.0.1:\(port)" }
    private let topics: [String: Int]
    private let keepMegabytes: Int
    private let process: Mutex<pid_t?>

    public struct Failed: Error, CustomStringConvertible {
        public let description: String
    }

    private init(port: UInt16, topics: [String: Int], keepMegabytes: Int, process: pid_t) {
        (self.port, self.topics, self.keepMegabytes) = (port, topics, keepMegabytes)
        self.process = Mutex(process)
    }

    deinit { stop() }

    /// Starts a broker and returns when it answers. `topics`: name → partition count, created at every start.
    /// `keepMegabytes`: what a partition keeps.
    public static func start(topics: [String: Int] = [:], keepMegabytes: Int = 5) throws -> EmbeddedBroker {
        for _ in 0..<5 {
            let port = try freePort()
            // Another process may take the port before the start; retry with another port.
            if let process = try spawn(port, topics, keepMegabytes) {
                return EmbeddedBroker(port: port, topics: topics, keepMegabytes: keepMegabytes, process: process)
            }
        }
        throw Failed(description: "embedded-broker did not start")
    }

    /// Stops it as an operator would; its records are lost. Returns the exit code; nil if it wasn't running or died by a signal.
    @discardableResult
    public func stop() -> Int32? { end(SIGTERM) }
    /// Kills it.
    public func kill() { _ = end(SIGKILL) }

    /// Freezes it: connections stay open, no request is answered. Returns once it is frozen; `resume` continues it.
    public func pause() {
        process.withLock { running in
            guard let running else { return }
            Glibc.kill(running, SIGSTOP)
            var status: Int32 = 0
            while waitpid(running, &status, WUNTRACED) == -1, errno == EINTR {}
        }
    }
    public func resume() {
        process.withLock { running in
            if let running { Glibc.kill(running, SIGCONT) }
        }
    }

    private func end(_ signal: Int32) -> Int32? {
        let running = process.withLock { running in
            defer { running = nil }
            return running
        }
        guard let running else { return nil }
        Glibc.kill(running, signal)
        Glibc.kill(running, SIGCONT)  // A frozen process does not hear SIGTERM.
        var status: Int32 = 0
        while waitpid(running, &status, 0) == -1, errno == EINTR {}
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
    }

    /// Restarts it on the same port, empty, as another cluster.
    public func restartEmpty() throws {
        stop()
        guard let new = try Self.spawn(port, topics, keepMegabytes) else {
            throw Failed(description: "embedded-broker did not come back on port \(port)")
        }
        process.withLock { $0 = new }
    }

    /// The executable lies beside the test bundle.
    public static func executable() throws -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let own = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        for candidate in [own, CommandLine.arguments.first ?? ""] + CommandLine.arguments {
            guard let slash = candidate.lastIndex(of: "/") else { continue }
            var folder = candidate[..<slash]
            // A bundle may be a folder of its own: look beside it too.
            for _ in 0..<4 {
                let path = "\(folder)/embedded-broker"
                if access(path, X_OK) == 0 { return path }
                guard let up = folder.lastIndex(of: "/") else { break }
                folder = folder[..<up]
            }
        }
        throw Failed(description: "embedded-broker is not built: swift build --product embedded-broker")
    }

    /// Nil if the broker ended before it was ready.
    private static func spawn(_ port: UInt16, _ topics: [String: Int], _ keepMegabytes: Int) throws -> pid_t? {
        var arguments = [try executable(), "--port", String(port), "--keep-megabytes", String(keepMegabytes), "--exit-with-parent"]
        for (name, partitions) in topics.sorted(by: { $0.key < $1.key }) { arguments += ["--topic", "\(name):\(partitions)"] }
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Failed(description: "pipe: \(errno)") }
        // The broker must inherit neither the reading end nor a second copy of the writing end.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        var process = pid_t()
        var pointers = arguments.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        let result = posix_spawn(&process, arguments[0], &actions, nil, &pointers, environ)
        close(ends[1])
        guard result == 0 else { throw Failed(description: "cannot start \(arguments[0]): error \(result)") }
        // The broker writes one line when it is ready; the end of the pipe means it failed.
        var byte: UInt8 = 0
        while true {
            let count = read(ends[0], &byte, 1)
            if count == 1, byte == UInt8(ascii: "\n") { return process }
            if count == 1 || (count == -1 && errno == EINTR) { continue }
            var status: Int32 = 0
            waitpid(process, &status, 0)
            return nil
        }
    }

    /// A free port below those that the kernel gives to outgoing connections: clients that ask again and again for a
    /// broker that is away would sooner or later take its port themselves.
    public static func freePort() throws -> UInt16 {
        for _ in 0..<200 {
            let port = UInt16.random(in: 10_000...18_999)
            if try isFree(port) { return port }
        }
        throw Failed(description: "no free port")
    }

    private static func isFree(_ port: UInt16) throws -> Bool {
        let probe = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard probe >= 0 else { throw Failed(description: "socket: \(errno)") }
        defer { close(probe) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(probe, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 }
        }
    }
}
