import Contracts
import Kernel
import OrdersKit
import ServiceKit

extension OrdersScope {
    package var fuelOrders: FuelOrderStore { FuelOrderStore(database, tenant) }
    package var fuelOrderSettings: FuelOrderSettings { definition.settings(of: "fuel-order") { FuelOrderSettings($0) } }
    /// The caller, with what the roles allow.
    package func fuelViewer() throws -> FuelViewer {
        let caller = try user()
        return FuelViewer(user: caller.userID, permissions: definition.permissions(of: caller.roles))
    }
    package func fuelPresenter() -> FuelPresenter {
        FuelPresenter(people: people, points: driverPoints, settings: fuelOrderSettings, definition: definition, now: now)
    }
}

extension OrdersTransaction {
    package var fuelRequests: FuelRequestStore { FuelRequestStore(database, tenant) }

    /// The order in its present state, after what its timers owed by now.
    package func settledFuelOrder(_ id: OrderID) throws -> FuelOrder {
        guard let order = try FuelSale.load(id, in: self) else { throw Rejection.notFound }
        return order
    }
    /// Lets the order learn a fact and answers it as the caller sees it.
    package func fuelAnswer(_ fact: FuelFact, to id: OrderID, _ viewer: FuelViewer) throws -> JSONValue {
        guard try FuelSale.apply(fact, to: id, in: self) != nil else { throw Rejection.notFound }
        let order = try fuelOrders.require(id)
        noteWhom(order, isShownTo: viewer.user)
        return try fuelPresenter().answer(order, for: viewer.reader)
    }

    /// An answer names the other side: after the erasure no request that is sent again is answered with it, but judged anew. What
    /// was done before is known then, or refused.
    package func noteWhom(_ order: FuelOrder, isShownTo user: User.ID) {
        let other = order.customer == user ? order.driver?.id : order.customer
        if let other, other != user { context.answerIsAbout(other) }
    }
}
