import Contracts
import GRDB
import Kernel
import Messaging
import ServiceKit
import Storage

/// Writes down what the bank says, in the order in which it comes in.
enum Journal: PlatformService {
    static let name: ServiceName = "journal"
    static let contents = ServiceContents(features: [
        Feature("lines", migrations: [CreateLines.self], commands: [ReadLines.self], reactions: [NoteDeposit.self]),
    ])
}
/// The same service in a later version, which hears of more.
enum WiderJournal: PlatformService {
    static let name: ServiceName = "journal"
    static let contents = ServiceContents(features: [
        Feature("lines", migrations: [CreateLines.self], commands: [ReadLines.self], reactions: [NoteDeposit.self, NoteLook.self]),
    ])
}
enum CreateLines: Migration {
    static let name = "0001_CreateLines"
    static let sql = """
        CREATE TABLE line (
            tenant TEXT NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (tenant, number)
        ) STRICT, WITHOUT ROWID;
        """
}
struct JournalTransaction: ServiceTransaction {
    let context: MessageContext
    init(_ context: MessageContext) { self.context = context }
    func note(_ text: String) throws {
        try database.execute(sql: "INSERT INTO line SELECT ?1, 1 + coalesce(max(number), 0), ?2 FROM line WHERE tenant = ?1",
                             arguments: [tenant.rawValue, text])
    }
}
struct NoteDeposit: Reaction {
    func handle(_ event: Deposited, in tx: JournalTransaction) throws { try tx.note("\(event.account) \(event.amount)") }
}
struct NoteLook: Reaction {
    func handle(_ event: Looked, in tx: JournalTransaction) throws { try tx.note("looked \(event.account)") }
}
struct LinesAnswer: Codable { let lines: [String] }
/// A command, so that the answer tells what the log before it brought.
struct ReadLines: Command {
    static let type: MessageType = "journal.read-lines.v1"
    func handle(in tx: JournalTransaction) throws -> LinesAnswer {
        LinesAnswer(lines: try String.fetchAll(tx.database, sql: "SELECT text FROM line WHERE tenant = ? ORDER BY number",
                                               arguments: [tx.tenant.rawValue]))
    }
}
