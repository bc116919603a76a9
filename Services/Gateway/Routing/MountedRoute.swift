import Contracts
import HTTPTypes
import Kernel
import Messaging
import ServiceKit

/// A route of a manifest made ready for serving: schemas compiled, names as bytes, its topic known.
final class MountedRoute: Sendable {
    let service: ServiceName
    let route: Route
    let topic: String
    let parameterNames: [String]
    let body: CompiledSchema?
    let query: [(name: String, schema: CompiledSchema)]
    /// What a body must not say: names of path and query parameters.
    let reserved: [[UInt8]]
    let sealed: [[UInt8]]
    let sealingKeyID: String
    let sealingKey: [UInt8]
    let headers: [(field: HTTPField.Name, attribute: String)]
    let type: [UInt8]
    var isQuery: Bool { route.kind == .query || route.kind == .download }
    /// A GET whose answer may be cached by tag.
    let isTagged: Bool
    /// Keys of its answer whose numbers vary with time, as an app with camelCase reads them and as one with snake_case does.
    private let varying: (camel: [MemberKey], snake: [MemberKey])
    /// What every answer says.
    let answerHeaders: [(field: HTTPField.Name, value: String)]
    /// Place of the path parameter that is a key to what it names.
    let capability: Int?

    let claim: RouteClaim
    /// Whether tenants may add fields to its body.
    private let takesFields: Bool

    let guestKey: (header: HTTPField.Name, field: String)?

    /// Throws when a schema cannot be compiled or a sealing key is no key.
    init(_ route: Route, of manifest: Manifest) throws {
        (service, self.route) = (manifest.service, route)
        claim = RouteClaim(route, of: manifest.service)
        topic =
            switch route.kind {
            case .command, .upload: Topics.commands(manifest.service)
            case .query, .download: Topics.queries(manifest.service)
            case .intake: Topics.intake(manifest.service)
            }
        parameterNames = RouteTrie<Int>.parameterNames(of: route.path)
        body = try route.body.map { try CompiledSchema($0) }
        query = try route.query.sorted { $0.key < $1.key }.map { ($0.key, try CompiledSchema($0.value)) }
        let inBody = body?.properties.map(\.bytes) ?? []
        // What both may say is the query's where it says something.
        reserved = parameterNames.map { Array($0.utf8) } + route.query.keys.map { Array($0.utf8) }.filter { !inBody.contains($0) }
        sealed = route.sealed.map { Array($0.utf8) }
        sealingKeyID = manifest.sealingKey.id
        guard let key = Base64URL.decode(manifest.sealingKey.publicKey), key.count == 32 || (route.sealed.isEmpty && route.rawBody == nil)
        else {
            throw Envelope.Malformed("the sealing key of \(manifest.service) is no X25519 key")
        }
        sealingKey = key
        headers = route.headers.compactMap { name in HTTPField.Name(name.lowercased()).map { ($0, "request-" + name.lowercased()) } }
        type = Array(route.message.rawValue.utf8)
        isTagged = route.kind == .query && route.method == "GET"
        let names = isTagged ? route.answer?.namesVaryingWithTime.sorted() ?? [] : []
        varying = (names.map { MemberKey($0) }, names.map { MemberKey(KeyStyle.snakeCase($0)) })
        answerHeaders = (route.answerHeaders ?? [:]).sorted { $0.key < $1.key }.compactMap { name, value in
            HTTPField.Name(name).map { ($0, value) }
        }
        guestKey = route.guestKey.flatMap { key in HTTPField.Name(key.header).map { ($0, key.field) } }
        let parameters = parameterNames
        capability = route.capability.flatMap { parameters.firstIndex(of: $0) }
        takesFields = route.body?.hasFields ?? false
    }

    /// What entity tags of its answers leave out.
    func varying(in tenant: MountedTenant) -> [MemberKey] { tenant.usesSnakeCase ? varying.snake : varying.camel }

    /// The same route with what the tenant adds to its body. The service checks these fields, too: if they cannot be
    /// compiled, it does so alone.
    func withFields(of definition: TenantDefinition, _ manifest: Manifest) -> MountedRoute {
        guard takesFields, definition.fields != nil else { return self }
        var own = route
        own.body = route.body?.withFields(of: definition)
        return (try? MountedRoute(own, of: manifest)) ?? self
    }
}

/// What the gateway itself answers below a tenant.
enum BuiltIn: Sendable {
    case openAPI, docs, readClock, moveClock, operation, listDeadLetters, replayDeadLetter, webSocket, stream

    /// Where they are; those of the sandbox only in sandbox tenants.
    static let claims: [(claim: RouteClaim, builtIn: BuiltIn, isOfSandbox: Bool)] = [
        (at("GET", "/openapi.json", isAtRoot: true), .openAPI, false), (at("GET", "/docs", isAtRoot: true), .docs, false),
        (at("GET", "/openapi.json"), .openAPI, false), (at("GET", "/docs"), .docs, false),
        (at("GET", "/operations/{id}"), .operation, false), (at("GET", "/ws"), .webSocket, false), (at("GET", "/stream"), .stream, false),
        (at("GET", "/admin/dead-letters"), .listDeadLetters, false),
        (at("POST", "/admin/dead-letters/{id}/replay"), .replayDeadLetter, false),
        (at("GET", "/dev/clock"), .readClock, true), (at("POST", "/dev/clock"), .moveClock, true)
    ]
    private static func at(_ method: String, _ path: String, isAtRoot: Bool = false) -> RouteClaim {
        RouteClaim(method, path, service: "gateway", isAtRoot: isAtRoot)
    }
}

enum RouteTarget: Sendable {
    case route(MountedRoute)
    case builtIn(BuiltIn)
    /// Several services or plugins claim it.
    case contested
}
