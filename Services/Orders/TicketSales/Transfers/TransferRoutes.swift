import Kernel
import ServiceKit

/// Handing tickets over, over HTTP.
enum TransferRoutes {
    private static let plugin = TicketSale.name
    private static let ended = ["410 transfer-expired", "409 transfer-state"]
    private static let token = Schema.string(
        1...200, "Of the link that was sent to the address, for people who have not proved that it is theirs.")

    static let all: [Route] = [
        .command("POST", "/tickets/{ticketId}/transfers", OfferTicket.self, access: .user, plugin: plugin, action: "tickets",
                 // Forms are the handler's: it names all that are wrong, and looks for the ticket first (404 before 422).
                 body: .object(["to": .object(["email": .string(), "phone": .string()]),
                                "message": .string(nil, "At most 200 characters.")], required: ["to"]).requiredByHandler,
                 summary: """
                     Offer a ticket to an e-mail address or a phone number. Until it is accepted the ticket and its code stay yours. The \
                     answer is the same whether or not the address has an account.
                     """,
                 success: 201, answer: transfer, refusals: ["409 ticket-not-transferable"],
                 example: ["to": ["email": "jane@example.com"], "message": "See you there"])
            .alsoCheckedByHandler(),
        .get("/transfers", TransfersOfUser.self, access: .user, plugin: plugin, action: "tickets",
             query: ["direction": .oneOf(TransferStore.Direction.allCases.map(\.rawValue)),
                     "page": .integer(1...1_000_000), "perPage": .integer(1...100)],
             summary: "Tickets the caller offered or was offered, newest first.", answer: .page(of: transfer)),
        .command("POST", "/transfers/{transferId}/accept", AcceptTransfer.self, access: .user, plugin: plugin, action: "tickets",
                 body: .object(["token": token, "ageConfirmed": .boolean]),
                 summary: "Take the ticket: a new one with its own code; the sender's opens no door any more.", answer: transfer,
                 refusals: ended + ["403 age-restricted", "409 age-confirmation-required"], example: ["ageConfirmed": true])
            .with(sealed: ["token"]),
        .command("POST", "/transfers/{transferId}/decline", DeclineTransfer.self, access: .user, plugin: plugin, action: "tickets",
                 body: .object(["token": token]), summary: "Leave the ticket to its sender.", answer: transfer, refusals: ended)
            .with(sealed: ["token"]),
        .command("POST", "/transfers/{transferId}/cancel", CancelTransfer.self, access: .user, plugin: plugin, action: "tickets",
                 summary: "Keep the ticket after all.", answer: transfer, refusals: ended),
    ]

    static let transfer = Schema.object([
        "id": .id, "ticketId": .id, "status": .oneOf(TransferStatus.Name.allCases.map(\.rawValue)), "to": .string(),
        "from": .object(["name": .string()]), "event": .object(["id": .id, "title": .string(), "startDate": .time]),
        "ticketType": .object(["id": .id, "name": .string()]), "message": .string(), "createdAt": .time, "expiresAt": .time,
        "newTicketId": .id,
    ], required: ["id", "ticketId", "status", "to", "from", "event", "ticketType", "createdAt", "expiresAt"])
}
