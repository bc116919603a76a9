import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /waitlist`: where somebody waits, and what is offered, newest first.
package struct MyWaitlist: Query {
    package static let type: MessageType = "catalog.my-waitlist.v1"
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> Page<WaitlistPlace> {
        let user = try view.user().userID
        let request = try PageRequest(page: page, perPage: perPage)
        let found = try view.waitlist.page(of: user, limit: request.perPage, offset: request.offset)
        return Page(found.entries.map { WaitlistPlace($0) }, request, total: found.total)
    }
}
