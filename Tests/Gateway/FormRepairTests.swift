import GatewayService
import Kernel
import ServiceKit
import Testing

@Suite("Forms without what is wrong in them")
struct FormRepairTests {
    private static let schema = Schema.object(
        [
            "email": .string(3...254, format: "email"), "at": .time, "note": Schema.string(0...5).orNull, "price": .money,
            "items": .array(.object(["id": .id, "quantity": .integer(1...20), "note": .string(0...5)], required: ["id", "quantity"]),
                            1...3),
            "isOpen": .boolean, "share": .number(0...1), "names": .object([:])
        ], required: ["email", "items", "price", "names"])

    private func repaired(_ text: String) throws -> JSONValue? {
        try FormRepair.repaired(try JSONScanner.scan(Array(text.utf8)), try CompiledSchema(Self.schema))
            .map { try JSON.decode(JSONValue.self, from: $0.bytes) }
    }

    @Test("What is wrong is left out, in place of what must be there stands something that fits, everything else stays", arguments: [
        (#"{"email":"a@b.ug","items":[{"id":"1","quantity":2}],"price":{"amount":5,"currency":"UGX"},"names":{"en":"x"},"more":[1]}"#,
         #"{"email":"a@b.ug","items":[{"id":"1","quantity":2}],"price":{"amount":5,"currency":"UGX"},"names":{"en":"x"},"more":[1]}"#),
        ("{}", """
            {"email":"someone@example.com","items":[{"id":"x","quantity":1}],"price":{"amount":0,"currency":"EUR"},"names":{}}
            """),
        (#"{"email":5,"at":"soon","note":"too long","isOpen":"yes","share":2,"names":null,"items":[],"price":{"amount":1.5}}"#, """
            {"email":"someone@example.com","items":[{"id":"x","quantity":1}],"price":{"amount":0,"currency":"EUR"},"names":{}}
            """),
        (#"{"email":"a@b.ug","note":null,"items":[{"id":"1","quantity":0,"note":"ok"},7,{"id":"3","quantity":3},{"id":"4"}],"price":7,"#
            + #""names":{}}"#,
         #"{"email":"a@b.ug","note":null,"items":[{"id":"1","quantity":1,"note":"ok"},{"id":"x","quantity":1},{"id":"3","quantity":3}],"#
            + #""price":{"amount":0,"currency":"EUR"},"names":{}}"#),
    ])
    func repairs(_ text: String, _ wanted: String) throws {
        #expect(try repaired(text) == JSON.decode(JSONValue.self, from: Array(wanted.utf8)))
    }

    @Test("Null for an optional field stays for the handler to judge, whatever else is wrong")
    func nulls() throws {
        let schema = try CompiledSchema(.object(["names": .object([:]), "place": .object(["at": .time]), "minutes": .integer(5...120)]))
        let form = try JSONScanner.scan(Array(#"{"names":null,"place":{"at":null},"minutes":4}"#.utf8))
        let repaired = try #require(FormRepair.repaired(form, schema))
        #expect(try JSON.decode(JSONValue.self, from: repaired.bytes) == ["names": nil, "place": ["at": nil]])
    }

    @Test("A text with a control character is left out of free members, and the handler judges the others")
    func controlCharacters() throws {
        let wanted: JSONValue = ["email": "a@b.ug", "items": [["id": "1", "quantity": 2]], "price": ["amount": 5, "currency": "UGX"],
                                 "names": ["ar": "x", "more": [["x", "y"]]]]
        let found = try repaired(#"{"email":"a@b.ug","items":[{"id":"1","quantity":2}],"price":{"amount":5,"currency":"UGX"},"#
            + #""names":{"en":"a\u0001b","ar":"x","more":[["c\u0001","y"]]}}"#)
        #expect(found == wanted)
    }

    @Test("A form whose text has a pattern cannot be made up; a very large one is not read again")
    func limits() throws {
        let coded = try CompiledSchema(.object(["code": .string(pattern: "^C[0-9]{2}$")], required: ["code"]))
        #expect(FormRepair.repaired(try JSONScanner.scan(Array("{}".utf8)), coded) == nil)
        #expect(try repaired(#"{"names":"\#(String(repeating: "x", count: 70_000))"}"#) == nil)
    }

    @Test("The handler's word about a field that was refused, about what it lies in and what lies in it does not count")
    func merging() {
        let found = ["items.0.quantity": ["must be 1 to 20"], "price": ["is required"]]
        let added = ["items": ["too many"], "items.0.quantity": ["odd"], "items.1.quantity": ["odd"], "price.amount": ["odd"],
                     "tip": ["odd"], "email": ["odd"]]
        #expect(FormRepair.merged(found, added, judgedBy: ["tip": "price", "email": "note"])
            == found.merging(["items.1.quantity": ["odd"], "email": ["odd"]]) { own, _ in own })
    }
}
