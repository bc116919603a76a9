import Contracts
import GRDB
import Kernel
import Messaging
import ServiceKit
import Storage
import TestKit
import Testing

/// A service with one form: it writes a note, says so, sets a timer, and then may be refused.
private enum Desk: PlatformService {
    static let name: ServiceName = "desk"
    static let contents = ServiceContents(features: [
        Feature("notes", migrations: [CreateNotes.self], commands: [SubmitForm.self], timers: [Remind.self], publishes: [NoteWritten.self]),
    ])
}

private enum CreateNotes: Migration {
    static let name = "0001_CreateNotes"
    static let sql = "CREATE TABLE note (tenant TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (tenant, text)) STRICT, WITHOUT ROWID;"
}

private struct DeskTransaction: ServiceTransaction {
    let context: MessageContext
    init(_ context: MessageContext) { self.context = context }
    func write(_ text: String) throws {
        try database.execute(sql: "INSERT INTO note VALUES (?, ?)", arguments: [tenant.rawValue, text])
        try publish(NoteWritten(text: text))
        try schedule(text, at: now + .hours(1), Remind(text: text))
    }
}
private struct DeskView: ServiceView {
    let context: QueryContext
    init(_ context: QueryContext) { self.context = context }
}

private struct NoteWritten: DomainEvent {
    static let type: MessageType = "desk.note-written.v1"
    let text: String
    var subject: String { "notes/\(text)" }
}
private struct Remind: Command {
    static let type: MessageType = "desk.remind.v1"
    let text: String
    func handle(in tx: DeskTransaction) throws -> NoContent { NoContent() }
}

/// Writes `before`, then tries `part`, which is refused after it wrote when `isRefused`, then writes `after`.
private struct SubmitForm: Command {
    static let type: MessageType = "desk.submit-form.v1"
    let isRefused: Bool
    var breaks = false
    struct Outcome: Codable, Equatable { let slug: String? }

    func handle(in tx: DeskTransaction) throws -> Outcome {
        try tx.write("before")
        let outcome = try tx.savepoint {
            try tx.write("part")
            tx.answer("an-earlier-request", with: Rejection.notFound)
            _ = tx.deferred()
            if breaks { throw Broken() }
            if isRefused { throw Rejection.conflict("too-late", "It is too late.") }
            tx.cancelTimer("before")
            // A part of the part.
            _ = try tx.savepoint { try tx.write("inner"); throw Rejection.notFound }
        }
        try tx.write("after")
        guard case .failure(let refusal) = outcome else { return Outcome(slug: nil) }
        return Outcome(slug: refusal.slug)
    }
    struct Broken: Error {}
}

@Suite("A part of a message that may be refused")
struct SavepointTests {
    private let shard: ShardHarness<Desk>
    init() throws { shard = try ShardHarness(Desk.self, definition: TenantDefinition(tenant: "test", name: "Test", currency: .usd)) }

    private func notes() throws -> [String] {
        try shard.file.pool.read { try String.fetchAll($0, sql: "SELECT text FROM note ORDER BY text") }
    }
    private func published() throws -> [String] { try shard.published(NoteWritten.self).map(\.text) }

    @Test("Rows, messages, timers and answers from before a refusal are gone; the handler goes on and answers itself")
    func refused() throws {
        let reply = try #require(try shard.send(SubmitForm(isRefused: true), id: "form"))
        #expect(reply.status == 200 && reply.json["slug"] == "too-late")
        #expect(try notes() == ["after", "before"])
        #expect(try published() == ["before", "after"])
        #expect(try shard.timers() == ["after", "before"])
        #expect(try shard.answer(to: "form")?.status == 200)
    }

    @Test("What was not refused stays, less the part of it that was")
    func made() throws {
        // The part defers the answer, so nobody hears one.
        #expect(try shard.send(SubmitForm(isRefused: false)) == nil)
        #expect(try notes() == ["after", "before", "part"])
        #expect(try published() == ["before", "part", "after"])
        #expect(try shard.timers() == ["after", "part"])
    }

    @Test("What is no refusal ends the message: nothing stays, and a person looks")
    func broken() throws {
        #expect(try shard.send(SubmitForm(isRefused: false, breaks: true))?.status == 500)
        #expect(try notes().isEmpty && published().isEmpty && shard.timers().isEmpty)
        #expect(try shard.deadLetters().count == 1)
    }
}
