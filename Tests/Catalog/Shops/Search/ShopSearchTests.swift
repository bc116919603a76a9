import CatalogCampaigns
import CatalogKit
import CatalogService
import CatalogShopRatings
import CatalogShops
import Contracts
import GRDB
import Kernel
import Messaging
import TestKit
import Testing

@Suite("Finding partner shops")
struct ShopSearchTests {
    @Test("Search folds case, accents, ligatures and Arabic letters; every word must occur; signs are signs", arguments: [
        ("EPICERIE", [1]), ("épic", [1]), ("coeur", [2]), ("œufs", [2]), ("بقاله", [1]), ("بَقّالة", [1]), ("مكتبه الاسود", [3]),
        ("مكتبــة", [3]), ("baraka epicerie", [1]),
        ("baraka boulang", []), ("100%", [2]), ("_", []), ("l'oeuf", []), ("  ", [1, 2, 3]), ("centre", [1]),
    ])
    func search(_ text: String, _ expected: [Int]) throws {
        let it = try ShopFixture()
        try it.open(ShopFixture.edit(["fr": "Épicerie El Baraka du Centre", "ar": "بقالة البركة"]))
        try it.open(ShopFixture.edit(["fr": "Œufs au Cœur 100%"]))
        try it.open(ShopFixture.edit(["fr": "Librairie des Lions", "ar": "مكتبة الأسود"]))
        #expect(try Set(it.browse(["search": .string(text)])) == Set(expected))
    }

    @Test("Names are in the order of a French dictionary")
    func names() throws {
        let it = try ShopFixture()
        for name in ["Zaouia", "école B", "Ecole B", "Eté", "Été", "Café Oran", "Cafétéria", "cafe a"] { _ = try it.open(name) }
        let names = try it.shard.ask(BrowseShops.self).json["data"]?.array?.compactMap { $0["name"]?.string }
        #expect(names == ["cafe a", "Café Oran", "Cafétéria", "Ecole B", "école B", "Eté", "Été", "Zaouia"])
    }

    @Test("Signs come before letters, also apostrophes, dashes and spaces as books print them", arguments: ["’", "'", "\u{A0}", "–", "«"])
    func signs(_ sign: String) throws {
        let it = try ShopFixture()
        for name in ["Salon Le Ciseau", "Salon L\(sign)Élégance", "Salon Labiba", "Salon K"] { _ = try it.open(name) }
        #expect(try it.browse() == [4, 2, 3, 1])
    }

    @Test("A shop that was stored before stands where one that is stored now does",
          arguments: ["L’Été", "L‘Été", "Chez «Nous»", "“Bar”", "A – B", "A\u{A0}B", "A\u{202F}!", "Et…", "D’abord — Oran",
                      "• ¿Qué? ؟", "A\u{2003}\u{201F}§", "Plain"])
    func storedBefore(_ name: String) throws {
        let queue = try DatabaseQueue()
        let key = try queue.write { db in
            try db.execute(sql: "CREATE TABLE shop (order_key TEXT NOT NULL)")
            let old = "\(SearchFolding.fold(name))\u{1}\(name.lowercased())\u{1}\(name)"
            try db.execute(sql: "INSERT INTO shop VALUES (?)", arguments: [old])
            try db.execute(sql: PlainMarks.update("shop", "order_key"))
            return try String.fetchOne(db, sql: "SELECT order_key FROM shop")
        }
        #expect(key == SearchFolding.orderKey(name))
    }

    @Test("Sorts by rating, discount with bonus, newest, last rated; ties by id")
    func orders() throws {
        let it = try ShopFixture()
        for (name, category, discount) in [("Shop A", 1, 5.0), ("Shop B", 2, 6.0), ("Shop C", 1, 8.0), ("Shop D", 2, 8.0)] {
            _ = try it.open(name, category: category, discount: discount)
            try it.shard.advance(by: .seconds(60))
        }
        #expect(try it.browse(["sort": "discount"]) == [3, 4, 2, 1])
        #expect(try it.browse(["sort": "newest"]) == [4, 3, 2, 1])
        for (shop, user, stars) in [(1, "a", 4), (1, "b", 5), (2, "a", 4), (2, "b", 5), (2, "c", 4), (2, "d", 5), (4, "a", 5)] {
            _ = try it.shard.send(RateShop(shopId: shop, stars: stars), as: .user(user))
            try it.shard.advance(by: .seconds(1))
        }
        // 1 and 2 have the same mean; 2 was rated more often.
        #expect(try it.browse(["sort": "rating"]) == [4, 2, 1, 3])
        #expect(try it.browse(["sort": "recently_rated"]) == [4, 2, 1])
        _ = try it.shard.send(ChangeShopRating(ratingId: 1, stars: 3), as: .user("a"))
        #expect(try it.browse(["sort": "recently_rated"]) == [4, 2, 1], "An edit is no new rating")
        let campaign = try CampaignTests.run(it, bonus: 2.5, categories: [2])
        #expect(try it.browse(["sort": "discount"]) == [4, 2, 3, 1])
        _ = try it.shard.send(CancelCampaign(campaignId: campaign), as: ShopFixture.admin)
        #expect(try it.browse(["sort": "discount"]) == [3, 4, 2, 1])
        #expect(try it.browse(["sort": "discount", "categoryId": 2, "perPage": 1, "page": 2]) == [2])
    }

    @Test("Filters combine; unknown ones find nothing, malformed ones are refused with every field")
    func filters() throws {
        let it = try ShopFixture()
        _ = try it.open("Shop A", category: 1, neighborhood: 1)
        _ = try it.open("Shop B", category: 2, neighborhood: 1)
        _ = try it.open("Shop C", category: 2, neighborhood: 2)
        #expect(try it.browse(["categoryId": 2, "neighborhoodId": 1]) == [2])
        #expect(try it.browse(["categoryId": 77]) == [])
        #expect(try it.browse(["page": 9]) == [])
        let bad = try it.shard.ask(BrowseShops.self, ["latitude": "35,69", "radius": "51", "sort": "best", "perPage": 101, "categoryId": 0])
        #expect(bad.status == 422 && it.errors(bad) == ["latitude", "longitude", "radius", "sort", "perPage", "categoryId"])
        #expect(it.errors(try it.shard.ask(BrowseShops.self, ["sort": "distance", "radius": "3"])) == ["sort", "radius"])
        #expect(it.errors(try it.shard.ask(BrowseShops.self, ["latitude": "91", "longitude": "181"])) == ["latitude", "longitude"])
        let nearby = try it.shard.ask(NearbyShops.self, ["radius": "0"])
        #expect(nearby.status == 422 && it.errors(nearby) == ["latitude", "longitude", "radius"])
        for text in ["1e1", "NaN", "inf", "91", "-90.1", "", "--1", "1.", "0x10"] {
            #expect(try it.shard.ask(NearbyShops.self, ["latitude": .string(text), "longitude": "0"]).status == 422, "\(text)")
        }
        for text in ["-90", "35.6976", " 35.6976 ", "0"] {
            #expect(try it.shard.ask(NearbyShops.self, ["latitude": .string(text), "longitude": "-0.6337"]).status == 200, "\(text)")
        }
    }

    @Test("Nearby is within the radius, the circle included, the nearest first; without a radius a list has no limit")
    func nearby() throws {
        let it = try ShopFixture()
        var places: [Coordinates] = []
        // Places are kept to a centimetre: the last one lies a little within five kilometres.
        for (index, kilometres) in [3.0, 1.0, 7.0, 4.999_99].enumerated() {
            places.append(ShopFixture.center.moved(kilometres / PlaceCircle.earthRadiusKm * 180 / .pi, 0).kept)
            _ = try it.open("S\(index)", at: places[index])
        }
        let here: [String: JSONValue] = ["latitude": "35.6976", "longitude": "-0.6337"]
        func nearby(_ more: [String: JSONValue] = [:]) throws -> Reply {
            try it.shard.ask(NearbyShops.self, .object(here.merging(more) { _, b in b }))
        }
        #expect(try nearby().json["data"]?.array?.map { $0["distanceKm"] } == [1, 3, 5])
        #expect(try nearby().json["meta"]?["total"] == 3)
        let exactly = ShopDistance.km(ShopFixture.center, places[0])
        #expect(try nearby(["radius": .string("\(exactly)")]).json["meta"]?["total"] == 2)
        #expect(try nearby(["radius": .string("\(exactly.nextDown)")]).json["meta"]?["total"] == 1)
        #expect(try nearby(["radius": "50", "perPage": 1, "page": 4]).json["data"]?.array?.map { $0["id"] } == [3])
        #expect(try it.browse(.object(here)) == [2, 1, 4, 3])
        #expect(try nearby(["sort": "name", "radius": "3.01"]).json["data"]?.array?.map { $0["id"] } == [1, 2])
    }

    @Test("The tree of places finds and counts what the formula finds, wherever one stands")
    func treeAgainstFormula() throws {
        let it = try ShopFixture()
        var places: [Int: Coordinates] = [:]
        it.shard.hasRowsPastTheLog = true
        try it.shard.file.pool.write { db in
            places = try ManyShops.fill(db, tenant: "town", count: 3000, spreadDegrees: 0.12)
        }
        let stands = [ShopFixture.center, ShopFixture.center.moved(0.05, -0.04), ShopFixture.center.moved(0.5, 0.5),
                      Coordinates(latitude: -12, longitude: 179.9),
                      Coordinates(latitude: 90, longitude: 0), Coordinates(latitude: 35.7, longitude: 179.3663)]
        for stand in stands {
            for radius in [0.3, 2, 5, 17.5, 49.9, nil] as [Double?] {
                for category in [nil, 3] as [Int?] {
                    let expected = places.filter { category == nil || ManyShops.category($0.key) == category }.map {
                        ($0.key, ShopDistance.km(stand, $0.value))
                    }
                        .filter { radius == nil || $0.1 <= radius ?? 0 }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
                    let (found, total) = try it.shard.file.pool.read {
                        try PlaceStore(database: $0, tenant: "town").nearest(stand, category: category, radiusKm: radius, limit: 20,
                            offset: 10)
                    }
                    #expect(total == expected.count, "\(stand) \(radius ?? -1)")
                    #expect(found.map(\.shop) == expected.dropFirst(10).prefix(20).map(\.0), "\(stand) \(radius ?? -1)")
                }
            }
        }
    }

    @Test("Moving, suspending and closing shops keeps the tree true")
    func treeFollows() throws {
        let it = try ShopFixture()
        _ = try it.open("Shop A")
        _ = try it.open("Shop B", at: ShopFixture.center.moved(0.001, 0))
        func near(_ category: Int? = nil) throws -> [Int] {
            try it.browse(["latitude": "35.6976", "longitude": "-0.6337", "radius": "1", "categoryId": category.map { .int($0) } ?? .null])
        }
        #expect(try near() == [1, 2])
        var edit = ShopEdit()
        (edit.latitude, edit.categoryId) = (.value(35.75), .value(2))
        _ = try it.shard.send(ChangeShop(shopId: 1, edit), as: ShopFixture.admin)
        #expect(try near() == [2])
        #expect(try near(2) == [])
        (edit.latitude, edit.categoryId) = (.value(35.6976), .absent)
        _ = try it.shard.send(ChangeShop(shopId: 1, edit), as: ShopFixture.admin)
        #expect(try near(2) == [1])
        _ = try it.shard.send(SuspendShop(shopId: 2), as: ShopFixture.admin)
        #expect(try near() == [1])
        _ = try it.shard.send(CloseShop(shopId: 1), as: ShopFixture.admin)
        let rows = try it.shard.file.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM shop_cell") }
        #expect(rows == 0)
    }

    @Test("Cells and lists are found through keys, never by reading all shops of all tenants")
    func plans() throws {
        let it = try ShopFixture()
        try it.shard.file.pool.read { db in
            let places = PlaceStore(database: db, tenant: "town")
            for line in try places.plans() {
                #expect(line.hasPrefix("SCAN l ") || (line.hasPrefix("SEARCH") && line.contains("level=?")), "\(line)")
            }
            let lists = ShopListStore(database: db, tenant: "town")
            let moment = OpenMoment(LocalTime(date: CalendarDate(daysSinceEpoch: 20_000), secondOfDay: 0))
            for order in [ShopFilter.Order.name, .newest, .recentlyRated] {
                var filter = ShopFilter()
                filter.order = order
                let plan = try lists.plan(filter, moment: moment)
                #expect(!plan.contains { $0.contains("TEMP B-TREE") || $0.hasPrefix("SCAN") }, "\(order): \(plan)")
            }
            let neighbours = try lists.planOfNeighbours()
            #expect(neighbours.contains { $0.contains("USING COVERING INDEX shop_by_place (tenant=? AND cell=? AND shop_id=?") },
                    "\(neighbours)")
            for order in ShopFilter.Order.allCases {
                var filter = ShopFilter()
                (filter.near, filter.radiusKm, filter.isOpenNow, filter.words, filter.order) =
                    (ShopFixture.center, 5, true, ["shop"], order)
                let plan = try lists.plan(filter, moment: moment)
                #expect(plan.contains { $0.contains("USING COVERING INDEX shop_by_place (tenant=? AND cell>? AND cell<?)") },
                        "\(order): \(plan)")
            }
        }
    }
}
