import Kernel

/// Seeding: what somebody likes. Interests that are there already stay.
public struct ImportInterests: Message, Equatable {
    public static let type: MessageType = "catalog.import-interests.v1"
    public let userId: User.ID
    public let preferredCategories: [String]
    public let city: String?
    /// `free`, `budget`, `moderate`, `premium`.
    public let pricePreference: String?
    public init(userId: User.ID, preferredCategories: [String], city: String? = nil, pricePreference: String? = nil) {
        (self.userId, self.preferredCategories, self.city, self.pricePreference) = (userId, preferredCategories, city, pricePreference)
    }
}
