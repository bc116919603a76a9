import Contracts
import Kernel

/// Where something is brought to. Its owner changes it; other services keep copies of what `catalog.service-area-changed.v1` says.
public struct ServiceArea: Sendable, Equatable {
    public let id: ServiceAreaID
    public var code: String
    public var name: String
    public var priceZoneId: PriceZoneID
    public var geometry: AreaGeometry
    /// Of several areas at a place the highest serves, then the first code.
    public var priority: Int
    /// An inactive area serves nobody.
    public var active: Bool
    public let createdAt: Timestamp
    public var updatedAt: Timestamp

    public init(id: ServiceAreaID, code: String, name: String, priceZoneId: PriceZoneID, geometry: AreaGeometry, priority: Int,
                active: Bool, createdAt: Timestamp, updatedAt: Timestamp) {
        (self.id, self.code, self.name, self.priceZoneId) = (id, code, name, priceZoneId)
        (self.geometry, self.priority, self.active) = (geometry, priority, active)
        (self.createdAt, self.updatedAt) = (createdAt, updatedAt)
    }

    public init(_ event: ServiceAreaChanged) {
        self.init(id: event.areaId, code: event.code, name: event.name, priceZoneId: event.priceZoneId, geometry: event.geometry,
                  priority: event.priority, active: event.active, createdAt: event.createdAt, updatedAt: event.updatedAt)
    }
    public var changed: ServiceAreaChanged {
        ServiceAreaChanged(areaId: id, code: code, name: name, priceZoneId: priceZoneId, geometry: geometry, priority: priority,
                           active: active, createdAt: createdAt, updatedAt: updatedAt)
    }

    /// What serves a place.
    public struct Match: Sendable, Equatable {
        public let id: ServiceAreaID
        public let code: String
        public let priceZoneId: PriceZoneID
        public init(id: ServiceAreaID, code: String, priceZoneId: PriceZoneID) {
            (self.id, self.code, self.priceZoneId) = (id, code, priceZoneId)
        }
    }
}
