import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /organizer/events`: an organizer's own events with permissions, numbers and the state of the wizard, newest first.
package struct OrganizerEvents: Query {
    package static let type: MessageType = "catalog.organizer-events.v1"
    let status: String?
    let search: String?
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> JSONBody {
        let user = try view.user()
        let request = try PageRequest(page: page, perPage: perPage)
        var check = Validation()
        if let status { check.require(OwnStatus(rawValue: status) != nil, "status",
            "must be one of \(OwnStatus.allCases.map(\.rawValue).joined(separator: ", "))") }
        let words = search.map { SearchDocument.words(searched: $0) } ?? []
        if let search { check.text("search", search, 1...100) }
        try check.check()
        let found = try view.finder.own(of: user.userID, status: status.flatMap { OwnStatus(rawValue: $0) }, words: words, now: view.now,
                                       limit: request.perPage, offset: request.offset)
        let document = EventDocument(settings: try view.settings(), currency: view.definition.currency, now: view.now)
        let owned = try found.events.map { seen in
            let types = try view.ticketTypes.of(seen.event.id)
            return (seen, OwnerFacts(seen.event, types: types, attendeeCount: try view.holders.count(in: seen.event.id),
                                     now: view.now))
        }
        return JSONBody(capacity: 256 + owned.count * 1400) { (writer: inout JSONWriter) in
            writer.member("data", array: owned) { document.ownCard($1.0, owner: $1.1, to: &$0) }
            writer.pageMeta(request, total: found.total)
        }
    }
}

/// What an organizer asks for: a status, or the archive of deleted events.
package enum OwnStatus: String, Sendable, CaseIterable { case draft, published, ongoing, completed, cancelled, archived }
