import Contracts
import Foundation
import Kernel
import ServiceKit
import SoukPlatform
import Testing

/// Book lending, a kind of app that exists in this file only: its reader edits no other.
private struct DemoBooks: DemoReader {
    static let file = "books.yml"
    static let keys = ["books"]
    let books: [(n: Int, owner: Int, title: String, at: Timestamp)]

    init(_ form: DemoForm) {
        books = form.list("books", in: form.root).map { value -> (n: Int, owner: Int, title: String, at: Timestamp) in
            form.allow(["n", "owner", "title", "at"], in: value, what: "a book")
            return (form.own(of: .book, in: value), form.reference("owner", to: .account, in: value), form.text("title", in: value),
                    form.requiredTime("at", in: value))
        }
    }
    func messages(in content: DemoContent) -> [DemoMessage] {
        books.map { book in
            DemoMessage("book/\(book.n)", .offers, ImportNotification(
                notificationId: "book-\(book.n)", userId: content.user(book.owner), kind: "book", about: content.name(of: book.owner),
                facts: ["title": .string(book.title)], at: book.at, isRead: false, locale: nil))
        }
    }
}
extension DemoNumber.Kind {
    fileprivate static let book = Self("book")
}

/// Loans name books of another file.
private struct DemoLoans: DemoReader {
    static let file = "loans.yml"
    static let keys = ["loans"]

    init(_ form: DemoForm) {
        for value in form.list("loans", in: form.root) { _ = form.reference("book", to: .book, in: value) }
    }
    func messages(in _: DemoContent) -> [DemoMessage] { [] }
}

@Suite("Readers of demo data")
final class DemoReaderTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("demo-\(UUID().uuidString)").path
    private let seededAt = Timestamp("2026-11-21T07:00:00Z") ?? .distantPast

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    private func read() throws -> DemoData {
        let definition = TenantDefinition(tenant: "library", name: "Library", currency: .eur, timezone: "Europe/Brussels")
        return try DemoData(folder: folder, definition: definition, seededAt: seededAt,
                            readers: DemoReaders.all + [DemoLoans.self, DemoBooks.self])
    }

    @Test("A reader of a kind of its own gets accounts, times and its place in the order")
    func ownKind() throws {
        try write("accounts.yml", "accounts:\n  - { n: 7, name: Ada, profile: { shelf: north } }\n")
        try write("notifications.yml", "notifications:\n  - { account: 7, type: hello, at: now-1h }\n")
        try write("books.yml", "books:\n  - { n: 1, owner: 7, title: Dune, at: d-1 10:00 }\n")
        let messages = try read().messages { _ in }
        #expect(messages.map(\.name) == ["account/7", "book/1", "notification/7/0"])
        #expect((messages[0].message as? ImportAccount)?.profile["shelf"] == "north")
        let book = try #require(messages[1].message as? ImportNotification)
        #expect(book.userId.rawValue == DemoID.user(7) && book.about == "Ada" && book.at.description == "2026-11-20T09:00:00Z")
    }

    @Test("All problems of all files come at once, each with its line")
    func problems() throws {
        try write("accounts.yml", "accounts:\n  - { n: 7, name: Ada }\n  - { n: 7, name: Eve, follows: [8] }\n")
        try write("books.yml", "books:\n  - { n: 1, owner: 9, title: Dune, at: soon }\n  - { n: 2, owner: 7, titel: Emma, at: now }\n")
        try write("loans.yml", "loans:\n  - { book: 2 }\n  - { book: 3 }\nlaons: []\n")
        try write("boks.yml", "books: []\n")
        let problems = try #require(throws: FileProblems.self) { try self.read() }.problems
        #expect(problems.map { "\($0.file.split(separator: "/").last ?? ""):\($0.line)" } == [
            "accounts.yml:3", "accounts.yml:3", "boks.yml:1", "books.yml:2", "books.yml:2", "books.yml:3", "books.yml:3", "loans.yml:3",
            "loans.yml:4",
        ])
        let texts = problems.map(\.message)
        #expect(texts.contains("there are two accounts 7") && texts.contains("there is no account 8"))
        #expect(texts.contains("there is no book 3") && !texts.contains("there is no book 2"))
        #expect(texts.contains { $0.hasPrefix("unknown key 'titel' in a book") } && texts.contains("nothing reads this file"))
    }

    @Test("No two kinds read the same key of a file, and no two messages of a tenant have one name",
          arguments: ["eventpass", "peez", "lucidda", "quartier", "sofra", "autofill"])
    func names(_ tenant: TenantID) throws {
        let keys = DemoReaders.all.flatMap { reader in reader.keys.map { "\(reader.file) \($0)" } }
        #expect(Set(keys).count == keys.count)
        let definition = TenantDefinition(tenant: tenant, name: "Demo", currency: .eur, timezone: "Africa/Kampala")
        let anyKey = SealingKey(id: "any", publicKey: "CQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
        let data = try DemoData(folder: "\(repository)/deploy/demo/\(tenant)", definition: definition, seededAt: seededAt)
        let messages = try data.messages(sealedTo: ["scheduling": anyKey]) { _ in }
        #expect(!messages.isEmpty && Set(messages.map(\.name)).count == messages.count)
    }

    @Test("An order of food brings its customer's name, because it may come before the account")
    func foodCustomers() throws {
        let definition = TenantDefinition(tenant: "sofra", name: "Demo", currency: .eur, timezone: "Asia/Riyadh")
        let data = try DemoData(folder: "\(repository)/deploy/demo/sofra", definition: definition, seededAt: seededAt)
        let messages = try data.messages(sealedTo: [:]) { _ in }.map(\.message)
        let accounts = messages.compactMap { $0 as? ImportAccount }, orders = messages.compactMap { $0 as? ImportFoodOrder }
        let names = Dictionary(accounts.map { ($0.id, $0.name) }) { first, _ in first }
        #expect(!orders.isEmpty && orders.allSatisfy { $0.customerName != nil && $0.customerName == names[$0.customerId] })
    }

    @Test("Orders of food come in the order of their time, because their numbers rise as they come")
    func foodNumbers() throws {
        let definition = TenantDefinition(tenant: "sofra", name: "Demo", currency: .eur, timezone: "Asia/Riyadh")
        let data = try DemoData(folder: "\(repository)/deploy/demo/sofra", definition: definition, seededAt: seededAt)
        let placed = try data.messages(sealedTo: [:]) { _ in }.compactMap { ($0.message as? ImportFoodOrder)?.placedAt }
        #expect(placed.count == 14 && placed == placed.sorted())
    }
}
