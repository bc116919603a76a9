import CatalogEvents
import CatalogService
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("What is on sale")
struct TicketTypeListTests {
    @Test("Each type of an event is listed with its price and what is left of it, a page at a time")
    func list() throws {
        let it = try CatalogFixture()
        try it.claim("a", [(CatalogFixture.regular, 2)])
        try it.claim("b", [(CatalogFixture.regular, 3)])
        try it.confirm("b")
        func ask(_ event: EventID = CatalogFixture.summit, _ more: [String: JSONValue] = [:]) throws -> Reply {
            try it.shard.ask(TicketTypes.self, .object(["eventId": .string(event.rawValue)].merging(more) { $1 }))
        }
        let types = try ask().json["data"]?.array ?? []
        #expect(types.map { $0["id"] } == ["regular", "vip"])
        let regular = try #require(types.first)
        #expect(regular["price"]?["amount"] == 50_000)
        #expect([regular["sold"], regular["held"], regular["available"]] == [3, 2, 295])
        let second = try ask(CatalogFixture.summit, ["page": 2, "perPage": 1]).json
        #expect(second["data"]?.array?.map { $0["id"] } == ["vip"] && second["meta"]?["total"] == 2)
        #expect(try ask("nowhere").status == 404)
    }
}
