import Kernel

/// Seeding: somebody keeps a shop among the favorites.
public struct ImportShopFavorite: Message, Equatable {
    public static let type: MessageType = "catalog.import-shop-favorite.v1"
    public let userId: User.ID
    public let shopId: Int
    public let at: Timestamp
    public init(userId: User.ID, shopId: Int, at: Timestamp) { (self.userId, self.shopId, self.at) = (userId, shopId, at) }
}
