import Contracts
import Kernel
import OrdersTrucks

/// When positions alone prove that a driver has arrived: two of them in a row near the pin, new and exact enough.
enum Geofence {
    static let accuracyMeters = 50.0
    static let ageMinutes = 5
    static let inARow = 2

    /// The point with which the driver had arrived. Nil: he has not.
    /// - Parameters:
    ///   - path: by time; the first one may be of an earlier batch.
    ///   - since: when he left for the pin.
    static func arrival(on path: [DriverPoint], at pin: GeoPoint, within meters: Double, since: Timestamp, now: Timestamp) -> DriverPoint? {
        var near = 0
        for point in path {
            let isNear = point.recordedAt >= since && now - point.recordedAt < .minutes(ageMinutes)
                && point.accuracyMeters ?? 0 <= accuracyMeters && point.location.meters(to: pin) <= meters
            near = isNear ? near + 1 : 0
            if near == inARow { return point }
        }
        return nil
    }
}
