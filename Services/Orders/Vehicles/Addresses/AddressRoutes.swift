import Kernel
import ServiceKit

/// Addresses over HTTP.
enum AddressRoutes {
    static func all(_ plugin: String) -> [Route] {
        let own = Route.Access.permission("orders:place")
        return [
            .get("/addresses", AddressesOfOwner.self, access: own, plugin: plugin, summary: "One's own addresses, newest first.",
                 answer: .page(of: VehicleSchemas.address)),
            .command("POST", "/addresses", AddAddress.self, access: own, plugin: plugin, body: VehicleSchemas.addressForm(isNew: true),
                     summary: "Store an address. The answer says whether somebody brings fuel there.", success: 201,
                     answer: VehicleSchemas.address, refusals: ["409 address-limit-reached"], example: VehicleSchemas.addressExample)
                .checkedByHandler(),
            .get("/addresses/{addressId}", AddressDetails.self, access: own, plugin: plugin, summary: "One of one's own addresses.",
                 answer: VehicleSchemas.address),
            .command("PUT", "/addresses/{addressId}", ChangeAddress.self, access: own, plugin: plugin,
                     body: VehicleSchemas.addressForm(isNew: false),
                     summary: "Change an address: the fields that are sent; null clears optional ones.",
                     answer: VehicleSchemas.address, example: ["label": "Office"])
                .checkedByHandler(),
            .command("DELETE", "/addresses/{addressId}", RemoveAddress.self, access: own, plugin: plugin, summary: "Delete an address.",
                     success: 204),
        ]
    }
}
