import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Seeding: what somebody likes. What was set by the person stays.
extension ImportInterests: Command {
    public typealias Answer = NoContent
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        guard try tx.interests.settings(of: userId) == nil else { return NoContent() }
        var settings = InterestSettings()
        (settings.preferredCategories, settings.city, settings.pricePreference) = (preferredCategories, city, pricePreference)
        try tx.interests.save(settings, of: userId)
        try tx.publish(
            InterestsChanged(userId: userId, maxTravelDistanceKm: settings.maxTravelDistanceKm, shareAttendance: settings.shareAttendance))
        return NoContent()
    }
}
