import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /organizers/{organizerId}`: who makes events, how well they are liked, and what comes next.
package struct OrganizerDetails: Query {
    package static let type: MessageType = "catalog.organizer-details.v1"
    let organizerId: User.ID

    package func answer(in view: CatalogView) throws -> JSONBody {
        guard let organizer = try view.organizers.find(organizerId, seenBy: view.principal?.userID) else { throw Rejection.notFound }
        let settings = try view.settings()
        var filter = EventFilter()
        filter.organizer = organizerId
        filter.reachedAges = try ViewerContext(view).reachedAges()
        let next = try view.finder.page(filter, bands: settings.priceBands, seenBy: view.principal?.userID, now: view.now,
            limit: Self.upcomingEventsMax, offset: 0)
        let document = EventDocument(settings: settings, currency: view.definition.currency, now: view.now)
        return JSONBody(capacity: 4096) { (writer: inout JSONWriter) in
            OrganizerDocument.members(organizer, to: &writer)
            writer.member("upcomingEvents", array: next.events) { document.card($1, to: &$0) }
        }
    }
    private static let upcomingEventsMax = 10
}

enum OrganizerDocument {
    static func members(_ organizer: OrganizerStore.Organizer, to writer: inout JSONWriter) {
        writer.member("id", organizer.id)
        writer.member("name", organizer.name)
        writer.member("bio", organizer.bio)
        if let website = organizer.website { writer.member("website", website) }
        writer.member("avatarUrl", organizer.avatarURL)
        writer.member("verified", organizer.isVerified)
        writer.member("followerCount", organizer.followerCount)
        writer.member("following", organizer.isFollowed)
        writer.member("rating") { writer in
            writer.member("average", Stars.average(sum: organizer.ratingSum, count: organizer.ratingCount))
            writer.member("count", organizer.ratingCount)
        }
        writer.member("eventCount", organizer.eventCount)
        if let contact = organizer.contact {
            writer.member("contact") { writer in
                writer.member("email", contact.email)
                writer.member("phone", contact.phone)
            }
        }
    }

    static func page(_ found: (organizers: [OrganizerStore.Organizer], total: Int), _ request: PageRequest) -> JSONBody {
        JSONBody(capacity: 256 + found.organizers.count * 300) { (writer: inout JSONWriter) in
            writer.member("data", array: found.organizers) { writer, organizer in writer.object { members(organizer, to: &$0) } }
            writer.pageMeta(request, total: found.total)
        }
    }

    static let schema = Schema.object([
        "id": .id, "name": .string(), "bio": Schema.string().orNull, "avatarUrl": Schema.string().orNull, "verified": .boolean,
        "followerCount": .integer(),
        "following": .boolean, "rating": .object(["average": Schema.number().orNull, "count": .integer()]), "eventCount": .integer(),
        "website": .string(), "contact": .object(["email": .string(), "phone": .string()]),
        "upcomingEvents": .array(EventSchemas.card),
    ])
}
