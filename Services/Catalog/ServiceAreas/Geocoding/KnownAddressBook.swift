import CatalogKit
import Contracts
import Kernel

/// A geocoder that knows the addresses of the tenant's own list and asks nobody.
package struct KnownAddressBook: Geocoder {
    package static let name = "known-addresses"
    package init() {}

    /// More words of a query are not looked at.
    private static let wordsMax = 12
    /// Below this share of its words a query means another place.
    private static let confidenceMin = 0.5
    /// What the beginning of a word counts, in parts of a whole one.
    private static let beginningCounts = 0.8

    package func find(_ query: String, limit: Int, in view: CatalogView) throws -> [GeocodedAddress] {
        let words = AddressWords.of(query).prefix(Self.wordsMax)
        guard let last = words.last else { return [] }
        var points: [Int: Double] = [:]
        for word in words.dropLast() {
            for id in try view.knownAddresses.ids(withWord: word) { points[id, default: 0] += 1 }
        }
        // The last word may still be typed.
        let whole = Set(try view.knownAddresses.ids(withWord: last))
        for id in whole { points[id, default: 0] += 1 }
        for id in Set(try view.knownAddresses.ids(withBeginning: last)).subtracting(whole) {
            points[id, default: 0] += Self.beginningCounts
        }
        let found = try points.compactMap { id, points -> GeocodedAddress? in
            let confidence = (points / Double(words.count) * 100).rounded() / 100
            return confidence >= Self.confidenceMin ? try view.knownAddresses.find(id, confidence: confidence) : nil
        }
        return Array(found.sorted { ($1.confidence, $0.label) < ($0.confidence, $1.label) }.prefix(limit))
    }

    package func nearest(to place: MicroPoint, within meters: Double, in view: CatalogView) throws -> GeocodedAddress? {
        let ranges = CellRanges.around(place, within: meters).filter { $0.level == GeoCell.finest }
        let near = try ranges.flatMap { try view.knownAddresses.inCells($0.codes) }
            .map { (address: $0, meters: $0.location.geoPoint.meters(to: place.geoPoint)) }
        return near.filter { $0.meters <= meters }.min { ($0.meters, $0.address.label) < ($1.meters, $1.address.label) }?.address
    }
}
