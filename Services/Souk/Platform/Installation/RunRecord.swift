import Foundation
import Kernel

/// What `souk up` writes to `<data>/run.json`, so that other shells find it.
public struct RunRecord: Codable, Sendable, Equatable {
    public var pid: Int32
    /// Start of the process in clock ticks after boot (`/proc/<pid>/stat`): a number that came back to another process is not this run.
    public var startTicks: Int
    public var port: Int
    public var bootstrapServers: String
    public var isEmbedded: Bool
    /// Name → process id, for measuring.
    public var processes: [String: Int32]

    static func path(in dataDirectory: String) -> String { dataDirectory + "/run.json" }

    public static func read(in dataDirectory: String) -> RunRecord? {
        FileManager.default.contents(atPath: path(in: dataDirectory)).flatMap { try? JSON.decode(RunRecord.self, from: $0) }
    }

    /// Replaced as a whole: a reader sees the old or the new one.
    public func write(in dataDirectory: String) throws {
        try Data(Array(try JSON.pretty(self).utf8)).write(to: URL(fileURLWithPath: Self.path(in: dataDirectory)), options: .atomic)
    }
    public static func remove(in dataDirectory: String) { try? FileManager.default.removeItem(atPath: path(in: dataDirectory)) }

    public var isAlive: Bool { ProcessFacts(pid: pid)?.startTicks == startTicks }
}

/// What Linux reports about a process in `/proc/<pid>`.
public struct ProcessFacts: Sendable {
    public let startTicks: Int
    /// User and system time so far.
    public let cpuSeconds: Double
    public let residentBytes: Int

    /// Nil when the process does not exist, or has ended and its parent has not waited for it yet.
    public init?(pid: Int32) {
        // The second field is the name in parentheses and may hold spaces: fields are counted after its end. See proc(5).
        guard let stat = FileManager.default.contents(atPath: "/proc/\(pid)/stat").map({ String(decoding: $0, as: UTF8.self) }),
            let end = stat.lastIndex(of: ")") else { return nil }
        let fields = stat[stat.index(after: end)...].split(separator: " ")
        guard fields.count > 21, fields[0] != "Z", let user = Int(fields[11]), let system = Int(fields[12]), let start = Int(fields[19]),
              let pages = Int(fields[21]) else { return nil }
        startTicks = start
        cpuSeconds = Double(user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
        residentBytes = pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
