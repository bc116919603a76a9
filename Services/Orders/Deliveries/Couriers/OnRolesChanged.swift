import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Somebody registered: as a courier, perhaps.
package struct OnUserRegistered<Order: DeliveredOrder>: Reaction {
    package init() {}
    package func handle(_ event: UserRegistered, in tx: OrdersTransaction) throws {
        try Deliveries<Order>(tx).rolesAre(event.roles, of: event.userId)
    }
}

/// Somebody has other roles now.
package struct OnRolesChanged<Order: DeliveredOrder>: Reaction {
    package init() {}
    package func handle(_ event: RolesChanged, in tx: OrdersTransaction) throws {
        try Deliveries<Order>(tx).rolesAre(event.roles, of: event.userId)
    }
}

/// An account was erased: as a role that was taken away, and where a customer lived is forgotten.
package struct OnUserErased<Order: DeliveredOrder>: Reaction {
    package init() {}
    package func handle(_ event: UserErased, in tx: OrdersTransaction) throws {
        try Deliveries<Order>(tx).rolesAre([], of: event.userId)
        try tx.deliveryJobs.forget(customer: event.userId)
        if var courier = try tx.couriers.find(event.userId) {
            (courier.vehicle, courier.plate) = (nil, nil)
            if courier.activeJobs == 0 { courier.position = nil }
            try tx.couriers.save(courier)
        }
    }
}

extension Deliveries {
    /// Who gets the role begins as pending, also when it comes back; who loses it is stopped.
    func rolesAre(_ roles: [String], of id: User.ID) throws {
        let isCourier = roles.contains(settings.courierRole)
        guard var courier = try tx.couriers.find(id) else {
            // Tenants of other apps have no couriers.
            guard isCourier, tx.definition.has(plugin: Order.name, of: .orders) else { return }
            return try tx.couriers.save(Courier(id: id, createdAt: tx.now))
        }
        guard courier.hasRole != isCourier else { return }
        if isCourier {
            (courier.hasRole, courier.status) = (true, .pending)
            try tx.couriers.save(courier)
        } else {
            try suspend(courier, .roleLost, by: .system)
            try tx.publish(CourierSuspended(courierId: id, suspendedAt: tx.now.wholeSeconds))
        }
    }

    /// Stops a courier. Orders that he has with him stay with him.
    func suspend(_ courier: Courier, _ why: Departure, by actor: DeliveryActor) throws {
        var courier = courier
        try goOffline(&courier, why, at: tx.now)
        courier.status = .suspended
        if why == .roleLost { courier.hasRole = false }
        try tx.couriers.save(courier)
        for var job in try tx.deliveryJobs.underWay(of: courier.id) where job.status.isReassignable {
            try lose(&job, why == .roleLost ? .roleLost : .suspended, by: actor, at: tx.now)
        }
    }
}
