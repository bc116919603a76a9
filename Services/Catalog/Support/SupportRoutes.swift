import CatalogKit
import Kernel
import ServiceKit

/// Help and support tickets.
enum SupportRoutes {
    static let plugin = "support"
    static let all: [Route] = help + tickets

    private static let language = ["accept-language"]
    private static let help: [Route] = [
        .get("/support/faqs", FrequentQuestions.self, access: .guest, plugin: plugin,
             query: ["category": .string(1...60), "search": .string(1...100)], headers: language,
             summary: "Frequent questions; a search finds all its words, the last one as a prefix",
             answer: .page(of: HelpQuestion.schema)),
        .get("/support/articles", HelpArticles.self, access: .guest, plugin: plugin,
             query: ["kind": .oneOf(HelpArticleKind.allCases.map(\.rawValue))], headers: language,
             summary: "Guides, features, troubleshooting, security", answer: .page(of: HelpArticle.schema)),
        .get("/support/articles/{slug}", HelpArticleDetails.self, access: .guest, plugin: plugin, headers: language,
             summary: "One article, in Markdown", answer: HelpArticle.schema),
    ]

    private static let message = Schema.string(SupportTicket.messageCharacters)
    private static let tickets: [Route] = [
        .command("POST", "/support/tickets", OpenSupportTicket.self, access: .guest, plugin: plugin, action: "continue",
                 body: .object(["category": .oneOf(SupportTicket.categories), "subject": .string(SupportTicket.subjectCharacters),
                                "message": .string(SupportTicket.firstMessageCharacters), "email": .string(3...254, format: "email"),
                                "orderId": .id, "eventId": .id],
                               required: ["category", "subject", "message"]),
                 summary: "Ask for help; guests are answered by e-mail", success: 201, answer: SupportTicketAnswer.schema,
                 example: ["category": "payment", "subject": "Paid twice", "message": "My card was charged two times for one order.",
                           "email": "jane@example.com"]).alsoCheckedByHandler()
            .with(guestsPerHour: 5),
        .get("/support/tickets", SupportTickets.self, access: .user, plugin: plugin, action: "continue",
             // The query checks the status: who may not see all tickets hears that first.
             query: ["all": .boolean, "status": .string(0...40, SupportStatus.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "))],
             summary: "One's own tickets, newest first; all of them for agents", answer: .page(of: SupportTicketAnswer.schema),
             refusals: ["403 role-required"]),
        .get("/support/tickets/{ticketId}", SupportTicketDetails.self, access: .user, plugin: plugin, action: "continue",
             summary: "One ticket with its messages", answer: SupportTicketAnswer.schema),
        .command("POST", "/support/tickets/{ticketId}/messages", AddSupportMessage.self, access: .user, plugin: plugin, action: "continue",
                 body: .object(["message": message], required: ["message"]), summary: "Write in a ticket", success: 201,
                 answer: SupportTicketAnswer.schema, refusals: ["409 support-ticket-closed", "409 support-ticket-full"],
                 example: ["message": "It works now, thank you."]),
        .command("POST", "/support/tickets/{ticketId}/close", CloseSupportTicket.self, access: .user, plugin: plugin, action: "continue",
                 summary: "End a conversation", answer: SupportTicketAnswer.schema),
    ]
}
