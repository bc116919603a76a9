import CatalogKit
import CatalogRestaurants
import CatalogService
import Contracts
import GRDB
import Kernel
import Messaging
import TestKit
import Testing

@Suite("Lists of restaurants")
struct RestaurantListTests {
    private typealias Fixture = RestaurantFixture

    /// Three: two near each other, the third across the town.
    private func town() throws -> (it: Fixture, ids: [RestaurantID]) {
        let it = try Fixture()
        let first = try it.addActive(Fixture.edit("سفرة ٢٤", slug: "sofra-24", cuisines: ["saudi", "seafood"]),
                                     zones: [Fixture.circle(radius: 3000, fee: 900), Fixture.circle("بعيد", radius: 8000, fee: 1500)])
        let second = try it.addActive(Fixture.edit("بيتزا الساحة", english: "Al Saha Pizza", slug: "pizza", cuisines: ["pizza"],
                                                   lat: 24.7150, lng: 46.6790), as: Fixture.otherOwner)
        let third = try it.addActive(Fixture.edit("أسماك الجزيرة", slug: "fish", cuisines: ["seafood"], lat: 24.80, lng: 46.80),
                                     hours: [["dayOfWeek": 6, "opens": "05:00", "closes": "09:00"]])
        return (it, [first, second, third])
    }
    private let home = "24.7040,46.6890"

    @Test("Words ignore diacritics, tatweel and forms of letters, and look in names, cuisines and dishes", arguments: [
        ("سُفـــرة", ["sofra-24"]), ("سفره", ["sofra-24"]), ("اسماك", ["fish"]), ("إسماك", ["fish"]), ("الجزيره", ["fish"]),
        ("جزيرة", ["fish"]), ("PIZZA", ["pizza"]), ("saha", ["pizza"]), ("بحريه", ["sofra-24", "fish"]),
        ("كبسه", ["sofra-24", "pizza", "fish"]),
        ("كبسة pizza", ["pizza"]), ("seafood سفرة", ["sofra-24"]), ("تاكو", []), ("؟!", []), ("فرة", ["sofra-24"]),
    ])
    func search(_ words: String, _ slugs: [String]) throws {
        let it = try town().it
        #expect(try Set(it.slugs(["search": .string(words)])) == Set(slugs))
    }

    @Test("Filters narrow together, and the total says how many there are")
    func filters() throws {
        let it = try town().it
        #expect(try it.slugs(["cuisine": "seafood"]).sorted() == ["fish", "sofra-24"])
        #expect(try it.slugs(["open": true]).sorted() == ["pizza", "sofra-24"])
        #expect(try it.slugs(["open": true, "cuisine": "seafood"]) == ["sofra-24"])
        #expect(try it.browse(["open": true, "cuisine": "seafood"])["meta"]?["total"] == 1)
        #expect(try it.slugs(["slug": "fish"]) == ["fish"])
        #expect(try it.slugs(["near": .string(home), "deliverable": true]).sorted() == ["pizza", "sofra-24"])
        #expect(try it.slugs(["near": .string(home), "deliverable": true, "search": "pizza"]) == ["pizza"])
        #expect(try it.browse(["perPage": 2])["meta"]?["total"] == 3 && it.browse(["perPage": 2])["meta"]?["lastPage"] == 2)
    }

    @Test("Near a place a card says how far it is and what a delivery costs")
    func near() throws {
        let it = try town().it
        let found = try it.browse(["near": .string(home), "sort": "distance"])["data"]?.array ?? []
        #expect(found.map { $0["slug"] } == ["pizza", "sofra-24", "fish"])
        #expect(found.map { $0["distanceMeters"] }[1] == 1748 && found.map { $0["deliverable"] } == [true, true, false])
        #expect(found[1]["deliveryFee"] == Fixture.sar(900) && found[1]["minimumOrder"] == Fixture.sar(3000))
        #expect(found[2]["deliveryFee"] == .null && found[2]["minimumOrder"] == .null)
        #expect(try it.browse()["data"]?.array?.first?["distanceMeters"] == nil)
    }

    @Test("Orders: featured then rating then name; rating; name in the language asked for; fee, those that do not deliver last")
    func orders() throws {
        let (it, ids) = try town()
        #expect(try it.slugs() == ["fish", "pizza", "sofra-24"])
        try it.rate(ids[2], 3, order: "a")
        try it.rate(ids[0], 5, order: "b")
        #expect(try it.slugs() == ["sofra-24", "fish", "pizza"])
        #expect(try it.slugs(["sort": "rating"]) == ["sofra-24", "fish", "pizza"])
        try it.shard.send(SetFeatured(restaurantIds: [ids[1], ids[2]]), as: Fixture.editor)
        #expect(try it.slugs() == ["pizza", "fish", "sofra-24"])
        #expect(try it.slugs(["sort": "name"]) == ["fish", "pizza", "sofra-24"])
        #expect(try it.slugs(["sort": "fee", "near": .string(home)]).last == "fish")
        #expect(try it.slugs(["sort": "fee", "near": .string(home), "perPage": 1, "page": 3]) == ["fish"])
        #expect(try it.slugs(["sort": "fee", "near": .string(home), "deliverable": true]).count == 2)
    }

    @Test("What needs a place, and what nobody knows, is refused")
    func refusals() throws {
        let it = try Fixture()
        func refused(_ question: JSONValue) throws -> Set<String> {
            it.errors(try it.shard.ask(BrowseRestaurants.self, question, as: Fixture.customer))
        }
        #expect(try refused(["sort": "distance", "deliverable": true]) == ["sort", "deliverable"])
        #expect(try refused(["sort": "fee"]) == ["sort"])
        #expect(try refused(["sort": "price", "cuisine": "thai", "near": "24.7"]) == ["sort", "cuisine", "near"])
        for near in ["91,0", "0,181", "a,b", "1,2,3", "1e1,2", "nan,1", ""] { #expect(try refused(["near": .string(near)]) == ["near"]) }
        #expect(try refused(["near": " 24.7 , -46.6 "]) == [])
    }

    @Test("A suspended restaurant, a new name, another place: lists follow")
    func follow() throws {
        let (it, ids) = try town()
        try it.shard.send(SuspendRestaurant(restaurantId: ids[0], reason: "x"), as: Fixture.supervisor)
        #expect(try it.slugs(["search": "سفرة"]) == [] && it.browse()["meta"]?["total"] == 2)
        #expect(try it.slugs(["near": .string(home), "deliverable": true]) == ["pizza"])
        try it.shard.send(ApproveRestaurant(restaurantId: ids[0]), as: Fixture.supervisor)
        #expect(try it.slugs(["search": "سفرة"]) == ["sofra-24"])
        var edit = RestaurantEdit()
        (edit.names, edit.cuisines) = (.value(["ar": "مطبخ نجد"]), .value(["pizza"]))
        edit.location = .value(["lat": 24.95, "lng": 46.70])
        try it.shard.send(ChangeRestaurant(restaurantId: ids[0], edit), as: Fixture.owner)
        #expect(try it.slugs(["search": "سفرة"]) == [] && it.slugs(["search": "نجد"]) == ["sofra-24"])
        #expect(try it.slugs(["cuisine": "saudi"]) == [] && it.slugs(["cuisine": "pizza"]).sorted() == ["pizza", "sofra-24"])
        #expect(try it.slugs(["near": "24.95,46.70", "sort": "distance"]).first == "sofra-24")
        try it.shard.send(SetZones(restaurantId: ids[0], zones: [Fixture.circle(lat: 24.95, lng: 46.70)]), as: Fixture.owner)
        #expect(try it.slugs(["near": .string(home), "deliverable": true]) == ["pizza"])
        #expect(try it.slugs(["near": "24.95,46.70", "deliverable": true]) == ["sofra-24"])
    }

    @Test("A pause and a move show at once where the restaurant delivers to")
    func reach() throws {
        let it = try Fixture()
        var zone = Fixture.circle(radius: 9000, fee: 500).object ?? [:]
        zone["feePerKm"] = Fixture.sar(100)
        let id = try it.addActive(Fixture.edit(slug: "far"), zones: [.object(zone)])
        try it.addActive(Fixture.edit(slug: "flat"), zones: [Fixture.circle(radius: 9000, fee: 720)])
        let byFee: JSONValue = ["near": .string(home), "sort": "fee", "deliverable": true, "open": true]
        // 1,748 m: two kilometres begun.
        #expect(try it.slugs(byFee) == ["far", "flat"])
        var edit = RestaurantEdit()
        edit.location = .value(["lat": 24.7300, "lng": 46.6753])
        try it.shard.send(ChangeRestaurant(restaurantId: id, edit), as: Fixture.owner)
        // 3,205 m now: 9.00, though its zone lies where it lay.
        #expect(try it.slugs(byFee) == ["flat", "far"])
        try it.shard.send(SetAvailability(restaurantId: id, mode: "paused"), as: Fixture.owner)
        #expect(try it.slugs(byFee) == ["flat"] && it.slugs(["near": .string(home), "sort": "distance", "deliverable": true]).count == 2)
        try it.shard.send(SetAvailability(restaurantId: id, mode: "normal"), as: Fixture.owner)
        #expect(try it.slugs(byFee) == ["flat", "far"])
    }
}

@Suite("Restaurants in any state")
struct AnyStateListTests {
    private typealias Fixture = RestaurantFixture

    @Test("Owners list their own, staff all of them or those in one state; another state is refused")
    func lists() throws {
        let it = try Fixture()
        let active = try it.addActive(Fixture.edit(slug: "first"))
        let draft = try it.add(Fixture.edit(slug: "second"), as: Fixture.otherOwner)
        func ids(_ answer: JSONValue) -> [String?]? { answer["data"]?.array?.map { $0["id"]?.string } }
        #expect(ids(try it.shard.ask(OwnRestaurants.self, as: Fixture.owner).json) == [active.rawValue])
        #expect(ids(try it.shard.ask(OwnRestaurants.self, as: Fixture.otherOwner).json) == [draft.rawValue])
        #expect(Set(ids(try it.shard.ask(AllRestaurants.self, as: Fixture.supervisor).json) ?? []) == [active.rawValue, draft.rawValue])
        #expect(ids(try it.shard.ask(AllRestaurants.self, ["status": "draft"], as: Fixture.supervisor).json) == [draft.rawValue])
        #expect(try it.shard.ask(AllRestaurants.self, ["status": "closed"], as: Fixture.supervisor).status == 422)
    }
}

extension RestaurantFixture {
    /// A customer rates an order.
    func rate(_ id: RestaurantID, _ stars: Int, order: String, comment: String? = nil, by customer: User.ID = "noura",
              called name: String? = "نورة") throws {
        let head = FoodOrderHead(orderId: OrderID(order), number: "SF-100001", version: 7, status: "delivered", customerId: customer,
                                 restaurantId: id, ownerId: "salman", restaurantNames: ["ar": "سفرة"])
        try shard.receive(OrderRated(order: head, restaurantStars: stars, comment: comment, customerName: name, firstRatedAt: shard.now,
                                     ratedAt: shard.now))
    }
}
