import Contracts
import ServiceKit

extension Feature {
    /// Announcements, simulation, metrics and alerts for those who run an app.
    static let administration = Feature(
        "administration",
        commands: [StartCampaign.self, CancelCampaign.self, TryNotification.self, Announce.self],
        queries: [
            Simulate.self, PolicyInForce.self, DecisionRecords.self, NotificationMetrics.self, OptOutAlertList.self, CampaignDetails.self,
        ],
        publishes: [MessageCampaignStarted.self],
        routes: AdministrationRoutes.all,
        plugins: [PluginDeclaration(AdministrationRoutes.announcements)],
        texts: [AdministrationTexts.all])
}
