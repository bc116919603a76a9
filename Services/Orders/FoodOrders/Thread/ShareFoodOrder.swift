import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A link with which somebody without an account follows an order; the same one while it lives.
package struct ShareFoodOrder: Command {
    package static let type: MessageType = "orders.share-food-order.v1"
    package let orderId: OrderID
    package init(orderId: OrderID) { self.orderId = orderId }

    package struct Link: Encodable, Sendable {
        let token: String
        let url: String
    }

    package func handle(in tx: OrdersTransaction) throws -> Answer<Link> {
        let order = try tx.ownFoodOrder(orderId)
        guard !order.status.isFinal else { throw Rejection.orderFinal }
        let key = tx.context.serviceKey(FoodSecrets.linkUse)
        let nonce: String
        if let known = try tx.foodShares.nonce(of: orderId) { nonce = known } else {
            nonce = tx.context.newID()
            try tx.foodShares.insert(orderId, nonce: nonce, hash: FoodSecrets.hash(FoodSecrets.token(of: orderId, nonce: nonce, key: key)))
        }
        let token = FoodSecrets.token(of: orderId, nonce: nonce, key: key)
        let host = try tx.definition.shared(PublicPages.self, in: .orders).address(of: tx.definition)
        let path = "\(tx.definition.basePath(of: FoodSale.name, in: .orders))/track/\(token)"
        return Answer(Link(token: token, url: host + path), status: 201, location: "/orders/\(orderId)/share", secret: true)
    }
}

/// The link shows nothing any more.
package struct StopSharingFoodOrder: Command {
    package static let type: MessageType = "orders.stop-sharing-food-order.v1"
    package let orderId: OrderID
    package init(orderId: OrderID) { self.orderId = orderId }

    package func handle(in tx: OrdersTransaction) throws -> NoContent {
        _ = try tx.ownFoodOrder(orderId)
        try tx.foodShares.delete(orderId)
        return NoContent()
    }
}

extension OrdersTransaction {
    /// An order of the caller. Throws 404 for any other.
    func ownFoodOrder(_ id: OrderID) throws -> FoodOrder {
        let order = try settledFoodOrder(id)
        guard order.customer == (try user().userID) else { throw Rejection.notFound }
        return order
    }
}
