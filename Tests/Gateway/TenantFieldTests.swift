import Contracts
import Kernel
import Messaging
import ServiceKit
import TestKit
import Testing

@Suite("Fields that a tenant adds to a route")
struct TenantFieldTests {
    private static let routes = [
        Route("POST", "/guests", .command, "shop.create.v1", access: .guest,
              body: Schema.object(["name": .string(1...10)], required: ["name"]).withFields(of: "kitchen.guest"), summary: "A guest",
                  success: 201,
              answer: Schema.object(["name": .string()]).withFields(of: "kitchen.guest")),
    ]

    @Test("They are checked, named and documented in the app that has them, and unknown in the others")
    func fields() async throws {
        let shop = try await Shop()
        var diner = Shop.definition("diner", json: .snakeCase)
        diner.fields = ["kitchen.guest": ["shoeSize": ["type": "integer"], "name": ["type": "integer"]]]
        try shop.apply(diner)
        let service = ShopService(shop.log, name: "kitchen")
        service.start()
        let sealing = SealingKey(id: "kitchen-sealing-1", publicKey: Base64URL.encode(service.key.publicKey.rawRepresentation))
        let manifest = Manifest(service: "kitchen", version: "1", routes: Self.routes, sealingKey: sealing, consumes: [], publishes: [])
        let record = OutgoingRecord(topic: Topics.manifests, key: Array("kitchen".utf8), value: try JSON.encode(manifest),
                                    headers: [RecordHeader("ce_type", Manifest.type.rawValue)])
        _ = try shop.log.makeProducer(name: "kitchen").append([record], timeout: .seconds(5))
        try await poll { try await shop.client.post("/t/diner/api/v1/guests", #"{"name":"tea"}"#).status == 201 }
        let refused = try await shop.client.post("/t/diner/api/v1/guests", #"{"name":"tea","shoe_size":"big"}"#)
        #expect(refused.status == 422 && refused.json["errors"] == ["shoe_size": ["must be a whole number"]])
        #expect(try await shop.client.post("/t/diner/api/v1/guests", #"{"name":"tea","shoe_size":42}"#).status == 201)
        #expect(try await shop.client.post("/t/demo/api/v1/guests", #"{"name":"tea","shoeSize":"big"}"#).status == 201,
            "unknown fields are ignored")
        func properties(_ tenant: String) async throws -> (body: JSONValue?, answer: JSONValue?) {
            let post = try await shop.client.get("/t/\(tenant)/openapi.json").json["paths"]?["/api/v1/guests"]?["post"]
            let answer = post?["responses"]?["201"]?["content"]?["application/json"]?["schema"]
            #expect(answer?["x-souk-fields"] == nil)
            return (post?["requestBody"]?["content"]?["application/json"]?["schema"]?["properties"], answer?["properties"])
        }
        let (body, answer) = try await properties("diner")
        #expect(body?["shoe_size"] == ["type": "integer"] && answer?["shoe_size"] == ["type": "integer"])
        #expect(body?["name"]?["type"] == "string", "a field of the service is not the tenant's to change")
        #expect(try await properties("demo").body?.object?.keys.sorted() == ["name"])
        service.stop()
        await shop.stop()
    }
}
