import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Somebody says what they like. Sent fields replace, others stay; a place is kept to about a kilometre.
package struct SetInterests: Command {
    package static let type: MessageType = "catalog.set-interests.v1"
    var preferredCategories: Sent<[String]> = .absent
    var city: Sent<String> = .absent
    var location: Sent<InterestSettings.Location> = .absent
    var maxTravelDistanceKm: Sent<Double> = .absent
    var pricePreference: Sent<String> = .absent
    var preferredDaysOfWeek: Sent<[Int]> = .absent
    var preferredTimesOfDay: Sent<[String]> = .absent
    var personalization: Sent<Bool> = .absent
    var shareAttendance: Sent<Bool> = .absent

    package static let categoriesMax = 12
    package static let timesOfDay = ["morning", "afternoon", "evening", "night"]

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        let user = try tx.user().userID
        let before = try tx.interests.settings(of: user)
        var settings = before ?? InterestSettings()
        let known = try tx.settings()
        var check = Validation()
        if preferredCategories.isSent {
            settings.preferredCategories = unique(preferredCategories.over(nil) ?? [])
            check.require(settings.preferredCategories.count <= Self.categoriesMax, "preferredCategories", "at most \(Self.categoriesMax)")
            check.require(settings.preferredCategories.allSatisfy { known.category($0) != nil }, "preferredCategories", "names a category that does not exist")
        }
        if city.isSent { settings.city = check.text("city", city.over(nil), 0...80, required: false).flatMap { $0.isEmpty ? nil : $0 } }
        if location.isSent {
            settings.location = location.over(nil)?.rounded
            if let place = settings.location {
                check.require((-90...90).contains(place.latitude), "location.latitude", "must be -90 to 90")
                check.require((-180...180).contains(place.longitude), "location.longitude", "must be -180 to 180")
            }
        }
        if maxTravelDistanceKm.isSent { settings.maxTravelDistanceKm = maxTravelDistanceKm.over(nil) ?? InterestSettings().maxTravelDistanceKm }
        check.require((1...500).contains(settings.maxTravelDistanceKm), "maxTravelDistanceKm", "must be 1 to 500")
        if pricePreference.isSent { settings.pricePreference = pricePreference.over(nil) }
        check.require(settings.pricePreference == nil || PriceBand(rawValue: settings.pricePreference ?? "") != nil, "pricePreference",
                      "must be one of \(PriceBand.allCases.map(\.rawValue).joined(separator: ", ")) or null")
        if preferredDaysOfWeek.isSent { settings.preferredDaysOfWeek = unique(preferredDaysOfWeek.over(nil) ?? []).sorted() }
        check.require(settings.preferredDaysOfWeek.allSatisfy { (1...7).contains($0) }, "preferredDaysOfWeek", "must be 1 (Monday) to 7")
        if preferredTimesOfDay.isSent { settings.preferredTimesOfDay = unique(preferredTimesOfDay.over(nil) ?? []) }
        check.require(settings.preferredTimesOfDay.allSatisfy { Self.timesOfDay.contains($0) }, "preferredTimesOfDay",
            "must be some of \(Self.timesOfDay.joined(separator: ", "))")
        if personalization.isSent { settings.personalization = personalization.over(nil) ?? true }
        if shareAttendance.isSent { settings.shareAttendance = shareAttendance.over(nil) ?? false }
        try check.check()
        try tx.interests.save(settings, of: user)
        if before?.maxTravelDistanceKm != settings.maxTravelDistanceKm || (before?.shareAttendance ?? false) != settings.shareAttendance {
            try tx.publish(InterestsChanged(userId: user, maxTravelDistanceKm: settings.maxTravelDistanceKm, shareAttendance: settings.shareAttendance))
        }
        return try InterestDocument(interests: tx.interests).body(of: user)
    }

    private func unique<T: Hashable>(_ values: [T]) -> [T] {
        var seen: Set<T> = []
        return values.filter { seen.insert($0).inserted }
    }
}
