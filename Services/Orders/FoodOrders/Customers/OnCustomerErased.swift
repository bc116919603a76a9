import Contracts
import Kernel
import OrdersKit
import ServiceKit

// What becomes of the orders of somebody whose account is erased (R14).
extension FoodSale {
    package static func buyerErased(_ buyer: User.ID, in tx: OrdersTransaction) throws {
        // Without the catalog's answer it is not an order yet. Starting later, it would name a person after the erasure.
        for request in try tx.foodRequests.all(of: buyer) { try FoodClaimOverdue.abandon(request, in: tx) }
        let contact = FoodContact(name: try tx.people.name(of: buyer), phone: try tx.people.contacts(of: buyer).phone)
        for id in try tx.foodOrders.all(of: buyer) { try apply(.customerErased(contact), to: id, in: tx) }
        for job in try tx.deliveryJobs.underWay(of: buyer) where job.status.isOut {
            try apply(.courierErased(buyer), to: job.id, in: tx)
        }
        // What the customer and the courier wrote is needed until the order ends.
        for id in try tx.foodMessages.orders(of: buyer) {
            guard let order = try tx.foodOrders.find(id) else { continue }
            let isPartOfIt = order.customer == buyer || order.erasedCourier == buyer
            if order.status.isFinal || !isPartOfIt { try tx.foodMessages.erase(of: buyer, in: id) }
        }
    }

    /// The customer of an order that ended is forgotten: what he wrote, the link he shared, and where it went. Its delivery may have
    /// begun after the erasure, so it is marked here too.
    static func forgetTexts(of order: FoodOrder, in tx: OrdersTransaction) throws {
        try tx.deliveryJobs.forget(customer: order.customer)
        try tx.foodMessages.erase(of: order.customer, in: order.id)
        try tx.foodShares.delete(order.id)
    }

    // MARK: - Couriers

    /// Customer, owner and staff must know who has the order.
    package static func needsName(of user: User.ID, in tx: OrdersTransaction) throws -> Bool {
        try tx.deliveryJobs.underWay(of: user).contains { $0.status.isOut }
    }

    /// Forgets what an erased courier wrote about an order that ended, and his name after the last one.
    static func forget(_ courier: User.ID, of order: FoodOrder, in tx: OrdersTransaction) throws {
        try tx.foodMessages.erase(of: courier, in: order.id)
        let others = try tx.deliveryJobs.underWay(of: courier).filter { $0.id != order.id && $0.status.isOut }
        guard others.isEmpty else { return }
        try tx.people.erase(courier)
        // Since the erasure answers named him, too.
        try tx.context.forgetAnswers(to: courier)
    }
}
