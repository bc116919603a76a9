import Contracts
import Kernel
import NotificationPolicy
import NotificationsKit
import ServiceKit

/// The card is authorised: the fuel comes.
struct OnFuelOrderScheduled: Reaction {
    func handle(_ fact: OrderScheduled, in tx: NotificationsTransaction) throws {
        var message = FuelMessage(fact, in: tx)
        message.setTime("promisedBy", fact.promisedBy)
        message.setTime("freeUntil", fact.freeUntil)
        try message.send("order-scheduled")
    }
}

/// It comes at another time; a dispatcher may have moved it.
struct OnFuelOrderRescheduled: Reaction {
    func handle(_ fact: OrderRescheduled, in tx: NotificationsTransaction) throws {
        var message = FuelMessage(fact, in: tx)
        message.setTime("startsAt", fact.startsAt)
        message.setTime("promisedBy", fact.promisedBy)
        try message.send("order-rescheduled")
    }
}

struct OnFuelOrderAssigned: Reaction {
    func handle(_ fact: OrderAssigned, in tx: NotificationsTransaction) throws {
        var message = FuelMessage(fact, in: tx)
        message.facts.set("driver.id", .string(fact.driverId.rawValue))
        message.facts.set("truckCode", .string(fact.truckCode))
        try message.send("order-assigned")
    }
}

struct OnFuelDriverEnRoute: Reaction {
    func handle(_ fact: DriverEnRoute, in tx: NotificationsTransaction) throws {
        var message = FuelMessage(fact, in: tx)
        message.facts.set("driver.id", .string(fact.driverId.rawValue))
        try message.send("driver-en-route")
    }
}

struct OnFuelDriverArrived: Reaction {
    func handle(_ fact: DriverArrived, in tx: NotificationsTransaction) throws {
        var message = FuelMessage(fact, in: tx)
        message.facts.set("driver.id", .string(fact.driverId.rawValue))
        try message.send("driver-arrived")
    }
}

/// The fuel is in the tank. The receipt follows when the money is captured.
struct OnFuelOrderCompleted: Reaction {
    func handle(_ fact: FuelOrderCompleted, in tx: NotificationsTransaction) throws {
        var message = FuelMessage(fact, in: tx)
        message.facts.set("gallons", .string(fact.gallons.description))
        message.facts.setAmount("total", fact.due)
        message.facts.set("hasReceipt", .bool(fact.due.amount > 0))
        try message.close()
        try message.send("order-completed")
    }
}

struct OnReceiptIssued: Reaction {
    func handle(_ fact: ReceiptIssued, in tx: NotificationsTransaction) throws {
        var message = FuelMessage(fact, in: tx)
        message.facts.set("receiptNumber", .string(fact.receiptNumber))
        message.facts.setAmount("total", fact.captured)
        try message.send("receipt-issued")
    }
}

struct OnFuelOrderCancelled: Reaction {
    func handle(_ fact: FuelOrderCancelled, in tx: NotificationsTransaction) throws {
        var message = FuelMessage(fact, in: tx)
        message.setFee(fact.fee)
        try message.close()
        try message.send("order-cancelled")
    }
}

struct OnFuelOrderFailed: Reaction {
    func handle(_ fact: OrderFailed, in tx: NotificationsTransaction) throws {
        var message = FuelMessage(fact, in: tx)
        message.facts.set("failure", .string(fact.slug))
        message.setFee(fact.fee)
        try message.close()
        try message.send("order-failed")
    }
}

/// An hour before the window starts, somebody must unlock the fuel door.
struct OnFuelDoorReminderDue: Reaction {
    func handle(_ fact: FuelDoorReminderDue, in tx: NotificationsTransaction) throws {
        var message = FuelMessage(fact, in: tx)
        message.setTime("order.startsAt", fact.startsAt)
        message.setTime("endsAt", fact.endsAt)
        try message.send("unlock-fuel-door")
    }
}

/// Nobody took the order, and its time comes.
struct OnAssignmentOverdue: Reaction {
    func handle(_ fact: AssignmentOverdue, in tx: NotificationsTransaction) throws {
        var message = FuelMessage(fact, in: tx)
        message.setTime("promisedBy", fact.promisedBy)
        try message.send("assignment-overdue", toStaff: ["dispatcher"])
    }
}

extension FuelMessage {
    /// Absent or 0: the text says that nothing was charged.
    fileprivate mutating func setFee(_ fee: Money?) {
        if let fee, fee.amount > 0 { facts.setAmount("fee", fee) } else { facts.set("fee", .string("")) }
    }
}
