import Foundation

/// What processes have used so far, by name.
struct ProcessUse {
    var cpuSeconds: [String: Double] = [:]
    /// How often one of their threads gave the processor up or lost it. Threads that have ended are not counted.
    var switches: [String: Int] = [:]

    init(of processes: [(name: String, pid: Int32)]) {
        for process in processes {
            guard let facts = ProcessFacts(pid: process.pid) else { continue }
            cpuSeconds[process.name, default: 0] += facts.cpuSeconds
            switches[process.name, default: 0] += Self.switches(of: process.pid)
        }
    }

    private static func switches(of pid: Int32) -> Int {
        let folder = "/proc/\(pid)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return threads.reduce(0) { sum, thread in
            let bytes = FileManager.default.contents(atPath: "\(folder)/\(thread)/status") ?? Data()
            return sum + String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter { $0.contains("voluntary_ctxt_switches:") }
                .reduce(0) { $0 + (Int($1.split(separator: "\t").last ?? "") ?? 0) }
        }
    }

    /// The process that listens on a port of this machine; nil: it is elsewhere, or somebody else's.
    static func listener(on port: Int) -> Int32? {
        let wanted = ":" + String(repeating: "0", count: max(0, 4 - String(port, radix: 16).count)) + String(port, radix: 16).uppercased()
        var sockets: Set<String> = []
        for table in ["/proc/net/tcp", "/proc/net/tcp6"] {
            let text = FileManager.default.contents(atPath: table).map { String(decoding: $0, as: UTF8.self) } ?? ""
            for line in text.split(separator: "\n").dropFirst() {
                let fields = line.split(separator: " ")
                if fields.count > 9, fields[1].hasSuffix(wanted), fields[3] == "0A" { sockets.insert("socket:[\(fields[9])]") }
            }
        }
        guard !sockets.isEmpty, let processes = try? FileManager.default.contentsOfDirectory(atPath: "/proc") else { return nil }
        return processes.lazy.compactMap { Int32($0) }.first { pid in
            let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd")) ?? []
            return open.contains { file in
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/fd/\(file)")).map(sockets.contains) ?? false
            }
        }
    }
}
