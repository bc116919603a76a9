import Contracts
import Foundation
import GatewayService
import Kernel
import Messaging
import ServiceKit
import TestKit
import Testing

@Suite("What the gateway says of itself")
struct EdgeDocumentTests {
    @Test("Probes are no traffic, and what operators read is not on the public port (12.D5)")
    func operators() async throws {
        let shop = try await Shop()
        for _ in 0..<3 {
            #expect(try await shop.client.get("/live").status == 200)
            #expect(try await shop.client.get("/ready").status == 200)
        }
        for path in ["/metrics", "/status"] { #expect(try await shop.client.get(path).status == 404) }
        _ = try await shop.client.get("/t/demo/api/v1/things/1")
        #expect(shop.metrics.contains("souk_gateway_responses_total{status=\"2xx\"} 1\n"))
        #expect(shop.metrics.contains("souk_gateway_request_seconds_count 3\n"))
        #expect(shop.gateway.operatorAnswer("GET", "/status")?.body.contains("\"ready\":true") == true)
        #expect(shop.gateway.operatorAnswer("POST", "/metrics") == nil && shop.gateway.operatorAnswer("GET", "/t/demo") == nil)
        await shop.stop()
    }

    @Test("On a developer's own machine the metrics are beside the apps, too; nothing else of the operators is")
    func localMetrics() async throws {
        let shop = try await Shop { $0.isDevelopment = true }
        let metrics = try await shop.client.get("/metrics")
        #expect(metrics.status == 200 && metrics["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
        #expect(metrics.text.contains("# TYPE souk_gateway_request_seconds histogram"))
        #expect(try await shop.client.post("/metrics", "{}").status == 405)
        #expect(try await shop.client.get("/status").status == 404)
        await shop.stop()
    }

    @Test("Health, metrics and the documents made from manifests")
    func documents() async throws {
        let shop = try await Shop()
        #expect(try await shop.client.get("/live").status == 200)
        #expect(try await shop.client.get("/ready").status == 200)
        #expect(shop.metrics.contains("souk_gateway_responses_total{status=\"2xx\"}"))
        let openAPI = try await shop.client.get("/t/demo/api/v1/openapi.json")
        #expect(openAPI.json["openapi"] == "3.1.0")
        let operation = openAPI.json["paths"]?["/api/v1/things/{thingId}/favorite"]?["put"]
        #expect(operation?["security"] == [["token": []]] && operation?["responses"]?["409"]?["description"] == "sold-out")
        #expect(openAPI.json["paths"]?["/api/v1/meals"] == nil)
        #expect(openAPI.json["paths"]?["/api/v1/things"]?["post"]?["responses"]?["200"]?["description"] == "New", "another success")
        let one = openAPI.json["paths"]?["/api/v1/things/{thingId}"]?["get"]?["responses"]?["200"]?["content"]
        #expect(one?["text/csv"] == ["schema": ["type": "string"]] && one?["application/json"]?["example"] != nil, "another type")
        let docs = try await shop.client.get("/t/demo/docs")
        #expect(docs.text.contains("The demo app") && docs["Content-Security-Policy"]?.contains("default-src 'none'") == true)
        await shop.stop()
    }

    @Test("The documents name the slugs of the edge as the app writes them")
    func ownSlugs() async throws {
        let shop = try await Shop()
        let shared = try await shop.client.get("/t/demo/openapi.json").json["components"]?["responses"]
        #expect(shared?["status-401"]?["description"] == "sign-in-required, invalid-token, session-revoked")
        #expect(shared?["status-403"]?["description"] == "forbidden, role-required")
        let others = try await shop.client.get("/t/other/openapi.json").json["components"]?["responses"]
        #expect(others?["status-401"]?["description"] == "unauthenticated, token-expired, session-revoked")
        #expect(others?["status-403"]?["description"] == "forbidden")
        #expect(try await shop.client.get("/t/demo/docs").text.contains("forbidden, role-required"))
        await shop.stop()
    }

    @Test("The document is whole: references lead somewhere, ids are unique, parameters are declared, files and streams are in it")
    func openAPI() async throws {
        let shop = try await Shop()
        let document = try await shop.client.get("/t/demo/openapi.json").json
        var ids: [String] = []
        func check(_ value: JSONValue) {
            if let reference = value["$ref"]?.string {
                let target = reference.dropFirst(2).split(separator: "/").reduce(document as JSONValue?) { $0?[String($1)] }
                #expect(target != nil, "\(reference)")
            }
            for member in value.object?.values.map({ $0 }) ?? value.array ?? [] { check(member) }
        }
        check(document)
        for (path, methods) in document["paths"]?.object ?? [:] {
            for (method, operation) in methods.object ?? [:] {
                ids.append(operation["operationId"]?.string ?? "")
                let named = Set((operation["parameters"]?.array ?? []).filter { $0["in"] == "path" }.compactMap { $0["name"]?.string })
                #expect(named == Set(RouteTrie<Int>.parameterNames(of: path)), "\(path)")
                let statuses = Set(operation["responses"]?.object?.keys.map { $0 } ?? [])
                #expect(statuses.isSuperset(of: ["400", "401", "429", "500", "503"]), "\(method) \(path)")
            }
        }
        #expect(Set(ids).count == ids.count && !ids.contains(""))
        let upload = document["paths"]?["/api/v1/things/{thingId}/picture"]?["post"]
        #expect(upload?["requestBody"]?["content"]?["multipart/form-data"] != nil && upload?["responses"]?["413"] != nil)
        #expect(document["paths"]?["/api/v1/files/{fileId}"]?["get"]?["responses"]?["206"] != nil)
        #expect(document["paths"]?["/api/v1/ws"]?["get"]?["description"]?.string?.contains("orders/{orderId}") == true)
        await shop.stop()
    }
}

@Suite("The first page")
struct FirstPageTests {
    @Test("In development it lists the apps with links to their routes; elsewhere there is none")
    func apps() async throws {
        let shop = try await Shop { $0.isDevelopment = true }
        let page = try await shop.client.get("/")
        #expect(page.status == 200 && page["Content-Type"] == "text/html; charset=utf-8"
            && page["Content-Security-Policy"]?.hasPrefix("default-src 'none'") == true)
        for tenant in ["demo", "snake", "other", "quiet"] {
            #expect(page.text.contains("<a href=\"/t/\(tenant)/docs\">") && page.text.contains("The \(tenant) app"))
            #expect(try await shop.client.get("/t/\(tenant)/docs").status == 200)
        }
        #expect(try await shop.client.send("HEAD", "/").status == 200)
        let posted = try await shop.client.post("/", "{}")
        #expect(posted.status == 405 && posted["Allow"] == "GET, HEAD, OPTIONS")
        await shop.stop()
        let production = try await Shop()
        #expect(try await production.client.get("/").status == 404)
        await production.stop()
    }
}
