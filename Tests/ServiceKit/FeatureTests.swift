import Contracts
import GRDB
import Kernel
import Messaging
import ServiceKit
import Storage
import Synchronization
import TestKit
import Testing

// Two features of one service. Each has a transaction of its own.

private enum CreateLoans: Migration {
    static let name = "0002_CreateLoans"
    static let sql = """
        CREATE TABLE loan (tenant TEXT NOT NULL, book TEXT NOT NULL REFERENCES book (title), PRIMARY KEY (tenant, book)) STRICT, \
        WITHOUT ROWID;
        """
}
private enum CreateBooks: Migration {
    static let name = "0001_CreateBooks"
    static let sql = """
        CREATE TABLE book (tenant TEXT NOT NULL, title TEXT NOT NULL UNIQUE, PRIMARY KEY (tenant, title)) STRICT, WITHOUT ROWID;
        """
}

private struct BookTransaction: ServiceTransaction {
    let context: MessageContext
    init(_ context: MessageContext) { self.context = context }
    func add(_ title: String) throws { try database.execute(sql: "INSERT INTO book VALUES (?, ?)", arguments: [tenant.rawValue, title]) }
}
private struct LoanTransaction: ServiceTransaction {
    let context: MessageContext
    init(_ context: MessageContext) { self.context = context }
    func lend(_ title: String) throws { try database.execute(sql: "INSERT INTO loan VALUES (?, ?)", arguments: [tenant.rawValue, title]) }
}
private struct LibraryView: ServiceView {
    let context: QueryContext
    init(_ context: QueryContext) { self.context = context }
}

private struct BookDonated: DomainEvent {
    static let type: MessageType = "donors.book-donated.v1"
    let title: String
    var subject: String { "books/\(title)" }
}
private struct AddBook: Command {
    static let type: MessageType = "library.add-book.v1"
    let title: String
    func handle(in tx: BookTransaction) throws -> NoContent {
        try tx.add(title)
        return NoContent()
    }
}
private struct OnBookDonated: Reaction {
    func handle(_ event: BookDonated, in tx: BookTransaction) throws { try tx.add(event.title) }
}
/// The other feature's reaction to the same event: needs the row that the first one wrote.
private struct LendDonatedBook: Reaction {
    struct Damaged: Error {}
    func handle(_ event: BookDonated, in tx: LoanTransaction) throws {
        try tx.lend(event.title)
        if event.title == "damaged" { throw Damaged() }
    }
}
private struct BookCount: Query {
    static let type: MessageType = "library.book-count.v1"
    func answer(in view: LibraryView) throws -> [Int] {
        try ["book", "loan"].map { try Int.fetchOne(view.database, sql: "SELECT count(*) FROM \($0)") ?? 0 }
    }
}
private struct OpenBook: Preprocessor {
    static let type: MessageType = "library.open-book.v1"
    func prepare(in intake: PreprocessorContext) throws -> AddBook { AddBook(title: "opened") }
}
private struct ScanBook: Upload {
    static let type: MessageType = "library.scan-book.v1"
    func begin(in tx: BookTransaction) throws {}
    func receive(_ file: [UInt8], in tx: BookTransaction) throws -> NoContent { NoContent() }
}

/// What heard of a tenant's definition: tenant and feature.
private let applied = Mutex<[String]>([])

private func note(_ feature: String, _ context: MessageContext) { applied.withLock { $0.append("\(context.tenant) \(feature)") } }

private enum Library: PlatformService {
    static let name: ServiceName = "library"
    // The later migration stands in the earlier feature.
    static let contents = ServiceContents(features: [
        Feature("books", migrations: [CreateLoans.self], commands: [AddBook.self], reactions: [OnBookDonated.self],
                queries: [BookCount.self], publishes: [BookDonated.self], tenantApplied: { note("books", $0) }),
        Feature("loans", migrations: [CreateBooks.self], reactions: [LendDonatedBook.self], publishes: [BookDonated.self],
                tenantApplied: { note("loans", $0) }),
    ])
}

@Suite("Features of a service")
struct FeatureTests {
    private func shard(_ tenant: TenantID = "test") throws -> ShardHarness<Library> {
        try ShardHarness(Library.self, definition: TenantDefinition(tenant: tenant, name: "Test", currency: .usd))
    }
    private func counts(_ shard: ShardHarness<Library>) throws -> JSONValue { try shard.ask(BookCount.self).json }

    @Test("Each handler gets its own transaction; migrations run in the order of their names; every feature hears of a tenant")
    func apart() throws {
        let shard = try shard("reader")
        #expect(applied.withLock { $0.filter { $0.hasPrefix("reader ") }.prefix(2) } == ["reader books", "reader loans"])
        #expect(try shard.send(AddBook(title: "a"))?.status == 204)
        #expect(try counts(shard) == [1, 0])
    }

    @Test("Two features react to one event, in the order of features and in one savepoint")
    func oneEvent() throws {
        let shard = try shard()
        try shard.receive(BookDonated(title: "b"))
        #expect(try counts(shard) == [1, 1])
        try shard.receive(BookDonated(title: "damaged"))
        #expect(try counts(shard) == [1, 1], "the first reaction's row went with the second one's defect")
        #expect(try shard.deadLetters().count == 1)
    }

    @Test("A manifest names an event once, however many features publish it")
    func publishedOnce() {
        #expect(Library.contents.publishes.map { $0.type } == [BookDonated.type])
        #expect(Library.contents.clashes.isEmpty)
    }

    @Test("Two handlers of one type, two plugins, two migrations or two features of one name are found", arguments: [
        (Feature("other", commands: [AddBook.self]), "type library.add-book.v1"),
        (Feature("other", timers: [AddBook.self]), "type library.add-book.v1"),
        (Feature("other", queries: [BookCount.self]), "type library.book-count.v1"),
        (Feature("other", preprocessors: [OpenBook.self]), "type library.open-book.v1"),
        (Feature("other", uploads: [ScanBook.self]), "type library.scan-book.v1"),
        (Feature("other", plugins: [PluginDeclaration("shelf")]), "plugin shelf"),
        (Feature("other", migrations: [CreateBooks.self]), "migration 0001_CreateBooks"), (Feature("all"), "feature all"),
    ])
    func clashes(_ second: Feature, _ what: String) {
        let all = Feature("all", migrations: [CreateBooks.self], commands: [AddBook.self], queries: [BookCount.self],
                          preprocessors: [OpenBook.self], uploads: [ScanBook.self], plugins: [PluginDeclaration("shelf")])
        #expect(ServiceContents(features: [all, second]).clashes == ["\(what): declared by all and \(second.name)"])
    }
}
