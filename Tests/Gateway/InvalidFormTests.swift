import GatewayService
import Kernel
import ServiceKit
import Testing

/// What the kiosk's handlers say of a form is in `ShopService`.
@Suite("Forms that the gateway refuses and the handler checks, too")
struct InvalidFormTests {
    private static let form = Schema.object(
        ["title": .string(2...10), "pages": .integer(1...9), "phone": .string(), "kind": .oneOf("old", "new")],
        required: ["title", "kind"])
    private static func route(_ path: String, _ type: MessageType) -> Route {
        Route("POST", "/kiosk/\(path)", .command, type, access: .guest, body: form, summary: "A form").alsoCheckedByHandler()
    }
    private static let routes = [
        Route("POST", "/kiosk/books", .command, "kiosk.book.v1", access: .guest, body: form, query: ["dryRun": .boolean], summary: "New")
            .alsoCheckedByHandler(judgedBy: ["pages": "kind"]),
        Route("GET", "/kiosk/books", .query, "kiosk.books.v1", access: .guest,
              query: ["page": .integer(1...10), "near": .string(1...9), "pages": .integer(1...9)], summary: "All")
            .requiring("near").alsoCheckedByHandler(),
        route("returns", "kiosk.return.v1"), route("loans", "kiosk.lend.v1"), route("losses", "kiosk.lose.v1")
    ]
    private static let books = "/t/demo/api/v1/kiosk/books"

    @Test("One answer names what the schema refuses and what only the handler knows; about the same field the schema's word counts")
    func both() async throws {
        let shop = try await Shop(), kiosk = try await shop.openKiosk(Self.routes)
        let answer = try await shop.client.post(Self.books + "?dryRun=maybe", #"{"title":7,"kind":"new","pages":3,"other":"x"}"#)
        #expect(answer.status == 422 && answer.json["slug"] == "validation-failed")
        #expect(answer.json["errors"] == ["title": ["must be text"], "dryRun": ["must be true or false"], "phone": ["is required"],
                                          "pages": ["must be more"]])
        let sent = try #require(kiosk.received.withLock { $0.last })
        #expect(sent.type == "kiosk.book.v1.check" && sent.fingerprint == nil)
        #expect(try JSON.decode(JSONValue.self, from: sent.value) == ["title": "xx", "kind": "new", "pages": 3, "other": "x"])
        await shop.stop()
    }

    @Test("What the handler judges by a field that is refused does not count")
    func judgedByOthers() async throws {
        let shop = try await Shop(), kiosk = try await shop.openKiosk(Self.routes)
        let answer = try await shop.client.post(Self.books, #"{"title":"Tea","pages":3}"#)
        #expect(answer.json["errors"] == ["kind": ["is required"], "title": ["is odd"], "phone": ["is required"]])
        #expect(kiosk.received.withLock { $0.count } == 1)
        await shop.stop()
    }

    @Test("A query goes to its handler without the parameters that are wrong, and with something in place of one it needs")
    func query() async throws {
        let shop = try await Shop(), kiosk = try await shop.openKiosk(Self.routes)
        let answer = try await shop.client.get(Self.books + "?page=0&pages=2")
        #expect(answer.json["errors"] == ["page": ["must be 1 to 10"], "near": ["is required"], "phone": ["is required"],
                                          "title": ["is odd"], "pages": ["must be more"]])
        let sent = try #require(kiosk.received.withLock { $0.last })
        #expect(sent.type == "kiosk.books.v1" && sent.value == Array(#"{"pages":2,"near":"x"}"#.utf8))
        await shop.stop()
    }

    @Test("A role that the caller lacks takes precedence; any other refusal leaves what the schema says")
    func otherAnswers() async throws {
        let shop = try await Shop()
        _ = try await shop.openKiosk(Self.routes)
        let role = try await shop.client.post("/t/demo/api/v1/kiosk/returns", "{}")
        #expect(role.status == 403 && role.json["slug"] == "role-required" && role.json["requiredRole"] == "reader")
        for path in ["losses", "loans"] {
            let answer = try await shop.client.post("/t/demo/api/v1/kiosk/\(path)", "{}", ["Prefer": "wait=1"])
            #expect(answer.json["errors"] == ["kind": ["is required"], "title": ["is required"]], "\(path)")
        }
        await shop.stop()
    }

    @Test("A key that came with a form that is wrong stays free for the one that is right")
    func keyStaysFree() async throws {
        let shop = try await Shop()
        _ = try await shop.openKiosk(Self.routes)
        let key = ["Idempotency-Key": "one"]
        #expect(try await shop.client.post(Self.books, #"{"kind":"new"}"#, key).status == 422)
        #expect(try await shop.client.post(Self.books, #"{"title":"Tea","kind":"new"}"#, key).status == 200)
        await shop.stop()
    }
}
