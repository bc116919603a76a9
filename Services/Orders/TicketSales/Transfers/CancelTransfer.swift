import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The sender keeps the ticket after all.
package struct CancelTransfer: Command {
    package static let type: MessageType = "orders.cancel-transfer.v1"
    package let transferId: TransferID
    package init(transferId: TransferID) { self.transferId = transferId }

    package func handle(in tx: OrdersTransaction) throws -> TransferAnswer {
        let user = try tx.user().userID
        guard var transfer = try tx.transfers.find(transferId), transfer.sender == user else { throw Rejection.notFound }
        try transfer.end(as: .cancelled, at: tx.now)
        try tx.transfers.update(transfer)
        return try tx.transferAnswer(transfer, to: user)
    }
}
