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
}
