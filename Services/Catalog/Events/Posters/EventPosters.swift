import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// The posters an event has had, newest first.
package struct EventPosters: Query {
    package static let type: MessageType = "catalog.event-posters.v1"
    let eventId: EventID
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> Page<Poster> {
        let user = try view.user()
        let event = try view.events.find(eventId, seenBy: user.userID)?.event
        try EventAccess.requireOwner(event, user.userID, roles: user.roles)
        let request = try PageRequest(page: page, perPage: perPage)
        let found = try view.posters.page(of: eventId, limit: request.perPage, offset: request.offset)
        return Page(found.posters, request, total: found.total)
    }
}

/// A picture, piece by piece. Its id is known only to who was shown it.
package struct ReadMedia: FileQuery {
    package static let type: MessageType = "catalog.read-media.v1"
    let mediaId: String
    package let offset: Int
    package let length: Int

    package func answer(in view: CatalogView) throws -> FileSlice {
        guard let id = try view.posters.file(of: mediaId), let file = try view.files.find(id) else { throw Rejection.notFound }
        let facts = FileSlice.Facts(contentType: file.contentType, bytes: file.bytes, tag: file.id,
                                    cacheControl: "public, max-age=31536000, immutable")
        return FileSlice(facts, try view.files.read(file, offset: offset, length: length))
    }
}
