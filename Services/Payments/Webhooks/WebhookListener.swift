import Contracts
import Kernel
import PaymentsAccountLedger
import PaymentsKit
import PaymentsWallets
import ServiceKit

/// Makes a delivery to every receiver that wants an event, with the payment, refund or withdrawal as it is now.
package struct WebhookListener: EventListener {
    package init() {}
    package func published(_ event: some DomainEvent, in tx: PaymentsTransaction) throws {
        let type = WebhookEvents.name(of: Swift.type(of: event).type)
        guard WebhookEvents.contains(type) else { return }
        let receivers = try tx.webhooks.all().filter { $0.wants(type) }
        guard !receivers.isEmpty else { return }
        let (data, user) = try subject(of: JSONValue(encoding: event), in: tx)
        try WebhookDispatch(tx: tx).send(type, data: data, about: user, to: receivers)
    }

    /// What an event is about, as its owner sees it, and the owner. Of cash, and of a refund that never began, the event
    /// tells all there is.
    private func subject(of event: JSONValue, in tx: PaymentsTransaction) throws -> (data: JSONValue, user: User.ID?) {
        let user = event["userId"]?.string.map { User.ID($0) }
        if let id = event["withdrawalId"]?.string, let user, let withdrawal = try tx.withdrawals.find(WithdrawalID(id), of: user) {
            return (try JSONValue(encoding: WithdrawalAnswer(withdrawal)), user)
        }
        if let id = event["withdrawalId"]?.string, let user, let withdrawal = try AccountLedger(tx).withdrawal(WithdrawalID(id), of: user) {
            return (try JSONValue(encoding: withdrawal), user)
        }
        let payment = try event["paymentId"]?.string.flatMap { try tx.payments.find(PaymentID($0)) }
        if let id = event["refundId"]?.string {
            guard let refund = try tx.refunds.find(RefundID(id)) else { return (WebhookBody.data(of: event), payment?.userId) }
            return (try JSONValue(encoding: RefundAnswerBody(refund)), payment?.userId)
        }
        guard let payment else { return (WebhookBody.data(of: event), user) }
        // Without the address of the next step: it lets anyone act for the customer.
        let answer = PaymentAnswer(payment, refunds: try tx.refunds.all(of: payment.id),
                                   lastMethod: try tx.payments.lastMethod(of: payment.id))
        return (try JSONValue(encoding: answer), payment.userId)
    }
}

extension WebhookDispatch {
    /// What was sent about somebody who is erased, or will be sent again, no longer shows digits and words of theirs.
    package func anonymise(_ user: User.ID) throws {
        for message in try tx.webhookDeliveries.messages(about: user) {
            try tx.webhookDeliveries.anonymise(message: message.id, body: try WebhookBody.anonymised(message.body))
        }
    }
}
