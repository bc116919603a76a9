import Contracts
import ServiceKit

extension Feature {
    /// Campaigns, simulation, metrics and alerts for those who run an app.
    package static let administration = Feature(
        "administration",
        commands: [StartMessageCampaign.self, CancelMessageCampaign.self, TryNotification.self],
        queries: [
            Simulate.self, PolicyInForce.self, DecisionRecords.self, NotificationMetrics.self, OptOutAlertList.self,
            MessageCampaignDetails.self,
        ],
        publishes: [MessageCampaignStarted.self],
        routes: AdministrationRoutes.all,
        texts: [AdministrationTexts.all])
}
