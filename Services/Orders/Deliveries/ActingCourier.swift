import Contracts
import Kernel
import Messaging
import OrdersKit
import ServiceKit

/// An answer to a courier, or a refusal that keeps its rows: a wrong code is counted, and a courier whose request is refused is not
/// silent.
package enum CourierVerdict<Body: Encodable & Sendable>: AnswerShape, Sendable {
    case done(Body)
    case refused(Rejection)

    package func reply() throws -> Reply {
        switch self {
        case .done(let body): try Reply(answer: body)
        case .refused(let rejection): Reply(rejection)
        }
    }
    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .done(let body): try body.encode(to: encoder)
        case .refused: break  // `reply()` writes it.
        }
    }
}

extension Deliveries {
    static var ride: String { "deliveries:ride" }
    static var rideAs: String { "deliveries:ride-as" }

    /// Does what a courier asks for, as the last of what is due by now.
    /// - Parameter named: for whom somebody acts who may ride in the name of others.
    func act<Body>(as named: User.ID?, on id: OrderID? = nil,
                   _ work: (inout Courier, DeliveryActor) throws -> CourierVerdict<Body>) throws -> CourierVerdict<Body> {
        let (courierID, actor) = try rider(named)
        if try tx.couriers.find(courierID) != nil { try settleSilenceIfDue(of: courierID) }
        if let id { try settle(id) }
        var courier = try tx.couriers.find(courierID) ?? Courier(id: courierID, createdAt: tx.now)
        try touch(&courier)
        switch try tx.savepoint({ try work(&courier, actor) }) {
        case .success(let verdict): return verdict
        case .failure(let rejection): return .refused(rejection)
        }
    }

    /// The courier of an order did something that is not a step of his job, such as writing to its parties.
    package func courierActed(_ id: User.ID) throws {
        try settleSilenceIfDue(of: id)
        guard var courier = try tx.couriers.find(id) else { return }
        try touch(&courier)
    }

    private func rider(_ named: User.ID?) throws -> (User.ID, DeliveryActor) {
        let user = try tx.user()
        let rider = try ActingCourier.id(of: user.userID, roles: user.roles, named: named, tx.definition, settings) {
            try tx.couriers.find($0)?.hasRole ?? false
        }
        return (rider, rider == user.userID ? DeliveryActor(role: settings.courierRole, id: rider) : tx.actor(with: Self.rideAs))
    }

    /// Says what is wrong with `courierId` beside what else is wrong with a form.
    func checkRider(_ named: User.ID?, _ check: inout Validation) throws {
        do { _ = try rider(named) } catch let rejection as Rejection where !rejection.errors.isEmpty { check.take(rejection.errors) }
    }

    /// Lets happen what timers owe a job by now.
    func settle(_ id: OrderID) throws {
        guard let known = try job(id) else { return }
        if let courier = known.courier, known.status.isUnderWay { try settleSilenceIfDue(of: courier) }
        if var job = try job(id) {
            try settleOffers(of: &job)
            try settleMissed(&job)
        }
        try Order.settleTimers(of: id, in: tx)
    }

    private func settleSilenceIfDue(of courier: User.ID) throws {
        guard let known = try tx.couriers.find(courier), known.isOnline, known.silentSince == nil,
              known.actedAt + .minutes(settings.silenceMinutes) <= tx.now else { return }
        try settleSilence(of: courier)
    }
}

/// Which courier a request is about.
enum ActingCourier {
    /// Throws 422 for `courierId` when somebody acts for others and names no courier.
    static func id(of user: User.ID, roles: [String], named: User.ID?, _ definition: TenantDefinition, _ settings: DeliverySettings,
                   isCourier: (User.ID) throws -> Bool) throws -> User.ID {
        let mayActForOthers = definition.permissions(of: roles).contains("deliveries:ride-as")
        if mayActForOthers, let named {
            guard try isCourier(named) else { throw Rejection.invalid(["courierId": ["must be a courier"]]) }
            return named
        }
        guard roles.contains(settings.courierRole) else { throw Rejection.invalid(["courierId": ["is required"]]) }
        return user
    }
}

extension ServiceTransaction {
    /// The caller, under the first of his roles that gives the right.
    func actor(with permission: String) -> DeliveryActor {
        guard let user = principal else { return .system }
        let role = user.roles.first { definition.permissions(of: [$0]).contains(permission) }
        return DeliveryActor(role: role ?? user.roles.first ?? "user", id: user.userID)
    }
}
