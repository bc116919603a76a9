import Kernel
import OrdersKit
import OrdersService
import ServiceKit
import TestKit

extension Feature {
    /// Books lent by a library.
    static let loans = Feature(
        "loans",
        migrations: [CreateLoans.self],
        commands: [BorrowBook.self, ReturnBook.self],
        timers: [RemindBorrower.self],
        publishes: [BookLent.self, BookReturned.self, LoanDueSoon.self],
        plugins: [BookLoan.plugin])
}

/// Orders with one workflow more: `Orders.workflows` would list it.
enum OrdersWithLoans: TestOnlyService, OrderWorkflowList {
    static let name = Orders.name
    static let workflows: [any OrderWorkflow.Type] = Orders.workflows + [BookLoan.self]
    /// Everything of a list of workflows, and what else Orders lists.
    static let contents = ServiceContents(
        features: features + Orders.contents.features.filter { other in !Orders.features.contains { $0.name == other.name } })
}
