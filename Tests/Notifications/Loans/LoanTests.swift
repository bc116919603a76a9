import Contracts
import GRDB
import Kernel
import Messaging
import NotificationPolicy
import NotificationsAdministration
import NotificationsDelivery
import NotificationsFeed
import NotificationsPreferences
import NotificationsService
import ServiceKit
import Testing
import TestKit

/// A library whose readers are reminded of books. Nothing in `Services/` knows loans: this folder is all of them.
private struct LoanScene {
    let shard: ShardHarness<NotificationsWithLoans>
    static let start = NotificationScene.now  // Saturday 10:00 in Kampala.
    static let john = Principal.user("john", roles: ["reader"])
    static let dora = Principal.user("dora", roles: ["developer"])
    static let settings: JSONValue = [
        "quietHours": ["from": "22:00", "to": "07:00"], "categories": ["library": ["fallback": ["email"]]],
        "types": [
            "loan-due": ["cat": "library", "timer": "loan.end-P1D", "needs": ["borrower"], "open": "loan.open", "expires": "loan.end"],
        ],
        "templates": ["loan-due": ["en": ["title": "Bring back {loan.title}", "body": "{loan.title} is due {loan.dueAt|when}."]]],
    ]
    static let definition = TenantDefinition(
        tenant: "library", name: "Library", currency: .ugx, timezone: "Africa/Kampala", languages: ["en"], sandbox: true,
        roles: ["reader": [], "developer": ["notifications:manage"]], plugins: ["notifications": ["in-app", "push", "email"]],
        settings: ["notifications": settings])

    init() throws {
        shard = try ShardHarness(NotificationsWithLoans.self, definition: Self.definition, now: Self.start)
        try shard.receive(UserRegistered(userId: "john", name: "John", email: "john@example.com", roles: ["reader"]))
        try shard.receive(PushTokenChanged(sessionId: "s-john", userId: "john", pushToken: "device-john"))
    }
    func lend(dueIn duration: Duration) throws {
        try shard.receive(BookLent(loanId: "l-1", borrowerId: "john", book: "Dune", lentAt: Self.start, dueAt: Self.start + duration))
    }
    func returned() throws { try shard.receive(BookReturned(loanId: "l-1", borrowerId: "john")) }
    func feed() throws -> [JSONValue] { try shard.ask(NotificationsOfUser.self, [:], as: Self.john).json["data"]?.array ?? [] }
    func pushes() throws -> Int { try shard.ask(DevelopmentOutbox.self, ["channel": "push"]).json["data"]?.array?.count ?? 0 }
    /// `delay quiet_hours`, oldest first.
    func decisions() throws -> [String] {
        let records = try shard.ask(DecisionRecords.self, ["type": "loan-due"], as: Self.dora).json["data"]?.array ?? []
        return records.reversed().map { record in
            ([record["decision"]?.string ?? ""] + (record["reasons"]?.array?.compactMap(\.string) ?? [])).joined(separator: " ")
        }
    }
    func choose(_ document: [String: JSONValue], view: String) throws -> Reply? {
        try shard.send(SetPreferences(view: view, document: document), as: Self.john)
    }
    func preferences(_ view: String) throws -> JSONValue {
        try shard.ask(PreferencesOfUser.self, ["view": .string(view)], as: Self.john).json
    }
}

@Suite("A source that exists only in tests: books on loan")
struct LoanTests {
    private let scene: LoanScene
    init() throws { scene = try LoanScene() }

    @Test("On the day before the return, the borrower gets a push and an item that says why")
    func reminder() throws {
        try scene.lend(dueIn: .days(3))
        try scene.shard.advance(by: .days(2) - .seconds(1))
        #expect(try scene.feed().isEmpty && scene.decisions().isEmpty)
        try scene.shard.advance(by: .seconds(1))
        let item = try #require(try scene.feed().first)
        #expect(item["title"] == "Bring back Dune" && item["body"] == "Dune is due tomorrow at 10:00 AM.")
        #expect(item["why"] == "You have borrowed Dune." && item["reasons"] == ["ok"])
        #expect(try scene.decisions() == ["send ok"] && scene.pushes() == 1)
    }

    @Test("A book that is back reminds nobody", arguments: [false, true])
    func returned(isHeld: Bool) throws {
        try scene.lend(dueIn: .days(3) + .hours(13))
        if isHeld { try scene.shard.advance(by: .days(2) + .hours(13)) }
        try scene.returned()
        try scene.shard.advance(by: .days(3))
        #expect(try scene.decisions() == (isHeld ? ["delay quiet_hours", "drop resolved"] : ["drop resolved"]))
        #expect(try scene.feed().isEmpty && scene.pushes() == 0)
    }

    @Test("A reminder that waits for the morning says what is true in the morning")
    func prolonged() throws {
        try scene.lend(dueIn: .days(3) + .hours(13))
        try scene.shard.advance(by: .days(2) + .hours(13))
        #expect(try scene.decisions() == ["delay quiet_hours"])
        try scene.lend(dueIn: .days(4) + .hours(13))
        try scene.shard.advance(by: .hours(8))
        #expect(try scene.feed().first?["body"] == "Dune is due tomorrow at 11:00 PM.")
        #expect(try scene.decisions().last == "send ok" && scene.pushes() == 1)
    }

    @Test("Whoever does not have the book is not reminded of it")
    func relation() throws {
        try scene.lend(dueIn: .days(3))
        func notify(_ user: User.ID) throws {
            let facts: [String: JSONValue] = ["loan": ["id": "l-1"], "relations": ["borrower"]]
            try scene.shard.receive(Notify(kind: "loan-due", recipientId: user, about: "loans/l-1", dedupeKey: user.rawValue, facts: facts))
        }
        try scene.shard.receive(UserRegistered(userId: "jane", name: "Jane", email: "jane@example.com", roles: ["reader"]))
        try notify("jane")
        #expect(try scene.decisions() == ["drop not_relevant"])
        try scene.shard.advance(by: .seconds(1))
        try notify("john")
        #expect(try scene.decisions().last == "send ok")
    }

    @Test("Both views of preferences have its switch, and the item says that the reader used it")
    func preferences() throws {
        #expect(try scene.preferences("channels")["loanReminders"]?["push"] == true && scene.preferences("simple")["loanReminders"] == true)
        let reply = try scene.choose(["loanReminders": ["push": false, "email": false]], view: "channels")
        #expect(reply?.status == 200 && reply?.json["loanReminders"]?["push"] == false)
        #expect(try scene.preferences("simple")["loanReminders"] == false)
        try scene.lend(dueIn: .days(3))
        try scene.shard.advance(by: .days(2))
        let item = try #require(try scene.feed().first)
        #expect(item["why"] == "You have borrowed Dune. In your feed only: you switched these off.")
        #expect(try scene.decisions() == ["feed_only opted_out"] && scene.pushes() == 0)
        #expect(try scene.choose(["loanReminders": true], view: "simple")?.json["loanReminders"] == true)
    }

    @Test("Reason codes have its words; previews have its facts")
    func words() throws {
        let past: JSONValue = ["id": "l-9", "title": "Dune", "dueAt": .string((LoanScene.start - .days(1)).description)]
        let facts: [String: JSONValue] = ["loan": past, "relations": ["borrower"]]
        let attempt = TryNotification(kind: "loan-due", recipientId: "john", about: "loans/l-9", facts: facts)
        let record = try #require(try scene.shard.send(attempt, as: LoanScene.dora)?.json)
        #expect(record["reasons"] == ["loan_over"] && record["why"] == "Not sent: the book was due before.")
        let samples = try scene.shard.ask(PreviewMessages.self, ["type": "loan-due"], as: LoanScene.john).json["samples"]?.array
        #expect(samples?.first?["title"] == "Bring back Dune")
    }

    @Test("A tenant file may name its words only where the source is")
    func tenantFile() throws {
        func problems(_ contents: ServiceContents) throws -> [String] {
            let push = try #require(contents.plugins.first { $0.name == "push" })
            return push.check(LoanScene.settings, LoanScene.definition).map { "\($0.path): \($0.message)" }.sorted()
        }
        #expect(try problems(NotificationsWithLoans.contents).isEmpty)
        #expect(try problems(Notifications.contents) == [
            "types.loan-due.needs: there is no relation 'borrower'", "types.loan-due.open: there is no condition 'loan.open'",
        ])
    }

    @Test("Rows of an erased borrower are deleted")
    func erased() throws {
        try scene.lend(dueIn: .days(3))
        try scene.shard.receive(UserErased(userId: "john"))
        #expect(try scene.shard.file.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM loan") } == 0)
        try scene.shard.advance(by: .days(2))
        #expect(try scene.pushes() == 0)
    }
}
