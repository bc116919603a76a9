import Contracts
import ServiceKit

extension Feature {
    /// Places that people have fuel brought to again and again.
    /// - Parameter plugin: whose tenants have them.
    package static func addresses(of plugin: String) -> Feature {
        Feature(
            "addresses",
            commands: [AddAddress.self, ChangeAddress.self, RemoveAddress.self, ImportAddress.self],
            reactions: [OnAddressOwnerErased.self],
            queries: [AddressesOfOwner.self, AddressDetails.self],
            routes: AddressRoutes.all(plugin))
    }
}
