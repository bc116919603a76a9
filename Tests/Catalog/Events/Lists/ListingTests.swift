import CatalogDiscovery
import CatalogEvents
import CatalogService
import Contracts
import GRDB
import Kernel
import Messaging
import TestKit
import Testing

@Suite("R5: finding events")
struct ListingTests {
    private func fixture() throws -> CatalogFixture {
        let it = try CatalogFixture()
        func at(_ text: String) -> Timestamp { Timestamp(text) ?? .distantPast }
        try it.add("jazz", title: "Café Jazz Night", start: at("2026-11-21T16:00:00Z"), price: 120_000)
        try it.add("yoga", title: "Beach Yoga", start: at("2026-11-22T05:00:00Z"), price: 0,
                   venue: Venue(name: "Sand", address: nil, city: "Entebbe", latitude: 0.05, longitude: 32.46))
        try it.add("fest", title: "Sunset Festival", category: "food", start: at("2026-12-11T09:00:00Z"), hours: 59, price: 20_000,
                   venue: Venue(name: "Source of the Nile", address: nil, city: "Jinja", latitude: 0.4189, longitude: 33.195))
        try it.add("now", title: "Art Fair", start: at("2026-11-21T06:00:00Z"), hours: 25)
        try it.add("over", title: "Hackers' Weekend Tech", category: "technology", start: at("2026-11-07T06:00:00Z"))
        return it
    }

    @Test("The list shows what is published and running, soonest first")
    func usual() throws {
        let it = try fixture()
        #expect(try it.browse() == ["now", "jazz", "yoga", "summit", "fest"])
        #expect(try it.browse(["status": "completed"]) == ["over"])
        #expect(try it.browse(["status": "ongoing"]) == ["now"])
        #expect(try it.browse(["page": 2, "perPage": 2]) == ["yoga", "summit"])
        #expect(try it.shard.ask(BrowseEvents.self, ["perPage": 2]).json["meta"] == ["page": 1, "perPage": 2, "total": 5, "lastPage": 3])
    }

    @Test("Search ignores case and accents, needs every word, takes the last as a prefix, and puts titles first")
    func search() throws {
        let it = try fixture()
        #expect(try it.browse(["search": "tech"]) == ["summit"])
        #expect(try it.browse(["search": "CAFE ja"]) == ["jazz"])
        #expect(try it.browse(["search": "cafe summit"]) == [])
        #expect(try it.browse(["search": "kampala"]) == ["summit", "now", "jazz"])
        #expect(try it.browse(["search": "bob"]).count == 5)
        #expect(try it.browse(["search": "nile"]) == ["fest"])
        #expect(try it.browse(["search": "!?"]) == [])
        #expect(try it.browse(["search": "hackers", "status": "completed"]) == ["over"])
    }

    @Test("Every word of a long search must match, also the ninth; a word that is said twice is looked for once")
    func manyWords() throws {
        let it = try fixture()
        let eight = "cafe jazz night hall kampala bob events music"
        #expect(try it.browse(["search": .string(eight)]) == ["jazz"])
        #expect(try it.browse(["search": .string(eight + " zzzzqqq")]) == [])
        #expect(try it.browse(["search": .string(eight + " jazz ca")]) == ["jazz"])
        #expect(try it.browse(["search": "cafe cafe cafe cafe cafe cafe cafe cafe cafe summit"]) == [])
    }

    @Test("A new name of the organizer is found")
    func organizerRenamed() throws {
        let it = try fixture()
        try it.shard.receive(UserUpdated(userId: "bob", name: "Robert Shows", roles: ["organizer"]))
        #expect(try it.browse(["search": "robert"]).count == 5)
        #expect(try it.browse(["search": "bob"]) == [])
    }

    @Test("The name of an organizer whose account is gone finds nothing")
    func organizerErased() throws {
        let it = try fixture()
        #expect(try it.browse(["search": "bob", "status": "ongoing,completed"]) == ["over", "now"])
        try it.shard.receive(UserErased(userId: "bob"))
        #expect(try it.browse(["search": "bob", "status": "published,ongoing,completed"]) == [])
        #expect(try it.browse(["search": "art", "status": "ongoing"]) == ["now"])
    }

    @Test("Local windows: today, tomorrow, this week, this weekend, this month, now")
    func windows() throws {
        let it = try fixture()
        #expect(try it.browse(["when": "today"]) == ["now", "jazz"])
        #expect(try it.browse(["when": "tomorrow"]) == ["now", "yoga"])
        #expect(try it.browse(["when": "this-week"]) == ["now", "jazz", "yoga"])
        #expect(try it.browse(["when": "this-weekend"]) == ["now", "jazz", "yoga"])
        #expect(try it.browse(["when": "this-month"]) == ["now", "jazz", "yoga", "summit"])
        #expect(try it.browse(["when": "happening-now"]) == ["now"])
        #expect(try it.browse(["from": "2026-12-12T00:00:00Z", "to": "2026-12-13T00:00:00Z"]) == ["fest"])
    }

    @Test("Price, place and category narrow the list")
    func narrow() throws {
        let it = try fixture()
        #expect(try it.browse(["price": "free"]) == ["yoga"])
        #expect(try it.browse(["price": "free,premium"]) == ["jazz", "yoga"])
        #expect(try it.browse(["priceMin": 100_000, "priceMax": 130_000]) == ["jazz"])
        #expect(try it.browse(["category": "food,technology"]) == ["summit", "fest"])
        #expect(try it.browse(["city": "JINJA"]) == ["fest"])
        #expect(try it.browse(["bbox": "33,0,34,1"]) == ["fest"])
        let near: JSONValue = ["latitude": 0.319, "longitude": 32.5863, "radius": 60, "sort": "distance"]
        #expect(try it.browse(near) == ["summit", "now", "jazz", "yoga"])
        let jinja = try it.shard.ask(BrowseEvents.self, ["latitude": 0.319, "longitude": 32.5863, "city": "Jinja"])
            .json["data"]?.array?.first
        #expect(jinja?["distanceKm"] == 68.6)
    }

    @Test("Sorting: price, newest, popular")
    func sorting() throws {
        let it = try fixture()
        #expect(try it.browse(["sort": "price"]).first == "yoga")
        try it.claim("c", [("jazz-1", 10)], event: "jazz")
        try it.confirm("c")
        #expect(try it.browse(["sort": "popular"]).first == "jazz")
        #expect(try it.browse(["sort": "newest"]).first == "fest")
    }

    @Test("Bad parameters are refused, all at once")
    func refused() throws {
        let it = try fixture()
        let reply = try it.shard.ask(
            BrowseEvents.self, ["category": "nope", "price": "cheap", "when": "soon", "radius": 5, "sort": "distance", "perPage": 1000,
            "bbox": "1,2", "priceMin": -1, "priceMax": 1_000_000_001])
        #expect(reply.status == 422)
        #expect(Set(reply.json["errors"]?.object?.keys.map { $0 } ?? []) == ["category", "price", "when", "radius", "sort", "perPage",
            "bbox", "priceMin", "priceMax"])
    }
}
