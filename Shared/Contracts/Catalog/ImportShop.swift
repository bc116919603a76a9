import Kernel

/// Seeding: a partner shop with a fixed id. One that is there already stays as it is.
public struct ImportShop: Message, Equatable {
    public static let type: MessageType = "catalog.import-shop.v1"
    public let shopId: Int
    /// `draft`, `active`, `suspended`, `closed`.
    public let status: String
    /// By language.
    public let names: [String: String]
    public let categoryId: Int
    public let neighborhoodId: Int
    public let discountBasisPoints: Int
    public let phone: String
    public let address: String
    public let latitude: Double
    public let longitude: Double
    /// Day (`mon` … `sun`) → intervals `["08:00", "20:00"]`; nil: not known.
    public let openingHours: [String: [[String]]]?
    public let vendorUserIds: [User.ID]
    public let createdAt: Timestamp
    public let publishedAt: Timestamp?
    public init(shopId: Int, status: String, names: [String: String], categoryId: Int, neighborhoodId: Int, discountBasisPoints: Int,
                phone: String,
                address: String, latitude: Double, longitude: Double, openingHours: [String: [[String]]]? = nil,
                vendorUserIds: [User.ID] = [], createdAt: Timestamp, publishedAt: Timestamp?) {
        (self.shopId, self.status, self.names, self.categoryId, self.neighborhoodId) = (shopId, status, names, categoryId, neighborhoodId)
        (self.discountBasisPoints, self.phone, self.address, self.latitude, self.longitude) =
            (discountBasisPoints, phone, address, latitude, longitude)
        (self.openingHours, self.vendorUserIds, self.createdAt, self.publishedAt) = (openingHours, vendorUserIds, createdAt, publishedAt)
    }
}
