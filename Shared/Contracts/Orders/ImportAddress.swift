import Kernel

/// Seeding: a place that somebody has fuel brought to. One that is there already stays as it is.
public struct ImportAddress: Message, Equatable {
    public static let type: MessageType = "orders.import-address.v1"
    public let addressId: AddressID
    public let userId: User.ID
    public let label: String
    public let line1: String
    public let line2: String?
    public let city: String
    /// `US-FL`.
    public let region: String
    public let postalCode: String
    public let latitude: Double
    public let longitude: Double
    public let instructions: String?
    public let addedAt: Timestamp
    public init(addressId: AddressID, userId: User.ID, label: String, line1: String, line2: String? = nil, city: String, region: String,
                postalCode: String, latitude: Double, longitude: Double, instructions: String? = nil, addedAt: Timestamp) {
        (self.addressId, self.userId, self.label, self.line1, self.line2) = (addressId, userId, label, line1, line2)
        (self.city, self.region, self.postalCode) = (city, region, postalCode)
        (self.latitude, self.longitude, self.instructions, self.addedAt) = (latitude, longitude, instructions, addedAt)
    }
}
