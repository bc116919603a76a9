import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// From `auth`: for the age limits of events.
extension SetBirthDate: Command {
    public typealias Answer = NoContent
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        try tx.people.setBirthDate(userId, dateOfBirth)
        return NoContent()
    }
}
