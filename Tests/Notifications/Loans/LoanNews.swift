import Contracts
import Kernel
import NotificationPolicy
import NotificationsEngine
import NotificationsKit
import NotificationsService
import ServiceKit
import TestKit

/// Books of a library: their borrowers are reminded on the day before the return.
struct LoanNews: NotificationSource {
    let words: SourceWords = {
        var words = SourceWords()
        let why = Phrase("You have borrowed %.", "Vous avez emprunté %.", "لقد استعرت %.", "Tienes prestado %.")
        words.relations = [SourceWords.Relation("borrower", why: why)]
        words.conditions = ["loan.open"]
        words.occasion = SourceWords.Occasion("loan", start: "lentAt", end: "dueAt", overCode: "loan_over")
        words.phrases = [
            "loan_over": Phrase("the book was due before", "le retour était prévu avant", "فات موعد الإرجاع", "el plazo ya pasó"),
        ]
        words.lines = [SourceWords.PreferenceLine("loanReminders", .type("loan-due"))]
        words.switches = [SourceWords.PreferenceSwitch("loanReminders", .push(type: "loan-due", category: "library"))]
        words.samples = { sample in ["loan": ["title": "Dune", "dueAt": sample.time(inHours: 24)]] }
        return words
    }()
    var feature: Feature? { .loanNews }

    func subject(of candidate: Candidate) -> String? { candidate.facts["loan.id"]?.string }
    func facts(of loan: String, in tx: NotificationsTransaction) throws -> Facts? { try tx.loans.find(loan).map(Self.facts) }
    func relations(of candidate: Candidate, to loan: String, in tx: NotificationsTransaction) throws -> Set<String> {
        let borrower = try tx.loans.find(loan)?.borrower
        return candidate.facts.relations.subtracting(["borrower"]).union(borrower == candidate.recipientId ? ["borrower"] : [])
    }
    func forget(_ user: User.ID, in tx: NotificationsTransaction) throws { try tx.loans.forget(user) }

    static func facts(_ loan: KnownLoan) -> Facts {
        let times: (lent: JSONValue, due: JSONValue) = (.string(loan.lentAt.description), .string(loan.dueAt.description))
        return Facts(["loan": ["id": .string(loan.id), "title": .string(loan.book), "lentAt": times.lent, "dueAt": times.due]])
    }
}

extension Feature {
    /// What loans notify borrowers of.
    static let loanNews = Feature("loan-news", migrations: [CreateLoans.self], reactions: [OnBookLent.self, OnBookReturned.self])
}

/// The service with one source more: what `NotificationsService.swift` would list.
enum NotificationsWithLoans: TestOnlyService {
    static let name = Notifications.name
    static let contents = Notifications.with(NotificationSources(Notifications.sources + [LoanNews()]))
}

// MARK: - Messages and reactions

/// Orders lent a book, or prolonged the loan.
struct BookLent: DomainEvent {
    static let type: MessageType = "orders.book-lent.v1"
    let loanId: String
    let borrowerId: User.ID
    let book: String
    let lentAt: Timestamp
    let dueAt: Timestamp
    var subject: String { "loans/\(loanId)" }
}

/// The book is back.
struct BookReturned: DomainEvent {
    static let type: MessageType = "orders.book-returned.v1"
    let loanId: String
    let borrowerId: User.ID
    var subject: String { "loans/\(loanId)" }
}

/// Keeps the loan, and sets the reminder as long before the return as the tenant's file says.
struct OnBookLent: Reaction {
    func handle(_ fact: BookLent, in tx: NotificationsTransaction) throws {
        let loan = KnownLoan(id: fact.loanId, borrower: fact.borrowerId.rawValue, book: fact.book, lentAt: fact.lentAt, dueAt: fact.dueAt)
        try tx.loans.save(loan)
        try ReconsiderHeld.reconsider(of: loan.borrower, in: tx)
        let notifying = try Notifying(tx: tx)
        guard let span = notifying.type("loan-due")?.timers.compactMap(InstantExpression.init).first?.span else { return }
        let due = span.shift(fact.dueAt, sign: -1, zone: try TimeZoneRules.named(try tx.policy().zone))
        let trigger = Trigger("loan-due", at: due, subject: fact.subject, facts: LoanNews.facts(loan))
        try notifying.schedule(trigger, to: fact.borrowerId, relations: ["borrower"], at: due, timer: fact.loanId)
    }
}

/// Nobody is reminded of a book that is back.
struct OnBookReturned: Reaction {
    func handle(_ fact: BookReturned, in tx: NotificationsTransaction) throws {
        try tx.conditions.close("loan.open", fact.subject, at: tx.now)
        try ReconsiderHeld.reconsider(of: fact.borrowerId.rawValue, in: tx)
    }
}
