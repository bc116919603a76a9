import Contracts
import Kernel
import PaymentsKit

public enum MethodTag {}
public typealias MethodID = Identifier<MethodTag>

/// A method somebody keeps for later.
public struct PaymentMethod: Sendable, Equatable {
    public let id: MethodID
    public let userId: User.ID
    public let token: MethodToken
    public var isDefault: Bool
    public let createdAt: Timestamp
    public init(id: MethodID, userId: User.ID, token: MethodToken, isDefault: Bool, createdAt: Timestamp) {
        (self.id, self.userId, self.token, self.isDefault, self.createdAt) = (id, userId, token, isDefault, createdAt)
    }
    /// More would be a store of stolen cards, not a wallet.
    public static let perUserMax = 20
}
