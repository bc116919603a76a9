import CatalogRestaurants
import CatalogService
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("The home page of restaurants")
struct HomePageTests {
    private typealias Fixture = RestaurantFixture

    private func home(_ it: Fixture, near: String? = nil) throws -> JSONValue {
        try it.shard.ask(HomePage.self, near.map { ["near": .string($0)] } ?? [:]).json
    }
    private func banner(_ title: String, from: Timestamp? = nil, to: Timestamp? = nil, position: Int = 0, link: String? = nil)
        -> BannerEdit {
        var edit = BannerEdit()
        (edit.titles, edit.position) = (.value(["ar": .string(title)]), .value(position))
        if let from { edit.startsAt = .value(from) }
        if let to { edit.endsAt = .value(to) }
        if let link { edit.deepLink = .value(link) }
        return edit
    }

    @Test("Banners show while they are live, in their order; cuisines are labelled")
    func banners() throws {
        let it = try Fixture()
        let now = it.shard.now
        try it.shard.send(CreateBanner(banner("ب", to: now + .hours(1), position: 2)), as: Fixture.editor)
        let first = try it.shard.send(CreateBanner(banner("أ", from: now, position: 1, link: "food://offers")), as: Fixture.editor)
        try it.shard.send(CreateBanner(banner("ج", from: now + .hours(1), position: 3)), as: Fixture.editor)
        #expect(first?.status == 201)
        #expect(try home(it)["banners"]?.array?.map { $0["title"] } == ["أ", "ب"])
        #expect(try home(it)["cuisines"]?.array?.first == ["code": "saudi", "label": "سعودي"])
        try it.shard.advance(by: .hours(1))
        #expect(try home(it)["banners"]?.array?.map { $0["title"] } == ["أ", "ج"])
        let id = try #require(first?.json["id"]?.string)
        var edit = BannerEdit()
        (edit.deepLink, edit.position) = (.null, .value(9))
        #expect(try it.shard.send(ChangeBanner(bannerId: id, edit), as: Fixture.editor)?.json["deepLink"] == .null)
        #expect(try home(it)["banners"]?.array?.map { $0["title"] } == ["ج", "أ"])
        #expect(try it.shard.send(DeleteBanner(bannerId: id), as: Fixture.editor)?.status == 204)
        #expect(try it.shard.ask(AllBanners.self, as: Fixture.editor).json["meta"]?["total"] == 2)
    }

    @Test("The home page shows every banner that is live, however many there are")
    func many() throws {
        let it = try Fixture()
        for number in 1...21 { try it.shard.send(CreateBanner(banner("عرض \(number)")), as: Fixture.editor) }
        #expect(try home(it)["banners"]?.array?.count == 21)
    }

    @Test("A seeded banner has its id, and one that is there stays as it is")
    func seeded() throws {
        let it = try Fixture()
        for title in ["عرض", "آخر"] {
            try it.shard.receive(ImportBanner(bannerId: "b-1", titles: ["ar": title], deepLink: nil, startsAt: nil, endsAt: nil,
                                             position: 1))
        }
        #expect(try home(it)["banners"]?.array?.map { [$0["id"], $0["title"]] } == [["b-1", "عرض"]])
    }

    @Test("A change of a banner that is not there: its form first, then the banner, then the picture")
    func order() throws {
        let it = try Fixture()
        var edit = BannerEdit()
        edit.imageId = .value("5f0c0000-0000-4000-8000-000000000000")
        #expect(try it.shard.send(ChangeBanner(bannerId: "nothing", edit), as: Fixture.editor)?.status == 404)
        edit.deepLink = .value("javascript:alert(1)")
        #expect(it.errors(try it.shard.send(ChangeBanner(bannerId: "nothing", edit), as: Fixture.editor)) == ["deepLink"])
    }

    @Test("A banner needs a title, ends after it starts, and links into the app or to https")
    func refusals() throws {
        let it = try Fixture()
        let now = it.shard.now
        #expect(it.errors(try it.shard.send(CreateBanner(BannerEdit()), as: Fixture.editor)) == ["titles"])
        for link in ["http://example.org", "javascript:alert(1)", "food:/x", "food://", "https://a b"] {
            #expect(it.errors(try it.shard.send(CreateBanner(banner("أ", link: link)), as: Fixture.editor)) == ["deepLink"], "\(link)")
        }
        #expect(it.errors(try it.shard.send(CreateBanner(banner("أ", from: now, to: now)), as: Fixture.editor)) == ["endsAt"])
    }

    @Test("Featured restaurants come in the order set, active ones only, near a place with their distance")
    func featured() throws {
        let it = try Fixture()
        let first = try it.addActive(), second = try it.addActive(), draft = try it.add()
        #expect(try it.shard.send(SetFeatured(restaurantIds: [second, draft, first]), as: Fixture.editor)?.status == 200)
        let shown = try home(it, near: "24.7040,46.6890")["featured"]?.array ?? []
        #expect(shown.map { $0["id"]?.string } == [second.rawValue, first.rawValue] && shown.first?["distanceMeters"] == 1748)
        #expect(it.errors(try it.shard.send(SetFeatured(restaurantIds: [first, first, "none"]), as: Fixture.editor))
            == ["restaurantIds.1", "restaurantIds.2"])
        try it.shard.send(SetFeatured(restaurantIds: []), as: Fixture.editor)
        #expect(try home(it)["featured"] == [])
        #expect(try it.shard.ask(HomePage.self, ["near": "here"]).status == 422)
    }
}
