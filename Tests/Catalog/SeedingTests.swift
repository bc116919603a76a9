import CatalogCampaigns
import CatalogEvents
import CatalogService
import CatalogShopRatings
import CatalogShops
import CatalogWaitlist
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("What is seeded")
struct SeedingTests {
    private func importShop(_ id: Int, status: String = "active", discount: Int = 750) -> ImportShop {
        let opened = Timestamp("2026-01-01T09:00:00Z") ?? .distantPast
        return ImportShop(shopId: id, status: status, names: ["fr": "Boulangerie", "ar": "مخبزة"], categoryId: 1, neighborhoodId: 1,
                          discountBasisPoints: discount,
                          phone: "+213555111222", address: "4 rue des Lions", latitude: 35.70, longitude: -0.64,
                          openingHours: ["mon": [["08:00", "20:00"]]],
                          vendorUserIds: ["vendor"], createdAt: opened, publishedAt: status == "draft" ? nil : opened)
    }

    @Test("""
        A seeded shop has its id, and one that is there stays as it is; only those that are open are told as published, and nobody is to \
        be notified
        """)
    func shops() throws {
        let it = try ShopFixture()
        for (id, status) in [(7, "active"), (8, "draft"), (9, "suspended")] { try it.shard.receive(importShop(id, status: status)) }
        try it.shard.receive(importShop(7, discount: 500))
        #expect(try it.browse() == [7])
        #expect(try it.shop(7).json["discountPercent"] == 7.5)
        #expect(try it.shard.published(ListingPublished.self).map { [$0.listing.listingId, $0.imported == true ? 1 : 0] } == [[7, 1]])
        #expect(try it.shard.published(ListingUpdated.self).map { $0.listing.status } == ["draft", "suspended"])
        #expect(try it.open() == 10, "ids go on after the seeded ones")
    }

    @Test("Seeded ratings and favorites count like others, once per person")
    func opinions() throws {
        let it = try ShopFixture()
        try it.shard.receive(importShop(7))
        let day = it.shard.now - .days(3)
        try it.shard.receive(ImportShopRating(ratingId: 21, shopId: 7, userId: "ahmed", stars: 4, comment: "Bon pain", at: day))
        try it.shard.receive(ImportShopRating(ratingId: 22, shopId: 7, userId: "ahmed", stars: 1, at: day))
        for _ in 0..<2 { try it.shard.receive(ImportShopFavorite(userId: "ahmed", shopId: 7, at: day)) }
        let ratings = try it.shard.ask(ShopRatings.self, ["shopId": 7]).json["data"]?.array ?? []
        #expect(ratings.map { $0["stars"] } == [4])
        #expect(try it.shop(7, as: ShopFixture.ahmed).json["isFavorite"] == true)
        #expect(try it.shard.ask(FavoriteShops.self, as: ShopFixture.ahmed).json["data"]?.array?.map { $0["id"] } == [7])
        #expect(try it.shard.published(RatingAdded.self).map(\.stars) == [4])
    }

    @Test("A seeded campaign runs when its time has come; a draft is nobody's to see")
    func campaigns() throws {
        let it = try ShopFixture()
        try it.shard.receive(importShop(7))
        func campaign(_ id: CampaignID, bonus: Int) -> Campaign {
            Campaign(campaignId: id, title: ["fr": "Offre", "ar": "عرض"], body: ["fr": "+2 %", "ar": "+2٪"], bonusBasisPoints: bonus,
                     categoryIds: [], neighborhoodIds: [], shopIds: [], startsAt: it.shard.now + .hours(1), endsAt: it.shard.now + .days(2))
        }
        try it.shard.receive(ImportCampaign(campaign: campaign("summer", bonus: 200), isDraft: false))
        try it.shard.receive(ImportCampaign(campaign: campaign("summer", bonus: 900), isDraft: false))
        try it.shard.receive(ImportCampaign(campaign: campaign("secret", bonus: 300), isDraft: true))
        #expect(try it.shard.ask(CampaignDetails.self, ["campaignId": "secret"]).status == 404)
        try it.shard.advance(by: .hours(2))
        #expect(try it.shop(7).json["bonusPercent"] == 2)
        #expect(try it.shard.ask(AllCampaigns.self, as: ShopFixture.admin).json["data"]?.array?.count == 2)
    }

    @Test("Who is seeded into a line stands in it once")
    func waiting() throws {
        let it = try CatalogFixture()
        try it.add("show", title: "Show", quantity: 1)
        for entry in ["w-1", "w-1", "w-2"] {
            try it.shard.receive(ImportWaitlistEntry(entryId: entry, eventId: "show", ticketTypeId: "show-1", userId: "alice", quantity: 1))
        }
        #expect(try it.shard.ask(MyWaitlist.self, as: .user("alice")).json["data"]?.array?.map { $0["id"] } == ["w-1"])
    }

    @Test("Edits that are thrown away are gone, and the event is as it was")
    func discarded() throws {
        let it = try CatalogFixture()
        let bob = Principal.user("bob", roles: ["attendee", "organizer"])
        #expect(try it.shard.send(raw: #"{"eventId":"summit","title":"Later"}"#, type: SaveEventDraft.type, as: bob)?.status == 200)
        for _ in 0..<2 { #expect(try it.shard.send(DiscardEventDraft(eventId: "summit"), as: bob)?.status == 204) }
        #expect(try it.shard.ask(EventDraft.self, ["eventId": "summit"], as: bob).status == 404)
        #expect(try it.details()["title"] == "Kampala Tech Summit")
    }
}
