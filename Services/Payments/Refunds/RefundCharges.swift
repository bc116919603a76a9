import Contracts
import Kernel
import PaymentsAccountLedger
import PaymentsKit
import ServiceKit

/// Refunds by hand in an app with books: who may, of which payments, and who pays for them.
struct RefundCharges {
    let tx: PaymentsTransaction

    /// Nil in an app without books. Throws 403 above a limit, then 409 for cash and for orders that have not ended.
    func charge(_ id: RefundID, _ payment: Payment, amount: Int, to payer: RefundPayer) throws -> RefundCharge? {
        guard tx.definition.has(plugin: AccountLedger.plugin, of: .payments) else { return nil }
        let isLimited = try requireLimit(payment, amount)
        guard !payment.isCash else {
            throw Rejection.conflict("cash-not-refundable", "This order was paid in cash. Correct the wallets instead.")
        }
        let outcome = try AccountLedger(tx).outcome(of: payment.orderId)
        let failed = try tx.refundCharges.failedAmount(of: payment.id)
        // An order that has not ended gives nothing back: money on its way back says that the order was cancelled. What was captured by
        // hand was due.
        guard outcome != nil || failed > 0 || payment.isTakenWhenDue || payment.refundedAmount + payment.refundPendingAmount > 0 else {
            throw Rejection.conflict("order-not-delivered", "This order has not been delivered. Cancel it instead.")
        }
        let replaces = min(amount, max(0, failed - (try tx.refundCharges.replacedAmount(of: payment.id))))
        // More than is left: `begin` refuses it and says so.
        if payer == .restaurant, replaces < amount, outcome?.ownerID == nil, amount <= payment.refundableAmount {
            throw Rejection.invalid(["chargedTo": ["must be one of platform"]])
        }
        return RefundCharge(refundID: id, orderID: payment.orderId, amount: amount, payer: payer, replaces: replaces, isLimited: isLimited)
    }

    /// True for a caller with a limit. What such people asked for on one order counts together.
    private func requireLimit(_ payment: Payment, _ amount: Int) throws -> Bool {
        let limits = try LedgerSettings.of(tx.definition).refundLimits
        let granting = try tx.user().roles.filter { tx.definition.permissions(of: [$0]).contains(RequestPaymentRefund.permission) }
        guard !granting.isEmpty, granting.allSatisfy({ limits[$0] != nil }) else { return false }
        let limit = granting.compactMap { limits[$0] }.max() ?? 0
        let asked = try tx.refundCharges.limitedAmount(of: payment.orderId)
        let (sum, overflow) = asked.addingReportingOverflow(amount)
        guard !overflow, sum <= limit else {
            throw Rejection(403, "refund-limit", "That is more than you may refund of one order. Ask a supervisor.",
                            members: ["limit": .int(limit), "refunded": .int(asked)])
        }
        return true
    }

    /// The money went back: who pays for it pays now. Refunds that orders asked for are in the books by how the order ended.
    func book(_ refund: Refund, of payment: Payment) throws {
        guard let charge = try tx.refundCharges.find(refund.id), charge.booked > 0 else { return }
        let outcome = try AccountLedger(tx).outcome(of: payment.orderId)
        let amount = Money(charge.booked, refund.amount.currency)
        let payer: PostLedger.Entry =
            if charge.payer == .restaurant, let owner = outcome?.ownerID {
                .init(account: .user, userId: owner, type: .refund, amount: try amount.times(-1))
            } else {
                .init(account: .platform, type: .refund, amount: try amount.times(-1))
            }
        try AccountLedger(tx).post(AccountTransaction(
            id: "refund:\(refund.id)", orderID: payment.orderId, restaurantID: outcome?.restaurantID, ownerID: outcome?.ownerID, at: tx.now,
            entries: [payer, .init(account: .cardClearing, type: .refund, amount: amount)], in: tx.definition.currency))
    }
}
