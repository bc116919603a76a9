import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /interests`: what somebody likes, as set and as it follows from what was done.
package struct MyInterests: Query {
    package static let type: MessageType = "catalog.my-interests.v1"

    package func answer(in view: CatalogView) throws -> JSONBody {
        let user = try view.user().userID
        return try InterestDocument(interests: view.interests).body(of: user)
    }
}

/// The interests of a person, as an answer.
struct InterestDocument {
    let interests: InterestStore

    func body(of user: User.ID) throws -> JSONBody {
        let settings = try interests.settings(of: user) ?? InterestSettings()
        let followed = try interests.followedOrganizers(of: user)
        let facts = UserFacts(settings: settings, deeds: try interests.deeds(of: user), followed: Set(followed))
        return JSONBody { (writer: inout JSONWriter) in
            writer.member("preferredCategories", array: settings.preferredCategories) { $0.value($1) }
            writer.member("city", settings.city)
            writer.key("location")
            if let location = settings.location {
                writer.object { writer in
                    writer.member("latitude", location.latitude)
                    writer.member("longitude", location.longitude)
                }
            } else {
                writer.null()
            }
            writer.member("maxTravelDistanceKm", settings.maxTravelDistanceKm)
            writer.member("pricePreference", settings.pricePreference)
            writer.member("preferredDaysOfWeek", array: settings.preferredDaysOfWeek) { $0.value($1) }
            writer.member("preferredTimesOfDay", array: settings.preferredTimesOfDay) { $0.value($1) }
            writer.member("personalization", settings.personalization)
            writer.member("shareAttendance", settings.shareAttendance)
            writer.member("inferredCategories", array: facts.inferredCategories) { $0.value($1) }
            writer.member("followedOrganizerIds", array: followed) { $0.value($1.rawValue) }
            writer.member("interactions") { writer in
                writer.member("views", facts.deeds.reduce(0) { $0 + $1.views })
                writer.member("likes", facts.deeds.filter(\.isFavorite).count)
                writer.member("shares", facts.deeds.reduce(0) { $0 + $1.shares })
                writer.member("purchases", facts.deeds.reduce(0) { $0 + $1.orders })
            }
            writer.member("confidenceScore", facts.confidenceScore)
            writer.member("isNewUser", facts.isNewUser)
        }
    }
}
