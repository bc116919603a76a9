import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Somebody says what they like. Sent fields replace, others stay; a place is kept to about a kilometre.
package struct SetInterests: Command {
    package static let type: MessageType = "catalog.set-interests.v1"
    var preferredCategories: PatchField<[String]> = .absent
    var city: PatchField<String> = .absent
    var location: PatchField<InterestSettings.Location> = .absent
    var maxTravelDistanceKm: PatchField<Double> = .absent
    var pricePreference: PatchField<String> = .absent
    var preferredDaysOfWeek: PatchField<[Int]> = .absent
    var preferredTimesOfDay: PatchField<[String]> = .absent
    var personalization: PatchField<Bool> = .absent
    var shareAttendance: PatchField<Bool> = .absent

    package static let categoriesMax = 12
    package static let timesOfDay = ["morning", "afternoon", "evening", "night"]

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        let user = try tx.user().userID
        let before = try tx.interests.settings(of: user)
        var settings = before ?? InterestSettings()
        let known = try tx.settings()
        var check = Validation()
        if preferredCategories.isPresent {
            let sent = preferredCategories.over(nil) ?? []
            check.require(sent.count <= Self.categoriesMax, "preferredCategories", "at most \(Self.categoriesMax)")
            settings.preferredCategories = unique(sent)
            check.require(settings.preferredCategories.allSatisfy { known.category($0) != nil }, "preferredCategories",
                          "names a category that does not exist")
        }
        if city.isPresent { settings.city = check.text("city", city.over(nil), 0...80, required: false).flatMap { $0.isEmpty ? nil : $0 } }
        if location.isPresent {
            let place = location.over(nil)
            if let place {
                check.require((-90...90).contains(place.latitude), "location.latitude", "must be -90 to 90")
                check.require((-180...180).contains(place.longitude), "location.longitude", "must be -180 to 180")
            }
            settings.location = place?.rounded
        }
        if maxTravelDistanceKm.isPresent {
            settings.maxTravelDistanceKm = maxTravelDistanceKm.over(nil) ?? InterestSettings().maxTravelDistanceKm
        }
        check.require((1...500).contains(settings.maxTravelDistanceKm), "maxTravelDistanceKm", "must be 1 to 500")
        if pricePreference.isPresent { settings.pricePreference = pricePreference.over(nil) }
        check.require(settings.pricePreference == nil || PriceBand(rawValue: settings.pricePreference ?? "") != nil, "pricePreference",
                      "must be one of \(PriceBand.allCases.map(\.rawValue).joined(separator: ", ")) or null")
        if preferredDaysOfWeek.isPresent { settings.preferredDaysOfWeek = unique(preferredDaysOfWeek.over(nil) ?? []).sorted() }
        check.require(settings.preferredDaysOfWeek.allSatisfy { (1...7).contains($0) }, "preferredDaysOfWeek", "must be 1 (Monday) to 7")
        if preferredTimesOfDay.isPresent { settings.preferredTimesOfDay = unique(preferredTimesOfDay.over(nil) ?? []) }
        check.require(settings.preferredTimesOfDay.allSatisfy { Self.timesOfDay.contains($0) }, "preferredTimesOfDay",
            "must be some of \(Self.timesOfDay.joined(separator: ", "))")
        if personalization.isPresent { settings.personalization = personalization.over(nil) ?? true }
        if shareAttendance.isPresent { settings.shareAttendance = shareAttendance.over(nil) ?? false }
        try check.check()
        try tx.interests.save(settings, of: user)
        if before?.maxTravelDistanceKm != settings.maxTravelDistanceKm || (before?.shareAttendance ?? false) != settings.shareAttendance {
            try tx.publish(InterestsChanged(userId: user, maxTravelDistanceKm: settings.maxTravelDistanceKm,
                                            shareAttendance: settings.shareAttendance))
        }
        return try InterestDocument(interests: tx.interests).body(of: user)
    }

    private func unique<T: Hashable>(_ values: [T]) -> [T] {
        var seen: Set<T> = []
        return values.filter { seen.insert($0).inserted }
    }
}
