import Contracts
import Kernel
import NotificationPolicy
import NotificationsEngine
import NotificationsKit
import ServiceKit

/// A shop is open for members: its neighbourhood hears of it.
struct OnListingPublished: Reaction {
    func handle(_ fact: ListingPublished, in tx: NotificationsTransaction) throws {
        guard fact.imported != true else { return }  // Seeded: nobody needs to hear of it.
        let listing = fact.listing
        var facts = Facts(["shopId": .int(listing.listingId), "discountBasisPoints": .int(listing.discountBasisPoints),
                           "relations": [.string(MembershipNews.neighbour)]])
        facts.set("shop.names", NamesByLanguage.complete(listing.names, tx.definition))
        facts.set("category.names", NamesByLanguage.complete(listing.categoryNames ?? [:], tx.definition))
        facts.set("neighborhood.id", .int(listing.neighborhoodId))
        facts.set("neighborhood.names", NamesByLanguage.complete(listing.neighborhoodNames ?? [:], tx.definition))
        let trigger = Trigger("new_shop", at: tx.happenedAt, subject: "shops/\(listing.listingId)", facts: facts,
                              dedupeKey: "shop:\(listing.listingId)")
        try ContinueAnnouncement.begin(trigger, to: .neighborhood(listing.neighborhoodId), in: tx)
    }
}

/// A bonus begins: every member hears of it.
struct OnCampaignStarted: Reaction {
    func handle(_ fact: CampaignStarted, in tx: NotificationsTransaction) throws {
        guard fact.imported != true else { return }  // Seeded: nobody needs to hear of it.
        let campaign = fact.campaign
        var facts = Facts(["campaignId": .string(campaign.campaignId.rawValue)])
        facts.set("offer.titles", NamesByLanguage.complete(campaign.title, tx.definition))
        facts.set("offer.bodies", NamesByLanguage.complete(campaign.body, tx.definition))
        facts.set("offer.endsAt", .string(campaign.endsAt.wholeSeconds.description))
        // The list of shops it counts in, where that is a category.
        if let category = campaign.categoryIds.first, campaign.categoryIds.count == 1 { facts.set("categoryId", .int(category)) }
        let trigger = Trigger("campaign", at: tx.happenedAt, subject: "campaigns/\(campaign.campaignId)", facts: facts,
                              dedupeKey: "camp:\(campaign.campaignId)")
        try ContinueAnnouncement.begin(trigger, to: .everybody(), in: tx)
    }
}
