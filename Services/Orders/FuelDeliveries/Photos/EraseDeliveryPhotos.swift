import Contracts
import Kernel
import OrdersFuel
import OrdersKit
import ServiceKit

/// Deletes the photos of somebody whose account is gone, as their orders forget them.
package struct EraseDeliveryPhotos: Command {
    package static let type: MessageType = "orders.erase-delivery-photos.v1"
    package let userId: User.ID
    package init(userId: User.ID) { self.userId = userId }

    package func handle(in tx: OrdersTransaction) throws -> NoContent {
        try ErasedPhotos(tx).erase(of: userId)
        return NoContent()
    }
}

struct ErasedPhotos {
    /// An order under way keeps its proof until it is over and paid.
    private static let retryHours = 1
    let tx: OrdersTransaction
    init(_ tx: OrdersTransaction) { self.tx = tx }

    func erase(of user: User.ID) throws {
        var isOver = true
        for photo in try tx.deliveryPhotos.all(of: user) {
            if try tx.fuelOrders.find(photo.order)?.photos.contains(where: { $0.id == photo.id }) == true {
                isOver = false
            } else { try tx.deliveryPhotos.delete(photo) }
        }
        let timer = "erase-photos:\(user)"
        guard !isOver else { return tx.cancelTimer(timer) }
        try tx.schedule(timer, at: tx.now + .hours(Self.retryHours), EraseDeliveryPhotos(userId: user))
    }
}
