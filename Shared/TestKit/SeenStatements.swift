import Foundation
import GRDB
import Kernel
import Synchronization

/// Which SQL the handlers, queries and preprocessors of services executed in the tests of a run, across all its processes: lines
/// `<service>\t<statement>` in the file that `SOUK_STATEMENTS` names. Without the variable nothing is written.
public final class SeenStatements: Sendable {
    public static let variable = "SOUK_STATEMENTS"
    private static let path = ProcessInfo.processInfo.environment[variable]
    public static var isGathering: Bool { path != nil }

    private static let written = Mutex<Set<String>>([])
    private let isWatching = Mutex(false)
    private let seen = Mutex<Set<String>>([])

    init() {}

    /// Traces every connection that this prepares; statements of the tests themselves don't count.
    func prepare(_ db: Database) {
        guard Self.isGathering else { return }
        db.trace(options: .statement) { [weak self] event in
            guard let self, self.isWatching.withLock({ $0 }), case .statement(let statement) = event else { return }
            let sql = statement.sql
            self.seen.withLock { _ = $0.insert(sql) }
        }
    }

    /// Runs code of a service.
    func watching<T>(_ body: () throws -> T) rethrows -> T {
        isWatching.withLock { $0 = true }
        defer { isWatching.withLock { $0 = false } }
        return try body()
    }

    /// Appends the statements that this process hasn't written yet.
    func note(_ service: ServiceName) throws {
        guard let path = Self.path else { return }
        let lines = seen.withLock { $0 }.map { sql in
            "\(service)\t\(sql.split { $0 == "\n" || $0 == "\t" || $0 == " " }.joined(separator: " "))\n"
        }
        let new = Self.written.withLock { written in lines.filter { written.insert($0).inserted } }
        try SharedFile.append(new.joined(), to: path)
    }

    /// The statements of the run so far, by service; none when nobody gathers them.
    public static func gathered() throws -> [ServiceName: Set<String>] {
        guard let path else { return [:] }
        var statements: [ServiceName: Set<String>] = [:]
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
            guard let tab = line.firstIndex(of: "\t") else { continue }
            statements[ServiceName(String(line[..<tab])), default: []].insert(String(line[line.index(after: tab)...]))
        }
        return statements
    }
}
