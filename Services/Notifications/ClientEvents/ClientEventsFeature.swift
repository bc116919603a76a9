import Contracts
import ServiceKit

extension Feature {
    /// What phones report about how an app is used, counted by day.
    package static let clientEvents = Feature(
        "client-events",
        migrations: [CreateClientEvents.self],
        commands: [RecordClientEvents.self],
        queries: [ClientEventSummary.self],
        publishes: [ClientEventRecorded.self],
        routes: ClientEventRoutes.all,
        plugins: [PluginDeclaration(ClientEventRoutes.plugin)],
        texts: [ClientEventTexts.all])
}
