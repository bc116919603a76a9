import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Who looks, and what they may see.
package struct ViewerContext {
    private let view: CatalogView
    package init(_ view: CatalogView) { self.view = view }

    /// 403 for a signed-in person below the age limit.
    package func refuseIfBarred(_ seen: SeenEvent) throws {
        guard let restriction = seen.event.ageRestriction, let birthDate = seen.viewerBirthDate else { return }
        if AgeRule.isBarred(restriction, startDate: seen.event.startDate, birthDate: birthDate, zone: try view.zone()) {
            throw AgeRule.refusal(restriction)
        }
    }

    /// From when on the person who looks has each age that events ask for; empty when there is nothing to bar (guests, no birthday).
    package func reachedAges() throws -> [(years: Int, from: Timestamp)] {
        try AgeRule.reachedAges(bornOn: view.people.birthDate(of: view.principal?.userID), view.settings().ageRestrictions,
                                zone: view.zone())
    }

    /// Both or none. Throws 422.
    package static func coordinates(_ latitude: Double?, _ longitude: Double?) throws(Rejection) -> Coordinates? {
        if latitude == nil && longitude == nil { return nil }
        var check = Validation()
        check.require(latitude != nil, "latitude", "is required with longitude")
        check.require(longitude != nil, "longitude", "is required with latitude")
        if let latitude { check.require((-90...90).contains(latitude), "latitude", "must be -90 to 90") }
        if let longitude { check.require((-180...180).contains(longitude), "longitude", "must be -180 to 180") }
        try check.check()
        guard let latitude, let longitude else { return nil }
        return Coordinates(latitude: latitude, longitude: longitude)
    }
}
