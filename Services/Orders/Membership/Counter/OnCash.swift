import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The shop's cash book has the sale.
package struct OnCashRecorded: Reaction {
    package init() {}
    package func handle(_ event: CashRecorded, in tx: OrdersTransaction) throws {
        guard var sale = try tx.memberships.activations.find(event.activationId) else { throw Rejection.notFound }
        CashLedger(tx).stopWaiting(sale)
        switch sale.cash {
        case .recording, .unconfirmed:
            sale.cash = .recorded
            try tx.memberships.activations.update(sale)
        case .recorded, .voided: break  // A repetition, or it went back since.
        }
    }
}

/// The shop's cash book knows that the cash went back.
package struct OnCashVoided: Reaction {
    package init() {}
    package func handle(_ event: CashVoided, in tx: OrdersTransaction) throws {
        guard var sale = try tx.memberships.activations.find(event.activationId) else { throw Rejection.notFound }
        sale.cash = .voided
        try tx.memberships.activations.update(sale)
    }
}
