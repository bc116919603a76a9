import Kernel

/// How long a courier rides: 400 m in a minute, on roads that are 1.3 times as long as the line. Quotes promise by it, and jobs are
/// timed by it.
public enum CourierTravel {
    private static let metersPerMinute = 400.0
    private static let detour = 1.3

    /// Whole minutes, rounded up, at least 1.
    public static func minutes(meters: Double) -> Int { max(1, Int((detour * meters / metersPerMinute).rounded(.up))) }
    public static func minutes(_ from: GeoPoint, _ to: GeoPoint) -> Int { minutes(meters: from.meters(to: to)) }
}
