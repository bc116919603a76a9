import Contracts
import Kernel

/// Money that a card's bank keeps ready for a payment (`captureMethod: manual`).
public struct Authorization: Sendable, Equatable {
    /// The number of the attempt that brought it.
    public let attempt: Int
    /// Minor units.
    public let amount: Int
    /// From this instant on nothing can be captured.
    public let expiresAt: Timestamp
    /// How often the provider was asked to capture.
    public package(set) var captures: Int
    /// Minor units that a remote provider is asked to capture and has not answered.
    public package(set) var pending: Int?
    /// Minor units that were captured; nil: none yet.
    public package(set) var captured: Int?
    /// Why the provider refused the last capture.
    public package(set) var refusal: String?

    public static let lifetime: Duration = .days(7)
    /// The code of what came too late.
    package static let expired = "authorization_expired"

    public init(attempt: Int, amount: Int, expiresAt: Timestamp, captures: Int = 0, pending: Int? = nil, captured: Int? = nil,
                refusal: String? = nil) {
        (self.attempt, self.amount, self.expiresAt) = (attempt, amount, expiresAt)
        (self.captures, self.pending, self.captured, self.refusal) = (captures, pending, captured, refusal)
    }

    /// The most that may be captured, rounded down.
    public func limit(overPercent: Int) -> Int {
        let product = amount.magnitude.multipliedFullWidth(by: UInt(100 + max(0, overPercent)))
        guard product.high < 100 else { return Int.max }
        return Int(clamping: UInt(100).dividingFullWidth(product).quotient)
    }
}
