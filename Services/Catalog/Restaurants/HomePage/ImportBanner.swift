import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Seeding. What is there already is left alone: people may have changed it since.
extension ImportBanner: Command {
    public typealias Answer = NoContent
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        guard try tx.banners.find(bannerId) == nil else { return NoContent() }
        try tx.banners.save(Banner(id: bannerId, titles: titles, imageId: nil, deepLink: deepLink, startsAt: startsAt, endsAt: endsAt,
                                   position: position))
        return NoContent()
    }
}
