import Kernel

/// From `auth`, once somebody may earn: where the money should go. Only payments can open the number. Later words of the person win.
public struct OpenPayoutAccount: Message, Equatable {
    public static let type: MessageType = "payments.open-payout-account.v1"
    public let userId: User.ID
    /// `mtn_momo`, `airtel_money` or `bank`.
    public let accountType: String
    /// The phone or account number.
    public let number: SealedValue
    public let bankName: String?
    public let accountName: String
    public init(userId: User.ID, accountType: String, number: SealedValue, bankName: String?, accountName: String) {
        (self.userId, self.accountType, self.number) = (userId, accountType, number)
        (self.bankName, self.accountName) = (bankName, accountName)
    }
}
