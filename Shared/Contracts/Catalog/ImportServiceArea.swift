import Kernel

/// Seeding: a service area with a fixed id. One that is there already stays as it is.
public struct ImportServiceArea: Message, Equatable {
    public static let type: MessageType = "catalog.import-service-area.v1"
    public let areaId: ServiceAreaID
    public let code: String
    public let name: String
    public let priceZoneId: PriceZoneID
    public let geometry: AreaGeometry
    public let priority: Int
    public let createdAt: Timestamp
    public init(areaId: ServiceAreaID, code: String, name: String, priceZoneId: PriceZoneID, geometry: AreaGeometry, priority: Int,
                createdAt: Timestamp) {
        (self.areaId, self.code, self.name, self.priceZoneId) = (areaId, code, name, priceZoneId)
        (self.geometry, self.priority, self.createdAt) = (geometry, priority, createdAt)
    }
}
