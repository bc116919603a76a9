import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Seeding. What is there already is left alone: people may have changed it since.
extension ImportServiceArea: Command {
    public typealias Answer = NoContent
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        if try tx.serviceAreas.find(areaId) != nil { return NoContent() }
        var check = Validation()
        check.require(ServiceAreaFields.isCode(code), "code", "does not have the right form")
        check.text("name", name, ServiceAreaFields.names)
        check.number("priority", priority, ServiceAreaFields.priorities)
        check.require(try tx.priceZones.find(priceZoneId) != nil, "priceZoneId", "is not known")
        if let flaw = geometry.flaw { check.fail("geometry", flaw.sentence) }
        try check.check()
        guard try tx.serviceAreas.find(code: code) == nil else {
            throw Rejection.conflict("area-code-taken", "Another area has this code.")
        }
        try tx.save(ServiceArea(id: areaId, code: code, name: name, priceZoneId: priceZoneId, geometry: geometry, priority: priority,
                                active: true, createdAt: createdAt, updatedAt: createdAt))
        return NoContent()
    }
}
