import Contracts
import Kernel

/// When a driver will be at a place.
package struct ArrivalEstimate: Sendable, Equatable {
    package let seconds: Int
    package let distanceMeters: Int
    /// The time of the position it was computed from.
    package let computedAt: Timestamp
    package var at: Timestamp { computedAt + .seconds(seconds) }
}

/// Computes arrivals. The tenant names one in `settings.orders.trucks.eta`; another one may know roads and traffic.
package protocol ArrivalEstimator: Sendable {
    static var name: String { get }
    /// A function of its arguments: it runs in a handler.
    static func seconds(from: GeoPoint, to: GeoPoint) -> Int
}

/// Roads are 1.3 times as long as the line, and a truck drives 8.94 m (20 miles in an hour) each second.
package enum StraightLineEstimator: ArrivalEstimator {
    package static let name = "straight-line"
    package static func seconds(from: GeoPoint, to: GeoPoint) -> Int {
        max(60, Int((from.meters(to: to) * 1.3 / 8.94).rounded(.up)))
    }
}

/// The estimators that tenants may name.
package enum ArrivalEstimators {
    package static let all: [any ArrivalEstimator.Type] = [StraightLineEstimator.self]
    static func named(_ name: String) -> (any ArrivalEstimator.Type)? { all.first { $0.name == name } }

    /// - Parameter since: when the driver left; a position from before counts from then.
    package static func estimate(_ name: String, from point: DriverPoint, to place: GeoPoint, since: Timestamp) -> ArrivalEstimate {
        let estimator = named(name) ?? StraightLineEstimator.self
        return ArrivalEstimate(seconds: estimator.seconds(from: point.location, to: place),
                               distanceMeters: point.location.wholeMeters(to: place),
                               computedAt: max(point.recordedAt, since).wholeSeconds)
    }
}
