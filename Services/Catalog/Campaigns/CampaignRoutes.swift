import CatalogShops
import Kernel
import ServiceKit

/// Campaigns: a bonus on the discount of some shops for some time.
enum CampaignRoutes {
    private static let plugin = PartnerShopListing.name
    private static let administration = Route.Access.permission(ShopPermission.manageCampaigns)
    /// Language → text. Required fields are asked for by the service, together with everything else that is wrong.
    private static let fields = Schema.object([
        "title": .object([:]), "body": .object([:]), "bonusPercent": .number(), "categoryIds": .array(.integer()),
        "neighborhoodIds": .array(.integer()), "shopIds": .array(.integer()), "startsAt": .time, "endsAt": .time,
    ])
    /// Administrators see the words of every language.
    private static let planned = ShopSchemas.campaign.adding(["translations": .object(["title": .object([:]), "body": .object([:])])])
    private static let example: JSONValue = [
        "title": ["fr": "Offre spéciale ce week-end !", "ar": "عرض خاص نهاية هذا الأسبوع!"],
        "body": ["fr": "2 % de plus dans les pharmacies.", "ar": "2٪ إضافية في الصيدليات."],
        "bonusPercent": 2.0, "categoryIds": [4], "startsAt": "2026-11-20T08:00:00Z", "endsAt": "2026-12-20T08:00:00Z",
    ]

    static let all: [Route] = [
        .get("/campaigns", AnnouncedCampaigns.self, access: .guest, plugin: plugin, query: ShopSchemas.paging,
             headers: ShopSchemas.language, summary: "What runs and what is to come", answer: .page(of: ShopSchemas.campaign)),
        .get("/campaigns/{campaignId}", CampaignDetails.self, access: .guest, plugin: plugin, headers: ShopSchemas.language,
             summary: "One that runs or is to come", answer: ShopSchemas.campaign),
        .get("/admin/campaigns", AllCampaigns.self, access: administration, plugin: plugin, query: ShopSchemas.paging,
             headers: ShopSchemas.language, summary: "All campaigns, the newest first", answer: .page(of: planned)),
        .command("POST", "/admin/campaigns", CreateCampaign.self, access: administration, plugin: plugin, body: fields,
                 headers: ShopSchemas.language,
                 summary: "Plan a campaign: a draft", success: 201, answer: planned, example: example)
            .alsoCheckedByHandler(judgedBy: ["endsAt": "startsAt"]),
        .command("PUT", "/admin/campaigns/{campaignId}", ChangeCampaign.self, access: administration, plugin: plugin, body: fields,
                 headers: ShopSchemas.language,
                 summary: "Change a draft; what is not sent stays", answer: planned, refusals: ["409 invalid-transition"],
                 example: ["bonusPercent": 1.5])
            .alsoCheckedByHandler(judgedBy: ["endsAt": "startsAt"]),
        .command("POST", "/admin/campaigns/{campaignId}/publish", PublishCampaign.self, access: administration, plugin: plugin,
                 headers: ShopSchemas.language,
                 summary: "Announce a draft; it runs at once if its time has come", answer: planned,
                 refusals: ["409 invalid-transition"]),
        .command("POST", "/admin/campaigns/{campaignId}/cancel", CancelCampaign.self, access: administration, plugin: plugin,
                 headers: ShopSchemas.language,
                 summary: "Call a campaign off", answer: planned, refusals: ["409 invalid-transition"]),
    ]
}
