import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /cities`: where something is published or running, the busiest first.
package struct Cities: Query {
    package static let type: MessageType = "catalog.cities.v1"
    let page: Int?
    let perPage: Int?
    package struct Item: Codable, Sendable, Equatable {
        package let city: String
        package let eventCount: Int
    }

    package func answer(in view: CatalogView) throws -> Page<Item> {
        let request = try PageRequest(page: page, perPage: perPage)
        let all = try view.finder.counts(by: .city, now: view.now)
        let items = all.dropFirst(request.offset).prefix(request.perPage).map { Item(city: $0.key, eventCount: $0.count) }
        return Page(items, request, total: all.count)
    }
}
