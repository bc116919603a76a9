import Kernel
import ServiceKit

/// Vehicles over HTTP, and the app's first page.
enum VehicleRoutes<Orders: VehicleOrders> {
    private static var plugin: String { Orders.name }
    private static var own: Route.Access { .permission("orders:place") }
    private static var rules: [String] { ["409 vehicle-duplicate"] }

    static var all: [Route] {
        [
            .get("/vehicles", VehiclesOfOwner.self, access: own, plugin: plugin, summary: "One's own vehicles, newest first.",
                 answer: .page(of: VehicleSchemas.vehicle)),
            .command("POST", "/vehicles", AddVehicle.self, access: own, plugin: plugin, body: VehicleSchemas.form(isNew: true),
                     summary: "Add a vehicle. The first one is the default.", success: 201, answer: VehicleSchemas.vehicle,
                     refusals: rules + ["409 vehicle-limit-reached"], example: VehicleSchemas.example)
                .checkedByHandler(),
            .get("/vehicles/{vehicleId}", VehicleDetails.self, access: own, plugin: plugin, summary: "One of one's own vehicles.",
                 answer: VehicleSchemas.vehicle),
            .command("PUT", "/vehicles/{vehicleId}", ChangeVehicle<Orders>.self, access: own, plugin: plugin,
                     body: VehicleSchemas.form(isNew: false),
                     summary: "Change a vehicle: the fields that are sent; null clears optional ones.",
                     answer: VehicleSchemas.vehicle, refusals: ["409 vehicle-in-use"] + rules, example: ["nickname": "Weekend car"])
                .checkedByHandler(),
            .command("DELETE", "/vehicles/{vehicleId}", RemoveVehicle<Orders>.self, access: own, plugin: plugin,
                     summary: "Delete a vehicle; orders keep what it was.", success: 204, refusals: ["409 vehicle-in-use"]),
            .get("/home", ShowHome<Orders>.self, access: own, plugin: plugin,
                 summary: "Everything of the app's first page in one answer.", answer: VehicleSchemas.home),
        ]
    }
}
