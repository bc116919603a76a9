import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Seeding: a follower without an announcement.
extension ImportFollow: Command {
    public typealias Answer = NoContent
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        try tx.people.ensure(organizerId)
        _ = try tx.people.follow(organizerId, by: userId, at: at ?? tx.now)
        return NoContent()
    }
}
