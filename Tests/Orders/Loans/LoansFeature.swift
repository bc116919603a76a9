import Kernel
import OrdersService
import ServiceKit

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

/// Orders with one workflow more: what `OrdersService.swift` would list.
enum OrdersWithLoans: PlatformService, OrderWorkflowList {
    static let name = Orders.name
    static let workflows: [any OrderWorkflow.Type] = Orders.workflows + [BookLoan.self]
    static let contents = ServiceContents(
        features: [.workflows(of: OrdersWithLoans.self)] + Orders.contents.features.filter { $0.name != "workflows" } + [.loans])
}
