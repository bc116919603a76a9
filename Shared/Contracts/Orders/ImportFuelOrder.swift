import Kernel

/// Seeding: an order of fuel that ended, with a fixed id. The same one twice is one; nothing is claimed or charged and nobody is
/// notified, but it has its payment, its receipt and, if it was delivered, its tip in the driver's wallet.
public struct ImportFuelOrder: Message, Equatable {
    public static let type: MessageType = "orders.import-fuel-order.v1"
    /// How it ended.
    public enum Outcome: String, Codable, Sendable, CaseIterable {
        case completed, cancelled
        /// Nobody was there, and the driver waited.
        case absent
    }
    /// As the order keeps it.
    public struct Vehicle: Codable, Sendable, Equatable {
        public let vehicleId: VehicleID
        public let make: String
        public let model: String
        public let year: Int
        public let color: String?
        /// `US-FL`.
        public let region: String
        public let plateNumber: String
        public let fuelDoorSide: String?
        public let tankCapacityGallons: Gallons
        public init(vehicleId: VehicleID, make: String, model: String, year: Int, color: String? = nil, region: String, plateNumber: String,
                    fuelDoorSide: String? = nil, tankCapacityGallons: Gallons) {
            (self.vehicleId, self.make, self.model, self.year, self.color) = (vehicleId, make, model, year, color)
            (self.region, self.plateNumber, self.fuelDoorSide) = (region, plateNumber, fuelDoorSide)
            self.tankCapacityGallons = tankCapacityGallons
        }
    }
    /// What it cost when it was quoted.
    public struct Terms: Codable, Sendable, Equatable {
        /// Per gallon.
        public let mills: Int
        public let tiers: [FuelTier]
        /// Minor units.
        public let deliveryFee: Int
        /// Hundredths of a percent.
        public let salesTaxBps: Int
        public init(mills: Int, tiers: [FuelTier], deliveryFee: Int, salesTaxBps: Int) {
            (self.mills, self.tiers, self.deliveryFee, self.salesTaxBps) = (mills, tiers, deliveryFee, salesTaxBps)
        }
    }
    public let orderId: OrderID
    public let paymentId: PaymentID
    public let userId: User.ID
    /// Absent: it was cancelled before anybody took it.
    public let driverId: User.ID?
    public let truckId: TruckID?
    public let truckCode: String?
    public let vehicle: Vehicle
    public let areaId: ServiceAreaID
    public let priceZoneId: PriceZoneID
    public let location: GeoPoint
    public let address: String
    public let fuelType: String
    public let terms: Terms
    /// Minor units.
    public let tip: Int
    public let windowId: TruckWindowID
    public let startsAt: Timestamp
    public let endsAt: Timestamp
    public let placedAt: Timestamp
    public let outcome: Outcome
    public let endedAt: Timestamp
    /// Delivered, by the meter of the truck; absent: nothing.
    public let gallons: Gallons?
    public let meterStart: Gallons?
    public let card: PaidWith
    /// For the receipt: the account may not be known yet.
    public var customerName: String?
    public init(orderId: OrderID, paymentId: PaymentID, userId: User.ID, driverId: User.ID? = nil, truckId: TruckID? = nil,
                truckCode: String? = nil, vehicle: Vehicle, areaId: ServiceAreaID, priceZoneId: PriceZoneID, location: GeoPoint,
                address: String, fuelType: String, terms: Terms, tip: Int, windowId: TruckWindowID, startsAt: Timestamp, endsAt: Timestamp,
                placedAt: Timestamp, outcome: Outcome, endedAt: Timestamp, gallons: Gallons? = nil, meterStart: Gallons? = nil,
                card: PaidWith) {
        (self.orderId, self.paymentId, self.userId, self.driverId) = (orderId, paymentId, userId, driverId)
        (self.truckId, self.truckCode, self.vehicle, self.areaId) = (truckId, truckCode, vehicle, areaId)
        (self.priceZoneId, self.location, self.address, self.fuelType) = (priceZoneId, location, address, fuelType)
        (self.terms, self.tip, self.windowId, self.startsAt, self.endsAt) = (terms, tip, windowId, startsAt, endsAt)
        (self.placedAt, self.outcome, self.endedAt) = (placedAt, outcome, endedAt)
        (self.gallons, self.meterStart, self.card) = (gallons, meterStart, card)
    }
}
