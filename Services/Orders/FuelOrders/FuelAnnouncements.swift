import Contracts
import Kernel
import OrdersKit
import ServiceKit

// What other services and apps hear of an order.
extension FuelSale {
    static func head(of order: FuelOrder, at: Timestamp) -> FuelOrderHead {
        FuelOrderHead(orderId: order.id, userId: order.customer, number: order.shownNumber, version: order.version,
                      status: order.status.rawValue, at: at.wholeSeconds)
    }

    static func announce(_ news: FuelNews, _ order: FuelOrder, at: Timestamp, in tx: OrdersTransaction) throws {
        let head = head(of: order, at: at), schedule = order.schedule
        switch news {
        case .placed:
            try tx.publish(FuelOrderPlaced(
                head, areaId: order.areaId, fuelType: order.fuelType, maxGallons: order.maxGallons, scheduleType: schedule.type.rawValue,
                windowId: schedule.windowId, startsAt: schedule.startsAt, promisedBy: schedule.promisedBy,
                authorizationAmount: order.money(order.authorized), clientOrderId: order.clientOrderId,
                queuedOffline: order.queuedOffline))
        case .scheduled:
            try tx.publish(OrderScheduled(
                head, scheduleType: schedule.type.rawValue, windowId: schedule.windowId, startsAt: schedule.startsAt,
                endsAt: schedule.endsAt, promisedBy: schedule.promisedBy, freeUntil: freeUntil(order, in: tx)))
        case .rescheduled:
            try tx.publish(OrderRescheduled(
                head, scheduleType: schedule.type.rawValue, windowId: schedule.windowId, startsAt: schedule.startsAt,
                endsAt: schedule.endsAt, promisedBy: schedule.promisedBy, freeUntil: freeUntil(order, in: tx)))
        case .assigned(let driver, let by, let at):
            try tx.publish(OrderAssigned(head, driverId: driver.id, truckId: driver.truckId, truckCode: driver.truckCode, by: by.rawValue,
                                         occurredAt: at))
        case .unassigned(let driver, let by, let reason, let at):
            try tx.publish(OrderUnassigned(head, driverId: driver.id, truckId: driver.truckId, reason: reason, by: by.rawValue,
                                           occurredAt: at))
        case .enRoute(let driver, let by, let at):
            try tx.publish(DriverEnRoute(head, driverId: driver.id, truckId: driver.truckId, by: by.rawValue, occurredAt: at))
        case .arrived(let driver, let by, let at):
            try tx.publish(DriverArrived(head, driverId: driver.id, truckId: driver.truckId, by: by.rawValue, occurredAt: at))
        case .fueling(let driver, let by, let at):
            try tx.publish(FuelingStarted(head, driverId: driver.id, truckId: driver.truckId, by: by.rawValue, occurredAt: at))
        case .completed, .cancelled, .failed: try announceEnd(news, order, head, in: tx)
        case .balanceDue(let code): try tx.publish(BalanceDue(head, amount: order.money(order.balanceDue), failureCode: code))
        case .assignmentOverdue:
            try tx.publish(AssignmentOverdue(head, areaId: order.areaId, scheduleType: schedule.type.rawValue, startsAt: schedule.startsAt,
                                             promisedBy: schedule.promisedBy))
        case .reminder: try tx.publish(FuelDoorReminderDue(head, startsAt: schedule.startsAt, endsAt: schedule.endsAt))
        case .refunded(let refund, let payment, let amount):
            try tx.publish(FuelOrderRefunded(head, refundId: refund, paymentId: payment, amount: order.money(amount),
                                             refunded: order.money(order.refunded)))
        case .tipPaid(let driver): try tx.publish(FuelTipPaid(head, driverId: driver, tip: order.money(order.tip)))
        }
    }

    private static func announceEnd(_ news: FuelNews, _ order: FuelOrder, _ head: FuelOrderHead, in tx: OrdersTransaction) throws {
        let lines = order.final?.lines ?? [], total = order.money(order.final?.total ?? 0)
        let fee = order.final.map { order.money($0.total) }
        switch news {
        case .completed(let driver, let reading, let by, let at):
            try tx.publish(FuelOrderCompleted(
                head, driverId: driver.id, truckId: driver.truckId, gallons: reading.gallons, lines: lines, total: total,
                due: order.money(order.final?.due ?? 0), by: by.rawValue, occurredAt: at))
        case .cancelled(let by, let reason):
            try tx.publish(FuelOrderCancelled(head, fee: fee, lines: lines, total: total, driverId: order.driver?.id, reason: reason,
                                              by: by.rawValue))
        case .failed(let by):
            guard let failure = order.failure else { return }
            try tx.publish(OrderFailed(head, slug: failure.slug.rawValue, fee: fee, lines: lines, total: total,
                                       alternatives: failure.alternatives, driverId: order.driver?.id, by: by.rawValue))
        case .placed, .scheduled, .rescheduled, .assigned, .unassigned, .enRoute, .arrived, .fueling, .balanceDue, .assignmentOverdue,
             .reminder, .refunded, .tipPaid: break
        }
    }

    private static func freeUntil(_ order: FuelOrder, in tx: OrdersTransaction) -> Timestamp {
        FuelCancelRules.freeUntil(order, tx.fuelOrderSettings) ?? order.updatedAt
    }

    /// What clients see at once.
    static func show(_ frame: FuelFrame, _ order: FuelOrder, at: Timestamp, in tx: OrdersTransaction) throws {
        let head = head(of: order, at: at)
        switch frame {
        // When it happened, as the order's timeline says: a driver without a network tells it later.
        case .status(let by): try tx.publish(FuelStatusChanged(self.head(of: order, at: order.lastTransitionAt), by: by.rawValue))
        case .updated: try tx.publish(FuelOrderUpdated(head))
        case .payment(let id):
            guard let payment = order.payments.first(where: { $0.id == id }) else { return }
            try tx.publish(FuelPaymentUpdated(
                head, paymentId: id, purpose: payment.purpose, paymentStatus: payment.status.rawValue, failureCode: payment.failureCode,
                amount: order.money(payment.amount)))
        }
    }
}
