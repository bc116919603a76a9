import Foundation
import Kafka
import Kernel
import Messaging
import ServiceKit
import Synchronization
import TestKit
import Testing

@Suite("What operators are told while the broker is away", .serialized)
struct OutageTests {
    enum Outage: String, CaseIterable, Sendable { case stopped, dead }

    /// Longer than the broker's time limits; `SOUK_OUTAGE_SECONDS=75` for as long as an orchestrator waits before it
    /// gives up.
    private static let length = Duration.seconds(Int(ProcessInfo.processInfo.environment["SOUK_OUTAGE_SECONDS"] ?? "") ?? 25)

    @Test("""
        Probes and scrapes are answered at once while the broker is stopped or dead, the lag is then unknown, and a person's question ends \
        (12.E1)
        """,
          arguments: Outage.allCases)
    func answers(_ outage: Outage) throws {
        let broker = try EmbeddedBroker.start(topics: MessagingFixture.topics)
        let directory = NSTemporaryDirectory() + "souk-outage-\(UUID().uuidString)"
        let bank = try ServiceRuntime<Bank>(settings: MessagingFixture.settings(directory)) { _ in
            KafkaCluster(KafkaSettings(bootstrapServers: broker.bootstrapServers))
        }
        let server = try bank.serveOperators(host: "127.0.0.1", port: 0)
        bank.begin()
        defer {
            broker.resume()
            bank.end()
            server.close()
            broker.stop()
            try? FileManager.default.removeItem(atPath: directory)
        }
        let operators = OperatorClient(port: server.port)
        try until("ready, with a lag") {
            let metrics = try operators.get("/metrics").body
            return try operators.get("/ready").status == 200 && metrics.contains("souk_log_lag_records{partition=\"0\"} 0")
                && metrics.contains("souk_dead_letters{partition=\"0\"} 0")
                && metrics.contains("souk_log_look_age_seconds{partition=\"0\"}")
        }
        switch outage {
        case .stopped: broker.pause()
        case .dead: broker.kill()
        }
        let began = ContinuousClock.now
        // A request that waits must not delay the others.
        let status = BlockingThread(name: "status") { _ = try? operators.get("/status") }
        var slow: [String] = []
        while .now - began < Self.length {
            for path in ["/live", "/ready", "/metrics"] {
                let sent = ContinuousClock.now
                let answer = try operators.get(path)
                let took = ContinuousClock.now - sent
                if took > .milliseconds(100) { slow.append("\(path) \(took)") }
                // Half as long as a request to a broker that does not answer.
                #expect(took < .seconds(5), "\(path)")
                if path == "/live" { #expect(answer.status == 200) }
            }
            _ = Waiter().wait(.milliseconds(300))
        }
        status.join()
        // Measured, not asserted: other programs use this machine.
        print("the broker was \(outage) for \(Self.length): \(slow.count) answers took longer than 100 ms \(slow)")
        #expect(try operators.get("/ready").status == 503)
        let metrics = try operators.get("/metrics").body
        #expect(!metrics.contains("souk_log_lag_records{"), "nobody knows it")
        #expect(metrics.contains("souk_outbox_waiting{partition=\"0\"}"), "the file is there")
        let age = metrics.split(separator: "\n").first { $0.hasPrefix("souk_log_look_age_seconds{") }?.split(separator: " ").last.flatMap {
            Int($0)
        }
        #expect((age ?? 0) >= Int(Self.length.wholeSeconds) / 2)
        switch outage {
        case .stopped: broker.resume()
        case .dead: try broker.restartEmpty()
        }
        try until("ready again, with a lag") {
            try operators.get("/ready").status == 200 && operators.get("/metrics").body.contains("souk_log_lag_records{")
        }
    }

    @Test("What waits for the end of a process goes with what it was for: a log that is followed anew leaves nothing behind (12.C3)")
    func registrations() throws {
        let stop = StopSignal()
        let woken = Atomic<Bool>(false)
        let kept = stop.onRaise { woken.store(true, ordering: .relaxed) }
        let gone = stop.onRaise { Issue.record("it was cancelled") }
        #expect(stop.registrations == 2)
        stop.cancel(gone)
        #expect(stop.registrations == 1)
        stop.raise()
        #expect(woken.load(ordering: .relaxed) && stop.registrations == 0)
        stop.cancel(kept)

        let log = InMemoryLog(partitions: MessagingFixture.topics)
        let directory = NSTemporaryDirectory() + "souk-outage-\(UUID().uuidString)"
        let client = try LogClient(log, tenant: "souq")
        let bank = try ServiceRuntime<Bank>(settings: MessagingFixture.settings(directory)) { _ in log }
        bank.begin()
        defer {
            client.close()
            bank.end()
            try? FileManager.default.removeItem(atPath: directory)
        }
        try client.applyTenant(MessagingFixture.tenant)
        try client.eventually(Balance.type, ["account": "-"]) { $0["balance"] != nil }
        let before = bank.waitingForTheEnd
        for _ in 1...5 {
            log.wipe()
            #expect(try client.call(Deposit(account: "a", amount: 1)).status == 200)
            try client.eventually(Balance.type, ["account": "a"]) { $0["balance"] != nil }
        }
        try until("as many as before") { bank.waitingForTheEnd <= before }
    }
}

/// Sends requests to the server for operators, one connection each. Throws without an answer in 15 seconds.
struct OperatorClient: Sendable {
    let port: Int
    struct Failed: Error {}

    func get(_ path: String) throws -> (status: Int, body: String) {
        let link = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard link >= 0 else { throw Failed() }
        defer { close(link) }
        var timeout = timeval(tv_sec: 15, tv_usec: 0)
        setsockopt(link, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        (address.sin_family, address.sin_port, address.sin_addr.s_addr) =
            (sa_family_t(AF_INET), in_port_t(port).bigEndian, inet_addr("127.0.0.1"))
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(link, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        let request = Array("GET \(path) HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n".utf8)
        guard connected == 0, send(link, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else { throw Failed() }
        var answer: [UInt8] = [], buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(link, &buffer, buffer.count, 0)
            guard count >= 0 else { throw Failed() }
            if count == 0 { break }
            answer += buffer.prefix(count)
        }
        let text = String(decoding: answer, as: UTF8.self)
        guard let status = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { throw Failed() }
        return (status, text.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n"))
    }
}
