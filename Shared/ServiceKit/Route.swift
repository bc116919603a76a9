import Contracts
import Kernel
import Messaging

/// One HTTP route of a service's manifest. The gateway mounts, validates and documents it; it has no routes of services in
/// its own code.
public struct Route: Codable, Sendable, Equatable {
    public enum Kind: String, Codable, Sendable {
        case command, query, intake
        /// The body is a file, sent to the service in parts.
        case upload
        /// The answer is a file, read by a query in slices.
        case download
    }
    /// Who may call it. Handlers check who owns the object.
    public enum Access: Codable, Sendable, Equatable {
        /// Needs no token; a token that is sent must be valid.
        case guest
        case user
        /// One of these roles.
        case roles([String])
        case permission(String)
        /// One of the tenant's roles that have this permission. The 403 and the documents name the roles, as for `roles`:
        /// to an app a person is such a role, not somebody with a permission.
        case roleWith(permission: String)
        /// Everybody in development mode, otherwise the tenant's roles with `sandbox:use`; 404 for tenants other than sandboxes.
        case developer
    }
    public enum Rate: String, Codable, Sendable { case standard, signIn }

    public var method: String
    /// Below the tenant's base path, parameters in braces: `/things/{thingId}/favorite`.
    public var path: String
    public var kind: Kind
    public var message: MessageType
    public var access: Access
    /// Mounted only for tenants that use this plugin of the service; nil: for every tenant.
    public var plugin: String?
    /// Mounted below the tenant's root instead of its base path.
    public var atRoot: Bool
    /// What the guest tried to do, for the tenant's sign-in prompt.
    public var action: String?
    /// JSON Schema (2020-12) of the body; nil: no body.
    public var body: Schema?
    /// Query parameters: name → schema.
    public var query: [String: Schema]
    /// Body fields the gateway seals to this service before anything is written.
    public var sealed: [String]
    /// Request headers that the message carries as `request-<name>` (lower case).
    public var headers: [String]
    /// Limits of an upload.
    public var file: FileRules?
    public var rate: Rate
    public var summary: String
    /// The status on success.
    public var success: Int
    /// Other statuses on success, with the same answer: what was made before is shown again or changed. Nil: none.
    public var otherSuccesses: [Int]?
    /// Media types of the answer besides the usual one, for clients that ask for them. Nil: none.
    public var otherTypes: [String]?
    /// JSON Schema of the answer.
    public var answer: Schema?
    /// Rejections in addition to those of every route: status and slug.
    public var refusals: [String]
    public var example: JSONValue?
    /// Headers of every answer of this route, rejections included: name → value. They override the gateway's.
    public var answerHeaders: [String: String]?
    /// The path parameter that is a capability (a link's token). Its holder is the principal of idempotency keys and may make
    /// 60 changes per minute.
    public var capability: String?
    /// A key that admits a guest where others need a token; nil: the route needs no key or accepts none.
    public var guestKey: GuestKey?
    /// Holders of this permission may also call it. The gateway must know it, because 403 takes precedence over 422.
    public var orPermission: String?
    /// The gateway seals the body's bytes to the service, as this member of the message: a webhook's signature covers them.
    /// The message also has the attribute `received`, the real time of arrival. Such a route has no `body`.
    public var rawBody: String?
    /// The body is a list, which becomes this member of the message; `body` is the schema of the list.
    public var listBody: String?
    /// A page or its form: the body is an HTML form (`application/x-www-form-urlencoded`), not JSON.
    public var takesForms: Bool?
    /// How many requests of guests at one address succeed within an hour; nil: only the general limits count.
    public var guestsPerHour: Int?
    /// The handler checks the fields of the body: after it found the object that the path names, or together with what only rows know,
    /// so that one answer names every field. The gateway checks that the body is an object, and documents the schema.
    public var handlerChecksBody: Bool?
    /// A form that the gateway refuses still goes to the handler, without what is wrong in it, so that one answer also names what only
    /// the handler knows (docs/decisions/0071). The handler's changes are rolled back. Nil: it is not asked. Its members: field → the
    /// field by which the handler judges it; where the gateway refused the second, the handler's word about the first does not count.
    public var handlerNamesMore: [String: String]?
    /// Query parameters that a request must have; nil: none. The gateway names the missing ones beside those that are wrong.
    public var requiredQuery: [String]?
    /// The route makes an account. The gateway limits its requests by IP address only: there is no password to guess, so it does not
    /// count attempts with one email or phone.
    public var isSignUp: Bool?

    public init(_ method: String, _ path: String, _ kind: Kind, _ message: MessageType, access: Access, plugin: String? = nil,
                atRoot: Bool = false, action: String? = nil,
                body: Schema? = nil, query: [String: Schema] = [:], sealed: [String] = [], headers: [String] = [], file: FileRules? = nil,
                rate: Rate = .standard, summary: String,
                success: Int = 200, answer: Schema? = nil, refusals: [String] = [], example: JSONValue? = nil) {
        self.file = file
        (self.method, self.path, self.kind, self.message, self.access, self.plugin, self.atRoot) =
            (method, path, kind, message, access, plugin, atRoot)
        (self.action, self.body, self.query, self.sealed, self.headers, self.rate) = (action, body, query, sealed, headers, rate)
        (self.summary, self.success, self.answer, self.refusals, self.example) = (summary, success, answer, refusals, example)
    }

    /// A copy with what a page or a guest's key needs.
    public func with(capability: String? = nil, guestKey: GuestKey? = nil, takesForms: Bool = false, sealed: [String] = [],
                     answerHeaders: [String: String] = [:], orPermission: String? = nil, rawBody: String? = nil,
                     listBody: String? = nil, guestsPerHour: Int? = nil) -> Route {
        var route = self
        route.listBody = listBody ?? self.listBody
        route.guestsPerHour = guestsPerHour ?? self.guestsPerHour
        route.rawBody = rawBody ?? self.rawBody
        route.orPermission = orPermission ?? self.orPermission
        route.guestKey = guestKey ?? self.guestKey
        route.capability = capability ?? self.capability
        if takesForms { route.takesForms = true }
        route.sealed += sealed
        if !answerHeaders.isEmpty { route.answerHeaders = (self.answerHeaders ?? [:]).merging(answerHeaders) { _, own in own } }
        return route
    }

    /// A copy whose handler checks the fields of the body.
    public func checkedByHandler() -> Route {
        var route = self
        route.handlerChecksBody = true
        return route
    }

    /// A copy whose handler is asked what else is wrong with a form that the gateway refuses. In place of a field that the gateway
    /// refused the handler finds none, or any value that fits.
    /// - Parameter judgedBy: field → another field on which the handler's word about it depends.
    public func alsoCheckedByHandler(judgedBy others: [String: String] = [:]) -> Route {
        var route = self
        route.handlerNamesMore = others
        return route
    }

    /// A copy that needs these query parameters.
    public func requiring(_ names: String...) -> Route {
        var route = self
        route.requiredQuery = names
        return route
    }

    /// A copy that makes an account.
    public func asSignUp() -> Route {
        var route = self
        route.isSignUp = true
        return route
    }

    /// Names of the path's parameters, in order.
    public var pathParameters: [String] {
        path.split(separator: "/").filter { $0.hasPrefix("{") && $0.hasSuffix("}") }.map { String($0.dropFirst().dropLast()) }
    }

    /// GET, answered by a query.
    /// - Parameter isWhole: the list is always one page.
    public static func get<Q: Query>(_ path: String, _ query: Q.Type, access: Access, plugin: String? = nil, atRoot: Bool = false,
                                     action: String? = nil,
                                     query parameters: [String: Schema] = [:], headers: [String] = [], summary: String,
                                     answer: Schema? = nil,
                                     refusals: [String] = [], example: JSONValue? = nil, isWhole: Bool = false) -> Route {
        // Every list is paged.
        let parameters = answer?.isPage == true && !isWhole ? Schema.paging.merging(parameters) { paging, _ in paging } : parameters
        let route = Route("GET", path, .query, Q.type, access: access, plugin: plugin, atRoot: atRoot, action: action, query: parameters,
                          headers: headers, summary: summary, answer: answer, refusals: refusals, example: example)
        return parameters.isEmpty ? route : route.alsoCheckedByHandler()
    }
    /// POST, answered by a query (a quote, a preview); writes nothing.
    public static func ask<Q: Query>(_ path: String, _ query: Q.Type, access: Access, plugin: String? = nil, body: Schema, summary: String,
                                     answer: Schema? = nil, refusals: [String] = [], example: JSONValue? = nil) -> Route {
        Route("POST", path, .query, Q.type, access: access, plugin: plugin, body: body, summary: summary, answer: answer,
              refusals: refusals, example: example)
    }
    /// A method handled by a command.
    public static func command<C: Command>(_ method: String, _ path: String, _ command: C.Type, access: Access, plugin: String? = nil,
                                           atRoot: Bool = false,
                                           action: String? = nil, body: Schema? = nil, query: [String: Schema] = [:],
                                           headers: [String] = [], rate: Rate = .standard,
                                           summary: String, success: Int = 200, answer: Schema? = nil, refusals: [String] = [],
                                           example: JSONValue? = nil) -> Route {
        Route(method, path, .command, C.type, access: access, plugin: plugin, atRoot: atRoot, action: action, body: body, query: query,
              headers: headers, rate: rate, summary: summary, success: success, answer: answer, refusals: refusals, example: example)
    }
    /// A method prepared before the log (topic `<service>.intake`); only this service can read `sealed` fields.
    public static func intake<I: Preprocessor>(_ method: String, _ path: String, _ intake: I.Type, access: Access, plugin: String? = nil,
                                         action: String? = nil, body: Schema, query: [String: Schema] = [:],
                                         sealed: [String] = [], headers: [String] = [], rate: Rate = .standard, summary: String,
                                         success: Int = 200,
                                         answer: Schema? = nil, refusals: [String] = [], example: JSONValue? = nil) -> Route {
        Route(method, path, .intake, I.type, access: access, plugin: plugin, action: action, body: body, query: query, sealed: sealed,
              headers: headers, rate: rate, summary: summary, success: success, answer: answer, refusals: refusals, example: example)
    }
    /// A file as the body, raw or as a field of `multipart/form-data`. The handler determines its type from its content,
    /// never from its name or headers.
    public static func upload<U: Upload>(_ method: String = "POST", _ path: String, _ upload: U.Type, access: Access, plugin: String? = nil,
                                         atRoot: Bool = false,
                                         action: String? = nil, query: [String: Schema] = [:], file: FileRules = FileRules(),
                                         summary: String, success: Int = 201,
                                         answer: Schema? = nil, refusals: [String] = [], example: JSONValue? = nil) -> Route {
        Route(method, path, .upload, U.type, access: access, plugin: plugin, atRoot: atRoot, action: action, query: query, file: file,
              summary: summary, success: success, answer: answer, refusals: refusals, example: example)
    }
    /// A stored file, whole or in ranges, with its entity tag. `answer`: the file is JSON of this form, too large for one message.
    public static func download<Q: FileQuery>(_ path: String, _ query: Q.Type, access: Access, plugin: String? = nil, atRoot: Bool = false,
                                              query parameters: [String: Schema] = [:], headers: [String] = [], summary: String,
                                              answer: Schema? = nil, refusals: [String] = []) -> Route {
        Route("GET", path, .download, Q.type, access: access, plugin: plugin, atRoot: atRoot, query: parameters, headers: headers,
              summary: summary, answer: answer, refusals: refusals)
    }
}

/// Where a guest's key is sent: in this header, or under this name in the query or the body. A guest without a key gets
/// 401 before any other check; the handler checks whether the key is valid.
public struct GuestKey: Codable, Sendable, Equatable {
    public var header: String
    public var field: String
    public init(header: String, field: String) { (self.header, self.field) = (header, field) }
}

/// Limits of an uploaded file.
public struct FileRules: Codable, Sendable, Equatable {
    /// The gateway rejects larger ones with 413 as soon as it knows.
    public var bytesMax: Int
    /// The form field that holds it.
    public var field: String
    /// What the handler takes, for the documentation.
    public var types: [String]
    public init(bytesMax: Int = 8 << 20, field: String = "file", types: [String] = ["image/jpeg", "image/png"]) {
        (self.bytesMax, self.field, self.types) = (bytesMax, field, types)
    }
}

/// A JSON Schema (2020-12), built by the functions below and encoded as JSON.
public struct Schema: Codable, Sendable, Equatable {
    public var json: JSONValue
    public init(_ json: JSONValue) { self.json = json }
    public init(from decoder: any Decoder) throws { json = try JSONValue(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

    /// A string; the gateway trims it before it counts its characters.
    public static func string(_ length: ClosedRange<Int>? = nil, pattern: String? = nil, format: String? = nil,
                              _ description: String? = nil) -> Schema {
        var members: [String: JSONValue] = ["type": "string"]
        if let length { members["minLength"] = .int(length.lowerBound); members["maxLength"] = .int(length.upperBound) }
        if let pattern { members["pattern"] = .string(pattern) }
        if let format { members["format"] = .string(format) }
        if let description { members["description"] = .string(description) }
        return Schema(.object(members))
    }
    public static func oneOf(_ values: String...) -> Schema { oneOf(values) }
    public static func oneOf(_ values: [String]) -> Schema { Schema(["type": "string", "enum": .array(values.map { .string($0) })]) }
    public static func integer(_ range: ClosedRange<Int>? = nil) -> Schema {
        guard let range else { return Schema(["type": "integer"]) }
        return Schema(["type": "integer", "minimum": .int(range.lowerBound), "maximum": .int(range.upperBound)])
    }
    /// Without a largest value: people would read its nineteen digits.
    public static func integer(_ range: PartialRangeFrom<Int>) -> Schema {
        Schema(["type": "integer", "minimum": .int(range.lowerBound)])
    }
    public static func number(_ range: ClosedRange<Double>? = nil) -> Schema {
        guard let range else { return Schema(["type": "number"]) }
        return Schema(["type": "number", "minimum": .double(range.lowerBound), "maximum": .double(range.upperBound)])
    }
    public static let boolean = Schema(["type": "boolean"])
    public static let time = Schema(["type": "string", "format": "date-time"])
    public static let date = Schema(["type": "string", "format": "date"])
    public static let id = Schema(["type": "string", "minLength": 1, "maxLength": 64])
    public static let any = Schema(.object([:]))
    public static let money = Schema.object(["amount": .integer(), "currency": .string(3...3)], required: ["amount", "currency"])
    public static func array(_ items: Schema, _ count: ClosedRange<Int>? = nil) -> Schema {
        var members: [String: JSONValue] = ["type": "array", "items": items.json]
        if let count { members["minItems"] = .int(count.lowerBound); members["maxItems"] = .int(count.upperBound) }
        return Schema(.object(members))
    }
    public static func object(_ properties: [String: Schema], required: [String] = []) -> Schema {
        var members: [String: JSONValue] = ["type": "object", "properties": .object(properties.mapValues(\.json))]
        if !required.isEmpty { members["required"] = .array(required.sorted().map { .string($0) }) }
        return Schema(.object(members))
    }
    /// The same, or null.
    public var orNull: Schema {
        guard case .object(var members) = json, let type = members["type"] else { return self }
        members["type"] = .array([type, "null"])
        // A list of values leaves out what it does not name.
        if let values = members["enum"]?.array { members["enum"] = .array(values + [.null]) }
        return Schema(.object(members))
    }
    /// The parameters of every list, with the limits of `PageRequest`.
    public static let paging: [String: Schema] = ["page": .integer(PageRequest.pages), "perPage": .integer(PageRequest.sizes)]
}
