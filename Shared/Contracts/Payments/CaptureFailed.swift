import Kernel

/// A capture took nothing. After `capture_declined` it may be asked for again.
public struct CaptureFailed: DomainEvent, Equatable {
    public static let type: MessageType = "payments.capture-failed.v1"
    public let paymentId: PaymentID
    public let orderId: OrderID
    /// Minor units that were asked for.
    public let amount: Int
    public let currency: Currency
    /// `capture_declined`, `amount_too_large`, `already_captured`, `authorization_expired`, …
    public let failureCode: String
    /// What it is for, if the intent said it.
    public var purpose: PaymentPurpose?
    public var subject: String { "payments/\(paymentId)" }
    public init(paymentId: PaymentID, orderId: OrderID, amount: Int, currency: Currency, failureCode: String) {
        (self.paymentId, self.orderId) = (paymentId, orderId)
        (self.amount, self.currency, self.failureCode) = (amount, currency, failureCode)
    }
}
