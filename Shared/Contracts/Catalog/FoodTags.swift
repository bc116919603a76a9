import Kernel

/// Tags of the ids of what is on menus, and of quotes.
public enum MenuCategoryTag {}
public enum MenuItemTag {}
public enum QuoteTag {}
public typealias MenuCategoryID = Identifier<MenuCategoryTag>
public typealias MenuItemID = Identifier<MenuItemTag>
public typealias QuoteID = Identifier<QuoteTag>

/// A place on earth in degrees, WGS 84, under the short names that maps use.
public struct GeoPoint: Codable, Sendable, Equatable {
    public let lat: Double
    public let lng: Double
    public init(lat: Double, lng: Double) { (self.lat, self.lng) = (lat, lng) }
}
