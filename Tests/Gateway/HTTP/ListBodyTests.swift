import Kernel
import TestKit
import Testing

@Suite("Bodies that are lists")
struct ListBodyTests {
    private static let parts = "/t/demo/api/v1/things/7/parts"

    @Test("A list becomes a member of the message, with its texts trimmed and its names as they are")
    func taken() async throws {
        let shop = try await Shop()
        let answer = try await shop.client.send("PUT", Self.parts, body: #" [{"name":" ab ","thingId":"8"},{"name":"cd"}] "#)
        #expect(answer.json == ["thingId": "7", "parts": [["name": "ab", "thingId": "8"], ["name": "cd"]]])
        #expect(try await shop.client.send("PUT", Self.parts, body: "[]").json == ["thingId": "7", "parts": []])
        await shop.stop()
    }

    private static let others: [(body: String, status: Int, errors: JSONValue?)] = [
        (#"{"parts":[]}"#, 422, ["body": ["must be a list"]]), ("", 422, ["body": ["must be a list"]]),
        (#"[{"name":"ab"},{"name":"a"},{}]"#, 422, ["1.name": ["must have 2 to 10 characters"], "2.name": ["is required"]]),
        ("[1]", 422, ["0": ["must be an object"]]),
        (#"[{},{},{},{}]"#, 422, ["body": ["must have 0 to 3 entries"], "0.name": ["is required"], "1.name": ["is required"],
                                  "2.name": ["is required"], "3.name": ["is required"]]),
        (#"[],"thingId":"9","x":[]"#, 400, nil),
    ]

    @Test("Anything else is refused, and every field of an entry that is wrong has its place in the list", arguments: others)
    func refused(_ body: String, _ status: Int, _ errors: JSONValue?) async throws {
        let shop = try await Shop()
        let answer = try await shop.client.send("PUT", Self.parts, body: body)
        #expect(answer.status == status && answer.json["errors"] == errors, "\(answer.json)")
        await shop.stop()
    }
}
