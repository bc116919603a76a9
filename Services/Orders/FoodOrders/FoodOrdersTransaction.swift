import Contracts
import Kernel
import OrdersDeliveries
import OrdersKit
import ServiceKit

extension OrdersScope {
    package var foodOrders: FoodOrderStore { FoodOrderStore(database, tenant) }
    package var foodMessages: FoodMessageStore { FoodMessageStore(database, tenant) }
    package var foodShares: FoodShareStore { FoodShareStore(database, tenant) }
    package var foodRestaurants: FoodRestaurantStore { FoodRestaurantStore(database, tenant) }
    package var foodSettings: FoodSettings { definition.settings(of: "food-order") { FoodSettings($0) } }
    /// The caller, with what the roles allow.
    package func foodViewer() throws -> FoodViewer { FoodViewer(user: try user().userID, roles: try user().roles, definition.roles) }
    /// How the caller reads orders, or somebody who asked in another language before.
    package func foodPresenter(language: String? = nil) -> FoodPresenter {
        FoodPresenter(people: people, couriers: couriers, settings: foodSettings, now: now,
                      languages: definition.languages(first: language ?? context.askedLanguage),
                      codeKey: context.serviceKey(FoodSecrets.codeUse))
    }
}

extension OrdersTransaction {
    package var foodRequests: FoodRequestStore { FoodRequestStore(database, tenant) }

    /// The order in its present state, after what its timers owed by now.
    package func settledFoodOrder(_ id: OrderID) throws -> FoodOrder {
        guard let order = try FoodSale.load(id, in: self) else { throw Rejection.notFound }
        return order
    }

    /// Lets the order learn a fact and answers it as the caller sees it.
    func foodAnswer(_ fact: FoodFact, to id: OrderID, _ viewer: FoodViewer) throws -> JSONValue {
        guard try FoodSale.apply(fact, to: id, in: self) != nil else { throw Rejection.notFound }
        // What the courier's side did about it may have changed the order once more.
        let order = try foodOrders.require(id)
        noteWhom(order, after: fact, isShownTo: viewer.user)
        return try foodPresenter().answer(order, for: viewer)
    }

    /// An answer names the other side: after the erasure no request that is sent again is answered with it, but judged anew. What
    /// was done before is known then, or refused, or sets the same once more; another preparation time would count again.
    private func noteWhom(_ order: FoodOrder, after fact: FoodFact, isShownTo user: User.ID) {
        if case .prepTime = fact { return }
        let other = order.customer == user ? order.delivery?.courier : order.customer
        if let other, other != user { context.answerIsAbout(other) }
    }
}

extension OrdersView {
    package var foodReports: FoodReportStore { FoodReportStore(database, tenant) }

    /// The zone in which days of this app begin.
    package func localZone() throws -> TimeZoneRules { try TimeZoneRules.named(definition.timezone) }
}
