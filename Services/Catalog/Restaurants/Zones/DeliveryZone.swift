import CatalogKit
import Kernel

/// In degrees as owners send them: not rounded.
package typealias ZonePolygon = PlanarPolygon<PlanePoint>

/// Where a restaurant delivers to, and what for. Money is in minor units.
package struct DeliveryZone: Sendable, Equatable {
    package enum Shape: Sendable, Equatable {
        case circle(center: Coordinates, radiusMeters: Double)
        case polygon(ZonePolygon)

        /// Its border belongs to it.
        package func contains(_ point: Coordinates) -> Bool {
            switch self {
            case .circle(let center, let radius): center.meters(to: point) <= radius
            case .polygon(let polygon): polygon.contains(PlanePoint(x: point.longitude, y: point.latitude))
            }
        }
    }
    package let id: String
    package let name: String
    package let shape: Shape
    package let fee: Int
    package let feePerKm: Int
    /// The first metres that cost nothing extra.
    package let includedMeters: Int
    package let minimumOrder: Int
    package init(id: String, name: String, shape: Shape, fee: Int, feePerKm: Int, includedMeters: Int, minimumOrder: Int) {
        (self.id, self.name, self.shape, self.fee) = (id, name, shape, fee)
        (self.feePerKm, self.includedMeters, self.minimumOrder) = (feePerKm, includedMeters, minimumOrder)
    }

    package func contains(_ point: Coordinates) -> Bool { shape.contains(point) }
    package func fee(forMeters meters: Double) -> Int {
        Self.fee(fee, perKm: feePerKm, includedMeters: includedMeters, forMeters: meters)
    }
    /// For a way of so many metres, each kilometre begun counts.
    static func fee(_ fee: Int, perKm: Int, includedMeters: Int, forMeters meters: Double) -> Int {
        let kilometres = (max(0, meters - Double(includedMeters)) / 1000).rounded(.up)
        // Half way around the earth is 20,016 km, and fees have a limit: this does not overflow.
        return fee + perKm * Int(kilometres)
    }
}

/// The zones of a restaurant, in their order.
package struct DeliveryZones: Sendable, Equatable {
    package let zones: [DeliveryZone]
    package init(_ zones: [DeliveryZone]) { self.zones = zones }

    /// What applies to a place: of all zones that contain it the one with the lowest computed fee, then the first one.
    package struct Match: Sendable, Equatable {
        package let zone: DeliveryZone
        /// Rounded.
        package let distanceMeters: Int
        /// Before free delivery, in minor units.
        package let fee: Int
        package init(zone: DeliveryZone, distanceMeters: Int, fee: Int) {
            (self.zone, self.distanceMeters, self.fee) = (zone, distanceMeters, fee)
        }
    }
    package func best(for point: Coordinates, restaurantLocation: Coordinates) -> Match? {
        let meters = restaurantLocation.meters(to: point)
        var best: Match?
        for zone in zones where zone.contains(point) {
            let fee = zone.fee(forMeters: meters)
            if let known = best, known.fee <= fee { continue }
            best = Match(zone: zone, distanceMeters: Int(meters.rounded()), fee: fee)
        }
        return best
    }
}

extension Coordinates {
    /// Metres along the great circle.
    package func meters(to other: Coordinates) -> Double { distanceKm(to: other) * 1000 }
}
