import GatewayService
import Kernel
import Testing

@Suite("Query parameters that a request must have")
struct RequiredQueryTests {
    @Test("What is missing is named beside what is wrong")
    func missing() async throws {
        let shop = try await Shop(), missing: JSONValue = ["is required"]
        #expect(try await shop.client.get("/t/demo/api/v1/near").json["errors"] == ["lat": missing, "lng": missing])
        let mixed = try await shop.client.get("/t/demo/api/v1/near?lat=91&lng=")
        #expect(mixed.status == 422 && mixed.json["errors"] == ["lat": ["must be -90 to 90"], "lng": missing])
        #expect(try await shop.client.get("/t/demo/api/v1/near?lat=25.7&lng=-80").status == 200)
        await shop.stop()
    }

    @Test("Spaces around a value do not count; what is only spaces is as none")
    func blanks() async throws {
        let shop = try await Shop()
        let blanks = try await shop.client.get("/t/demo/api/v1/things?perPage=+50&sort=%20price+&category=music,%20food,+&what=ever")
        #expect(blanks.json["asked"] == ["perPage": 50, "sort": "price", "category": ["music", "food"]])
        #expect(try await shop.client.get("/t/demo/api/v1/things?sort=%20").json["asked"] == [:])
        let controls = try await shop.client.get("/t/demo/api/v1/things?category=%20tea%C2%85")
        #expect(controls.json["errors"] == ["category.0": ["contains control characters"]])
        #expect(try await shop.client.get("/t/demo/api/v1/near?lat=%20&lng=+-80").json["errors"] == ["lat": ["is required"]])
        await shop.stop()
    }
}
