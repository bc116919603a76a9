import Contracts
import ServiceKit

extension Feature {
    /// What the app reports about its use.
    package static let appEvents = Feature(
        "app-events",
        commands: [RecordAppEvents.self],
        queries: [AppEventSummary.self],
        publishes: [AppEventRecorded.self],
        routes: AppEventRoutes.all)
}
