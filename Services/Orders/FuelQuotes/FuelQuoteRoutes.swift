import Contracts
import Kernel
import ServiceKit

/// Quotes over HTTP.
enum FuelQuoteRoutes<Orders: QuotedOrders> {
    static var all: [Route] {
        let own = Route.Access.permission("orders:place")
        return [
            .command("POST", "/quotes", MakeFuelQuote<Orders>.self, access: own, plugin: Orders.name, body: FuelQuoteSchemas.form,
                     summary: "What fuel for a vehicle costs at a place. The price holds for 15 minutes.", success: 201,
                     answer: FuelQuoteSchemas.quote,
                     refusals: ["409 vehicle-not-verified", "409 fuel-incompatible", "409 outside-service-area", "409 price-unavailable"],
                     example: FuelQuoteSchemas.example)
                .checkedByHandler(),
            .get("/quotes/{quoteId}", FuelQuoteDetails.self, access: own, plugin: Orders.name, summary: "One of one's own quotes.",
                 answer: FuelQuoteSchemas.quote),
        ]
    }
}
