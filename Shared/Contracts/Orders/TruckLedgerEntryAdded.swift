import Kernel

/// Fuel went into a truck, out of it, or was counted anew.
public struct TruckLedgerEntryAdded: DomainEvent, Equatable {
    public static let type: MessageType = "orders.truck-ledger-entry-added.v1"
    public let entryId: String
    public let truckId: TruckID
    public let fuelType: String
    /// `load`, `delivery`, `adjustment`.
    public let kind: String
    /// Signed: a delivery is negative.
    public let gallons: Gallons
    /// What the compartment holds after it.
    public let balance: Gallons
    /// The order that was delivered; absent: something else.
    public let orderId: OrderID?
    public let at: Timestamp
    public var subject: String { "trucks/\(truckId)" }
    public init(entryId: String, truckId: TruckID, fuelType: String, kind: String, gallons: Gallons, balance: Gallons,
                orderId: OrderID? = nil, at: Timestamp) {
        (self.entryId, self.truckId, self.fuelType, self.kind) = (entryId, truckId, fuelType, kind)
        (self.gallons, self.balance, self.orderId, self.at) = (gallons, balance, orderId, at)
    }
}
