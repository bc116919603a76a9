import Kernel

/// A restaurant's menu reads differently now: something was added, changed, switched, archived, or is sold out.
public struct MenuChanged: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.menu-changed.v1"
    public let restaurantId: RestaurantID
    /// Rises with every change.
    public let version: Int
    public var subject: String { "restaurants/\(restaurantId)" }
    public init(restaurantId: RestaurantID, version: Int) { (self.restaurantId, self.version) = (restaurantId, version) }
}
