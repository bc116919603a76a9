import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /categories`: the tenant's categories in its order, with the number of events that are published or running.
package struct Categories: Query {
    package static let type: MessageType = "catalog.categories.v1"
    package struct Item: Codable, Sendable, Equatable {
        package let slug: String
        package let name: String
        package let colorHex: String
        package let icon: String
        package let eventCount: Int
    }

    package let page: Int?
    package let perPage: Int?

    package func answer(in view: CatalogView) throws -> Page<Item> {
        let request = try PageRequest(page: page, perPage: perPage)
        let counts = Dictionary(try view.finder.counts(by: .category, now: view.now).map { ($0.key, $0.count) }) { first, _ in first }
        let items = try view.settings().categories.map {
            Item(slug: $0.slug, name: $0.name, colorHex: $0.colorHex, icon: $0.icon, eventCount: counts[$0.slug] ?? 0)
        }
        return Page(Array(items.dropFirst(request.offset).prefix(request.perPage)), request, total: items.count)
    }
}
