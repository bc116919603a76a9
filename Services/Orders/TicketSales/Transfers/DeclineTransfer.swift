import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The recipient does not want the ticket: it stays the sender's.
package struct DeclineTransfer: Command {
    package static let type: MessageType = "orders.decline-transfer.v1"
    package let transferId: TransferID
    /// Of the link that was sent to the address; the gateway seals it.
    package let token: SealedValue?
    package init(transferId: TransferID, token: SealedValue? = nil) { (self.transferId, self.token) = (transferId, token) }

    package func handle(in tx: OrdersTransaction) throws -> TransferAnswer {
        let user = try tx.user().userID
        var transfer = try tx.transfer(transferId, to: user, token: token)
        try transfer.end(as: .declined(by: user), at: tx.now)
        try tx.transfers.update(transfer)
        try tx.transfers.add(user, to: transfer, .incoming)
        // It names the sender: after the erasure no request that is sent again is answered with it.
        tx.context.answerIsAbout(transfer.sender)
        return try tx.transferAnswer(transfer, to: user)
    }
}
