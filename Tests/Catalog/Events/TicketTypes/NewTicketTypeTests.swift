import CatalogEvents
import CatalogService
import Contracts
import Kernel
import Messaging
import ServiceKit
import TestKit
import Testing

@Suite("A new ticket type")
struct NewTicketTypeTests {
    @Test("One that lacks fields and breaks a rule is refused in one answer, which the gateway leaves to the editor")
    func incomplete() throws {
        let it = try CatalogFixture()
        let body = #"{"eventId":"summit","price":{"amount":-1,"currency":"UGX"}}"#
        let bob = Principal.user("bob", roles: ["attendee", "organizer"])
        let refused = try #require(try it.shard.send(raw: body, type: AddTicketType.type, as: bob))
        #expect(refused.status == 422)
        #expect((refused.json["errors"]?.object ?? [:]).keys.sorted() == ["name", "price", "quantity"])
        let route = try #require(Catalog.contents.features.flatMap(\.routes).first { $0.message == AddTicketType.type })
        #expect(route.body?.isRequiredByHandler == true && route.body?.documented.json["required"] == ["name", "price", "quantity"])
    }

    @Test("Names of one event differ in more than their case; an accent is a difference")
    func names() throws {
        let it = try CatalogFixture()
        func add(_ name: String) throws -> Int? {
            let body: JSONValue = ["eventId": "summit", "name": .string(name), "price": ["amount": 1, "currency": "UGX"], "quantity": 1]
            return try it.shard.send(raw: String(decoding: try JSON.encode(body), as: UTF8.self), type: AddTicketType.type,
                                     as: Principal.user("bob", roles: ["attendee", "organizer"]))?.status
        }
        #expect(try add("Entrée") == 201)
        #expect(try add("Entree") == 201)
        #expect(try add("ENTRÉE") == 422)
        #expect(try add("Entre\u{301}e") == 422)
        #expect(try add("ENTREE") == 422)
    }
}
