import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Seeding. The account may not be known yet.
extension ImportAddress: Command {
    public typealias Answer = NoContent
    public func handle(in tx: OrdersTransaction) throws -> NoContent {
        guard try tx.addresses.find(addressId) == nil else { return NoContent() }
        try tx.addresses.insert(Address(
            id: addressId, owner: userId, label: label, line1: line1, line2: line2, city: city, region: region, postalCode: postalCode,
            location: GeoPoint(lat: latitude, lng: longitude), instructions: instructions, createdAt: addedAt.wholeSeconds,
            updatedAt: addedAt.wholeSeconds))
        return NoContent()
    }
}
