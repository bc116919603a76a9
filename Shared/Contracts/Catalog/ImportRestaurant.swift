import Kernel

/// Seeding: a restaurant with a fixed id. One that is there already stays as it is.
public struct ImportRestaurant: Message, Equatable {
    public static let type: MessageType = "catalog.import-restaurant.v1"
    public let restaurantId: RestaurantID
    public let ownerId: User.ID
    public let slug: String
    /// `draft`, `active`, `suspended`.
    public let status: String
    /// By language.
    public let names: [String: String]
    public let descriptions: [String: String]
    public let cuisines: [String]
    public let phone: String
    public let location: GeoPoint
    public let addressLine: String
    public let prepMinutes: Int
    public let maxActiveOrders: Int?
    public let freeDeliveryAbove: Money?
    public let commissionBasisPoints: Int?
    /// As `PUT /restaurants/{id}/hours` takes them.
    public let hours: [JSONValue]
    public let exceptions: [JSONValue]
    /// As `PUT /restaurants/{id}/zones` takes them.
    public let zones: [JSONValue]
    /// Its place among the featured ones, from 1; absent: none.
    public let featured: Int?
    public let createdAt: Timestamp

    public init(restaurantId: RestaurantID, ownerId: User.ID, slug: String, status: String, names: [String: String],
                descriptions: [String: String], cuisines: [String], phone: String, location: GeoPoint, addressLine: String,
                prepMinutes: Int,
                maxActiveOrders: Int?, freeDeliveryAbove: Money?, commissionBasisPoints: Int?, hours: [JSONValue], exceptions: [JSONValue],
                zones: [JSONValue], featured: Int?, createdAt: Timestamp) {
        (self.restaurantId, self.ownerId, self.slug, self.status) = (restaurantId, ownerId, slug, status)
        (self.names, self.descriptions, self.cuisines, self.phone) = (names, descriptions, cuisines, phone)
        (self.location, self.addressLine, self.prepMinutes) = (location, addressLine, prepMinutes)
        (self.maxActiveOrders, self.freeDeliveryAbove) = (maxActiveOrders, freeDeliveryAbove)
        (self.commissionBasisPoints, self.hours, self.exceptions) = (commissionBasisPoints, hours, exceptions)
        (self.zones, self.featured, self.createdAt) = (zones, featured, createdAt)
    }
}
