import GRDB
import Kernel
import Messaging
import ServiceKit

extension ServiceName {
    /// This service, as topics and tenant files name it.
    package static let payments: ServiceName = "payments-stub"
}

extension User.ID {
    /// Stands for everybody who erased the account.
    package static let erased: User.ID = "erased"
}

/// What handlers and queries of payments both work with. Each subject adds its stores in a file of its own.
package protocol PaymentsScope: ServiceScope {}

/// What a command or reaction of payments works with.
public struct PaymentsTransaction: ServiceTransaction, PaymentsScope {
    public let context: MessageContext
    public init(_ context: MessageContext) { self.context = context }
}

/// What a query of payments works with.
public struct PaymentsView: ServiceView, PaymentsScope {
    public let context: QueryContext
    public init(_ context: QueryContext) { self.context = context }
}

/// A row that this program did not write.
package struct UnreadableRow: Error, CustomStringConvertible {
    package let description: String
    package init(description: String) { self.description = description }
}

extension Row {
    package func time(_ index: Int) -> Timestamp { Timestamp(millisecondsSinceEpoch: self[index]) }
    package func optionalTime(_ index: Int) -> Timestamp? { (self[index] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) } }
    package func money(_ amount: Int, _ currency: Int) throws -> Money {
        guard let known = Currency(self[currency] as String) else {
            throw UnreadableRow(description: "unknown currency \(self[currency] as String)")
        }
        return Money(self[amount], known)
    }
    /// Six columns from here: type, reference, last4, brand, exp_month, exp_year.
    package func methodToken(from first: Int) -> MethodToken {
        MethodToken(type: self[first], reference: self[first + 1], last4: self[first + 2], brand: self[first + 3],
            expMonth: self[first + 4], expYear: self[first + 5])
    }
}
