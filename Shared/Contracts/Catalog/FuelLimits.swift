import Kernel

/// What ordering fuel is limited by, which apps show and orders obey: `settings.catalog.fuelLimits`.
public struct FuelLimits: SharedSettings {
    public static let owner: ServiceName = "catalog"
    public static let place = "fuelLimits"

    /// How long a quote holds.
    public let quoteMinutes: Int
    /// How long an order waits for the card.
    public let pendingMinutes: Int
    /// An order that a phone kept longer is refused.
    public let offlineMaxAgeHours: Int
    /// How long after its end a quote holds for orders that a phone made in time.
    public let offlineGraceMinutes: Int
    public let asapStaleMinutes: Int
    /// The last day that can be booked, counted from today.
    public let bookingHorizonDays: Int
    public let gallonsMin: Int
    public let gallonsMax: Int
    /// Minor units.
    public let dollarsMin: Int
    public let dollarsMax: Int
    public let tipMax: Int
    /// How long after completion somebody may give a tip.
    public let tipHours: Int
    /// Before the start of a window.
    public let freeCancelHours: Int
    public let geofenceMeters: Int
    public let asapPromiseMinutes: Int

    private enum Key: String, CodingKey {
        case quoteMinutes, pendingMinutes, offlineMaxAgeHours, offlineGraceMinutes, asapStaleMinutes, bookingHorizonDays, gallonsMin,
             gallonsMax, dollarsMin, dollarsMax, tipMax, tipHours, freeCancelHours, geofenceMeters, asapPromiseMinutes
    }
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        func read(_ key: Key, _ usual: Int) throws -> Int { try values.decodeIfPresent(Int.self, forKey: key) ?? usual }
        quoteMinutes = try read(.quoteMinutes, 15)
        pendingMinutes = try read(.pendingMinutes, 15)
        offlineMaxAgeHours = try read(.offlineMaxAgeHours, 24)
        offlineGraceMinutes = try read(.offlineGraceMinutes, 30)
        asapStaleMinutes = try read(.asapStaleMinutes, 15)
        bookingHorizonDays = try read(.bookingHorizonDays, 6)
        gallonsMin = try read(.gallonsMin, 5)
        gallonsMax = try read(.gallonsMax, 60)
        dollarsMin = try read(.dollarsMin, 2000)
        dollarsMax = try read(.dollarsMax, 30_000)
        tipMax = try read(.tipMax, 10_000)
        tipHours = try read(.tipHours, 72)
        freeCancelHours = try read(.freeCancelHours, 2)
        geofenceMeters = try read(.geofenceMeters, 75)
        asapPromiseMinutes = try read(.asapPromiseMinutes, 90)
    }
}
