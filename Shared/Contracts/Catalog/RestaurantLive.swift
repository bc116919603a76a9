import Kernel

/// What somebody sees who looks at a restaurant is different now: it opened, closed, paused, or its menu changed.
public struct RestaurantLive: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.restaurant-live.v1"
    public let restaurantId: RestaurantID
    public let open: Bool
    /// `normal`, `busy`, `paused`.
    public let mode: String
    /// Rises with each change of the menu.
    public let menuVersion: Int
    public var subject: String { "restaurants/\(restaurantId)" }
    public init(restaurantId: RestaurantID, open: Bool, mode: String, menuVersion: Int) {
        (self.restaurantId, self.open, self.mode, self.menuVersion) = (restaurantId, open, mode, menuVersion)
    }
}
