import CatalogEvents
import Kernel
import ServiceKit

/// Waiting for tickets of what is sold out.
enum WaitlistRoutes {
    private static let plugin = EventListing.name
    static let all: [Route] = [
        .command("POST", "/events/{eventId}/waitlist", JoinWaitlist.self, access: .user, plugin: plugin, action: "tickets",
                 body: .object(["ticketTypeId": .id, "quantity": .integer(1...20)], required: ["ticketTypeId", "quantity"]),
                 summary: "Wait for tickets of a type that has too few left", success: 201, answer: WaitlistPlace.schema,
                 refusals: ["403 age-restricted", "409 tickets-available", "409 already-waiting", "409 sales-closed"],
                 example: ["ticketTypeId": "00000000-0000-4000-8000-00000f010001", "quantity": 1]),
        .get("/waitlist", MyWaitlist.self, access: .user, plugin: plugin, action: "tickets", query: EventSchemas.paging,
             summary: "Where one waits, and what is offered", answer: .page(of: WaitlistPlace.schema)),
        .command("DELETE", "/waitlist/{entryId}", LeaveWaitlist.self, access: .user, plugin: plugin, action: "tickets",
                 summary: "Wait no longer; an open offer goes to the next", success: 204),
    ]
}
