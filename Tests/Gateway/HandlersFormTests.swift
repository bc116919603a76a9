import GatewayService
import Testing

@Suite("Forms that handlers read")
struct HandlersFormTests {
    @Test("A handler that reads its form itself gets every object, and nothing else")
    func handlersForm() async throws {
        let shop = try await Shop()
        let path = "/t/demo/api/v1/things/1/form"
        func send(_ body: String) async throws -> HTTPClient.Answer {
            try await shop.client.send("PUT", path, ["Content-Type": "application/json"], body: body)
        }
        let odd = try await send(#"{"name":7,"extra":" a "}"#)
        #expect(odd.status == 200 && odd.text == #"{"thingId":"1","name":7,"extra":"a"}"#)
        #expect(try await send("{}").text == #"{"thingId":"1"}"#)
        #expect(try await send(#"["Tea"]"#).status == 422)
        #expect(try await send(#"{"name":"#).json["slug"] == "malformed-request")
        await shop.stop()
    }

    @Test("Such a handler reads false in place of a secret that is no text: sealed, a number would look like one")
    func handlersSecret() async throws {
        let shop = try await Shop()
        for secret in ["12345678", "[\"abc\"]", "{\"keyID\":\"k\"}", "true"] {
            let answer = try await shop.client.send("PUT", "/t/demo/api/v1/things/1/form", ["Content-Type": "application/json"],
                                                    body: "{\"secret\":\(secret)}")
            #expect(answer.text == #"{"thingId":"1","secret":false}"#)
        }
        let sealed = try await shop.client.send("PUT", "/t/demo/api/v1/things/1/form", ["Content-Type": "application/json"],
                                                body: #"{"secret":"12345678"}"#)
        #expect(sealed.json["secret"]?["keyID"] == "shop-sealing-1")
        await shop.stop()
    }
}
