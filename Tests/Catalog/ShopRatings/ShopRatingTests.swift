import CatalogService
import CatalogShopRatings
import CatalogShops
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("Ratings of shops")
struct ShopRatingTests {
    private func visit(_ id: String, _ user: User.ID, shop: Int) -> RedemptionRecorded {
        RedemptionRecorded(redemptionId: id, userId: user, shopId: shop, purchaseAmount: Money(1000, .dzd), discountBasisPoints: 500,
                           bonusBasisPoints: 0,
                           savings: Money(50, .dzd), recordedAt: Timestamp("2026-11-20T10:00:00Z") ?? .distantPast, offline: false)
    }
    private func voided(_ id: String, _ user: User.ID, shop: Int) -> RedemptionVoided {
        RedemptionVoided(redemptionId: id, userId: user, shopId: shop, purchaseAmount: Money(1000, .dzd), discountBasisPoints: 500,
                         bonusBasisPoints: 0,
                         savings: Money(50, .dzd), recordedAt: Timestamp("2026-11-20T10:00:00Z") ?? .distantPast, offline: false)
    }

    @Test("One rating per person and shop; the second is told the number of the first")
    func once() throws {
        let it = try ShopFixture()
        try it.open()
        let first = try it.shard.send(RateShop(shopId: 1, stars: 5, comment: "  Excellent\nservice !  "), as: ShopFixture.ahmed)
        #expect(first?.status == 201 && first?.json["id"] == 1 && first?.json["comment"] == "Excellent\nservice !"
            && first?.json["user"] == ["name": "Ahmed M."])
        #expect(first?.json["verifiedVisit"] == false && first?.json["edited"] == false && first?.json["shopId"] == 1)
        for _ in 0..<9 {
            let again = try it.shard.send(RateShop(shopId: 1, stars: 1), as: ShopFixture.ahmed)
            #expect(again?.status == 422 && again?.json["slug"] == "already-rated" && again?.json["members"]?["ratingId"] == 1
                && it.errors(again) == ["shopId"])
        }
        let shop = try it.shop(1, as: ShopFixture.ahmed).json
        #expect(shop["averageRating"] == 5 && shop["ratingsCount"] == 1 && shop["myRating"]?["stars"] == 5)
        #expect(try it.shard.published(RatingAdded.self).count == 1)
    }

    @Test("Stars and comments have their limits; the shop must be there, and not one's own")
    func refusals() throws {
        let it = try ShopFixture()
        try it.open()
        let bad = try it.shard.send(RateShop(shopId: 1, stars: 6, comment: String(repeating: "é", count: 501)), as: ShopFixture.ahmed)
        #expect(bad?.status == 422 && it.errors(bad) == ["stars", "comment"])
        #expect(try it.shard.send(RateShop(shopId: 1, stars: 4, comment: String(repeating: "é", count: 500)), as: .user("x"))?.status
            == 201)
        // One character of four code points: it is code points that count.
        let family = String(repeating: "👨‍👩‍👧", count: 101)
        #expect(it.errors(try it.shard.send(RateShop(shopId: 1, stars: 4, comment: family), as: ShopFixture.ahmed)) == ["comment"])
        #expect(try it.shard.send(RateShop(shopId: 2, stars: 4), as: ShopFixture.ahmed)?.status == 404)
        // What is wrong with the form is said before whether there is such a rating (common §7).
        #expect(it.errors(try it.shard.send(ChangeShopRating(ratingId: 99), as: ShopFixture.ahmed)) == ["stars"])
        #expect(it.errors(try it.shard.send(ChangeShopRating(ratingId: 99, comment: .value(family)), as: ShopFixture.ahmed)) == ["comment"])
        #expect(try it.shard.send(ChangeShopRating(ratingId: 99, stars: 4), as: ShopFixture.ahmed)?.status == 404)
        #expect(try it.shard.send(RateShop(shopId: 1, stars: 4))?.status == 401)
        var edit = ShopEdit()
        edit.vendorUserIds = .value(["vendor"])
        _ = try it.shard.send(ChangeShop(shopId: 1, edit), as: ShopFixture.admin)
        #expect(try it.shard.send(RateShop(shopId: 1, stars: 4), as: ShopFixture.vendor)?.json["slug"] == "own-shop")
        // Without the role the same person is a customer, although the shop's list still has the name.
        #expect(try it.shard.send(RateShop(shopId: 1, stars: 4), as: .user("vendor", roles: ["member"]))?.status == 201)
        #expect(try it.shard.send(RateShop(shopId: 1, stars: 4, comment: " \n "), as: ShopFixture.ahmed)?.json["comment"] == .null)
    }

    @Test("Average, count and bars follow edits and withdrawals; the average is rounded half up")
    func arithmetic() throws {
        let it = try ShopFixture()
        try it.open()
        for (index, stars) in [5, 5, 5, 5, 5, 5, 5, 5, 4, 4, 4, 3].enumerated() {
            _ = try it.shard.send(RateShop(shopId: 1, stars: stars), as: .user("u\(index)"))
            try it.shard.advance(by: .seconds(1))
        }
        #expect(try it.shop(1).json["averageRating"] == 4.6)
        #expect(try it.shop(1).json["ratingDistribution"] == ["5": 8, "4": 3, "3": 1, "2": 0, "1": 0])
        let list = try it.shard.ask(ShopRatings.self, ["shopId": 1, "stars": 4, "perPage": 2]).json
        #expect(list["meta"]?["total"] == 3 && list["data"]?.array?.map { $0["stars"] } == [4, 4])
        #expect(list["summary"] == ["averageRating": 4.6, "ratingsCount": 12, "distribution": ["5": 8, "4": 3, "3": 1, "2": 0, "1": 0]])
        #expect(try it.shard.ask(ShopRatings.self, ["shopId": 1, "sort": "lowest"]).json["data"]?.array?.first?["stars"] == 3)
        #expect(try it.shard.ask(ShopRatings.self, ["shopId": 1]).json["data"]?.array?.first?["id"] == 12)
        let edited = try it.shard.send(ChangeShopRating(ratingId: 12, stars: 5, comment: .value("Mieux")), as: .user("u11"))
        #expect(edited?.json["edited"] == true && edited?.json["comment"] == "Mieux")
        #expect(try it.shard.published(RatingChanged.self).last?.previousStars == 3)
        #expect(try it.shard.send(ChangeShopRating(ratingId: 12, comment: .null), as: .user("u11"))?.json["comment"] == .null)
        #expect(try it.shard.send(ChangeShopRating(ratingId: 12), as: .user("u11"))?.status == 422)
        #expect(try it.shard.send(ChangeShopRating(ratingId: 12, stars: 1), as: .user("u10"))?.status == 404)
        #expect(try it.shop(1).json["averageRating"] == 4.8)
        #expect(try it.shard.send(WithdrawShopRating(ratingId: 12), as: .user("u10"))?.status == 404)
        #expect(try it.shard.send(WithdrawShopRating(ratingId: 12), as: ShopFixture.admin)?.status == 204)
        #expect(try it.shop(1).json["ratingsCount"] == 11)
        #expect(try it.shard.send(RateShop(shopId: 1, stars: 2), as: .user("u11"))?.json["id"] == 13)
    }

    @Test("A rating is verified while its author has a visit there that was not taken back")
    func verified() throws {
        let it = try ShopFixture()
        try it.open()
        _ = try it.open("Deux")
        _ = try it.shard.send(RateShop(shopId: 1, stars: 5), as: ShopFixture.ahmed)
        func isVerified() throws -> JSONValue? {
            try it.shard.ask(ShopRatings.self, ["shopId": 1]).json["data"]?.array?.first?["verifiedVisit"]
        }
        try it.shard.receive(visit("r0", "ahmed", shop: 2))
        #expect(try isVerified() == false)
        try it.shard.receive(visit("r1", "ahmed", shop: 1))
        #expect(try isVerified() == true)
        try it.shard.receive(visit("r2", "ahmed", shop: 1))
        try it.shard.receive(voided("r1", "ahmed", shop: 1))
        #expect(try isVerified() == true)
        try it.shard.receive(voided("r2", "ahmed", shop: 1))
        #expect(try isVerified() == false)
    }

    @Test("Who leaves keeps the stars given, without words and name")
    func erased() throws {
        let it = try ShopFixture()
        try it.open()
        _ = try it.shard.send(RateShop(shopId: 1, stars: 5, comment: "Bien"), as: ShopFixture.ahmed)
        let mine = try it.shard.ask(MyShopRatings.self, as: ShopFixture.ahmed).json["data"]?.array?.first
        #expect(mine?["shop"]?["name"] == "Boulangerie du Centre" && mine?["shop"]?["category"]?["slug"] == "bakery")
        try it.shard.receive(UserErased(userId: "ahmed"))
        let left = try it.shard.ask(ShopRatings.self, ["shopId": 1]).json["data"]?.array?.first
        #expect(left?["stars"] == 5 && left?["comment"] == .null && left?["user"] == ["name": "Membre"])
    }

    @Test("The API document has every member of one's own ratings")
    func documented() throws {
        let it = try ShopFixture()
        try it.open()
        _ = try it.shard.send(RateShop(shopId: 1, stars: 5), as: ShopFixture.ahmed)
        let mine = try it.shard.ask(MyShopRatings.self, as: ShopFixture.ahmed).json["data"]?.array?.first
        let answer = Catalog.contents.routes.first { $0.path == "/ratings/my-ratings" }?.answer?.json
        let members = answer?["properties"]?["data"]?["items"]?["properties"]
        #expect(Set((members?.object ?? [:]).keys) == Set((mine?.object ?? [:]).keys))
        #expect(Set((members?["shop"]?["properties"]?.object ?? [:]).keys) == Set((mine?["shop"]?.object ?? [:]).keys))
    }

    @Test("People are shown by their first word and the initial of their last", arguments: [
        ("Ahmed Mohamed", "Ahmed M."), ("Nadia", "Nadia"), ("Samir Ben Ali", "Samir A."), ("  Élodie   éloi ", "Élodie É."),
    ])
    func shownNames(_ name: String, _ shown: String) { #expect(ShopRating.shownName(name) == shown) }
}
