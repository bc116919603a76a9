import Contracts
import Crypto
import Foundation
import GatewayService
import Kernel
import Logging
import Messaging
import ServiceKit
import Synchronization
import TestKit

/// A gateway on a free port over a log in memory, and a service called `shop` that answers by the type of the message.
final class Shop: Sendable {
    let log: InMemoryLog
    let gateway: Gateway
    let client: HTTPClient
    let settings: GatewaySettings
    private let server: Task<Void, any Error>
    let service: ShopService
    let web: GatewayServer
    static let signingSeed = [UInt8](repeating: 7, count: 32)

    static let routes: [Route] = [
        Route(
            "POST", "/things/{thingId}/echo", .command, "shop.echo.v1", access: .guest,
            body: .object(["name": .string(2...10), "quantity": .integer(1...20)], required: ["name"]),
            query: ["dryRun": .boolean], headers: ["x-sandbox-payment"], summary: "Says it again"),
        Route(
            "GET", "/things", .query, "shop.list.v1", access: .guest,
            query: ["perPage": .integer(1...100), "sort": .oneOf("newest", "price"), "category": .array(.string(1...20))],
            headers: ["accept-language"], summary: "All"),
        Route("GET", "/things/mine", .query, "shop.mine.v1", access: .user, action: "tickets", summary: "Mine"),
        Route("GET", "/things/{thingId}", .query, "shop.one.v1", access: .guest, summary: "One", example: ["id": "1"])
            .alsoAnswering(as: "text/csv"),
        Route(
            "PUT", "/things/{thingId}/favorite", .command, "shop.favorite.v1", access: .user, action: "favorite", summary: "Like it",
            refusals: ["409 sold-out"]),
        Route(
            "POST", "/things", .command, "shop.create.v1", access: .roles(["organizer"]),
            body: .object(["name": .string(1...10)], required: ["name"]), summary: "New", success: 201
        ).with(orPermission: "things:moderate").alsoSucceeding(with: 200),
        Route("POST", "/refused", .command, "shop.refuse.v1", access: .guest, summary: "Never"),
        Route("POST", "/silent", .command, "shop.silent.v1", access: .guest, summary: "Later"),
        Route("POST", "/held", .command, "shop.held.v1", access: .guest, summary: "Not now, then yes"),
        Route("GET", "/silent", .query, "shop.silent.v1", access: .guest, summary: "Later"),
        Route(
            "POST", "/sign-in", .intake, "shop.sign-in.v1", access: .guest,
            body: .object(["password": .string(8...128)], required: ["password"]), sealed: ["password"],
            rate: .signIn, summary: "In"),
        Route("POST", "/sign-up", .intake, "shop.sign-in.v1", access: .guest, body: .object(["login": .string()]), rate: .signIn,
              summary: "Join").asSignUp(),
        Route("POST", "/keys", .command, "shop.sign-in.v1", access: .guest, summary: "A secret"),
        Route("GET", "/pictures/{token}.png", .query, "shop.picture.v1", access: .guest, summary: "Picture"),
        Route("POST", "/meals", .command, "shop.meal.v1", access: .guest, plugin: "kitchen", summary: "Only where there is a kitchen"),
        Route("GET", "/unsubscribe/{token}", .query, "shop.one.v1", access: .guest, atRoot: true, summary: "Below the root"),
        Route(
            "POST", "/things/{thingId}/picture", .upload, "shop.attach-picture.v1", access: .user, file: FileRules(bytesMax: 2 << 20),
            summary: "A picture", success: 201),
        Route("GET", "/files/{fileId}", .download, "shop.read-file.v1", access: .guest, summary: "A file"),
        Route(
            "POST", "/page/{token}", .command, "shop.page.v1", access: .guest, atRoot: true,
            body: .object(["name": .string(), "note": .string(), "extra": .object([:])]), summary: "Page"
        ).with(capability: "token", takesForms: true,
               answerHeaders: ["Cache-Control": "no-store", "Content-Security-Policy": "default-src 'none'"]),
        Route(
            "POST", "/payments/{paymentId}/confirm", .command, "shop.echo.v1", access: .guest, action: "favorite",
            body: .object(["method": .object(["number": .string(2...10)], required: ["number"]), "clientSecret": .string(1...20)],
                          required: ["method"]),
            query: ["clientSecret": .string(1...20)], sealed: ["clientSecret"], summary: "Pay"
        ).with(guestKey: GuestKey(header: "x-client-secret", field: "clientSecret")),
        Route("GET", "/payments/{paymentId}", .query, "shop.one.v1", access: .guest, query: ["clientSecret": .string(1...20)],
              summary: "A payment")
            .with(guestKey: GuestKey(header: "x-client-secret", field: "clientSecret")),
        Route("POST", "/named", .command, "shop.named.v1", access: .guest, body: .object(["startsAt": .time]),
              summary: "Refused with names of fields"),
        Route("POST", "/questions", .command, "shop.echo.v1", access: .guest, body: .object(["name": .string(2...10)], required: ["name"]),
              summary: "Twice an hour").with(guestsPerHour: 2),
        Route("POST", "/prices", .command, "shop.echo.v1", access: .guest,
              body: .object(["unitPrice": .integer(1...9), "channel": .oneOf("inApp", "push")]), summary: "Prices"),
        Route("PUT", "/things/{thingId}/form", .command, "shop.echo.v1", access: .guest,
              body: .object(["name": .string(2...10), "secret": .string(0...100)], required: ["name"]),
              summary: "A form that its handler reads").checkedByHandler().with(sealed: ["secret"]),
        Route(
            "POST", "/page/{token}/photos", .upload, "shop.attach-picture.v1", access: .guest, atRoot: true,
            file: FileRules(bytesMax: 2 << 20, field: "photo"), summary: "A picture on a page", success: 201
        ).with(capability: "token", takesForms: true, answerHeaders: ["Content-Security-Policy": "default-src 'none'"]),
        Route("POST", "/events/{thingId}", .intake, "shop.event.v1", access: .guest, headers: ["x-signature"], summary: "For a company")
            .with(rawBody: "payload"),
        Route("PUT", "/things/{thingId}/parts", .command, "shop.echo.v1", access: .guest,
              body: .array(.object(["name": .string(2...10), "thingId": .string()], required: ["name"]), 0...3), summary: "All parts")
            .with(listBody: "parts"),
        Route("GET", "/near", .query, "shop.list.v1", access: .guest, query: ["lat": .number(-90...90), "lng": .number(-180...180)],
              summary: "What is near").requiring("lat", "lng"),
        Route("GET", "/sales", .query, "shop.list.v1", access: .roleWith(permission: "things:sell"), summary: "Of one's own things"),
        Route("POST", "/things/preview", .query, "shop.list.v1", access: .guest, body: .object(["name": .string(2...10)]),
              summary: "How it would look"),
        Route("GET", "/dev/outbox", .query, "shop.list.v1", access: .developer, summary: "For developers")
    ]

    /// An event that an app shows in words of its own.
    private static let visits: Feed = {
        var feed = Feed(event: "shop.visit-booked.v1", as: "visit.booked", for: ["providerId"])
        feed.names = ["providerId": "artistId"]
        feed.words = ["by": ["provider": "artist"]]
        return feed
    }()
    static let live: [LiveTopic] = [
        LiveTopic(
            "orders/{orderId}", access: .user, admission: .asks("shop.order.v1", snapshot: nil),
            feeds: [Feed(event: "shop.order-changed.v1", as: "order.updated", unsubscribes: ["formerCourierId"])]),
        // Another subject of the same service adds to the topic.
        LiveTopic("orders/{orderId}", access: .user, admission: .byOwner,
                  feeds: [Feed(event: "shop.courier-moved.v1", as: "courier.location", shows: ["location"]).hidden(from: ["hiddenFrom"])]),
        LiveTopic("orders/mine", access: .user,
                  feeds: [Feed(event: "shop.order-changed.v1", as: "order.updated", for: ["userId", "people.id"])]),
        LiveTopic("jobs/{jobId}", access: .user, admission: .asks("shop.job.v1", snapshot: "job.snapshot"),
                  feeds: [Feed(event: "shop.job-changed.v1", as: "job.changed"),
                          Feed(event: "shop.job-moved.v1", as: "job.location", shows: ["jobId", "place"])]),
        LiveTopic("listings/{thingId}", access: .guest, plugin: "market",
                  feeds: [Feed(event: "shop.stock-changed.v1", as: "availability", shows: ["thingId", "stillLeft"])]),
        LiveTopic("sales/mine", access: .roles(["organizer"]),
                  feeds: [Feed(event: "shop.order-changed.v1", as: "sale", for: ["organizerId"])]),
        LiveTopic("visits/mine", access: .user, feeds: [visits]),
        LiveTopic("meals/{mealId}", access: .guest, plugin: "kitchen", feeds: []),
        LiveTopic("payments/{paymentId}", access: .guest, admission: .byOwner, feeds: [])
    ]

    init(_ change: (inout GatewaySettings) -> Void = { _ in }, log: InMemoryLog? = nil, data: String? = nil,
         isServing: Bool = true) async throws {
        let log = log ?? InMemoryLog(partitions: ["gateway.replies": 2, "auth.events": 1])
        self.log = log
        var settings = GatewaySettings()
        settings.port = 0
        settings.dataDirectory = data ?? NSTemporaryDirectory() + "souk-gateway-tests/" + UUID().uuidString
        settings.expectedServices = ["shop"]
        settings.rateLimits = nil
        settings.keyOwner = "shop"
        // A shop that is not served does not answer about its tenants.
        if !isServing { settings.serviceSilence = .zero }
        change(&settings)
        self.settings = settings
        var logger = Logger(label: "gateway")
        logger.logLevel = .critical
        service = ShopService(log)
        if isServing { service.start() }
        try Self.publish(on: log, service)
        let gateway = try Gateway(settings: settings, cluster: log, logger: logger)
        self.gateway = gateway
        gateway.start()
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        let web = try GatewayServer(gateway, endsOnSignals: false) { continuation.yield($0) }
        self.web = web
        server = Task { try await web.run() }
        var found = 0
        for await port in ports {
            found = port
            break
        }
        client = HTTPClient(port: found)
        try await poll { gateway.missing.isEmpty }
    }

    /// A server that does not listen yet.
    static func unserved(_ settings: GatewaySettings) throws -> GatewayServer {
        try GatewayServer(try Gateway(settings: settings, cluster: InMemoryLog(), logger: Logger(label: "gateway")),
                          endsOnSignals: false) { _ in }
    }

    func stop() async {
        server.cancel()
        _ = await server.result
        gateway.close()
        service.stop()
    }

    /// The requests that the service got, without the gateway's claims on keys.
    var received: [Envelope] { service.received.withLock { $0.filter { $0.type != ClaimKey.type } } }
    /// The metrics at the operators' port.
    var metrics: String { gateway.operatorAnswer("GET", "/metrics")?.body ?? "" }
    func startService() { service.start() }
    func speak() { service.isSilent.withLock { $0 = false } }

    /// Two instances on one log with one secret; the first one runs the service.
    static func two(isServing: Bool = true, _ change: @escaping (inout GatewaySettings) -> Void = { _ in }) async throws -> (Shop, Shop) {
        let log = InMemoryLog(partitions: ["gateway.replies": 2, "auth.events": 1])
        let first = try await Shop(change, log: log, isServing: isServing)
        let second = try await Shop({
            change(&$0)
            ($0.partition, $0.secretFile) = (1, first.settings.dataDirectory + "/gateway/secret")
        }, log: log, isServing: false)
        return (first, second)
    }

    /// Starts another service with one route, and these.
    func openKiosk(_ more: [Route] = []) async throws -> ShopService {
        let kiosk = ShopService(log, name: "kiosk")
        kiosk.start()
        let manifest = Manifest(
            service: "kiosk", version: "1",
            routes: [Route("POST", "/kiosk/orders", .command, "kiosk.order.v1", access: .guest, summary: "Elsewhere")] + more,
            sealingKey: SealingKey(id: "kiosk-sealing-1", publicKey: Base64URL.encode(kiosk.key.publicKey.rawRepresentation)), consumes: [],
            publishes: [])
        let record = OutgoingRecord(
            topic: Topics.manifests, key: Array("kiosk".utf8), value: try JSON.encode(manifest),
            headers: [RecordHeader("ce_type", Manifest.type.rawValue)])
        _ = try log.makeProducer(name: "kiosk").append([record], timeout: .seconds(5))
        try await poll { try await client.get("/t/demo/api/v1/kiosk/orders").status == 405 }
        return kiosk
    }

    /// Publishes an event as the shop or as another service.
    func emit(
        _ type: MessageType, _ payload: JSONValue, id: String = UUID().uuidString, tenant: TenantID = "demo", at: Timestamp = .now(),
        of service: ServiceName = "shop"
    ) throws {
        let envelope = Envelope(id: id, type: type, source: "/\(service)", time: at, tenant: tenant, correlationID: id,
                                value: try JSON.encode(payload))
        let producer = try log.makeProducer(name: "shop.events")
        _ = try producer.append(
            [OutgoingRecord(topic: Topics.events(service), key: Array(tenant.rawValue.utf8), value: envelope.value,
                            headers: envelope.headers)], timeout: .seconds(5))
    }

    static func token(
        _ user: String, roles: [String] = ["attendee"], tenant: TenantID = "demo", expires: Int64? = nil, seed: [UInt8] = signingSeed,
        kid: String = "auth-access-token-1",
        sid: String? = nil
    ) throws -> String {
        let now = Timestamp.now().secondsSinceEpoch
        let claims = AccessClaims(iss: "souk-auth", sub: user, tid: tenant, sid: sid ?? "s-" + user, roles: roles, iat: now,
                                  exp: expires ?? now + 900)
        return try CompactJWS.sign(try JSON.encode(claims), typ: "JWT", kid: kid, seed: seed)
    }

    static func definition(_ name: TenantID, json: TenantDefinition.KeyStyle = .camelCase, sandbox: Bool = true) -> TenantDefinition {
        TenantDefinition(
            tenant: name, name: "The \(name) app", hosts: ["api.\(name).example"], basePath: "/api/v1", json: json, currency: .ugx,
            languages: ["en", "fr"], sandbox: sandbox,
            roles: ["moderator": ["things:moderate"], "tinkerer": ["sandbox:use"], "operator": ["platform:operate"],
                    "trader": ["things:sell"], "seller": ["things:sell"]],
            plugins: name == "quiet" ? [:] : ["shop": name == "other" ? ["kitchen", "market"] : ["market"]],
            settings: name == "demo"
                ? [
                    "gateway": [
                        "slugs": [
                            "unauthenticated": "sign-in-required", "bad-token": "invalid-token", "expired-token": "invalid-token",
                            "missing-role": "role-required"
                        ],
                        "prompts": [
                            "favorite": ["title": "Sign in to like things", "benefits": ["Keep them"]],
                            "continue": ["title": "Sign in to continue", "benefits": ["More"]]
                        ]
                    ]
                ] : [:])
    }

    /// Starts a second service that feeds a topic of the shop.
    func addMill() throws {
        try log.ensureTopics([TopicSpecification(Topics.events("mill"), partitions: 1)])
        let live =
            [LiveTopic("listings/{thingId}", access: .guest, admission: .byOwner, feeds: [Feed(event: "mill.ground.v1", as: "ground")])]
        let sealing = SealingKey(id: "mill-sealing-1", publicKey: Base64URL.encode(service.key.publicKey.rawRepresentation))
        let manifest = Manifest(service: "mill", version: "1", routes: [], live: live, sealingKey: sealing, consumes: [], publishes: [])
        let record = OutgoingRecord(
            topic: Topics.manifests, key: Array("mill".utf8), value: try JSON.encode(manifest),
            headers: [RecordHeader("ce_type", Manifest.type.rawValue)])
        _ = try log.makeProducer(name: "mill").append([record], timeout: .seconds(5))
    }

    func apply(_ definition: TenantDefinition) throws {
        let record = OutgoingRecord(topic: Topics.tenants, key: Array(definition.tenant.rawValue.utf8),
                                    value: try JSON.encode(ApplyTenant(definition)),
                                    headers: [RecordHeader("ce_type", ApplyTenant.type.rawValue)])
        _ = try log.makeProducer(name: "test").append([record], timeout: .seconds(5))
    }

    private static func publish(on log: InMemoryLog, _ service: ShopService) throws {
        let producer = try log.makeProducer(name: "test")
        let sealing = SealingKey(id: "shop-sealing-1", publicKey: Base64URL.encode(service.key.publicKey.rawRepresentation))
        let manifest = Manifest(service: "shop", version: "1", routes: routes, live: live, sealingKey: sealing, consumes: [], publishes: [])
        let key = PublishedKey(
            kid: "auth-access-token-1", service: "auth", use: "access-token",
            x: Base64URL.encode(try CompactJWS.publicKey(ofSeed: signingSeed)))
        func record(_ message: some Message, _ topic: String, _ key: String) throws -> OutgoingRecord {
            OutgoingRecord(
                topic: topic, key: Array(key.utf8), value: try JSON.encode(message),
                headers: [RecordHeader("ce_type", type(of: message).type.rawValue)])
        }
        var records = [try record(manifest, Topics.manifests, "shop"), try record(key, Topics.keys, key.kid)]
        for definition in [definition("demo"), definition("snake", json: .snakeCase), definition("other", sandbox: false),
                           definition("quiet")] {
            records.append(try record(ApplyTenant(definition), Topics.tenants, definition.tenant.rawValue))
        }
        _ = try producer.append(records, timeout: .seconds(5))
    }
}
