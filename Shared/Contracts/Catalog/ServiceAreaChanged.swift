import Kernel

/// A service area as it is now, after it was added, changed, or switched on or off.
public struct ServiceAreaChanged: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.service-area-changed.v1"
    public let areaId: ServiceAreaID
    public let code: String
    public let name: String
    /// What fuel costs there.
    public let priceZoneId: PriceZoneID
    public let geometry: AreaGeometry
    /// Of several areas at a place the highest serves, then the first code.
    public let priority: Int
    /// False: it serves nobody; accepted orders are finished.
    public let active: Bool
    public let createdAt: Timestamp
    public let updatedAt: Timestamp
    public var subject: String { "service-areas/\(areaId)" }
    public init(areaId: ServiceAreaID, code: String, name: String, priceZoneId: PriceZoneID, geometry: AreaGeometry, priority: Int,
                active: Bool, createdAt: Timestamp, updatedAt: Timestamp) {
        (self.areaId, self.code, self.name, self.priceZoneId) = (areaId, code, name, priceZoneId)
        (self.geometry, self.priority, self.active) = (geometry, priority, active)
        (self.createdAt, self.updatedAt) = (createdAt, updatedAt)
    }
}
