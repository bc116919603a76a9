import CatalogRestaurants
import CatalogService
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("Restaurants")
struct RestaurantTests {
    private typealias Fixture = RestaurantFixture

    @Test("A new restaurant is a draft that its owner and staff see; approved, everybody does")
    func life() throws {
        let it = try Fixture()
        let made = try it.shard.send(CreateRestaurant(Fixture.edit(english: "Sofra 24")), as: Fixture.owner)
        let id = RestaurantID(made?.json["id"]?.string ?? "")
        #expect(made?.status == 201 && made?.location == "/restaurants/\(id)" && made?.json["status"] == "draft")
        #expect(made?.json["slug"] == "sofra-24" && made?.json["phone"] == "+966500000103" && made?.json["prepMinutes"] == 20)
        #expect(made?.json["commissionBasisPoints"] == 1500 && made?.json["rating"] == .null && made?.json["ownerId"] == "salman")
        #expect(try it.details(id).status == 404)
        #expect(try it.details(id, as: Fixture.otherOwner).status == 404)
        #expect(try it.details(id, as: Fixture.owner).status == 200)
        #expect(try it.details(id, as: Fixture.supervisor).status == 200)
        let early = try it.shard.send(ApproveRestaurant(restaurantId: id), as: Fixture.supervisor)
        #expect(early?.status == 409 && early?.json["slug"] == "restaurant-incomplete")
        #expect(early?.json["members"]?["missing"] == ["hours", "zones", "items"])
        try it.shard.send(SetHours(restaurantId: id, hours: Fixture.always), as: Fixture.owner)
        try it.shard.send(SetZones(restaurantId: id, zones: [Fixture.circle()]), as: Fixture.owner)
        try it.dish("كبسة", of: id)
        #expect(try it.shard.send(ApproveRestaurant(restaurantId: id), as: Fixture.supervisor)?.json["status"] == "active")
        #expect(try it.shard.send(ApproveRestaurant(restaurantId: id), as: Fixture.supervisor)?.status == 200)
        let shown = try it.details(id).json
        #expect(shown["open"] == true && shown["closesAt"] == .null && shown["name"] == "سفرة ٢٤")
        #expect(shown["phone"] == nil && shown["zones"] == nil && shown["commissionBasisPoints"] == nil)
        #expect(try it.shard.send(SuspendRestaurant(restaurantId: id, reason: "نظافة"), as: Fixture.supervisor)?.json["open"] == false)
        #expect(try it.details(id).status == 404)
        let changes = try it.shard.published(RestaurantChanged.self)
        #expect(changes.map(\.change) == [.created, .edited, .approved, .suspended] && changes.last?.reason == "نظافة")
    }

    @Test("Everything that is wrong with a restaurant is said at once")
    func validation() throws {
        let it = try Fixture()
        #expect(it.errors(try it.shard.send(CreateRestaurant(RestaurantEdit()), as: Fixture.owner))
            == ["names", "cuisines", "phone", "location", "addressLine"])
        var edit = Fixture.edit("س", slug: "No Slug", cuisines: ["saudi", "saudi", "thai"], lat: 91)
        (edit.phone, edit.addressLine, edit.prepMinutes, edit.maxActiveOrders) = (.value("12"), .value("ab"), .value(4), .value(501))
        edit.freeDeliveryAbove = .value(["amount": 100, "currency": "EUR"])
        edit.logoId = .value("5f0c0000-0000-4000-8000-000000000000")
        let reply = try it.shard.send(CreateRestaurant(edit), as: Fixture.owner)
        #expect(it.errors(reply) == ["names.ar", "slug", "cuisines.1", "cuisines.2", "location.lat", "phone", "addressLine", "prepMinutes",
                                     "maxActiveOrders", "freeDeliveryAbove"])
        var known = Fixture.edit()
        known.logoId = edit.logoId
        #expect(it.errors(try it.shard.send(CreateRestaurant(known), as: Fixture.owner)) == ["logoId"])
        #expect(try it.shard.count(of: "restaurant") == 0)
    }

    @Test("A name of marks that nobody sees is none")
    func invisible() throws {
        let it = try Fixture()
        let reply = try it.shard.send(CreateRestaurant(Fixture.edit("\u{200F}\u{200B}\u{2066}")), as: Fixture.owner)
        #expect(it.errors(reply) == ["names.ar"])
    }

    @Test("A description may be missing or taken away, but none comes without the first language")
    func description() throws {
        let it = try Fixture()
        var edit = Fixture.edit()
        for sent in [["en": "Rice"], ["ar": nil, "en": "Rice"], ["ar": " "], [:]] as [JSONValue] {
            edit.descriptions = .value(sent)
            #expect(it.errors(try it.shard.send(CreateRestaurant(edit), as: Fixture.owner)) == ["descriptions.ar"])
        }
        edit.descriptions = .value(["ar": "أرز"])
        let id = try it.add(edit)
        #expect(try it.details(id, as: Fixture.owner).json["description"] == "أرز")
        var less = RestaurantEdit()
        less.descriptions = .null
        #expect(try it.shard.send(ChangeRestaurant(restaurantId: id, less), as: Fixture.owner)?.json["description"] == .null)
    }

    @Test("A slug belongs to one restaurant; one that is made is free")
    func slugs() throws {
        let it = try Fixture()
        try it.add(Fixture.edit(slug: "najd"))
        #expect(it.errors(try it.shard.send(CreateRestaurant(Fixture.edit(slug: "najd")), as: Fixture.otherOwner)) == ["slug"])
        let made = try (0..<3).map { _ in
            try it.shard.send(CreateRestaurant(Fixture.edit(english: "Najd")), as: Fixture.otherOwner)?.json["slug"]?.string ?? ""
        }
        #expect(Set(made).count == 3 && made.allSatisfy { $0.hasPrefix("najd-") })
    }

    @Test("One owner has at most 20 restaurants")
    func limit() throws {
        let it = try Fixture()
        for _ in 0..<20 { try it.add() }
        let reply = try it.shard.send(CreateRestaurant(Fixture.edit()), as: Fixture.owner)
        #expect(reply?.status == 409 && reply?.json["slug"] == "limit-reached")
        #expect(try it.shard.send(CreateRestaurant(Fixture.edit()), as: Fixture.otherOwner)?.status == 201)
    }

    @Test("What is sent is changed, null takes away, the rest stays; only the owner and administrators may")
    func change() throws {
        let it = try Fixture()
        let id = try it.addActive()
        var edit = RestaurantEdit()
        (edit.maxActiveOrders, edit.freeDeliveryAbove, edit.prepMinutes) = (.value(3), .value(Fixture.sar(15_000)), .value(25))
        let changed = try it.shard.send(ChangeRestaurant(restaurantId: id, edit), as: Fixture.owner)?.json
        #expect(changed?["maxActiveOrders"] == 3 && changed?["freeDeliveryAbove"] == Fixture.sar(15_000) && changed?["prepMinutes"] == 25)
        #expect(changed?["addressLine"] == "شارع العليا ١٢" && changed?["zones"]?.array?.count == 1)
        var less = RestaurantEdit()
        (less.maxActiveOrders, less.freeDeliveryAbove) = (.null, .null)
        let cleared = try it.shard.send(ChangeRestaurant(restaurantId: id, less), as: Fixture.admin)?.json
        #expect(cleared?["maxActiveOrders"] == .null && cleared?["freeDeliveryAbove"] == .null && cleared?["prepMinutes"] == 25)
        #expect(try it.shard.send(ChangeRestaurant(restaurantId: id, edit), as: Fixture.otherOwner)?.status == 404)
    }

    @Test("Accountants set the commission and see it; it reaches other services")
    func commission() throws {
        let it = try Fixture()
        let id = try it.addActive()
        #expect(try it.shard.send(SetCommission(restaurantId: id, basisPoints: 5001), as: Fixture.accountant)?.status == 422)
        #expect(try it.shard.send(SetCommission(restaurantId: id, basisPoints: 1000), as: Fixture.accountant)?
            .json["commissionBasisPoints"] == 1000)
        #expect(try it.shard.published(RestaurantChanged.self).last?.commissionBasisPoints == 1000)
    }

    @Test("An account that ends, and a role that is lost, suspend the restaurants")
    func ownerGone() throws {
        let it = try Fixture()
        let first = try it.addActive(), second = try it.addActive(as: Fixture.otherOwner)
        let draft = try it.add()
        try it.shard.receive(RolesChanged(userId: "salman", roles: ["owner", "customer"]))
        #expect(try it.details(first).status == 200)
        try it.shard.receive(RolesChanged(userId: "salman", roles: ["customer"]))
        #expect(try it.details(first, as: Fixture.admin).json["status"] == "suspended")
        #expect(try it.details(draft, as: Fixture.admin).json["status"] == "draft")
        try it.shard.receive(UserErased(userId: "hind"))
        #expect(try it.details(second, as: Fixture.admin).json["status"] == "suspended")
        #expect(try it.browse()["meta"]?["total"] == 0)
    }
}
