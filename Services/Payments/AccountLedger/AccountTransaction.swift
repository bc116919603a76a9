import Contracts
import Kernel

/// One event of the books: entries that add up to 0. Posting it twice is posting it once.
package struct AccountTransaction: Sendable, Equatable {
    /// Says what it books: `delivered:{orderId}`, `refund:{refundId}`.
    package let id: String
    package let orderID: OrderID?
    package let restaurantID: String?
    package let ownerID: User.ID?
    package let at: Timestamp
    package let entries: [PostLedger.Entry]

    /// More than anybody moves at once, far from overflow in every sum.
    package static let amounts = -1_000_000_000_000...1_000_000_000_000
    package static let entriesMax = 50

    /// Leaves out entries of 0. Throws if the others are not in this currency, name no owner of a wallet or do not add up to 0.
    package init(id: String, orderID: OrderID? = nil, restaurantID: String? = nil, ownerID: User.ID? = nil, at: Timestamp,
                 entries: [PostLedger.Entry], in currency: Currency) throws(Rejection) {
        (self.id, self.orderID, self.restaurantID, self.ownerID, self.at) = (id, orderID, restaurantID, ownerID, at)
        self.entries = entries.filter { !$0.amount.isZero }
        guard (1...200).contains(id.utf8.count) else { throw .unusableTransaction("an id of 1 to 200 bytes is needed") }
        guard self.entries.count <= Self.entriesMax else { throw .unusableTransaction("there are more than \(Self.entriesMax) entries") }
        var sum = 0
        for entry in self.entries {
            guard entry.amount.currency == currency else { throw .unusableTransaction("\(entry.amount.currency) is not \(currency)") }
            guard (entry.account == .user) == (entry.userId != nil) else {
                throw .unusableTransaction("an entry names a person if it is in a person's account, and only then")
            }
            guard Self.amounts.contains(entry.amount.amount) else { throw .unusableTransaction("\(entry.amount) is too much") }
            sum += entry.amount.amount
        }
        guard sum == 0 else { throw .unusableTransaction("the entries add up to \(sum)") }
    }
}

extension Rejection {
    /// Nobody asked for it by HTTP: the message becomes a dead letter, and a person must look.
    static func unusableTransaction(_ why: String) -> Rejection {
        .conflict("unusable-transaction", "The books refuse this transaction: \(why).")
    }
}
