import Kernel
import QRCode
import ServiceKit

/// Tickets over HTTP.
enum TicketRoutes {
    static let all: [Route] = [
        .get("/tickets", TicketsOfHolder.self, access: .user, plugin: TicketSale.name, action: "tickets",
             query: ["filter": .oneOf(TicketStore.Filter.allCases.map(\.rawValue)),
                     "page": .integer(1...1_000_000), "perPage": .integer(1...100)],
             summary: "The caller's own tickets: of events to come (default), of past ones, or all.", answer: .page(of: ticket)),
        .get("/tickets/{ticketId}", TicketDetails.self, access: .user, plugin: TicketSale.name, action: "tickets",
            summary: "One of the caller's tickets.", answer: ticket),
        .get("/tickets/{ticketId}/qr.png", TicketImage.self, access: .user, plugin: TicketSale.name, action: "tickets",
             query: ["size": .integer(QRCode.sidePixels)],
             summary: "The ticket's QR code: a square PNG of `size` pixels (\(TicketImage.sizePixels)), error correction M.",
                 refusals: ["409 ticket-not-active"]),
        .command("POST", "/tickets/{ticketId}/reissue", ReissueTicket.self, access: .user, plugin: TicketSale.name, action: "tickets",
                 summary: "A new code for a ticket; the old one is no longer valid.", answer: ticket,
                 refusals: ["409 reissue-limit", "409 ticket-used", "409 ticket-not-active"]),
        .get("/ticket-keys", TicketKeys.self, access: .guest, plugin: TicketSale.name,
            summary: "The public keys that ticket codes are signed with, as a JWK Set.",
             answer: .object(
                 ["keys": .array(.object(["kty": .string(), "crv": .string(), "alg": .string(), "use": .string(), "kid": .string(),
                 "x": .string()]))])),
    ]

    static let ticket = Schema.object([
        "id": .id, "serial": .string(), "orderId": .id,
        "event": .object(
            ["id": .id, "title": .string(), "startDate": .time, "endDate": .time, "venue": .any, "posterUrl": Schema.string().orNull,
            "status": .string()]),
        "ticketType": .object(["id": .id, "name": .string()]), "price": .money, "attendeeName": .string(),
        "status": .oneOf("valid", "used", "expired", "transferred", "cancelled", "refunded"), "inside": .boolean,
        "checkedInAt": Schema.time.orNull, "transferable": .boolean, "refundableUntil": Schema.time.orNull,
        "qr": Schema.object(["payload": .string(), "imageUrl": .string()]).orNull, "purchasedAt": .time,
    ], required: ["id", "serial", "orderId", "event", "ticketType", "price", "attendeeName", "status", "purchasedAt"])
}
