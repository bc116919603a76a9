import GRDB
import Kernel
import Messaging
import ServiceKit

/// What a command or reaction of payments works with. Each subject adds its stores in a file of its own.
public struct PaymentsTransaction: ServiceTransaction {
    public let context: MessageContext
    public init(_ context: MessageContext) { self.context = context }
}

/// What a query of payments works with.
public struct PaymentsView: ServiceView {
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
}
