import CatalogMeals
import CatalogService
import Contracts
import Kernel
import Messaging
import ServiceKit
import TestKit
import Testing

@Suite("Menus of restaurants")
struct MenuTests {
    private let town: MealFixture
    init() throws { town = try MealFixture() }

    private func add(_ fields: [String: JSONValue], as principal: Principal = MealFixture.owner) throws -> (status: Int, json: JSONValue) {
        let usual: [String: JSONValue] = ["restaurantId": "sofra-24", "categoryId": "mains", "names": ["ar": "مقلوبة"],
                                          "price": MealFixture.sar(3000)]
        return try town.post("catalog.add-menu-item.v1", .object(usual.merging(fields) { _, new in new }), as: principal)
    }
    private func change(_ id: String, _ fields: [String: JSONValue], as principal: Principal = MealFixture.owner) throws
        -> (status: Int, json: JSONValue) {
        try town.post("catalog.change-menu-item.v1", .object(fields.merging(["itemId": .string(id)]) { _, new in new }), as: principal)
    }
    private func switchItem(_ id: String, _ fields: [String: JSONValue]) throws -> (status: Int, json: JSONValue) {
        try town.post("catalog.switch-menu-item.v1", .object(fields.merging(["itemId": .string(id)]) { _, new in new }))
    }

    @Test("Everybody reads the menu by category; how many portions are left is for those who manage the restaurant")
    func reading() throws {
        let seen = try town.menu(as: MealFixture.customer)
        #expect(seen["categories"]?.array?.map { $0["name"]?.string } == ["الأطباق الرئيسية", "الحلويات والمشروبات"])
        #expect(seen["categories"]?.array?.map { $0["items"]?.array?.count } == [3, 3])
        let kunafa = try #require(try town.item("kunafa", as: MealFixture.customer))
        #expect(kunafa["soldOut"] == false && kunafa["stock"] == nil && kunafa["available"] == true)
        #expect(kunafa["price"] == MealFixture.sar(1800) && kunafa["optionGroups"] == [])
        #expect(try town.stock("kunafa") == 3)
        #expect(try town.item("kunafa", as: MealFixture.admin)?["stock"] == 3)
        #expect(try town.item("kabsa")?["stock"] == .null && town.item("marqooq")?["available"] == false)
        let options = try town.item("kabsa")?["optionGroups"]?.array?.first
        #expect(options?["max"] == 1 && options?["options"]?.array?[1]["priceDelta"] == MealFixture.sar(2400))
    }

    @Test("The menu of a restaurant that is not active is for its owner and the staff")
    func draft() throws {
        for stranger in [MealFixture.customer, MealFixture.otherOwner] {
            let restaurant: JSONValue = ["restaurantId": .string(MealFixture.draft.rawValue)]
            #expect(try town.shard.ask(RestaurantMenu.self, restaurant, as: stranger).status == 404)
        }
        #expect(try town.menu(of: MealFixture.draft)["items"]?.array?.count == 1)
    }

    @Test("An item is added with options and a stock; options get ids, which a change keeps")
    func added() throws {
        let sent: JSONValue = [["names": ["ar": "الحجم", "en": "Size"], "min": 1, "max": 1, "options": [
            ["names": ["ar": "صغير"], "priceDelta": MealFixture.sar(0)], ["names": ["ar": "كبير"], "priceDelta": MealFixture.sar(700)],
        ]]]
        let made = try add(["optionGroups": sent, "stock": 4, "tags": ["حار", "حار"], "descriptions": ["ar": " أرز ولحم "]])
        #expect(made.status == 201 && made.json["stock"] == 4 && made.json["tags"] == ["حار"] && made.json["description"] == "أرز ولحم")
        let id = try #require(made.json["id"]?.string)
        let group = try #require(made.json["optionGroups"]?.array?.first)
        let ids = group["options"]?.array?.compactMap { $0["id"]?.string } ?? []
        #expect(Set(ids + [group["id"]?.string ?? ""]).count == 3)
        let changed = try change(id, ["optionGroups": made.json["optionGroups"] ?? .null, "stock": nil, "descriptions": nil])
        #expect(changed.status == 200 && changed.json["optionGroups"] == made.json["optionGroups"])
        #expect(changed.json["stock"] == .null && changed.json["description"] == .null && changed.json["price"] == MealFixture.sar(3000))
        // An id of another item is not taken over.
        let foreign = try change("mandi", ["optionGroups": made.json["optionGroups"] ?? .null])
        #expect(foreign.json["optionGroups"]?.array?.first?["id"] != group["id"])
    }

    @Test("Every wrong field is named at once", arguments: [
        (["price": ["amount": -1, "currency": "SAR"]], "price.amount"),
        (["price": ["amount": 1_000_001, "currency": "SAR"]], "price.amount"),
        (["price": ["amount": .int(.max), "currency": "SAR"]], "price.amount"),
        (["price": ["amount": 1, "currency": "EUR"]], "price.currency"),
        (["price": nil], "price"), (["names": ["en": "Rice"]], "names.ar"), (["names": ["ar": "\u{200B}"]], "names.ar"),
        (["names": "أرز"], "names"), (["stock": -1], "stock"), (["stock": 10_000], "stock"), (["categoryId": "small-food"], "categoryId"),
        (["categoryId": nil], "categoryId"), (["imageId": "6b6b0f0e-0000-4000-8000-000000000000"], "imageId"),
        (["descriptions": ["ar": .string(String(repeating: "أ", count: 501))]], "descriptions.ar"),
        (["descriptions": ["en": "Rice and meat"]], "descriptions.ar"), (["descriptions": ["ar": " "]], "descriptions.ar"),
        (["tags": .array((0...10).map { .string("t\($0)") })], "tags"),
    ] as [([String: JSONValue], String)])
    func wrong(_ fields: [String: JSONValue], _ field: String) throws {
        let refused = try add(fields)
        #expect(refused.status == 422 && refused.json["errors"]?[field] != nil, "\(refused.json)")
        #expect(try town.menu()["items"]?.array?.count == 6)
    }

    private static func group(_ min: Int, _ max: Int, options: Int, delta: Int = 0) -> JSONValue {
        ["names": ["ar": "مجموعة"], "min": .int(min), "max": .int(max), "options": .array((0..<options).map { number in
            ["names": ["ar": .string("خيار \(number)")], "priceDelta": MealFixture.sar(delta)]
        })]
    }
    @Test("A group asks for no more options than it has, and for no fewer than none")
    func groups() throws {
        for (group, field) in [(Self.group(-1, 1, options: 2), "min"), (Self.group(2, 1, options: 2), "min"),
                               (Self.group(0, 3, options: 2), "max"), (Self.group(0, 0, options: 2), "max"),
                               (Self.group(0, .max, options: 2), "max"), (Self.group(0, 1, options: 0), "options"),
                               (Self.group(0, 1, options: 31), "options"),
                               (Self.group(0, 1, options: 1, delta: 1_000_001), "options.0.priceDelta.amount")] {
            let refused = try add(["optionGroups": .array([group])])
            #expect(refused.status == 422 && refused.json["errors"]?["optionGroups.0.\(field)"] != nil, "\(field): \(refused.json)")
        }
        #expect(try add(["optionGroups": .array(Array(repeating: Self.group(0, 1, options: 1), count: 11))]).status == 422)
        #expect(try add(["optionGroups": .array(Array(repeating: Self.group(0, 30, options: 30), count: 10))]).status == 201)
    }

    @Test("Only those who manage a restaurant change its menu: 403 for a customer, 404 for another owner")
    func access() throws {
        #expect(try add([:], as: MealFixture.customer).status == 403)
        #expect(try add([:], as: MealFixture.otherOwner).status == 404)
        #expect(try add([:], as: MealFixture.admin).status == 201)
        #expect(try change("kabsa", ["stock": 1], as: MealFixture.otherOwner).status == 404)
        #expect(try town.shard.ask(MenuItemDetails.self, ["itemId": "kabsa"], as: MealFixture.otherOwner).status == 404)
        #expect(try town.shard.ask(MenuItemDetails.self, ["itemId": "kabsa"], as: MealFixture.owner).status == 200)
        #expect(try town.post("catalog.remove-menu-category.v1", ["categoryId": "mains"], as: MealFixture.otherOwner).status == 404)
    }

    @Test("What is switched off until a time comes back at that time exactly, and the menu's version says so")
    func until() throws {
        let back = town.shard.now + .hours(2)
        #expect(try switchItem("mandi", ["available": false, "until": .string(town.shard.now.description)]).status == 422)
        let off = try switchItem("mandi", ["available": false, "until": .string(back.description)])
        #expect(off.json["available"] == false && off.json["availableAgainAt"]?.string == back.description)
        try town.shard.advance(by: .hours(2) - .milliseconds(1))
        #expect(try town.item("mandi")?["available"] == false && town.versions().count == 1)
        try town.shard.advance(by: .milliseconds(1))
        #expect(try town.item("mandi")?["available"] == true && town.item("mandi")?["availableAgainAt"] == .null)
        #expect(try town.versions().count == 2 && town.shard.timers().allSatisfy { !$0.hasPrefix("menu-item:") })
    }

    @Test("Switched on before its time, an item stays on; switched off again without a time it stays off")
    func switched() throws {
        _ = try switchItem("mandi", ["available": false, "until": .string((town.shard.now + .hours(2)).description)])
        _ = try switchItem("mandi", ["available": true])
        _ = try switchItem("mandi", ["available": false])
        try town.shard.advance(by: .hours(3))
        #expect(try town.item("mandi")?["available"] == false)
        #expect(try switchItem("mandi", ["available": true, "stock": 0]).json["soldOut"] == true)
    }

    @Test("An archived item is off the menu for good; its category can go then")
    func archived() throws {
        #expect(try town.post("catalog.remove-menu-category.v1", ["categoryId": "mains"]).json["slug"] == "category-not-empty")
        for id in ["kabsa", "mandi", "marqooq"] {
            #expect(try town.post("catalog.archive-menu-item.v1", ["itemId": .string(id)]).status == 204)
            #expect(try town.post("catalog.archive-menu-item.v1", ["itemId": .string(id)]).status == 404)
        }
        #expect(try change("kabsa", ["stock": 1]).status == 404 && switchItem("kabsa", ["available": true]).status == 404)
        #expect(try town.post("catalog.remove-menu-category.v1", ["categoryId": "mains"]).status == 204)
        #expect(try town.menu()["categories"]?.array?.count == 1)
    }

    @Test("A menu has at most 40 categories and 500 items")
    func limits() throws {
        for number in 0..<38 {
            let names: JSONValue = ["ar": .string("قسم \(number)")]
            #expect(try town.post("catalog.add-menu-category.v1", ["restaurantId": "sofra-24", "names": names]).status == 201)
        }
        let refused = try town.post("catalog.add-menu-category.v1", ["restaurantId": "sofra-24", "names": ["ar": "قسم"]])
        #expect(refused.status == 409 && refused.json["slug"] == "limit-reached")
        let items = (0..<494).map { ImportMenu.Item(id: MenuItemID("many-\($0)"), names: ["ar": "طبق"], price: 100) }
        try town.shard.receive(ImportMenu(restaurantId: MealFixture.sofra, categories: [.init(id: "mains", names: [:], items: items)]))
        #expect(try add([:]).json["slug"] == "limit-reached")
        try town.post("catalog.archive-menu-item.v1", ["itemId": "many-7"])
        #expect(try add([:]).status == 201)
    }

    @Test("Categories are renamed and moved; a position may be given or follows the last one")
    func categories() throws {
        let drinks = try town.post("catalog.add-menu-category.v1", ["restaurantId": "sofra-24", "names": ["ar": "مشروبات", "en": "Drinks"]])
        #expect(drinks.json["position"] == 2 && drinks.json["names"]?["en"] == "Drinks")
        let id = drinks.json["id"] ?? .null
        #expect(try town.post("catalog.change-menu-category.v1", ["categoryId": id, "position": 0, "names": ["ar": "عصائر"]]).status == 200)
        #expect(try town.post("catalog.change-menu-category.v1", ["categoryId": id, "position": 10_001]).status == 422)
        #expect(try town.post("catalog.change-menu-category.v1", ["categoryId": id, "names": nil]).status == 422)
        let names = try town.menu()["categories"]?.array?.compactMap { $0["name"]?.string }
        #expect(names?.contains("عصائر") == true && names?.contains("مشروبات") == false)
        // Null takes the position away, so the category follows the last one, however often it is sent.
        for _ in 0..<2 {
            let last = try town.post("catalog.change-menu-category.v1", ["categoryId": id, "position": nil])
            #expect(last.status == 200 && last.json["position"] == 2 && last.json["name"] == "عصائر")
        }
        #expect(try town.menu()["categories"]?.array?.last?["id"] == id)
    }

    @Test("An import twice leaves what was changed since")
    func imported() throws {
        _ = try change("kabsa", ["price": MealFixture.sar(3100)])
        try town.shard.receive(MealFixture.menu)
        #expect(try town.item("kabsa")?["price"] == MealFixture.sar(3100) && town.menu()["items"]?.array?.count == 6)
    }
}
