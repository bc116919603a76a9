import Kernel

/// An order has a stop in a window: the answer to `ClaimWindow`.
public struct WindowClaimed: DomainEvent, Equatable {
    public static let type: MessageType = "scheduling.window-claimed.v1"
    public let claimId: ClaimID
    public let orderId: OrderID
    public let areaId: ServiceAreaID
    public let windowId: TruckWindowID
    /// Whose stop it is. Any truck of the area may serve the order.
    public let truckId: TruckID
    public let startsAt: Timestamp
    public let endsAt: Timestamp
    /// The end of a window that was chosen; earlier or later than that for an order "as soon as possible".
    public let promisedBy: Timestamp
    /// When the hold ends if nothing confirms it.
    public let expiresAt: Timestamp
    public var subject: String { "claims/\(claimId)" }
    public init(claimId: ClaimID, orderId: OrderID, areaId: ServiceAreaID, windowId: TruckWindowID, truckId: TruckID, startsAt: Timestamp,
                endsAt: Timestamp, promisedBy: Timestamp, expiresAt: Timestamp) {
        (self.claimId, self.orderId, self.areaId, self.windowId) = (claimId, orderId, areaId, windowId)
        (self.truckId, self.startsAt, self.endsAt) = (truckId, startsAt, endsAt)
        (self.promisedBy, self.expiresAt) = (promisedBy, expiresAt)
    }
}
