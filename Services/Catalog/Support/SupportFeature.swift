import Contracts
import ServiceKit

extension Feature {
    /// Help texts, and tickets of people who need more than them. Any app may have it: it is a plugin of its own.
    package static let support = Feature(
        "support",
        migrations: [CreateSupport.self],
        commands: [OpenSupportTicket.self, AddSupportMessage.self, CloseSupportTicket.self, ImportHelp.self],
        timers: [CloseAnsweredTicket.self],
        reactions: [OnOrderPlaced.self, OnTicketsIssued.self, OnUserErased.self],
        queries: [FrequentQuestions.self, HelpArticles.self, HelpArticleDetails.self, SupportTickets.self, SupportTicketDetails.self],
        routes: SupportRoutes.all,
        plugins: [PluginDeclaration(SupportRoutes.plugin)],
        texts: [SupportTexts.all])
}
