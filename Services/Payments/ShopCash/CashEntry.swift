import Kernel

/// A line of a shop's cash book: what it took for the platform, gave back over the counter, handed over. Only ever added to.
public struct CashEntry: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable { case collected, voided, settled }
    public let id: String
    public let kind: Kind
    /// Signed: what it adds to what the shop owes.
    public let amount: Money
    /// What the shop owed after it; negative: the shop has credit.
    public let balanceAfter: Money
    public let activationID: String?
    /// Of the receipt of a settlement.
    public let reference: String?
    public let at: Timestamp

    public init(id: String, kind: Kind, amount: Money, balanceAfter: Money, activationID: String?, reference: String?, at: Timestamp) {
        (self.id, self.kind, self.amount, self.balanceAfter) = (id, kind, amount, balanceAfter)
        (self.activationID, self.reference, self.at) = (activationID, reference, at)
    }
}
