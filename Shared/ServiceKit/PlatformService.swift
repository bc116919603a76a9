import Contracts
import Kernel
import Messaging

/// A service of the platform: its name and its contents. Everything else (loops, manifest, docs, tests) is derived from them.
public protocol PlatformService: Sendable {
    /// The name of the executable and prefix of the topics.
    static var name: ServiceName { get }
    static var contents: ServiceContents { get }
}

extension PlatformService {
    /// The handlers by message type, as the loops use them.
    public static func handlerTable() -> HandlerTable {
        var table = HandlerTable()
        let contents = contents
        table.extensions = contents.extensions
        for command in contents.commands { register(command, in: &table) }
        for reaction in contents.reactions { register(reaction, in: &table) }
        for query in contents.queries { register(query, in: &table) }
        for intake in contents.preprocessors { register(intake, in: &table) }
        for upload in contents.uploads { register(upload, in: &table) }
        let checked = Set(contents.routes.filter { $0.handlerNamesMore != nil }.map(\.message))
        for command in contents.commands where checked.contains(command.type) { table.addCheck(of: command.type) }
        for intake in contents.preprocessors where checked.contains(intake.type) { table.addCheck(ofPrepared: intake.type) }
        let opened = contents.features.compactMap(\.opened), applied = contents.features.compactMap(\.tenantApplied)
        if !opened.isEmpty { table.opened = { database, secret in for part in opened { try part(database, secret) } } }
        if !applied.isEmpty {
            table.tenantApplied = { context in
                for part in applied { try part(context) }
                return nil
            }
        }
        return table
    }

    private static func register<C: Command>(_: C.Type, in table: inout HandlerTable) {
        for type in FormerNames.types(of: C.self, now: C.type) {
            table.handlers[type, default: []].append { context in
                let command = try FormerNames.read(C.self, from: context.envelope.value)
                let answer = try command.handle(in: C.Transaction(context))
                return try Reply(answer: answer)
            }
        }
    }
    private static func register<R: Reaction>(_: R.Type, in table: inout HandlerTable) {
        table.eventsConsumed.insert(R.Fact.type)
        table.handlers[R.Fact.type, default: []].append { context in
            let event = try JSON.decode(R.Fact.self, from: context.envelope.value)
            try R().handle(event, in: R.Transaction(context))
            return nil
        }
    }
    private static func register<Q: Query>(_: Q.Type, in table: inout HandlerTable) {
        table.readers[Q.type] = { context in
            let query = try FormerNames.read(Q.self, from: context.envelope.value)
            return try Reply(answer: try query.answer(in: Q.View(context)))
        }
    }
    private static func register<U: Upload>(_: U.Type, in table: inout HandlerTable) {
        for type in FormerNames.types(of: U.self, now: U.type) { table.handlers[type, default: []].append { try U.take(in: $0) } }
    }
    private static func register<I: Preprocessor>(_: I.Type, in table: inout HandlerTable) {
        table.preparers[I.type] = { context in
            let intake = try JSON.decode(I.self, from: context.envelope.value)
            return (I.Prepared.type, try JSON.encode(try intake.prepare(in: context)))
        }
    }

    /// Uses of signing keys that rotate.
    public static var rotatingUses: [String] {
        let lives = contents.signingKeyLives
        return contents.signingKeys.filter { lives[$0] != nil }
    }

    /// The manifest that the service publishes.
    /// - Parameter takesDirectly: publishers are to write their events into this service's log.
    public static func manifest(version: String, sealingKey: SealingKey, takesDirectly: Bool = true) -> Manifest {
        let consumed = handlerTable().eventsConsumed
        let direct = takesDirectly ? consumed.filter { !contents.bulkEvents.contains(Topics.owner(of: $0)) } : []
        return Manifest(service: name, version: version, routes: contents.routes, live: contents.live, sealingKey: sealingKey,
                        consumes: Set(consumed.map { Topics.events(Topics.owner(of: $0)) }).sorted(),
                        publishes: contents.publishes.map { $0.type }.sorted(),
                        direct: Dictionary(grouping: direct.sorted()) { Topics.owner(of: $0).rawValue }, publishesDirectly: true,
                        texts: contents.texts.isEmpty ? nil : contents.texts)
    }
}

/// A service's description on `platform.manifests`, from which the gateway routes, validates and documents.
public struct Manifest: Message, Equatable {
    public static let type: MessageType = "platform.manifest.v1"
    public let service: ServiceName
    public let version: String
    public let routes: [Route]
    /// Live topics for clients; absent: none.
    public let live: [LiveTopic]?
    public let sealingKey: SealingKey
    /// Topics of the events that this service reacts to.
    public let consumes: [String]
    public let publishes: [MessageType]
    /// Publisher → types of its events that this service wants in its own log directly (docs/decisions/0062). What is not here,
    /// its forwarder reads from the topics. Absent: nothing.
    public let direct: [String: [MessageType]]?
    /// The service writes its events into the logs of subscribers that want them. Absent: it is an older program.
    public let publishesDirectly: Bool?
    /// Translations of this service's rejections; absent: none.
    public let texts: FeatureTexts?
    /// The partition count of the service's keys, and a fingerprint of its secret: a replica that differs in either
    /// refuses to start. Absent: unknown.
    public var partitions: Int?
    public var secret: String?
    public init(service: ServiceName, version: String, routes: [Route], live: [LiveTopic]? = nil, sealingKey: SealingKey,
                consumes: [String], publishes: [MessageType], direct: [String: [MessageType]]? = nil, publishesDirectly: Bool? = nil,
                texts: FeatureTexts? = nil, partitions: Int? = nil, secret: String? = nil) {
        (self.direct, self.publishesDirectly) = (direct, publishesDirectly)
        (self.live, self.texts) = (live, texts)
        (self.partitions, self.secret) = (partitions, secret)
        (self.service, self.version, self.routes, self.sealingKey, self.consumes, self.publishes) =
            (service, version, routes, sealingKey, consumes, publishes)
    }
}

/// The public key that the gateway seals fields to.
public struct SealingKey: Codable, Sendable, Equatable {
    public let id: String
    /// X25519, 32 bytes, base64url.
    public let publicKey: String
    public init(id: String, publicKey: String) { (self.id, self.publicKey) = (id, publicKey) }

    public static func id(of service: ServiceName, generation: Int) -> String { "\(service)-sealing-\(generation)" }
    /// The generation that an id contains; nil for another service's id or an invalid one.
    public static func generation(of id: String, service: ServiceName) -> Int? {
        let prefix = "\(service)-sealing-"
        return id.hasPrefix(prefix) ? Int(id.dropFirst(prefix.count)) : nil
    }
}
