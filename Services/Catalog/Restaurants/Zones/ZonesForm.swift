import CatalogKit
import Contracts
import Kernel

/// Reads zones as owners send them.
enum ZonesForm {
    static let zonesMax = 20
    static let positionsMax = 200
    static let radius = 100.0...50_000.0
    static let includedMeters = 0...50_000
    /// In minor units: 10,000.00.
    static let moneyMax = 1_000_000

    /// - Parameter newID: makes ids of zones that have none.
    static func read(_ value: JSONValue, _ definition: TenantDefinition, _ check: inout Validation, newID: () -> String) -> DeliveryZones? {
        guard let entries = value.array, (1...zonesMax).contains(entries.count) else {
            check.fail("zones", "must have 1 to \(zonesMax) entries")
            return nil
        }
        var zones: [DeliveryZone] = []
        for (index, entry) in entries.enumerated() {
            let path = "zones.\(index)"
            let id = id(entry["id"], path, &check) ?? newID()
            if zones.contains(where: { $0.id == id }) { check.fail("\(path).id", "comes twice") }
            let name = check.text("\(path).name", entry["name"]?.string, 1...60)
            let shape = shape(entry["shape"] ?? .null, "\(path).shape", &check)
            let fee = check.amount("\(path).fee", entry["fee"], most: moneyMax, definition)
            let minimum = check.amount("\(path).minimumOrder", entry["minimumOrder"], most: moneyMax, definition)
            let perKm = isAbsent(entry["feePerKm"]) ? 0 : check.amount("\(path).feePerKm", entry["feePerKm"], most: moneyMax, definition)
            let included = isAbsent(entry["includedMeters"])
                ? 0 : check.number("\(path).includedMeters", entry["includedMeters"]?.int, includedMeters)
            guard let name, let shape, let fee, let minimum, let perKm, let included else { continue }
            zones.append(DeliveryZone(id: id, name: name, shape: shape, fee: fee, feePerKm: perKm, includedMeters: included,
                                      minimumOrder: minimum))
        }
        return DeliveryZones(zones)
    }

    private static func isAbsent(_ value: JSONValue?) -> Bool { value ?? .null == .null }

    private static func id(_ value: JSONValue?, _ path: String, _ check: inout Validation) -> String? {
        guard let value, value != .null else { return nil }
        guard let id = value.string, (1...64).contains(id.utf8.count), id.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else {
            check.fail("\(path).id", "is not an id")
            return nil
        }
        return id
    }

    private static func shape(_ value: JSONValue, _ path: String, _ check: inout Validation) -> DeliveryZone.Shape? {
        switch value["type"]?.string {
        case "Circle":
            let center = check.place("\(path).center", value["center"] ?? .null)
            guard let meters = value["radiusMeters"]?.number, radius.contains(meters) else {
                check.fail("\(path).radiusMeters", "must be \(Int(radius.lowerBound)) to \(Int(radius.upperBound))")
                return nil
            }
            return center.map { .circle(center: $0, radiusMeters: meters) }
        case "Polygon": return polygon(value["coordinates"] ?? .null, "\(path).coordinates", &check).map { .polygon($0) }
        case nil, .some:
            check.fail("\(path).type", "must be one of Circle, Polygon")
            return nil
        }
    }

    /// GeoJSON (RFC 7946): rings of `[lng, lat]`.
    private static func polygon(_ value: JSONValue, _ path: String, _ check: inout Validation) -> ZonePolygon? {
        guard let sent = value.array, !sent.isEmpty, sent.allSatisfy({ $0.array != nil }) else {
            check.fail(path, "must be a list of rings")
            return nil
        }
        guard sent.reduce(0, { $0 + ($1.array?.count ?? 0) }) <= positionsMax else {
            check.fail(path, "must have at most \(positionsMax) points")
            return nil
        }
        var rings: [[PlanePoint]] = []
        for (number, ring) in sent.enumerated() {
            let points = (ring.array ?? []).map(point)
            guard points.allSatisfy({ $0 != nil }) else {
                check.fail("\(path).\(number)", "must be a list of [longitude, latitude]")
                return nil
            }
            let read = points.compactMap { $0 }
            guard read.count >= 4 else {
                check.fail("\(path).\(number)", "must have at least 4 points")
                return nil
            }
            guard read.first == read.last else {
                check.fail("\(path).\(number)", "must end where it begins")
                return nil
            }
            rings.append(read)
        }
        let polygon = ZonePolygon(rings: rings)
        switch polygon.flaw {
        case nil: return polygon
        case .crossing: check.fail(path, "must not cross itself")
        case .holeOutside, .overlap: check.fail(path, "must have its holes inside and apart from each other")
        }
        return nil
    }
    private static func point(_ value: JSONValue) -> PlanePoint? {
        guard let numbers = value.array, (2...3).contains(numbers.count), let x = numbers[0].number, let y = numbers[1].number,
              abs(x) <= 180, abs(y) <= 90 else { return nil }
        return PlanePoint(x: x, y: y)
    }
}
