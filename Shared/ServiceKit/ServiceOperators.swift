import Contracts
import Foundation
import Kernel
import Messaging
import Storage

/// The body of `/status`.
private struct StatusReport: Codable {
    let service: ServiceName
    let version: String
    let ready: Bool
    /// Why the service is not ready.
    let reason: String?
    let clusterID: String
    let pid: Int32
    let shards: [ShardStatus]
}

// The answers to operators.
extension ServiceRuntime {
    /// One worker per processor: sign-ins use all processors, on threads that yield to all others.
    package static var intakeWorkers: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }

    /// Starts the server for operators; it answers until it is closed.
    public func serveOperators(host: String, port: Int) throws -> OperatorServer {
        try OperatorServer(host: host, port: port, blocking: { [weak self] in self?.operatorWork($0, $1) }) { [weak self] in
            self?.operatorAnswer($0, $1)
        }
    }

    /// For tests: the number of actions that run when the process ends.
    package var waitingForTheEnd: Int { stop.registrations }
    /// For tests: the sum of a counter in `/metrics` over all partitions.
    package func count(of metric: String) throws -> Int {
        let lines = metrics.text().split(separator: "\n").filter { $0.hasPrefix(metric + "{") || $0.hasPrefix(metric + " ") }
        return lines.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }.reduce(0, +)
    }

    private static var lookEvery: Duration { .seconds(5) }

    /// Measures periodically until the stop signal.
    func look(_ body: () -> Void) {
        let waiter = Waiter()
        stop.onRaise { waiter.wake() }
        while !stop.isRaised {
            body()
            waiter.wait(Self.lookEvery)
        }
    }

    func lookAtFiles() {
        let now = Timestamp.now()
        for shard in shards.withLock({ $0 }) where !stop.isRaised {
            shard.writer.lookAtFile(now: now)
            metrics.gauge("souk_snapshot_age_seconds", """
                Seconds since the newest snapshot of the shard (since the start, when there is none); 0 while nothing was applied since.
                """,
                          ("partition", String(shard.partition))).set(snapshotAgeSeconds(of: shard))
        }
        lookAtDisk()
    }

    /// Reads the free space on the data disk from the file system.
    private func lookAtDisk() {
        let found = try? FileManager.default.attributesOfFileSystem(forPath: dataDirectory)
        func bytes(_ key: FileAttributeKey) -> Int? { (found?[key] as? NSNumber)?.intValue }
        metrics.gauge("souk_disk_free_bytes", "Free bytes on the disk of the data.").set(bytes(.systemFreeSize))
        metrics.gauge("souk_disk_size_bytes", "Bytes of the disk of the data.").set(bytes(.systemSize))
    }

    /// Nil while the shard reads no log.
    private func snapshotAgeSeconds(of shard: Shard) -> Int? {
        let status = shard.writer.currentStatus
        guard status.healthy else { return nil }
        guard let newest = ShardFile.snapshots(in: snapshotDirectory(shard.partition)).last else {
            return status.position == 0 ? 0 : Int((.now - startedAt).wholeSeconds)
        }
        // A snapshot's name contains its position.
        let name = (newest as NSString).lastPathComponent
        if Int64(name.prefix { $0 != "." }) == status.position { return 0 }
        guard let written = (try? FileManager.default.attributesOfItem(atPath: newest))?[.modificationDate] as? Date else { return nil }
        return max(0, Int(-written.timeIntervalSinceNow))
    }

    /// Measures the ends of the logs. After a broker did not answer for one shard, skips the others.
    func lookAtLogs() {
        var answers = watch.isReachable
        for shard in shards.withLock({ $0 }) where !stop.isRaised {
            guard answers else {
                shard.writer.forgetLog()
                continue
            }
            do throws(LogError) { try shard.writer.lookAtLog() } catch { answers = false }
        }
    }

    /// Answers at once from memory.
    package func operatorAnswer(_ method: String, _ path: String) -> OperatorServer.Response? {
        switch (method, path) {
        case ("GET", "/live"): return .init(200, "live\n")
        case ("GET", "/ready"):
            let missing = missing
            return missing.isEmpty ? .init(200, "ready\n") : .init(503, "not ready: \(missing.joined(separator: "; "))\n")
        case ("GET", "/metrics"):
            for shard in shards.withLock({ $0 }) { shard.writer.observedStatus().show(in: metrics) }
            metrics.gauge("souk_broker_reachable", "1 while a broker answers.").set(watch.isReachable ? 1 : 0)
            let refuses = refusesData.load(ordering: .relaxed) || watch.heldBack != nil
            metrics.gauge("souk_data_mismatch",
                          "1 while the service refuses to work: its files, its topics or its secret are not those it was made with.")
                .set(refuses ? 1 : 0)
            return .init(200, metrics.text(), contentType: "text/plain; version=0.0.4; charset=utf-8")
        default: return nil
        }
    }

    /// Answers people, who can wait, with fresh measurements of file and log.
    package func operatorWork(_ method: String, _ path: String) -> OperatorServer.Response? {
        let all = shards.withLock { $0 }
        switch (method, path) {
        case ("GET", "/status"):
            lookAtFiles()
            lookAtLogs()
            let missing = missing
            let report = StatusReport(service: Service.name, version: Self.version, ready: missing.isEmpty,
                                      reason: missing.isEmpty ? nil : missing.joined(separator: "; "),
                                      clusterID: watch.clusterID, pid: getpid(), shards: all.map { $0.writer.observedStatus() })
            return .init(200, ((try? JSON.pretty(report)) ?? "{}") + "\n", contentType: "application/json")
        case ("POST", "/snapshot"):
            do {
                return .init(200, try all.map { try snapshot($0) }.joined(separator: "\n") + "\n")
            } catch { return .init(500, "snapshot failed: \(error)\n") }
        default: return nil
        }
    }
}
