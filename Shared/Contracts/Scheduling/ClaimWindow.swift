import Kernel

/// An order asks for a stop of a truck in a window of its area. Answered by `WindowClaimed` or `WindowRefused`; the same claim again
/// is answered the same.
public struct ClaimWindow: Message, Equatable {
    public static let type: MessageType = "scheduling.claim-window.v1"
    public let claimId: ClaimID
    public let orderId: OrderID
    public let areaId: ServiceAreaID
    /// Nil: as soon as possible.
    public let windowId: TruckWindowID?
    public let fuelType: String
    /// When the order or the wish to move it came in: cutoff, horizon and "as soon as possible" are judged at this time.
    public let receivedAt: Timestamp
    /// Unless it is confirmed before, the claim ends then.
    public let expiresAt: Timestamp
    public init(claimId: ClaimID, orderId: OrderID, areaId: ServiceAreaID, windowId: TruckWindowID?, fuelType: String,
                receivedAt: Timestamp, expiresAt: Timestamp) {
        (self.claimId, self.orderId, self.areaId, self.windowId) = (claimId, orderId, areaId, windowId)
        (self.fuelType, self.receivedAt, self.expiresAt) = (fuelType, receivedAt, expiresAt)
    }

    /// A window is named by what a client sent: a text that cannot be an id is the id of no window.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        claimId = try values.decode(ClaimID.self, forKey: .claimId)
        orderId = try values.decode(OrderID.self, forKey: .orderId)
        areaId = try values.decode(ServiceAreaID.self, forKey: .areaId)
        windowId = try values.decodeIfPresent(String.self, forKey: .windowId).map { TruckWindowID($0) }
        fuelType = try values.decode(String.self, forKey: .fuelType)
        receivedAt = try values.decode(Timestamp.self, forKey: .receivedAt)
        expiresAt = try values.decode(Timestamp.self, forKey: .expiresAt)
    }
}
