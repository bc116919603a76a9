import Contracts
import Kernel

/// Where a driver was, by the clock of his phone.
package struct DriverPoint: Sendable, Equatable {
    package let location: GeoPoint
    package let recordedAt: Timestamp
    /// Nil: the phone did not say.
    package let accuracyMeters: Double?
    /// Degrees from north.
    package let heading: Int?
    package let speed: Double?
    package init(location: GeoPoint, recordedAt: Timestamp, accuracyMeters: Double? = nil, heading: Int? = nil, speed: Double? = nil) {
        (self.location, self.recordedAt, self.accuracyMeters) = (location, recordedAt, accuracyMeters)
        (self.heading, self.speed) = (heading, speed)
    }
}
