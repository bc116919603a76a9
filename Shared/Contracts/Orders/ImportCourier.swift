import Kernel

/// Seeding: a courier as the staff left him, offline. One who is there keeps his vehicle and his plate.
public struct ImportCourier: Message, Equatable {
    public static let type: MessageType = "orders.import-courier.v1"
    public let courierId: User.ID
    /// `pending`, `approved`, `suspended`.
    public let status: String
    /// `car`, `motorcycle`, `bicycle`.
    public let vehicle: String?
    public let plate: String?
    public init(courierId: User.ID, status: String, vehicle: String? = nil, plate: String? = nil) {
        (self.courierId, self.status, self.vehicle, self.plate) = (courierId, status, vehicle, plate)
    }
}
