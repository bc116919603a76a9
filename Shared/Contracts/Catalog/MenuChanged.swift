import Kernel

/// A restaurant's menu reads differently now: something was added, changed, switched, archived, or is sold out.
public struct MenuChanged: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.menu-changed.v1"
    public let restaurantId: RestaurantID
    /// Rises with every change.
    public let version: Int
    /// The restaurant at this time, for those who watch it.
    public let open: Bool
    /// `normal`, `busy`, `paused`.
    public let mode: String
    public var subject: String { "restaurants/\(restaurantId)" }
    public init(restaurantId: RestaurantID, version: Int, open: Bool, mode: String) {
        (self.restaurantId, self.version, self.open, self.mode) = (restaurantId, version, open, mode)
    }
}
