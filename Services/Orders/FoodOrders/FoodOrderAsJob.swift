import Contracts
import Kernel
import OrdersDeliveries
import OrdersKit
import ServiceKit

// The courier's side of an order, as the deliveries report it.
extension FoodSale: DeliveredOrder {
    package static func settleTimers(of id: OrderID, in tx: OrdersTransaction) throws { _ = try load(id, in: tx) }

    package static func deliveryChanged(_ job: Delivery, by change: DeliveryChange, in tx: OrdersTransaction) throws {
        try apply(.delivery(side(of: job, in: tx)), to: job.id, in: tx)
    }
    package static func pickUp(_ job: Delivery, by actor: DeliveryActor, in tx: OrdersTransaction) throws {
        try apply(.pickedUp(by: who(actor)), to: job.id, in: tx)
    }
    package static func complete(_ job: Delivery, collected: Money?, by actor: DeliveryActor, in tx: OrdersTransaction) throws {
        try apply(.completed(by: who(actor), note: nil), to: job.id, in: tx)
    }
    package static func fail(_ job: Delivery, reason: DeliveryFailure, note: String?, by actor: DeliveryActor,
        in tx: OrdersTransaction) throws {
        try apply(.failed(by: who(actor), note: note ?? reason.rawValue), to: job.id, in: tx)
    }
    package static func customerCode(of id: OrderID, in tx: OrdersTransaction) throws -> String {
        FoodSecrets.code(of: id, key: tx.context.serviceKey(FoodSecrets.codeUse))
    }

    private static func who(_ actor: DeliveryActor) -> FoodActor { FoodActor(role: actor.role, id: actor.id) }

    private static func side(of job: Delivery, in tx: OrdersTransaction) throws -> FoodDelivery {
        let isUnderWay = job.status.isUnderWay
        let position = isUnderWay ? try job.courier.flatMap { try tx.couriers.find($0)?.position } : nil
        return FoodDelivery(status: job.status, courier: isUnderWay ? job.courier : nil, unassignedSince: job.lostAt ?? job.createdAt,
                            position: position?.location, positionAt: position?.at)
    }
}
