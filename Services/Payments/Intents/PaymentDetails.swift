import Contracts
import Kernel
import PaymentsKit
import PaymentsMethods
import PaymentsRefunds
import ServiceKit

/// One payment, for its buyer and for users who may refund it.
public struct PaymentDetails: Query {
    public static let type: MessageType = "payments.payment-details.v1"
    public let paymentId: PaymentID
    /// A guest's key.
    public let clientSecret: String?

    public func answer(in view: PaymentsView) throws -> Answer<PaymentAnswer> {
        let payment = try payment(in: view)
        let url = try view.actionURL(of: payment)
        // The address lets anyone act for the customer, so the answer is sealed to the gateway.
        let answer = PaymentAnswer(payment, refunds: try view.refunds.all(of: paymentId), actionURL: url,
                                   lastMethod: try view.payments.lastMethod(of: paymentId))
        return Answer(answer, secret: url != nil)
    }

    private func payment(in view: PaymentsView) throws -> Payment {
        let secretHash = clientSecret.map { ClientSecret.hash($0) } ?? view.secretHashInHeader
        if secretHash == nil, let user = view.principal,
            view.definition.permissions(of: user.roles).contains(RequestPaymentRefund.permission) {
            return try view.payments.require(paymentId)
        }
        return try view.payer.require(paymentId, secretHash: secretHash)
    }
}

/// The methods somebody keeps, newest first.
public struct PaymentMethodsOfUser: Query {
    public static let type: MessageType = "payments.methods-of-user.v1"
    public let page: Int?
    public let perPage: Int?

    public func answer(in view: PaymentsView) throws -> Page<PaymentMethodAnswer> {
        let user = try view.user().userID
        let request = try PageRequest(page: page, perPage: perPage)
        let methods = try view.methods.page(of: user, limit: request.perPage, offset: request.offset)
        return Page(methods.map(PaymentMethodAnswer.init), request, total: try view.methods.count(of: user))
    }
}
