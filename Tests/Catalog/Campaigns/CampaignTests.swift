import CatalogCampaigns
import CatalogService
import CatalogShops
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("Campaigns")
struct CampaignTests {
    static func edit(_ it: ShopFixture, bonus: Double = 2, categories: [Int] = [], startsIn: Duration = .zero,
                     lasts: Duration = .days(3)) -> CampaignEdit {
        var edit = CampaignEdit()
        (edit.title, edit.body) = (.value(["fr": "Offre", "ar": "عرض"]), .value(["fr": "Plus de remise", "ar": "تخفيض أكبر"]))
        (edit.bonusPercent, edit.categoryIds) = (.value(bonus), .value(categories))
        (edit.startsAt, edit.endsAt) = (.value(it.shard.now + startsIn), .value(it.shard.now + startsIn + lasts))
        return edit
    }
    static func draft(_ it: ShopFixture, _ edit: CampaignEdit) throws -> CampaignID {
        CampaignID(try it.shard.send(CreateCampaign(edit), as: ShopFixture.admin)?.json["id"]?.string ?? "")
    }
    static func run(_ it: ShopFixture, bonus: Double, categories: [Int]) throws -> CampaignID {
        let id = try draft(it, edit(it, bonus: bonus, categories: categories))
        _ = try it.shard.send(PublishCampaign(campaignId: id), as: ShopFixture.admin)
        return id
    }

    @Test("A campaign is scheduled, runs and ends by the clock, and each is told once")
    func life() throws {
        let it = try ShopFixture()
        try it.open()
        let id = try Self.draft(it, Self.edit(it, startsIn: .days(1), lasts: .days(2)))
        #expect(try it.shard.ask(CampaignDetails.self, ["campaignId": .string(id.rawValue)]).status == 404)
        try it.shard.markSeen()
        #expect(try it.shard.send(PublishCampaign(campaignId: id), as: ShopFixture.admin)?.json["status"] == "scheduled")
        #expect(try it.shard.send(PublishCampaign(campaignId: id), as: ShopFixture.admin)?.json["slug"] == "invalid-transition")
        #expect(try it.shop(1).json["bonusPercent"] == 0)
        try it.shard.advance(by: .days(1))
        #expect(try it.shop(1).json["bonusPercent"] == 2 && it.shop(1).json["effectiveDiscountPercent"] == 9.5)
        #expect(try it.shop(1).json["campaigns"]?.array?.first?["title"] == "Offre")
        #expect(try it.shard.ask(AnnouncedCampaigns.self, as: .user("nadia")).json["data"]?.array?.first?["title"] == "عرض")
        #expect(try it.shard.ask(CampaignDetails.self, ["campaignId": .string(id.rawValue)]).json["title"] == "Offre")
        try it.shard.advance(by: .days(5))
        #expect(try it.shop(1).json["bonusPercent"] == 0)
        #expect(try it.shard.ask(CampaignDetails.self, ["campaignId": .string(id.rawValue)]).status == 404)
        #expect(try it.shard.publishedTypes() == ["catalog.campaign-published.v1", "catalog.campaign-started.v1",
                                                  "catalog.campaign-ended.v1"])
        #expect(try it.shard.ask(AllCampaigns.self, as: ShopFixture.admin).json["data"]?.array?.first?["status"] == "ended")
        #expect(try it.shard.send(CancelCampaign(campaignId: id), as: ShopFixture.admin)?.status == 409)
        #expect(try it.shard.timers() == [])
    }

    @Test("Of several bonuses the largest counts, where every list of targets is met")
    func largest() throws {
        let it = try ShopFixture()
        _ = try it.open("Shop A", category: 1, neighborhood: 1)
        _ = try it.open("Shop B", category: 2, neighborhood: 1)
        _ = try Self.run(it, bonus: 1, categories: [])
        var edit = Self.edit(it, bonus: 3.5, categories: [2])
        edit.neighborhoodIds = .value([2])
        _ = try it.shard.send(PublishCampaign(campaignId: try Self.draft(it, edit)), as: ShopFixture.admin)
        #expect(try it.shop(2).json["bonusPercent"] == 1)
        edit.neighborhoodIds = .value([1, 2])
        let id = try Self.draft(it, edit)
        _ = try it.shard.send(PublishCampaign(campaignId: id), as: ShopFixture.admin)
        #expect(try it.shop(1).json["bonusPercent"] == 1 && it.shop(2).json["bonusPercent"] == 3.5)
        _ = try it.shard.send(CancelCampaign(campaignId: id), as: ShopFixture.admin)
        #expect(try it.shop(2).json["bonusPercent"] == 1)
        #expect(try it.shard.published(CampaignCancelled.self).count == 1)
    }

    @Test("Everything that is wrong with a campaign is said at once; a draft can be changed, nothing else")
    func validation() throws {
        let it = try ShopFixture()
        #expect(it.errors(try it.shard.send(CreateCampaign(CampaignEdit()), as: ShopFixture.admin))
            == ["title", "body", "bonusPercent", "startsAt", "endsAt"])
        var edit = Self.edit(it, bonus: 0.75, categories: [1, 9], lasts: .days(32))
        edit.title = .value(["fr": String(repeating: "x", count: 81)])
        edit.shopIds = .value([4])
        let reply = try it.shard.send(CreateCampaign(edit), as: ShopFixture.admin)
        #expect(it.errors(reply) == ["title.fr", "title.ar", "bonusPercent", "categoryIds.1", "shopIds.0", "endsAt"])
        #expect(try it.shard.send(CreateCampaign(Self.edit(it)), as: ShopFixture.vendor)?.status == 403)
        let id = try Self.draft(it, Self.edit(it, lasts: .days(1)))
        var change = CampaignEdit()
        change.bonusPercent = .value(4.5)
        #expect(try it.shard.send(ChangeCampaign(campaignId: id, change), as: ShopFixture.admin)?.json["bonusPercent"] == 4.5)
        try it.shard.advance(by: .days(2))
        let late = try it.shard.send(PublishCampaign(campaignId: id), as: ShopFixture.admin)
        #expect(late?.status == 422 && it.errors(late) == ["endsAt"])
        _ = try it.shard.send(CancelCampaign(campaignId: id), as: ShopFixture.admin)
        #expect(try it.shard.send(ChangeCampaign(campaignId: id, change), as: ShopFixture.admin)?.json["slug"] == "invalid-transition")
        #expect(try it.shard.send(ChangeCampaign(campaignId: "nowhere", change), as: ShopFixture.admin)?.status == 404)
        change.bonusPercent = .value(7)
        for known in [id, "nowhere"] {
            #expect(it.errors(try it.shard.send(ChangeCampaign(campaignId: known, change), as: ShopFixture.admin)) == ["bonusPercent"])
        }
        edit.endsAt = .null
        #expect(it.errors(try it.shard.send(ChangeCampaign(campaignId: "nowhere", edit), as: ShopFixture.admin))
            == ["title.fr", "title.ar", "bonusPercent", "categoryIds.1", "endsAt"])
    }

    @Test("A campaign that already started runs as soon as it is published")
    func atOnce() throws {
        let it = try ShopFixture()
        let id = try Self.draft(it, Self.edit(it, startsIn: .days(-1)))
        #expect(try it.shard.send(PublishCampaign(campaignId: id), as: ShopFixture.admin)?.json["status"] == "running")
        #expect(try it.shard.published(CampaignStarted.self).count == 1)
        #expect(try it.shard.timers() == ["campaign-end/\(id)"])
    }

    @Test("The API document has every member of a campaign, for administrators and for members")
    func documented() throws {
        let it = try ShopFixture()
        let id = try Self.run(it, bonus: 2, categories: [])
        func members(_ path: String) -> Set<String> {
            let answer = Catalog.contents.routes.first { $0.path == path }?.answer?.json
            return Set((answer?["properties"]?.object ?? [:]).keys)
        }
        let cancelled = try it.shard.send(CancelCampaign(campaignId: id), as: ShopFixture.admin)?.json
        #expect(members("/admin/campaigns/{campaignId}/cancel") == Set((cancelled?.object ?? [:]).keys))
        #expect(members("/campaigns/{campaignId}") == members("/admin/campaigns/{campaignId}/cancel").subtracting(["translations"]))
    }
}
