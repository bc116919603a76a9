import Contracts
import ServiceKit

extension Feature {
    /// Reports of events, organizers and ratings, and what moderators do about them.
    package static let moderation = Feature(
        "moderation",
        migrations: [ResolveReports.self],
        commands: [FileReport.self, ResolveReport.self],
        queries: [ReportList.self],
        publishes: [ReportFiled.self, EventCancelled.self],
        routes: ModerationRoutes.all,
        texts: [ModerationTexts.all])
}
