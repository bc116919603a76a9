import Contracts
import Kernel
import OrdersFuelCatalog
import OrdersKit
import ServiceKit

extension OrdersScope {
    package var addresses: AddressStore { AddressStore(database, tenant) }
}

extension OrdersTransaction {
    func shown(_ address: Address) throws -> JSONValue { address.json(isServed: try serviceAreas.serves(address.location)) }
}

extension OrdersView {
    /// Each with whether somebody brings fuel there at present.
    func shownAddresses(_ addresses: [Address]) throws -> [JSONValue] {
        try addresses.map { $0.json(isServed: try serviceAreas.serves($0.location)) }
    }
}

extension ServiceAreaStore {
    func serves(_ place: GeoPoint) throws -> Bool { try MicroPoint(place).flatMap { try serving($0) } != nil }
}
