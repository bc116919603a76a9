import GatewayService
import Testing

@Suite("Bodies of routes that take no fields")
struct BodyWithoutFieldsTests {
    @Test("A route that takes no fields refuses a bad body as others do, and ignores the fields of a good one")
    func bodies() async throws {
        let shop = try await Shop()
        let path = "/t/other/api/v1/meals"
        #expect(try await shop.client.post(path, #"{"name":"#).json["slug"] == "malformed-request")
        #expect(try await shop.client.post(path, #"["Tea"]"#).json["errors"] == ["body": ["must be an object"]])
        #expect(try await shop.client.post(path, "name=Tea", ["Content-Type": "application/x-www-form-urlencoded"]).status == 415)
        #expect(try await shop.client.send("POST", path).status == 200)
        for body in ["", "{}", #"{"name":"Tea"}"#] { #expect(try await shop.client.post(path, body).status == 200, "\(body)") }
        await shop.stop()
    }
}
