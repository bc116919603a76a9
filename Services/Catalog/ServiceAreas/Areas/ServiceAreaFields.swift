import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// The form of an area, read: a new one, or changes. Sent fields replace, null takes an optional one back to its standard.
struct ServiceAreaFields {
    static let names = 2...80
    static let priorities = 0...100
    static let standardPriority = 0

    private(set) var code: String?
    private(set) var name: String?
    private(set) var priceZoneId: PriceZoneID?
    private(set) var geometry: AreaGeometry?
    private(set) var priority: Int?
    private(set) var active: Bool?

    /// Names everything that is wrong with the form at once, a zone that is not there included. Throws 422.
    /// - Parameter isNew: what every area has must be there.
    init(_ form: JSONValue, isNew: Bool, in tx: CatalogTransaction) throws {
        var reader = FormReader(form, isEdit: !isNew)
        code = Self.code(&reader)
        name = reader.text("name", Self.names, isRequired: true)
        priceZoneId = reader.id("priceZoneId", isRequired: true)
        if let priceZoneId, try tx.priceZones.find(priceZoneId) == nil { reader.fail("priceZoneId", "is not known") }
        if let sent = reader.value("geometry", isRequired: true) {
            do throws(AreaGeometryFlaw) { geometry = try AreaGeometry(geoJSON: sent) } catch { reader.fail("geometry", error.sentence) }
        }
        if reader.has("priority") { priority = reader.integer("priority", Self.priorities) ?? Self.standardPriority }
        if reader.has("active") { active = reader.flag("active") ?? true }
        try reader.finish()
    }

    /// A short name of areas and zones.
    static func isCode(_ text: String) -> Bool {
        (2...40).contains(text.utf8.count) && text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
    }
    static func code(_ reader: inout FormReader) -> String? {
        guard let sent = reader.text("code", 1...40, isRequired: true) else { return nil }
        if !isCode(sent) { reader.fail("code", "does not have the right form") }
        return sent
    }

    /// Throws 409 for a code that another area has.
    func checkRows(_ tx: CatalogTransaction, _ own: ServiceAreaID?) throws {
        if let code, let other = try tx.serviceAreas.find(code: code), other.id != own {
            throw Rejection.conflict("area-code-taken", "Another area has this code.")
        }
    }

    func apply(to area: inout ServiceArea) {
        if let code { area.code = code }
        if let name { area.name = name }
        if let priceZoneId { area.priceZoneId = priceZoneId }
        if let geometry { area.geometry = geometry }
        if let priority { area.priority = priority }
        if let active { area.active = active }
    }
}
