import Contracts
import Kernel
import ServiceKit

/// Orders over HTTP.
enum OrderRoutes {
    static let all: [Route] = [
        .command("POST", "/orders", PlaceTicketOrder.self, access: .user, plugin: TicketSale.name, action: "purchase",
                 body: .object([
                    "eventId": .id,
                    "items": .array(.object(["ticketTypeId": .id, "quantity": .integer(1...PlaceTicketOrder.quantityMax)],
                        required: ["ticketTypeId", "quantity"]),
                                    1...PlaceTicketOrder.linesMax),
                    "expectedTotal": .money,
                    "attendees": .array(.object(["name": .string(2...100)], required: ["name"]),
                                        1...PlaceTicketOrder.linesMax * PlaceTicketOrder.quantityMax),
                    "ageConfirmed": .boolean, "waitlistOfferId": .id,
                 ], required: ["eventId", "items"]),
                 headers: [CreateIntent.sandboxHeader],
                 summary: """
                     Order tickets. Answers once seats are held and a payment can start, or once the tickets exist where nothing is to be \
                     paid.
                     """,
                 success: 201, answer: order,
                 refusals: ["404 not-found", "409 sales-closed", "409 sold-out", "409 not-enough-tickets", "409 ticket-limit-reached",
                            "409 price-changed",
                            "409 age-confirmation-required", "403 age-restricted", "410 offer-expired", "503 service-unavailable"],
                 example: ["eventId": "00000000-0000-4000-8000-00000e000001",
                           "items": [["ticketTypeId": "00000000-0000-4000-8000-00000f001001", "quantity": 2]],
                           "expectedTotal": ["amount": 100_000, "currency": "UGX"]]).alsoCheckedByHandler(judgedBy: ["attendees": "items"]),
        .get("/orders", OrdersOfBuyer.self, access: .user, plugin: TicketSale.name, action: "purchase",
             query: ["status": .oneOf(OrderStatus.Shown.listed),
                     "page": .integer(1...1_000_000), "perPage": .integer(1...100)],
             summary: "The caller's own orders, newest first.", answer: .page(of: order)),
        .get("/orders/{orderId}", OrderDetails.self, access: .user, plugin: TicketSale.name, action: "purchase",
            summary: "One of the caller's orders.", answer: order),
        .command("POST", "/orders/{orderId}/cancel", CancelOrder.self, access: .user, plugin: TicketSale.name, action: "purchase",
                 summary: "Cancel an order that waits for its payment.", answer: order, refusals: ["409 order-state"]),
        .command("POST", "/orders/{orderId}/refunds", RequestRefund.self, access: .user, plugin: TicketSale.name, action: "purchase",
                 body: .object(["ticketIds": .array(.id, 1...100), "reason": .string(3...500)], required: ["reason"]),
                 summary: "Give tickets back: all that can be, or the ones named. They die at once, the money follows.", success: 201,
                 answer: refund,
                 refusals: ["409 refund-window-closed", "409 ticket-used", "409 ticket-transferred", "409 ticket-not-active",
                            "409 order-state"],
                 example: ["reason": "We cannot come"]),
        .get("/orders/{orderId}/refunds", RefundsOfOrder.self, access: .user, plugin: TicketSale.name, action: "purchase",
             query: ["page": .integer(1...1_000_000), "perPage": .integer(1...100)], summary: "The refunds of an order, newest first.",
                 answer: .page(of: refund)),
    ]

    static let order = Schema.object([
        "id": .id, "number": .string(), "eventId": .id,
        "status": .oneOf(OrderStatus.Shown.listed), "reason": .string(),
        "items": .array(.object(["ticketTypeId": .id, "name": .string(), "quantity": .integer(), "unitPrice": .money, "subtotal": .money])),
        "total": .money, "holdExpiresAt": Schema.time.orNull,
        "payment": Schema.object(["id": .id, "status": .string()]).orNull,
        "tickets": .array(TicketRoutes.ticket), "refunds": .array(refund), "createdAt": .time,
    ], required: ["id", "number", "eventId", "status", "items", "total", "tickets", "refunds", "createdAt"])

    static let refund = Schema.object([
        "id": .id, "orderId": .id, "ticketIds": .array(.id), "amount": .money,
        "status": .oneOf(TicketRefund.Status.Name.allCases.map(\.rawValue)), "reason": .string(), "createdAt": .time,
    ])
}
