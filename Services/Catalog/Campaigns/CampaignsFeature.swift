import Contracts
import ServiceKit

extension Feature {
    /// Bonuses of shops for a time.
    package static let campaigns = Feature(
        "campaigns",
        commands: [CreateCampaign.self, ChangeCampaign.self, PublishCampaign.self, CancelCampaign.self, ImportCampaign.self],
        timers: [StartCampaign.self, EndCampaign.self],
        queries: [AnnouncedCampaigns.self, CampaignDetails.self, AllCampaigns.self],
        publishes: [CampaignPublished.self, CampaignStarted.self, CampaignEnded.self, CampaignCancelled.self],
        routes: CampaignRoutes.all,
        texts: [CampaignTexts.all])
}
