import CatalogKit
import CatalogService
import CatalogShopRatings
import CatalogShops
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("Partner shops")
struct ShopTests {
    @Test("A new shop is a draft that nobody sees but the other services; published, everybody does")
    func life() throws {
        let it = try ShopFixture()
        let made = try it.shard.send(CreateShop(ShopFixture.edit()), as: ShopFixture.admin)
        #expect(made?.status == 201 && made?.location == "/shops/1" && made?.json["status"] == "draft" && made?.json["vendorUserIds"] == [])
        #expect(made?.json["phone"] == "+213555111222" && made?.json["discountPercent"] == 7.5 && made?.json["publishedAt"] == .null)
        #expect(try it.shop(1).status == 404)
        #expect(try it.browse() == [])
        #expect(try it.shard.published(ListingUpdated.self).map(\.listing.status) == ["draft"])
        #expect(try it.shard.send(PublishShop(shopId: 1), as: ShopFixture.admin)?.json["status"] == "active")
        #expect(try it.shop(1).status == 200)
        let told = try #require(try it.shard.published(ListingPublished.self).first)
        #expect(told.listing.nameFr == "Boulangerie du Centre" && told.listing.nameAr == "مخبزة المركز"
            && told.listing.kind == "partner-shop")
        #expect(told.listing.discountBasisPoints == 750 && told.listing.status == "active" && told.listing.categoryNames?["ar"] == "مخبزة")
        #expect(try it.shard.send(SuspendShop(shopId: 1), as: ShopFixture.admin)?.json["status"] == "suspended")
        #expect(try it.shop(1).status == 404)
        #expect(try it.shard.send(ResumeShop(shopId: 1), as: ShopFixture.admin)?.json["status"] == "active")
        #expect(try it.shard.send(CloseShop(shopId: 1), as: ShopFixture.admin)?.json["status"] == "closed")
        #expect(try it.shard.publishedTypes() == ["catalog.listing-updated.v1", "catalog.listing-published.v1",
                                                  "catalog.listing-updated.v1", "catalog.listing-updated.v1",
                                                  "catalog.listing-withdrawn.v1"])
        #expect(try it.shard.published(ListingUpdated.self).map(\.listing.status) == ["draft", "suspended", "active"])
    }

    @Test("The other services hear who works in a draft, and that it is closed")
    func drafts() throws {
        let it = try ShopFixture()
        _ = try it.shard.send(CreateShop(ShopFixture.edit()), as: ShopFixture.admin)
        var edit = ShopEdit()
        edit.vendorUserIds = .value(["vendor"])
        #expect(try it.shard.send(ChangeShop(shopId: 1, edit), as: ShopFixture.admin)?.status == 200)
        #expect(try it.shard.published(ListingUpdated.self).map(\.listing.vendorUserIds) == [[], ["vendor"]])
        _ = try it.shard.send(CloseShop(shopId: 1), as: ShopFixture.admin)
        #expect(try it.shard.published(ListingWithdrawn.self).map(\.listing.status) == ["closed"])
        #expect(try it.shard.published(ListingPublished.self).isEmpty)
        #expect(try it.browse() == [])
    }

    @Test("Every step that does not start in a state is refused and changes nothing", arguments: Shop.State.allCases)
    func transitions(_ state: Shop.State) throws {
        let it = try ShopFixture()
        _ = try it.shard.send(CreateShop(ShopFixture.edit()), as: ShopFixture.admin)
        if state != .draft { _ = try it.shard.send(PublishShop(shopId: 1), as: ShopFixture.admin) }
        if state == .suspended { _ = try it.shard.send(SuspendShop(shopId: 1), as: ShopFixture.admin) }
        if state == .closed { _ = try it.shard.send(CloseShop(shopId: 1), as: ShopFixture.admin) }
        func refused(_ command: some Message) throws -> Bool {
            let reply = try it.shard.send(command, as: ShopFixture.admin)
            // `status` of a problem is the HTTP status; the members are separate.
            return reply?.status == 409 && reply?.json["slug"] == "invalid-transition" && reply?.json["members"]?["currentStatus"]?.string
                == state.rawValue
        }
        if state != .draft { #expect(try refused(PublishShop(shopId: 1))) }
        if state != .active { #expect(try refused(SuspendShop(shopId: 1))) }
        if state != .suspended { #expect(try refused(ResumeShop(shopId: 1))) }
        if state == .closed {
            #expect(try refused(CloseShop(shopId: 1)))
            #expect(try it.shard.send(ChangeShop(shopId: 1, ShopFixture.edit(discount: 5)), as: ShopFixture.admin)?.json["slug"]
                == "shop-closed")
        }
    }

    @Test("Everything that is wrong with a shop is said at once")
    func validation() throws {
        let it = try ShopFixture()
        let nothing = try it.shard.send(CreateShop(ShopEdit()), as: ShopFixture.admin)
        #expect(it.errors(nothing) == ["nameFr", "categoryId", "neighborhoodId", "discountPercent", "phone", "address", "latitude",
                                       "longitude"])
        // Swapped coordinates lie in Somalia.
        var edit = ShopFixture.edit(["fr": "B"], category: 99, neighborhood: 99, discount: 8.5, phone: "12345", latitude: -0.64,
                                    longitude: 35.7)
        edit.address = .value("x")
        edit.openingHours = .value(["mon": [["08:00", "12:00"], ["11:00", "14:00"]], "someday": [], "tue": [["8", "12"]]])
        let reply = try it.shard.send(CreateShop(edit), as: ShopFixture.admin)
        #expect(reply?.status == 422)
        #expect(it.errors(reply) == ["nameFr", "categoryId", "neighborhoodId", "discountPercent", "phone", "address", "latitude",
                                     "longitude", "openingHours.mon", "openingHours.someday", "openingHours.tue"])
        #expect(it.errors(try it.shard.send(CreateShop(ShopFixture.edit(discount: 7.25)), as: ShopFixture.admin)) == ["discountPercent"])
        // A number that was refused is not lost: ids are without gaps.
        #expect(try it.open() == 1)
    }

    @Test("Mobile phones and landlines are kept in one form", arguments: [
        ("0555 11 12 22", "+213555111222"), ("00213 555-11-12-22", "+213555111222"), ("(041) 33.44.55", "+21341334455"),
        ("+213661203040", "+213661203040"), ("[041] 33\t44 55", "+21341334455"), ("٠٥٥٥ ١١ ١٢ ٢٢", "+213555111222"),
    ])
    func phones(_ written: String, _ kept: String) throws {
        let it = try ShopFixture()
        #expect(try it.shard.send(CreateShop(ShopFixture.edit(phone: written)), as: ShopFixture.admin)?.json["phone"] == .string(kept))
    }

    @Test("A shop's number that begins with neither 0 nor + lacks something", arguments: ["555111222", "213555111222"])
    func halfPhones(_ written: String) throws {
        let it = try ShopFixture()
        #expect(it.errors(try it.shard.send(CreateShop(ShopFixture.edit(phone: written)), as: ShopFixture.admin)) == ["phone"])
    }

    @Test("Changes keep what is not sent; nobody but administrators and the shop's people may make them")
    func changes() throws {
        let it = try ShopFixture()
        try it.open()
        var edit = ShopEdit()
        edit.vendorUserIds = .value(["vendor", "vendor"])
        edit.names = ["ar": ""]
        let changed = try it.shard.send(ChangeShop(shopId: 1, edit), as: ShopFixture.admin)
        #expect(changed?.json["vendorUserIds"] == ["vendor"] && changed?.json["nameAr"] == .null
            && changed?.json["name"] == "Boulangerie du Centre")
        #expect(try it.shard.published(ListingUpdated.self).last?.listing.vendorUserIds == ["vendor"])
        #expect(try it.shard.send(ChangeShop(shopId: 1, edit), as: ShopFixture.ahmed)?.status == 403)
        #expect(try it.shard.send(ChangeShop(shopId: 9, edit), as: ShopFixture.admin)?.status == 404)
        var own = ShopFixture.edit(discount: 5)
        (own.phone, own.specialDays) = (.value("0770 00 00 00"), .value([["date": "2026-11-21", "hours": []]]))
        let byVendor = try it.shard.send(ChangeOwnShop(shopId: 1, own), as: ShopFixture.vendor)
        #expect(byVendor?.json["phone"] == "+213770000000" && byVendor?.json["discountPercent"] == 7.5
            && byVendor?.json["specialDays"] == [["date": "2026-11-21", "hours": []]])
        #expect(try it.shard.send(ChangeOwnShop(shopId: 1, own), as: .user("other", roles: ["vendor"]))?.json["slug"] == "not-your-shop")
        #expect(try it.shard.ask(OwnShops.self, as: ShopFixture.vendor).json["data"]?.array?.compactMap { $0["id"]?.int } == [1])
        // Who left the platform works nowhere.
        try it.shard.receive(UserErased(userId: "vendor"))
        #expect(try it.shard.published(ListingUpdated.self).last?.listing.vendorUserIds == [])
    }

    @Test("""
        Who works in a shop has an account: ids of nobody, of erased people and of such as were only heard of are refused, each by its place
        """)
    func vendors() throws {
        let it = try ShopFixture()
        try it.open()
        try it.shard.receive(UserRegistered(userId: "gone", name: "Gone", roles: ["vendor"]))
        try it.shard.receive(UserErased(userId: "gone"))
        var edit = ShopFixture.edit()
        edit.vendorUserIds = .value(["vendor", "nobody", "gone"])
        #expect(try it.shard.send(CreateShop(edit), as: ShopFixture.admin, id: "made") == nil)
        #expect(try it.shard.send(ChangeShop(shopId: 1, edit), as: ShopFixture.admin, id: "changed") == nil)
        try it.shard.advance(by: .seconds(1))
        for request in ["made", "changed"] {
            let refused = try it.shard.answer(to: request)
            #expect(refused?.status == 422 && refused?.body["errors"]?.object?.keys.sorted() == ["vendorUserIds.1", "vendorUserIds.2"])
        }
        edit.vendorUserIds = .value(["vendor", "ahmed"])
        #expect(try it.shard.send(ChangeShop(shopId: 1, edit), as: ShopFixture.admin)?.json["vendorUserIds"] == ["ahmed", "vendor"])
    }

    @Test("Somebody whose registration is still on its way here can be named at once as a person who works in a shop")
    func newVendor() throws {
        let it = try ShopFixture()
        try it.open()
        var edit = ShopFixture.edit()
        edit.vendorUserIds = .value(["new"])
        #expect(try it.shard.send(ChangeShop(shopId: 1, edit), as: ShopFixture.admin, id: "changed") == nil)
        try it.shard.receive(UserRegistered(userId: "new", name: "New", roles: []))
        try it.shard.advance(by: .seconds(1))
        #expect(try it.shard.answer(to: "changed")?.body["vendorUserIds"] == ["new"])
    }

    @Test("A card says what the language, the place and the person who looks make of it")
    func card() throws {
        let it = try ShopFixture()
        try it.open()
        let guest = try it.shop(1, ["latitude": "35.6976", "longitude": "-0.6337"]).json
        #expect(guest["name"] == "Boulangerie du Centre" && guest["nameAr"] == "مخبزة المركز" && guest["distanceKm"] == 1.21)
        #expect(guest["category"] == ["id": 1, "slug": "bakery", "name": "Boulangerie", "icon": "🥖"])
        #expect(guest["neighborhood"] == ["id": 1, "slug": "centre", "name": "Centre"])
        #expect(guest["isFavorite"] == .null && guest["isOpen"] == .null && guest["isNew"] == true && guest["averageRating"] == .null
            && guest["myRating"] == .null)
        #expect(guest["ratingDistribution"] == ["1": 0, "2": 0, "3": 0, "4": 0, "5": 0] && guest["campaigns"] == [])
        #expect(guest["shareUrl"] == "https://town.example/shops/1" && guest["effectiveDiscountPercent"] == 7.5
            && guest["bonusPercent"] == 0)
        let nadia = try it.shop(1, as: .user("nadia")).json
        #expect(nadia["name"] == "مخبزة المركز" && nadia["category"]?["name"] == "مخبزة" && nadia["isFavorite"] == false
            && nadia["distanceKm"] == .null)
        #expect(guest["status"] == nil && guest["vendorUserIds"] == nil)
        try it.shard.advance(by: .days(30))
        #expect(try it.shop(1).json["isNew"] == false)
    }

    @Test("What is no number of a shop names nothing", arguments: ["0", "-1", "abc", "1.0", "01", "99999999999999999999", "7"])
    func unknownNumbers(_ text: String) throws {
        let it = try ShopFixture()
        try it.open()
        #expect(try it.shard.ask(ShopDetails.self, ["shopId": .string(text)]).status == 404)
        // The form of the question comes before what is not there.
        let half = try it.shard.ask(ShopDetails.self, ["shopId": .string(text), "latitude": "35.7"])
        #expect(half.status == 422 && half.json["errors"]?["longitude"] != nil)
    }

    @Test("The language is the one asked for, else one's own, else the app's first", arguments: [
        ("", "", "fr"), ("ar", "", "ar"), ("en", "", "fr"), ("en", "ar", "ar"), ("fr-DZ,ar;q=0.9", "ar", "fr"),
        ("fr;q=0.2, ar-DZ;q=0.8", "", "ar"), ("*", "ar", "ar"),
    ])
    func languages(_ header: String, _ locale: String, _ language: String) {
        let selection = LanguageSelection(acceptLanguage: header.isEmpty ? nil : header, locale: locale.isEmpty ? nil : locale,
                                          languages: ["fr", "ar"])
        #expect(selection.language == language)
    }

    @Test("Categories and neighborhoods count active shops")
    func counts() throws {
        let it = try ShopFixture()
        _ = try it.open("Une", category: 1, neighborhood: 2)
        _ = try it.open("Deux", category: 1, neighborhood: 1)
        _ = try it.shard.send(CreateShop(ShopFixture.edit()), as: ShopFixture.admin)
        let categories = try it.shard.ask(ShopCategories.self).json["data"]?.array ?? []
        #expect(categories.map { $0["shopsCount"]?.int } == [2, 0] && categories.first?["nameFr"] == "Boulangerie")
        #expect(try it.shard.ask(Neighborhoods.self).json["data"]?.array?.map { $0["shopsCount"]?.int } == [1, 1])
        #expect(try it.shard.ask(ShopAppConfig.self).json["counts"] == ["shops": 2, "categories": 2, "neighborhoods": 2])
    }

    @Test("A text comes in the asked language, an unknown one is not there")
    func pages() throws {
        let it = try ShopFixture()
        #expect(try it.shard.ask(InformationPage.self, ["slug": "about"]).json["title"] == "À propos")
        #expect(try it.shard.ask(InformationPage.self, ["slug": "about"], as: .user("nadia")).json["title"] == "حول")
        #expect(try it.shard.ask(InformationPage.self, ["slug": "nothing"]).status == 404)
    }

    @Test("Favorites are kept once, in order, up to a limit, and hide what is not active")
    func favorites() throws {
        let it = try ShopFixture()
        for name in ["Une", "Deux", "Trois", "Quatre"] { _ = try it.open(name) }
        for id in [1, 2, 2, 3] {
            #expect(try it.shard.send(MarkShopFavorite(shopId: id), as: ShopFixture.ahmed)?.status == 204)
            try it.shard.advance(by: .seconds(1))
        }
        #expect(try it.shard.send(MarkShopFavorite(shopId: 4), as: ShopFixture.ahmed)?.json["slug"] == "favorites-limit")
        #expect(try it.shard.send(MarkShopFavorite(shopId: 9), as: ShopFixture.ahmed)?.status == 404)
        func kept() throws -> [Int?] {
            try it.shard.ask(FavoriteShops.self, as: ShopFixture.ahmed).json["data"]?.array?.map { $0["id"]?.int } ?? []
        }
        #expect(try kept() == [3, 2, 1])
        #expect(try it.shop(1, as: ShopFixture.ahmed).json["isFavorite"] == true)
        _ = try it.shard.send(SuspendShop(shopId: 2), as: ShopFixture.admin)
        #expect(try kept() == [3, 1])
        for _ in 0..<2 { #expect(try it.shard.send(UnmarkShopFavorite(shopId: 3), as: ShopFixture.ahmed)?.status == 204) }
        #expect(try kept() == [1])
        try it.shard.receive(UserErased(userId: "ahmed"))
        #expect(try kept() == [])
    }

    @Test("Another town with other categories, languages and limits is only a file")
    func secondTown() throws {
        let it = try ShopFixture(ShopFixture.definition("villa", languages: ["es", "en"], shops: [
            "discount": ["minPercent": 10, "maxPercent": 30], "shareUrl": "https://villa.example/{id}", "phonePattern": #"\+213[0-9]{9}"#,
            "categories": [["id": 7, "slug": "books", "names": ["es": "Librería", "en": "Bookshop"], "icon": "📚"]],
            "neighborhoods": [["id": 3, "slug": "norte", "names": ["es": "Norte", "en": "North"], "city": "Villa", "latitude": 40,
                               "longitude": -3]],
        ]))
        let id = try it.open(ShopFixture.edit(["es": "Librería Ñandú", "en": "Rhea Books"], category: 7, neighborhood: 3, discount: 20,
                                              latitude: 40, longitude: -3))
        let json = try it.shop(id).json
        #expect(json["name"] == "Librería Ñandú" && json["nameEn"] == "Rhea Books" && json["nameFr"] == nil
            && json["discountPercent"] == 20)
        #expect(try it.browse(["search": "NANDU libreria"]) == [id])
        #expect(
            it.errors(try it.shard.send(CreateShop(ShopFixture.edit(["es": "Otra"], category: 1, neighborhood: 3, discount: 7.5)),
                                        as: ShopFixture.admin))
            == ["categoryId", "discountPercent"])
    }

    private static let halfTown: JSONValue = ["shops": [
        "categories": [["id": 1, "slug": "a", "names": ["ar": "ا"], "icon": ""]],
        "neighborhoods": [["id": 1, "slug": "a", "names": ["fr": "A"], "city": "A", "latitude": 0, "longitude": 0]],
    ]]
    private static let emptyTown: JSONValue = ["shops": .object([:])]
    private static let noRadius: JSONValue = ["shops": ["nearby": ["defaultRadiusKm": 5, "maxRadiusKm": -1, "radiusChoicesKm": []]]]

    @Test("A tenant file that lacks what shops need says so", arguments: [
        (emptyTown, "shops.categories"), (JSONValue.object([:]), "shops"), (halfTown, "shops.categories.0.names"),
        (noRadius, "shops.nearby"),
    ])
    func settingsProblems(_ settings: JSONValue, _ path: String) {
        let problems = PartnerShopListing.problems(inSettings: settings, of: ShopFixture.definition())
        #expect(problems.contains { $0.path == path })
    }

    @Test("A shard rebuilt from its log has the same rows")
    func replay() throws {
        let it = try ShopFixture()
        _ = try it.open()
        _ = try it.open("Épicerie", category: 2, at: ShopFixture.center.moved(0.01, 0.02))
        _ = try it.shard.send(RateShop(shopId: 1, stars: 5), as: ShopFixture.ahmed)
        _ = try it.shard.send(SuspendShop(shopId: 2), as: ShopFixture.admin)
        try it.shard.advance(by: .days(2))
        let again = try ShardHarness(Catalog.self, definition: ShopFixture.definition())
        for record in it.shard.log.dropFirst() { try again.deliver(try Envelope(record)) }
        #expect(try again.fingerprint() == it.shard.fingerprint())
    }
}
