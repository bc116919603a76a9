import Contracts
import Kernel
import OrdersFuelQuotes
import ServiceKit

/// Orders of fuel over HTTP.
enum FuelOrderRoutes {
    private static let plugin = FuelSale.name
    private static let place = Route.Access.permission(FuelViewer.Permission.place)
    private static let staff = FuelViewer.Permission.dispatch
    private static let windows = ["409 window-full", "409 window-closed", "503 service-unavailable"]
    private static let sandbox = [CreateIntent.sandboxHeader]

    static let all: [Route] = [
        .command("POST", "/orders", PlaceFuelOrder.self, access: place, plugin: plugin, body: FuelOrderSchemas.placing, headers: sandbox,
                 summary: "Order fuel. Answers once a delivery window is claimed; 200 for an order that was sent before.", success: 201,
                 answer: FuelOrderSchemas.order, refusals: placing + windows, example: FuelOrderSchemas.example)
            .checkedByHandler().alsoSucceeding(with: 200),
        .get("/orders", FuelOrderList.self, access: place, plugin: plugin,
             query: ["status": .string(), "vehicleId": .string(), "areaId": .string(), "from": .string(), "to": .string(),
                     "updatedSince": .string(), "clientOrderId": .string(), "scope": .string(), "fields": .string()],
             summary: "One's own orders, newest first; `scope=all` for dispatchers.", answer: .page(of: FuelOrderSchemas.order))
            .with(orPermission: staff),
        .get("/orders/{orderId}", FuelOrderDetails.self, access: .user, plugin: plugin, query: ["fields": .string()],
             summary: "One order, for its customer, its driver and dispatchers.", answer: FuelOrderSchemas.order),
        .command("POST", "/orders/{orderId}/cancel", CancelFuelOrder.self, access: place, plugin: plugin,
                 body: FuelOrderSchemas.cancelling, summary: "Cancel an order. A fee is only taken if it was accepted.",
                 answer: FuelOrderSchemas.order, refusals: ["409 order-not-cancellable", "409 cancellation-fee-changed"],
                 example: ["reason": "Plans changed"])
            .checkedByHandler().with(orPermission: staff),
        .command("POST", "/orders/{orderId}/reschedule", MoveFuelOrder.self, access: place, plugin: plugin,
                 body: .object(["windowId": .id], required: ["windowId"]), summary: "Move an order to another window.",
                 answer: FuelOrderSchemas.order, refusals: ["409 reschedule-not-allowed", "409 reschedule-pending"] + windows)
            .checkedByHandler().with(orPermission: staff),
        .command("POST", "/orders/{orderId}/tip", TipFuelDriver.self, access: place, plugin: plugin,
                 body: .object(["amount": .money], required: ["amount"]), headers: sandbox, summary: "Give a tip after the delivery.",
                 answer: FuelOrderSchemas.order, refusals: ["409 tip-not-allowed"], example: ["amount": ["amount": 300, "currency": "USD"]])
            .checkedByHandler(),
        .command("POST", "/orders/{orderId}/payment", PayFuelOrder.self, access: place, plugin: plugin,
                 body: .object(["paymentMethodId": .string(1...100)], required: ["paymentMethodId"]), headers: sandbox,
                 summary: "Pay with another card, or pay what is owed.", success: 201, answer: FuelOrderSchemas.payment,
                 refusals: ["409 payment-not-expected"])
            .checkedByHandler(),
        .get("/orders/{orderId}/tracking", TrackFuelOrder.self, access: place, plugin: plugin,
             summary: "Where the driver is, for the order's customer and dispatchers.", answer: FuelOrderSchemas.tracking)
            .with(orPermission: staff),
    ]

    private static let placing = [
        "409 order-in-progress", "409 client-order-id-reused", "409 order-too-old", "409 asap-stale", "409 balance-due",
        "409 vehicle-has-open-order", "409 vehicle-not-verified", "409 fuel-incompatible", "409 outside-service-area",
        "409 price-unavailable", "409 quote-used", "409 quote-mismatch", "409 quote-expired", "409 price-changed",
        "409 promo-exhausted", "409 asap-unavailable",
    ]
}
