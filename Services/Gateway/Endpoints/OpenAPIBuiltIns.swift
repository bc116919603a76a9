import Kernel
import ServiceKit

/// What the gateway answers itself below a tenant, as operations of its OpenAPI document.
extension OpenAPIDocument {
    typealias Operation = (path: String, method: String, operation: JSONValue)

    static func builtIns(_ base: String, _ tenant: MountedTenant) -> [Operation] {
        let own = operations(base) + deadLetters(base, tenant) + live(base, tenant)
        return tenant.definition.sandbox ? own + clock(base, tenant) : own
    }

    private static func problems(_ statuses: Int...) -> [String: JSONValue] {
        Dictionary((statuses + [400, 401, 406, 429, 500, 503])
            .map { ("\($0)", ["$ref": .string("#/components/responses/status-\($0)")]) }) { first, _ in first }
    }
    private static func answers(_ status: String, _ description: String, _ schema: JSONValue?,
                                _ problems: [String: JSONValue]) -> JSONValue {
        var answer: [String: JSONValue] = ["description": .string(description)]
        if let schema { answer["content"] = ["application/json": ["schema": schema]] }
        return .object(problems.merging([status: .object(answer)]) { first, _ in first })
    }
    private static let idParameter: JSONValue = ["name": "id", "in": "path", "required": true, "schema": ["type": "string"]]
    private static let open: JSONValue = [.object([:]), ["token": []]]
    private static let signedIn: JSONValue = [["token": []]]

    private static func operations(_ base: String) -> [Operation] {
        let schema = Schema.object(
            ["id": .id, "status": .oneOf("pending", "succeeded", "failed"),
             "response": .object(["status": .integer(), "headers": .object([:]), "body": .any], required: ["status", "headers", "body"])],
            required: ["id", "status"])
        return [(
            base + "/operations/{id}", "get",
            [
                "summary": "What became of a request that was answered 202", "tags": ["gateway"], "operationId": "get-operations-id",
                "security": open, "parameters": [idParameter], "responses": answers("200", "The operation", schema.json, problems(404))
            ]
        )]
    }

    private static func deadLetters(_ base: String, _ tenant: MountedTenant) -> [Operation] {
        let deadLetter = Schema.object(
            ["id": .string(), "at": .time, "type": .string().orNull, "reason": .string(), "topic": .string(), "partition": .integer(),
             "offset": .integer()],
            required: ["id", "at", "reason", "topic"])
        return [
            (
                base + "/admin/dead-letters", "get",
                [
                    "summary": "Messages of this app that services could not take", "tags": ["gateway"],
                    "operationId": "get-admin-dead-letters", "security": signedIn, "description": "Permission: platform:operate.",
                    "parameters": .array([("page", Schema.integer(1...1_000_000)), ("perPage", .integer(1...100))].map { name, schema in
                        ["name": .string(tenant.usesSnakeCase ? KeyStyle.snakeCase(name) : name), "in": "query", "schema": schema.json]
                    }),
                    "responses": answers("200", "The newest first", styled(Schema.page(of: deadLetter).json, tenant),
                                         problems(403, 404, 422))
                ]
            ),
            (
                base + "/admin/dead-letters/{id}/replay", "post",
                [
                    "summary": "Put one on its topic again", "tags": ["gateway"], "operationId": "post-admin-dead-letters-id-replay",
                    "security": signedIn, "description": "Permission: platform:operate.", "parameters": [idParameter],
                    "responses": .object(problems(403, 404, 413, 415, 422).merging([
                        "202": ["description": "It is on its way"],
                        "409": ["description": "dead-letter-not-whole, dead-letter-final",
                                "content": ["application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]]]
                    ]) { first, _ in first })
                ]
            )
        ]
    }

    private static func live(_ base: String, _ tenant: MountedTenant) -> [Operation] {
        let topics = tenant.topics.all.map { topic -> String in
            let types = Set(topic.parts.flatMap { $0.topic.feeds.map(\.type) }).sorted()
            return "`\(topic.name)`" + (types.isEmpty ? "" : " (\(types.joined(separator: ", ")))")
        }
        let token: JSONValue = ["name": "access_token", "in": "query", "schema": ["type": "string"], "description": "Instead of the header"]
        let frames = """
            Each event is `{\"id\",\"type\",\"topic\",\"at\",\"data\"}`; what is not allowed is `{\"error\": problem}`. Topics: \
            \(topics.joined(separator: "; ")).
            """
        let problem: JSONValue = ["application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]]
        return [
            (
                base + "/ws", "get",
                [
                    "summary": "WebSocket: what happens, as it happens", "tags": ["live"], "operationId": "get-ws", "security": open,
                    "parameters": [token], "description": .string("Say `{\"subscribe\": topic}` and `{\"unsubscribe\": topic}`. " + frames),
                    "responses": .object(problems(403).merging([
                        "101": ["description": "From now on frames (RFC 6455)"],
                        "426": ["description": "upgrade-required", "content": problem]
                    ]) { first, _ in first })
                ]
            ),
            (
                base + "/stream", "get",
                [
                    "summary": "Server-sent events: what happens, as it happens", "tags": ["live"], "operationId": "get-stream",
                    "security": open,
                    "description": .string(
                        "Without topics it shows what is one's own. `Last-Event-ID` goes on after that event for five minutes. " + frames),
                    "parameters": [
                        token, ["name": "topics", "in": "query", "schema": ["type": "string"], "description": "Separated by commas"],
                        ["name": "Last-Event-ID", "in": "header", "schema": ["type": "string"]]
                    ],
                    "responses": .object(problems(403, 404).merging([
                        "200": ["description": "Events until one side ends it",
                                "content": ["text/event-stream": ["schema": ["type": "string"]]]]
                    ]) { first, _ in first })
                ]
            )
        ]
    }

    private static func clock(_ base: String, _ tenant: MountedTenant) -> [Operation] {
        let clock = styled(Schema.object(["now": .time, "offsetSeconds": .integer()], required: ["now", "offsetSeconds"]).json, tenant)
        let move = Schema.object(["advance": .string(nil, "ISO 8601 duration: P1DT2H"), "to": .time]).json
        return [
            (
                base + "/dev/clock", "get",
                [
                    "summary": "The tenant's time", "tags": ["gateway"], "operationId": "get-dev-clock", "security": open,
                    "responses": answers("200", "The tenant's time", clock, problems(403, 404))
                ]
            ),
            (
                base + "/dev/clock", "post",
                [
                    "summary": "Move the tenant's time forward, in every service", "tags": ["gateway"], "operationId": "post-dev-clock",
                    "security": open,
                    "requestBody": ["required": true, "content": ["application/json": ["schema": move, "example": ["advance": "P1DT2H"]]]],
                    "responses": answers("200", "The tenant's time", clock, problems(403, 404, 413, 415, 422))
                ]
            )
        ]
    }
}
