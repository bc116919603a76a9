import Contracts
import Kernel
import Messaging
import ServiceKit
import TestKit
import Testing

@Suite("Mounts: prefixes, and routes that two claim")
struct RouteClashTests {
    private static let kitchen: [Route] = [
        Route("GET", "/things/{mealId}", .query, "kitchen.one.v1", access: .guest, plugin: "meals", summary: "A meal"),
        Route("POST", "/things", .command, "shop.create.v1", access: .guest, plugin: "meals", summary: "A meal", success: 201),
        Route("GET", "/meals/{mealId}", .query, "kitchen.one.v1", access: .guest, plugin: "meals", summary: "A meal"),
        Route("GET", "/menu/{token}", .query, "kitchen.one.v1", access: .guest, plugin: "meals", atRoot: true, summary: "A page"),
        Route("GET", "/operations/{operationId}", .query, "kitchen.one.v1", access: .guest, plugin: "surgery", summary: "Not a gateway's"),
    ]

    /// A second service with its manifest.
    private func addKitchen(_ shop: Shop, routes: [Route] = kitchen) throws -> ShopService {
        let service = ShopService(shop.log, name: "kitchen")
        service.start()
        let sealing = SealingKey(id: "kitchen-sealing-1", publicKey: Base64URL.encode(service.key.publicKey.rawRepresentation))
        let manifest = Manifest(service: "kitchen", version: "1", routes: routes, sealingKey: sealing, consumes: [], publishes: [])
        let record = OutgoingRecord(topic: Topics.manifests, key: Array("kitchen".utf8), value: try JSON.encode(manifest),
                                    headers: [RecordHeader("ce_type", Manifest.type.rawValue)])
        _ = try shop.log.makeProducer(name: "kitchen").append([record], timeout: .seconds(5))
        return service
    }
    private func tenant(_ plugins: [String], prefix: String? = nil) -> TenantDefinition {
        var definition = Shop.definition("diner")
        definition.plugins["kitchen"] = plugins
        if let prefix { definition.prefixes = ["kitchen": ["meals": prefix]] }
        return definition
    }

    @Test("A path that two claim is served by nobody, is reported, and takes nothing else away")
    func contested() async throws {
        let shop = try await Shop()
        try shop.apply(tenant(["meals"]))
        let kitchen = try addKitchen(shop)
        try await poll { try await shop.client.get("/t/diner/api/v1/meals/1").status == 200 }
        for answer in [try await shop.client.get("/t/diner/api/v1/things/1"), try await shop.client.post("/t/diner/api/v1/things", "{}")] {
            #expect(answer.status == 503 && answer.json["slug"] == "service-unavailable" && answer["Retry-After"] == "60")
        }
        #expect(try await shop.client.get("/t/diner/api/v1/things").status == 200)
        #expect(try await shop.client.get("/t/diner/api/v1/things/mine").status == 401, "a literal beside a parameter is no clash")
        #expect(try await shop.client.get("/t/demo/api/v1/things/1").status == 200, "another app")
        let ready = try #require(shop.gateway.operatorAnswer("GET", "/ready"))
        #expect(ready.status == 200 && ready.body == """
            ready
            routes that clash and are not served:
            - diner: GET /api/v1/things/{} is claimed by kitchen/meals and shop
            - diner: POST /api/v1/things is claimed by kitchen/meals and shop

            """)
        let status = try JSON.decode(JSONValue.self, from: Array(try #require(shop.gateway.operatorAnswer("GET", "/status")).body.utf8))
        #expect(status["conflicts"]?.array?.count == 2)
        #expect(shop.metrics.contains("souk_gateway_contested_routes 2"))
        let document = try await shop.client.get("/t/diner/openapi.json").json
        #expect(document["paths"]?["/api/v1/things/{thingId}"] == nil && document["paths"]?["/api/v1/things/{mealId}"] == nil)
        kitchen.stop()
        await shop.stop()
    }

    @Test("What the gateway answers itself cannot be taken over by a service")
    func builtIns() async throws {
        let shop = try await Shop()
        try shop.apply(tenant(["surgery"]))
        let kitchen = try addKitchen(shop)
        try await poll { try await shop.client.get("/t/diner/api/v1/operations/1").status == 503 }
        #expect(
            shop.gateway.operatorAnswer("GET", "/ready")?.body.contains(
                "GET /api/v1/operations/{} is claimed by gateway and kitchen/surgery") == true)
        kitchen.stop()
        await shop.stop()
    }

    @Test("A prefix moves a plugin's routes, its locations and its part of the document; pages at the root stay")
    func prefix() async throws {
        let shop = try await Shop()
        try shop.apply(tenant(["meals"], prefix: "/club"))
        let kitchen = try addKitchen(shop)
        try await poll { try await shop.client.get("/t/diner/api/v1/club/meals/1").status == 200 }
        #expect(try await shop.client.get("/t/diner/api/v1/meals/1").status == 404)
        #expect(try await shop.client.get("/t/diner/menu/abc").status == 200)
        #expect(try await shop.client.get("/t/diner/api/v1/club/things/7").json["mealId"] == "7")
        #expect(try await shop.client.get("/t/diner/api/v1/things/7").json["thingId"] == "7")
        let made = try await shop.client.post("/t/diner/api/v1/club/things", "{}")
        #expect(made.status == 201 && made["Location"] == "/t/diner/api/v1/club/things/42")
        let token = try Shop.token("u-1", roles: ["organizer"], tenant: "diner")
        let thing = try await shop.client.post("/t/diner/api/v1/things", #"{"name":"tea"}"#, ["Authorization": "Bearer \(token)"])
        #expect(thing.status == 201 && thing["Location"] == "/t/diner/api/v1/things/42")
        let document = try await shop.client.get("/t/diner/openapi.json").json
        #expect(document["paths"]?["/api/v1/club/meals/{mealId}"]?["get"] != nil && document["paths"]?["/menu/{token}"]?["get"] != nil)
        let ids = (document["paths"]?.object ?? [:]).values.flatMap { ($0.object ?? [:]).values.compactMap { $0["operationId"]?.string } }
        #expect(Set(ids).count == ids.count)
        #expect(shop.gateway.operatorAnswer("GET", "/ready")?.body == "ready\n")
        kitchen.stop()
        await shop.stop()
    }

    @Test("A plugin that moved still answers where it was, and says where it is; the document names the new place alone")
    func former() async throws {
        let shop = try await Shop()
        var diner = tenant(["meals"], prefix: "/club")
        diner.formerPrefixes = ["kitchen": ["meals": ["/old"]]]
        try shop.apply(diner)
        let kitchen = try addKitchen(shop)
        try await poll { try await shop.client.get("/t/diner/api/v1/club/meals/1").status == 200 }
        #expect(try await shop.client.get("/t/diner/api/v1/old/meals/1").status == 200)
        #expect(try await shop.client.get("/t/diner/api/v1/meals/1").status == 404)
        let made = try await shop.client.post("/t/diner/api/v1/old/things", "{}")
        #expect(made.status == 201 && made["Location"] == "/t/diner/api/v1/club/things/42")
        let paths = try await shop.client.get("/t/diner/openapi.json").json["paths"]?.object ?? [:]
        #expect(paths["/api/v1/club/meals/{mealId}"] != nil && paths["/api/v1/old/meals/{mealId}"] == nil)
        // Where it was belongs to somebody else now: nobody serves it there, the new place is not touched.
        diner.formerPrefixes = ["kitchen": ["meals": [""]]]
        try shop.apply(diner)
        try await poll { try await shop.client.get("/t/diner/api/v1/things/1").status == 503 }
        #expect(try await shop.client.get("/t/diner/api/v1/club/things/1").status == 200)
        #expect(try await shop.client.get("/t/diner/api/v1/meals/1").status == 200)
        kitchen.stop()
        await shop.stop()
    }
}
