import ServiceKit

extension Feature {
    /// Pages of food orders: the tracking link and the board of a restaurant.
    package static let foodPages = Feature("food-pages", queries: [TrackOnPage.self, ShowKitchenBoard.self], routes: FoodPageRoutes.all)
}
