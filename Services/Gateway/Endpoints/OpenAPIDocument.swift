// By hand: swift-openapi-generator makes code from a document, not a document from the manifests of services.

import Kernel
import ServiceKit

/// The tenant's API as OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.1), made from the manifests of the services it uses.
enum OpenAPIDocument {
    static func make(_ tenant: MountedTenant) -> [UInt8] {
        let json = (try? JSON.encode(document(tenant))) ?? Array("{}".utf8)
        return json
    }

    static func document(_ tenant: MountedTenant) -> JSONValue {
        let base = tenant.basePath == "/" ? "" : tenant.basePath
        var paths: [String: [String: JSONValue]] = [:]
        for route in tenant.routes {
            paths[route.claim.path(in: tenant.definition), default: [:]][route.route.method.lowercased()] = operation(route, tenant)
        }
        for (path, method, operation) in builtIns(base, tenant) { paths[path, default: [:]][method] = operation }
        var servers: [JSONValue] = tenant.definition.hosts.map { ["url": .string("https://\($0)")] }
        servers.append(["url": .string("/t/\(tenant.tenant)"), "description": "By path, on this gateway"])
        let problem = styled(problemSchema, tenant)
        return [
            "openapi": "3.1.0",
            "info": ["title": .string(tenant.definition.name), "version": "1", "description": .string(introduction(tenant))],
            "servers": .array(servers),
            "paths": .object(paths.mapValues { .object($0) }),
            "components": [
                "schemas": ["Problem": problem],
                "securitySchemes": ["token": ["type": "http", "scheme": "bearer", "bearerFormat": "JWT"]],
                "responses": .object(
                    Dictionary(GenericMessages.statuses.map { ("status-\($0.status)", genericResponse($0.status, tenant)) }) { $1 }
                        .merging(["accepted": accepted]) { first, _ in first })
            ]
        ]
    }

    private static func introduction(_ tenant: MountedTenant) -> String {
        "Money is in minor units, times are RFC 3339 in UTC. Errors are problem documents (RFC 9457); `slug` is what to switch on. "
            + "`Idempotency-Key` on POST, PUT, PATCH and DELETE makes a repetition safe. "
            + "`Prefer: wait=N` or `respond-async` shortens the wait; then 202 with an operation to poll. "
            + "Languages: \(tenant.definition.languages.joined(separator: ", "))."
    }

    // MARK: - One operation

    private static func operation(_ mounted: MountedRoute, _ tenant: MountedTenant) -> JSONValue {
        let route = mounted.route
        var members: [String: JSONValue] = [
            "summary": .string(route.summary), "tags": [.string(mounted.service.rawValue)],
            "operationId": .string(operationID(mounted, tenant)), "responses": responses(mounted, tenant),
            "x-souk-message": .string(route.message.rawValue)
        ]
        var parameters: [JSONValue] = mounted.parameterNames.map {
            ["name": .string($0), "in": "path", "required": true, "schema": ["type": "string"]]
        }
        for (name, schema) in route.query.sorted(by: { $0.key < $1.key }) {
            var parameter: [String: JSONValue] = ["name": .string(tenant.usesSnakeCase ? KeyStyle.snakeCase(name) : name), "in": "query",
                                                  "schema": styled(schema.json, tenant)]
            if route.requiredQuery?.contains(name) == true { parameter["required"] = true }
            if let example = queryExample(route)[name] { parameter["example"] = example }
            parameters.append(.object(parameter))
        }
        for name in route.headers { parameters.append(["name": .string(name), "in": "header", "schema": ["type": "string"]]) }
        if route.kind == .download {
            for name in ["Range", "If-None-Match", "If-Range"] {
                parameters.append(["name": .string(name), "in": "header", "schema": ["type": "string"]])
            }
        }
        if !mounted.isQuery {
            parameters.append(["name": "Idempotency-Key", "in": "header", "schema": ["type": "string", "minLength": 1, "maxLength": 255]])
            parameters.append(
                ["name": "Prefer", "in": "header", "schema": ["type": "string"], "description": "`wait=N` or `respond-async`"])
        }
        if !parameters.isEmpty { members["parameters"] = .array(parameters) }
        if let body = route.body {
            let isRequired = body.json["required"] != nil || route.listBody != nil
            var content: [String: JSONValue] = ["schema": styled(body.documented.withFields(of: tenant.definition).json, tenant)]
            if let example = requestExample(mounted) { content["example"] = styled(example, tenant) }
            let type = route.takesForms == true ? "application/x-www-form-urlencoded" : "application/json"
            members["requestBody"] = ["required": .bool(isRequired), "content": .object([type: .object(content)])]
        } else if route.rawBody != nil {
            members["requestBody"] = ["required": true, "content": ["application/json": ["schema": ["type": "object"]]]]
        } else if route.kind == .upload {
            members["requestBody"] = uploadBody(route.file ?? FileRules())
        }
        members.merge(access(to: route, tenant)) { $1 }
        return .object(members)
    }

    /// Who may use a route.
    private static func access(to route: Route, _ tenant: MountedTenant) -> [String: JSONValue] {
        var access: [String: JSONValue] = [:]
        let other = route.orPermission.map { " Or permission: \($0)." } ?? ""
        switch route.access {
        case .guest: access["security"] = [.object([:]), ["token": []]]
        case .user: access["security"] = [["token": []]]
        case .roles(let roles):
            access["security"] = [["token": []]]
            access["description"] = .string("Roles: \(roles.joined(separator: ", ")).\(other)")
        case .roleWith(let permission):
            access["security"] = [["token": []]]
            access["description"] = .string("Roles: \(tenant.definition.roles(with: permission).joined(separator: ", ")).\(other)")
        case .permission(let permission):
            access["security"] = [["token": []]]
            access["description"] = .string("Permission: \(permission).\(other)")
        case .developer:
            access["security"] = [.object([:]), ["token": []]]
            let roles = tenant.definition.sandboxRoles
            let named = roles.isEmpty ? "nobody" : (roles.count == 1 ? "the role " : "the roles ")
                + roles.map { "`\($0)`" }.joined(separator: ", ")
            access["description"] = .string("For developers: open in development mode, else for \(named).")
        }
        return access
    }

    private static func operationID(_ mounted: MountedRoute, _ tenant: MountedTenant) -> String {
        let route = mounted.route
        let prefix = route.atRoot ? nil : route.plugin.flatMap { tenant.definition.prefixes?[mounted.service.rawValue]?[$0] }
        let path = ((prefix ?? "") + route.path).split(separator: "/").map { $0.filter { $0.isLetter || $0.isNumber || $0 == "-" } }
            .joined(separator: "-")
        return route.method.lowercased() + "-" + path
    }

    private static func responses(_ mounted: MountedRoute, _ tenant: MountedTenant) -> JSONValue {
        let route = mounted.route
        var success: [String: JSONValue] = ["description": .string(route.summary)]
        let isOfRequest = requestExample(mounted) != nil || !queryExample(route).isEmpty
        let example: JSONValue? = isOfRequest ? .none : route.example
        if isPage(route) {
            if route.success == 200 { success["content"] = page }
        } else if route.kind == .download, route.answer == nil {
            success["content"] = binary
        } else if let type = fileTypes.first(where: { route.path.hasSuffix($0.key) })?.value {
            success["content"] = [type: ["schema": ["type": "string"]]]
        } else if let answer = route.answer, route.success != 204 {
            var content: [String: JSONValue] = ["schema": styled(answer.withFields(of: tenant.definition).json, tenant)]
            if let example { content["example"] = styled(example, tenant) }
            success["content"] = ["application/json": .object(content)]
        } else if let example, route.success != 204 {
            success["content"] = ["application/json": ["example": styled(example, tenant)]]
        }
        if var content = success["content"]?.object {
            for type in route.otherTypes ?? [] { content[type] = ["schema": ["type": "string"]] }
            success["content"] = .object(content)
        }
        var responses: [String: JSONValue] = [String(route.success): .object(success)]
        for status in route.otherSuccesses ?? [] {
            responses[String(status)] = .object(isPage(route) ? success.merging(["content": page]) { $1 } : success)
        }
        var statuses: Set<Int> = [400, 401, 404, 406, 429, 500, 503]
        if route.access != .guest { statuses.insert(403) }
        if route.body != nil || route.rawBody != nil || route.kind == .upload { statuses.formUnion([413, 415, 422]) }
        if !route.query.isEmpty || !mounted.isQuery { statuses.insert(422) }
        for status in statuses { responses[String(status)] = ["$ref": .string("#/components/responses/status-\(status)")] }
        if route.success == 202 {
            // Taken, with nothing more to say, or not answered yet.
            responses["202"] = ["description": .string(route.summary), "content": ["application/json": ["schema": ["type": "object"]]]]
        } else if !mounted.isQuery {
            responses["202"] = ["$ref": "#/components/responses/accepted"]
        }
        if route.kind == .download {
            responses["206"] = ["description": "The range asked for", "content": binary]
            responses["416"] = problemResponse(["range-not-satisfiable"])
        }
        if mounted.isTagged || route.kind == .download {
            responses["304"] = ["description": "It has not changed since the tag of `If-None-Match`."]
        }
        for (status, slugs) in Dictionary(grouping: route.refusals.compactMap(refusal), by: \.status) {
            let generic = statuses.contains(status) ? DocumentedSlugs.of(status, in: tenant) : []
            let names = DocumentedSlugs.own(slugs.map(\.slug), status, in: tenant) + generic
            responses[String(status)] = problemResponse(DocumentedSlugs.eachOnce(names))
        }
        if isPage(route) {
            // The service says its refusals to people, the edge its own to programs.
            for status in [404] + route.refusals.compactMap({ Int($0) }) { responses[String(status)] = withPage(nil, status) }
        }
        if route.takesForms == true {
            // A browser that sent a form gets a page, whether the gateway or a service refused it.
            for (status, response) in responses where status >= "400" { responses[status] = withPage(response, Int(status) ?? 400) }
        }
        return .object(responses)
    }

    /// A route whose refusals have no slugs talks to people: its answers are pages.
    private static func isPage(_ route: Route) -> Bool { route.refusals.contains { Int($0) != nil } }
    private static let page: JSONValue = ["text/html": ["schema": ["type": "string"]]]

    /// A refusal that a browser sees as a page. If the route documents no response for this status, the platform's
    /// applies.
    private static func withPage(_ response: JSONValue?, _ status: Int) -> JSONValue {
        if let response, response["content"]?["text/html"] != nil { return response }
        let own = response?["description"]?.string.map { [$0] } ?? GenericMessages.statuses.filter { $0.status == status }.map(\.slug)
        return [
            "description": .string((["a page that says why"] + own).joined(separator: ", ")),
            "content": ["text/html": ["schema": ["type": "string"]],
                        "application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]]
        ]
    }

    /// Answers that are files, by the end of their path.
    private static let fileTypes = [".ics": "text/calendar", ".png": "image/png", ".svg": "image/svg+xml", ".pdf": "application/pdf",
                                    ".html": "text/html"]
    private static let binary: JSONValue =
        ["application/octet-stream": ["schema": ["type": "string", "contentMediaType": "application/octet-stream"]]]

    /// A file alone, or as a field of a form (https://spec.openapis.org/oas/v3.1.1#considerations-for-file-uploads).
    private static func uploadBody(_ rules: FileRules) -> JSONValue {
        let description =
            "At most \(rules.bytesMax) bytes. The type is decided by what is in the file: \(rules.types.joined(separator: ", "))."
        var content: [String: JSONValue] = [
            "multipart/form-data": [
                "schema": [
                    "type": "object", "required": [.string(rules.field)],
                    "properties": .object([rules.field: ["type": "string", "contentMediaType": "application/octet-stream"]])
                ]
            ]
        ]
        for type in rules.types { content[type] = ["schema": [:]] }
        return ["required": true, "description": .string(description), "content": .object(content)]
    }

    /// An example that fits the body is one of a request; any other is one of an answer.
    private static func requestExample(_ mounted: MountedRoute) -> JSONValue? {
        guard let schema = mounted.body, let example = mounted.route.example, let members = example.object,
            let json = try? JSON.encode(example), let scanned = try? JSONScanner.scan(json), SchemaCheck.errors(in: scanned, schema).isEmpty
        else { return nil }
        let names = Set(schema.properties.map(\.name))
        // Not a conditional expression: its nil would be a JSON null.
        guard members.keys.allSatisfy({ names.contains($0) }) else { return nil }
        return example
    }
    /// An example whose members are all parameters of the query is one of these.
    private static func queryExample(_ route: Route) -> [String: JSONValue] {
        guard route.body == nil, let members = route.example?.object else { return [:] }
        return members.keys.allSatisfy { route.query[$0] != nil } ? members : [:]
    }

    /// "409 sold-out" → (409, "sold-out").
    private static func refusal(_ text: String) -> (status: Int, slug: String)? {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let status = Int(parts[0]) else { return nil }
        return (status, String(parts[1]))
    }

    private static func problemResponse(_ slugs: [String]) -> JSONValue {
        ["description": .string(slugs.joined(separator: ", ")),
         "content": ["application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]]]
    }

    private static func genericResponse(_ status: Int, _ tenant: MountedTenant) -> JSONValue {
        problemResponse(DocumentedSlugs.of(status, in: tenant))
    }

    private static let accepted: JSONValue = [
        "description": "Not answered yet: poll the operation in `Location`.",
        "headers": ["Location": ["schema": ["type": "string"]], "Retry-After": ["schema": ["type": "integer"]]],
        "content": [
            "application/json": ["schema": Schema.object(["id": .id, "status": .oneOf("pending")], required: ["id", "status"]).json]]
    ]

    // MARK: - Shapes

    private static let problemSchema: JSONValue = Schema.object(
        [
            "type": .string(format: "uri"), "title": .string(), "status": .integer(), "detail": .string(),
            "slug": .string(nil, "Stable: what to switch on."),
            "message": .string(nil, "For people, in the language asked for."), "requestId": .string(),
            "errors": Schema([
                "type": "object", "description": "Field → what is wrong with it; with 422.",
                "additionalProperties": ["type": "array", "items": ["type": "string"]]
            ])
        ], required: ["type", "title", "status", "detail", "slug", "message", "requestId"]
    ).json

    /// Names of fields as this tenant writes them, in schemas and examples alike.
    static func styled(_ json: JSONValue, _ tenant: MountedTenant) -> JSONValue {
        guard tenant.usesSnakeCase else { return json }
        switch json {
        case .object(let members):
            if case .object(let properties)? = members["properties"] {
                var out = members
                out["properties"] =
                    .object(Dictionary(properties.map { (KeyStyle.snakeCase($0.key), styled($0.value, tenant)) }) { first, _ in first })
                if case .array(let required)? = members["required"] {
                    out["required"] = .array(required.map { $0.string.map { .string(KeyStyle.snakeCase($0)) } ?? $0 })
                }
                return .object(out)
            }
            if members["type"] != nil { return .object(members.mapValues { styled($0, tenant) }) }
            return .object(Dictionary(members.map { (KeyStyle.snakeCase($0.key), styled($0.value, tenant)) }) { first, _ in first })
        case .array(let values): return .array(values.map { styled($0, tenant) })
        case .null, .bool, .int, .double, .string: return json
        }
    }
}
