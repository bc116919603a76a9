import Contracts
import GRDB
import Kernel
import Messaging

/// A request to change something: the payload and its handler in one type, one file, one name.
///
/// The handler is synchronous and deterministic: rows, time, ids and effects come from `tx`. It throws `Rejection` if a
/// rule says no; the message of any other error becomes a dead letter.
public protocol Command<Transaction>: Message {
    associatedtype Transaction: ServiceTransaction
    associatedtype Answer: Encodable & Sendable
    func handle(in tx: Transaction) throws -> Answer
}

/// Handles an event of another service. Several features may react to the same event.
public protocol Reaction<Transaction>: Sendable {
    associatedtype Transaction: ServiceTransaction
    associatedtype Fact: DomainEvent
    init()
    func handle(_ event: Fact, in tx: Transaction) throws
}

/// A read-only request, answered from a snapshot of the rows without the writer.
public protocol Query<View>: Decodable, Sendable {
    associatedtype View: ServiceView
    associatedtype Answer: Encodable & Sendable
    static var type: MessageType { get }
    func answer(in view: View) throws -> Answer
}

/// Slow or secret work before the log (hashing a password, opening sealed fields). Its result is a command with the same
/// id and caller. The requests come from the topic `<service>.intake`.
public protocol Preprocessor<Prepared>: Decodable, Sendable {
    associatedtype Prepared: Message
    static var type: MessageType { get }
    func prepare(in context: PreprocessorContext) throws -> Prepared
}

/// What handlers and queries of one service both work with: its stores over the tenant's rows, the tenant's time and settings, and who
/// asks. Each service has a protocol of its own that refines this one; what both may use is an extension of that protocol.
public protocol ServiceScope {
    associatedtype Context: HandlerContext
    var context: Context { get }
}

extension ServiceScope {
    public var database: Database { context.database }
    public var tenant: TenantID { context.tenant }
    /// The tenant's time. Never `Date()`.
    public var now: Timestamp { context.now }
    public var definition: TenantDefinition { context.definition }
    public var principal: Principal? { context.principal }
    /// The languages in which a text for the caller is looked for: the one asked for, then those of the app.
    public var languages: [String] { definition.languages(first: context.askedLanguage) }
    /// The language of an answer.
    public var language: String { languages.first ?? "en" }

    /// The caller. Throws 401 for a guest.
    public func user() throws -> Principal {
        guard let principal = context.principal else { throw Rejection.unauthenticated }
        return principal
    }
    /// Throws 403 unless one of the caller's roles has the permission.
    public func require(permission: String) throws {
        guard definition.permissions(of: try user().roles).contains(permission) else { throw Rejection.forbidden(without: permission) }
    }
}

/// What commands and reactions of one service use: its stores, and effects through the message's context.
public protocol ServiceTransaction: ServiceScope where Context == MessageContext {
    init(_ context: MessageContext)
}

extension ServiceTransaction {
    /// Id of the current message; keep it to answer later.
    public var messageID: String { context.envelope.id }

    /// A new id; the same on replay.
    public func newID<Entity>(of: Entity.Type = Entity.self) -> Identifier<Entity> { Identifier(rawValue: context.newID()) }
    /// 32 secret bytes; the same on replay, unknown to readers of the log.
    public func secretBytes(for purpose: String) -> [UInt8] { context.secretBytes(for: purpose) }
    public func publish(_ event: some DomainEvent) throws { try context.publish(event) }
    /// Sends a command to the service that owns it, given by its type's prefix.
    public func send(_ command: some Message) throws { try context.send(command) }
    /// Sets or moves the timer with this id. At that time (or when the virtual clock reaches it) this service handles the
    /// command.
    public func schedule(_ id: String, at due: Timestamp, _ message: some Message) throws { try context.schedule(id, at: due, message) }
    public func cancelTimer(_ id: String) { context.cancelTimer(id) }
    /// Answers a request whose handler answered `Deferred`.
    public func answer(_ requestID: String, with value: some Encodable) throws { context.answer(requestID, with: try Reply(answer: value)) }
    public func answer(_ requestID: String, with rejection: Rejection) { context.answer(requestID, with: Reply(rejection)) }
    /// Runs `part` in a savepoint. If it throws a `Rejection`, its effects are rolled back and the message continues.
    public func savepoint<Made>(_ part: () throws -> Made) throws -> Result<Made, Rejection> { try context.savepoint(part) }
    /// The tenant's settings of this service. Throws `DecodingError` if they don't fit the type, which `souk tenant apply`
    /// prevents.
    public func settings<T: Decodable & Sendable>(as type: T.Type = T.self) throws -> T {
        try definition.settings(of: context.service.rawValue)
    }
}

/// What queries of one service use.
public protocol ServiceView: ServiceScope where Context == QueryContext {
    init(_ context: QueryContext)
}

// MARK: - Answers

/// An answer that is more than "200 with this body".
public protocol AnswerShape: Encodable {
    func reply() throws -> Reply
}

/// 201 with `Location` (a path below the tenant's base path).
public struct Created<Body: Encodable & Sendable>: AnswerShape, Sendable {
    public let body: Body
    public let location: String
    public init(_ body: Body, at location: String) { (self.body, self.location) = (body, location) }
    public func reply() throws -> Reply { Reply(status: 201, body: try JSON.encode(body), location: location) }
    public func encode(to encoder: any Encoder) throws { try body.encode(to: encoder) }
}

/// Any status with a body; `secret` seals the body to the asking gateway and encrypts it where it is stored.
public struct Answer<Body: Encodable & Sendable>: AnswerShape, Sendable {
    public var status: Int
    public var body: Body
    public var location: String?
    public var isSecret: Bool
    public init(_ body: Body, status: Int = 200, location: String? = nil, secret: Bool = false) {
        (self.body, self.status, self.location, isSecret) = (body, status, location, secret)
    }
    public func reply() throws -> Reply { Reply(status: status, body: try JSON.encode(body), location: location, isSecret: isSecret) }
    public func encode(to encoder: any Encoder) throws { try body.encode(to: encoder) }
}

/// 204, without a body.
public struct NoContent: AnswerShape, Sendable {
    public init() {}
    public func reply() throws -> Reply { Reply(status: 204, body: []) }
    public func encode(to encoder: any Encoder) throws {}
}

/// A later message brings the answer (`tx.answer(requestID, with:)`). Create it by `tx.deferred()`.
public struct Deferred: AnswerShape, Sendable {
    public func reply() throws -> Reply { Reply(status: 202, body: []) }
    public func encode(to encoder: any Encoder) throws {}
}

extension ServiceTransaction {
    /// Defers the answer: store `messageID`, and set a timer that answers if nothing else does.
    public func deferred() -> Deferred {
        context.deferAnswer()
        return Deferred()
    }
}

/// Bytes other than JSON: an image, a calendar.
public struct Binary: AnswerShape, Sendable {
    public let bytes: [UInt8]
    public let contentType: String
    public let cacheControl: String?
    /// As `Reply.fileName`.
    public let fileName: String?
    public init(_ bytes: [UInt8], contentType: String, cacheControl: String? = nil, fileName: String? = nil) {
        (self.bytes, self.contentType, self.cacheControl, self.fileName) = (bytes, contentType, cacheControl, fileName)
    }
    public func reply() throws -> Reply {
        Reply(status: 200, body: bytes, contentType: contentType, cacheControl: cacheControl, fileName: fileName)
    }
    public func encode(to encoder: any Encoder) throws {}
}

/// A page of a list: `{"data": […], "meta": {"page", "perPage", "total", "lastPage", …}}`.
public struct Page<Item: Encodable & Sendable>: Encodable, Sendable {
    public let data: [Item]
    public let meta: [String: JSONValue]
    /// `data` holds the page's entries; `total` counts all entries.
    public init(_ data: [Item], _ request: PageRequest, total: Int, meta: [String: JSONValue] = [:]) {
        self.data = data
        let last = max(1, (total + request.perPage - 1) / request.perPage)
        self.meta = meta.merging(
            ["page": .int(request.page), "perPage": .int(request.perPage), "total": .int(total), "lastPage": .int(last)]) { _, own in own }
    }
}

/// `?page=` from 1 and `?perPage=` 1–100 (20).
public struct PageRequest: Sendable {
    public let page: Int
    public let perPage: Int
    public static let pages = 1...1_000_000
    public static let sizes = 1...100
    /// - Parameter standard: the page size if the request names none; a list with at most this many entries fits on one
    ///   page.
    /// Throws 422 for numbers out of range.
    public init(page: Int?, perPage: Int?, standard: Int = 20) throws {
        var check = Validation()
        self.init(page: page, perPage: perPage, standard: standard, &check)
        try check.check()
    }
    /// For lists that check more than their pages: the caller names everything that is wrong at once.
    public init(page: Int?, perPage: Int?, standard: Int = 20, _ check: inout Validation) {
        self.page = check.number("page", page ?? 1, Self.pages) ?? 1
        self.perPage = if let perPage { check.number("perPage", perPage, Self.sizes) ?? standard } else { standard }
    }
    public var offset: Int { (page - 1) * perPage }
}

extension Reply {
    /// The reply for an answer: 200 with its JSON unless the answer overrides it.
    public init(answer: some Encodable) throws {
        if let shape = answer as? any AnswerShape { self = try shape.reply() } else {
            self.init(status: 200, body: try JSON.encode(answer))
        }
    }
}
