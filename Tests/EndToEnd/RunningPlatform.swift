import Foundation
import Kernel
import Synchronization
import TestKit

/// The whole platform as `souk up` starts it, in a folder of its own. Ends with the test.
final class RunningPlatform: Sendable {
    let data: String
    let port: Int
    private let process: Mutex<Process?>
    private let output: String
    private let environment: [String: String]
    private let programs: String
    /// The prefix of our topics on a shared broker.
    let prefix: String?
    var base: String { "/t/eventpass/api/v1" }

    struct Failed: Error, CustomStringConvertible { let description: String }

    /// - Parameters:
    ///   - failpoint: `<program>/<place>:<n>,…`, see `Failpoint`.
    ///   - trap: `<program>/<type>[:<text>],…`, see `Failpoint.trap`: crashes at every such message, after every
    ///     restart.
    ///   - template: a data folder to start from (a copy is used), so that demo data is loaded once for many runs.
    init(failpoint: String? = nil, trap: String? = nil, template: String? = nil, seed: Bool = false, settings: String = "bench.yml",
         readyWithin: Duration = .seconds(90)) throws {
        data = NSTemporaryDirectory() + "souk-e2e-\(UUID().uuidString)"
        if let template { try FileManager.default.copyItem(atPath: template, toPath: data) }
        port = try Self.freePorts()
        output = data + ".log"
        process = Mutex(nil)
        programs = (try EmbeddedBroker.executable() as NSString).deletingLastPathComponent
        let child = Process()
        child.executableURL = URL(fileURLWithPath: programs + "/souk")
        child.arguments = ["up"] + (seed ? [] : ["--no-seed"])
        child.currentDirectoryURL = URL(fileURLWithPath: Self.repository)
        var environment = ProcessInfo.processInfo.environment
        environment.merge(["SOUK_DATA": data, "SOUK_PORT": String(port), "SOUK_BROKER_PORT": String(port + 20), "SOUK_LOG_LEVEL": "info",
                           "SOUK_SETTINGS": Self.repository + "/deploy/settings/" + settings]) { $1 }
        prefix = GivenBroker.current?.freshPrefix("e2e")
        environment["SOUK_TOPIC_PREFIX"] = prefix
        environment["SOUK_TRAP"] = trap
        if trap != nil {
            try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
            _ = FileManager.default.createFile(atPath: data + "/traps-are-set", contents: nil)
        }
        self.environment = environment
        environment["SOUK_FAILPOINT"] = failpoint
        child.environment = environment
        guard FileManager.default.createFile(atPath: output, contents: nil) else {
            throw Failed(description: "\(output) cannot be written")
        }
        let lines = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
        (child.standardOutput, child.standardError) = (lines, lines)
        try child.run()
        process.withLock { $0 = child }
        var patience = Patience(readyWithin)
        while !log(contains: "READY") {
            guard child.isRunning, !patience.isOver() else { throw Failed(description: "souk up did not get READY:\n\(lastLines)") }
            usleep(20_000)
        }
    }

    static let repository: String = {
        var path = #filePath
        for _ in 0..<3 { path = (path as NSString).deletingLastPathComponent }
        return path
    }()

    private func log(contains text: String) -> Bool { (try? String(contentsOfFile: output, encoding: .utf8))?.contains(text) ?? false }
    var lastLines: String {
        ((try? String(contentsOfFile: output, encoding: .utf8)) ?? "").split(separator: "\n").suffix(25).joined(separator: "\n")
    }

    /// A port with the ports after it free: the gateway, the operator ports, the broker. Below those of
    /// `Tests/Interop/support/souk_platform.py`, whose platforms run at the same time.
    private static func freePorts() throws -> Int {
        for _ in 0..<200 {
            let start = Int.random(in: 20_000...25_900)
            if (0...20).allSatisfy({ isFree(start + $0) }) { return start }
        }
        throw Failed(description: "no free ports")
    }
    private static func isFree(_ port: Int) -> Bool {
        let probe = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(probe) }
        var address = sockaddr_in(sin_family: sa_family_t(AF_INET), sin_port: in_port_t(port).bigEndian,
                                  sin_addr: in_addr(s_addr: inet_addr("127.0.0.1")), sin_zero: (0, 0, 0, 0, 0, 0, 0, 0))
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(probe, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 }
        }
    }

    private struct Run: Decodable { let processes: [String: Int32] }
    /// Process ids by program name.
    func processes() -> [String: Int32] {
        FileManager.default.contents(atPath: data + "/run.json").flatMap { try? JSON.decode(Run.self, from: $0) }?.processes ?? [:]
    }
    func kill(_ program: String, with signal: Int32 = SIGKILL) throws {
        guard let pid = processes()[program] else { throw Failed(description: "\(program) does not run") }
        Glibc.kill(pid, signal)
    }
    /// From now on what a program does counts for its failpoint.
    func armFailpoint() throws { try Data().write(to: URL(fileURLWithPath: data + "/failpoint-is-armed")) }
    func failpointWasHit(_ program: ServiceName) -> Bool { FileManager.default.fileExists(atPath: data + "/failpoint-was-hit-\(program)") }

    /// Runs the operators' tool against this platform; throws when it fails.
    @discardableResult
    func tool(_ arguments: String...) throws -> String {
        let tool = Process()
        tool.executableURL = URL(fileURLWithPath: programs + "/souk")
        (tool.arguments, tool.environment) = (arguments, environment)
        let said = Pipe()
        (tool.standardOutput, tool.standardError) = (said, said)
        try tool.run()
        let text = said.fileHandleForReading.readDataToEndOfFile()
        tool.waitUntilExit()
        let isDone = tool.terminationStatus == 0
        guard isDone else {
            throw Failed(description: "souk \(arguments.joined(separator: " ")): \(String(decoding: text, as: UTF8.self))")
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Waits until it holds; throws when it never does.
    func until(_ what: String, within limit: Duration = .seconds(60), _ holds: () throws -> Bool) throws {
        var patience = Patience(limit)
        while try !holds() {
            guard !patience.isOver() else { throw Failed(description: "never: \(what)\n\(lastLines)") }
            usleep(50_000)
        }
    }

    func stop() {
        let child = process.withLock { child in
            defer { child = nil }
            return child
        }
        guard let child else { return }
        child.terminate()
        child.waitUntilExit()
    }
    func remove() {
        stop()
        if let prefix { GivenBroker.current?.deleteTopics(prefix: prefix) }
        try? FileManager.default.removeItem(atPath: data)
        try? FileManager.default.removeItem(atPath: output)
    }
}

/// One answer over HTTP.
struct Answer: Sendable {
    let status: Int
    let body: JSONValue
    /// By name in lower case.
    let headers: [String: String]
}

/// A phone: asks, and asks again under the same Idempotency-Key when nothing comes back.
struct TestClient: Sendable {
    let platform: RunningPlatform
    var token: String?

    /// Sends once. Nil: the connection broke or nothing came.
    func once(_ method: String, _ path: String, _ body: JSONValue? = nil, key: String? = nil) -> Answer? {
        let payload = body.flatMap { try? JSON.encode($0) } ?? []
        var head = """
            \(method) \(path.hasPrefix("/t/") || path.hasPrefix("/ready") ? "" : platform.base)\(path) HTTP/1.1\r\nhost: \
            127.0.0.1\r\nconnection: close\r\ncontent-length: \(payload.count)\r\n
            """
        if body != nil { head += "content-type: application/json\r\n" }
        if let token { head += "authorization: Bearer \(token)\r\n" }
        if let key { head += "idempotency-key: \(key)\r\n" }
        guard let answer = Self.exchange(port: platform.port, Array((head + "\r\n").utf8) + payload),
              let end = answer.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let status = String(decoding: answer.prefix(12), as: UTF8.self).split(separator: " ").dropFirst().first.flatMap { Int($0) }
        guard let status else { return nil }
        let content = Array(answer[end.upperBound...])
        var headers: [String: String] = [:]
        for line in String(decoding: answer[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n").dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        return Answer(status: status, body: (try? JSON.decode(JSONValue.self, from: content)) ?? .null, headers: headers)
    }

    /// Sends until there is a final answer: a lost connection, 202 and 503 are asked again under the same key.
    func sure(_ method: String, _ path: String, _ body: JSONValue? = nil, key: String = UUID().uuidString,
              within limit: Duration = .seconds(60)) throws -> Answer {
        var patience = Patience(limit)
        var last: Answer?
        while !patience.isOver() {
            last = once(method, path, body, key: method == "GET" ? nil : key)
            if let last, last.status != 202, last.status != 503 { return last }
            usleep(50_000)
        }
        throw RunningPlatform.Failed(
            description: "\(method) \(path) had no answer within \(limit); last: \(last.map { "\($0)" } ?? "none")\n\(platform.lastLines)")
    }

    /// Asks until the answer is as wanted.
    func eventually(_ path: String, within limit: Duration = .seconds(60), _ wanted: (JSONValue) -> Bool) throws -> JSONValue {
        var patience = Patience(limit)
        var last: Answer?
        while !patience.isOver() {
            last = once("GET", path)
            if let last, last.status == 200, wanted(last.body) { return last.body }
            usleep(30_000)
        }
        throw RunningPlatform.Failed(
            description: "\(path) never was as wanted; last: \(last.map { "\($0)" } ?? "none")\n\(platform.lastLines)")
    }

    /// Asks, and asks anew, until the answer is as wanted.
    func until(_ what: String, within limit: Duration = .seconds(30), _ ask: (TestClient) throws -> Answer,
               wanted: (Answer) -> Bool) throws -> Answer {
        var patience = Patience(limit)
        while true {
            let answer = try ask(self)
            if wanted(answer) { return answer }
            guard !patience.isOver() else {
                throw RunningPlatform.Failed(description: "\(what): not within \(limit); last: \(answer)\n\(platform.lastLines)")
            }
            usleep(50_000)
        }
    }

    static func signIn(_ platform: RunningPlatform, _ email: String, _ password: String, at base: String = "") throws -> TestClient {
        var client = TestClient(platform: platform)
        let answer = try client.sure("POST", base + "/auth/login", ["email": .string(email), "password": .string(password)])
        guard let token = answer.body["token"]?.string else { throw RunningPlatform.Failed(description: "no token: \(answer)") }
        client.token = token
        return client
    }

    /// An operator's request to one program.
    static func operatorRequest(port: Int, _ method: String, _ path: String) -> [UInt8]? {
        exchange(port: port, Array("\(method) \(path) HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ncontent-length: 0\r\n\r\n".utf8))
    }

    private static func exchange(port: Int, _ request: [UInt8]) -> [UInt8]? {
        let link = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard link >= 0 else { return nil }
        defer { close(link) }
        var timeout = timeval(tv_sec: 15, tv_usec: 0)
        setsockopt(link, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in(sin_family: sa_family_t(AF_INET), sin_port: in_port_t(port).bigEndian,
                                  sin_addr: in_addr(s_addr: inet_addr("127.0.0.1")), sin_zero: (0, 0, 0, 0, 0, 0, 0, 0))
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(link, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        guard connected == 0 else { return nil }
        var sent = 0
        while sent < request.count {
            let count = request[sent...].withUnsafeBytes { Glibc.send(link, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return nil }
            sent += count
        }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(link, &buffer, buffer.count, 0)
            guard count >= 0 else { return nil }
            if count == 0 { return answer.isEmpty ? nil : answer }
            answer += buffer.prefix(count)
        }
    }
}

/// Runs the body on so many threads at once and collects what they return; the first error is thrown.
func atOnce<T: Sendable>(_ count: Int, _ body: @escaping @Sendable (Int) throws -> T) throws -> [T] {
    let results = Mutex<[Int: Result<T, any Error>]>([:])
    let group = DispatchGroup()
    for index in 0..<count {
        group.enter()
        let thread = Thread {
            let result = Result { try body(index) }
            results.withLock { $0[index] = result }
            group.leave()
        }
        thread.stackSize = 512 * 1024
        thread.start()
    }
    group.wait()
    let all = results.withLock { $0 }
    return try (0..<count).compactMap { try all[$0]?.get() }
}
