import Contracts
import GRDB
import Kernel
import Messaging
import Storage

/// A service of the platform: its name and its contents. Everything else (loops, manifest, docs, tests) is derived from them.
public protocol PlatformService: Sendable {
    associatedtype Transaction: ServiceTransaction
    associatedtype View: ServiceView
    /// Of the executable and the topics.
    static var name: ServiceName { get }
    static var contents: ServiceContents<Transaction, View> { get }
}

/// The table of contents of a service, on one screen.
public struct ServiceContents<Transaction: ServiceTransaction, View: ServiceView>: Sendable {
    public var migrations: [any Migration.Type]
    public var commands: [any Command<Transaction>.Type]
    public var reactions: [any Reaction<Transaction>.Type]
    public var queries: [any Query<View>.Type]
    public var intakes: [any Intake.Type]
    /// Files that come in parts. A service with uploads has `FileTables` in a migration.
    public var uploads: [any Upload<Transaction>.Type]
    public var publishes: [any DomainEvent.Type]
    public var routes: [Route]
    /// What clients may watch as it happens.
    public var live: [LiveTopic]
    /// Plugins a tenant definition may name for this service, with a check of its settings (nil: fine, else what is wrong).
    public var plugins: [PluginDeclaration]
    /// What people read in other languages when this service refuses something.
    public var texts: FeatureTexts
    /// Uses of signing keys whose public halves are published on `platform.keys`. Sign with `context.signingKey(use)`.
    public var signingKeys: [String]
    /// Uses of signing keys that rotate, and how long after a rotation the older key must still verify: the longest life of what it signed.
    /// Keys that are not named here sign for good (`context.serviceKey(use)`): what they signed has no end.
    public var signingKeyLives: [String: Duration]
    /// Services this one sends sealed texts to (`tx.context.seal(_:for:)`): their keys are brought into its log.
    public var sealsTo: Set<ServiceName>
    /// Services whose events may come by the hundred thousand and are in no hurry: they are taken in step with the writer, so that others' never wait long
    /// behind them (docs/decisions/0008).
    public var bulkEvents: Set<ServiceName>
    /// Publishes the definitions of all tenants again on a cluster that lost them. One service of a platform does: one that every tenant uses.
    public var restoresTenants: Bool
    /// Runs when a tenant's definition has come into the shard, for the first time or changed: sets timers that hang on its settings. A definition may
    /// come again as it was.
    public var tenantApplied: (@Sendable (Transaction) throws -> Void)?
    /// Runs when a shard starts, see `HandlerTable.opened`.
    public var opened: (@Sendable (Database, ServiceSecret) throws -> Void)?
    /// What runs beside each shard's writer and talks to the world: senders of messages.
    public var outsideWork: [any OutsideWork.Type]

    public init(migrations: [any Migration.Type], commands: [any Command<Transaction>.Type], reactions: [any Reaction<Transaction>.Type] = [],
                queries: [any Query<View>.Type] = [], intakes: [any Intake.Type] = [], uploads: [any Upload<Transaction>.Type] = [],
                publishes: [any DomainEvent.Type] = [], routes: [Route] = [], live: [LiveTopic] = [],
                plugins: [PluginDeclaration] = [], texts: [FeatureTexts] = [], signingKeys: [String] = [], signingKeyLives: [String: Duration] = [:], sealsTo: Set<ServiceName> = [],
                bulkEvents: Set<ServiceName> = [], restoresTenants: Bool = false,
                tenantApplied: (@Sendable (Transaction) throws -> Void)? = nil,
                opened: (@Sendable (Database, ServiceSecret) throws -> Void)? = nil,
                outsideWork: [any OutsideWork.Type] = []) {
        (self.migrations, self.commands, self.reactions, self.queries) = (migrations, commands, reactions, queries)
        (self.intakes, self.publishes, self.routes, self.plugins, self.signingKeys) = (intakes, publishes, routes, plugins, signingKeys)
        (self.uploads, self.live, self.signingKeyLives, self.sealsTo, self.outsideWork) = (uploads, live, signingKeyLives, sealsTo, outsideWork)
        (self.bulkEvents, self.restoresTenants, self.texts) = (bulkEvents, restoresTenants, FeatureTexts(texts))
        (self.tenantApplied, self.opened) = (tenantApplied, opened)
    }
}

/// A plugin by name, and how its part of a tenant's settings is checked when the tenant file is applied.
public struct PluginDeclaration: Sendable {
    public let name: String
    /// Gets the service's settings of the tenant and the whole definition; answers problems as (dotted path below the service's settings, message).
    public let check: @Sendable (JSONValue, TenantDefinition) -> [(path: String, message: String)]
    /// What it reads of the settings. A service none of whose plugins says so checks the names itself.
    public let reads: [SettingsReading]
    public init(_ name: String, reads: [SettingsReading] = [], check: @escaping @Sendable (JSONValue, TenantDefinition) -> [(path: String, message: String)] = { _, _ in [] }) {
        (self.name, self.reads, self.check) = (name, reads, check)
    }
}

extension PlatformService {
    /// The handlers without their types, as the loops take them.
    public static func handlerTable() -> HandlerTable {
        var table = HandlerTable()
        for command in contents.commands { register(command, in: &table) }
        for reaction in contents.reactions { register(reaction, in: &table) }
        for query in contents.queries { register(query, in: &table) }
        for intake in contents.intakes { register(intake, in: &table) }
        for upload in contents.uploads { register(upload, in: &table) }
        table.opened = contents.opened
        if let applied = contents.tenantApplied {
            table.tenantApplied = { context in
                try applied(Transaction(context))
                return nil
            }
        }
        return table
    }

    private static func register<C: Command<Transaction>>(_: C.Type, in table: inout HandlerTable) {
        table.handlers[C.type, default: []].append { context in
            let command = try JSON.decode(C.self, from: context.envelope.value)
            let answer = try command.handle(in: Transaction(context))
            return try Reply(answer: answer)
        }
    }
    private static func register<R: Reaction<Transaction>>(_: R.Type, in table: inout HandlerTable) {
        table.eventsConsumed.insert(R.Fact.type)
        table.handlers[R.Fact.type, default: []].append { context in
            let event = try JSON.decode(R.Fact.self, from: context.envelope.value)
            try R().handle(event, in: Transaction(context))
            return nil
        }
    }
    private static func register<Q: Query<View>>(_: Q.Type, in table: inout HandlerTable) {
        table.readers[Q.type] = { context in
            let query = try JSON.decode(Q.self, from: context.envelope.value)
            return try Reply(answer: try query.answer(in: View(context)))
        }
    }
    private static func register<U: Upload<Transaction>>(_: U.Type, in table: inout HandlerTable) {
        table.handlers[U.type, default: []].append { try U.take(in: $0) }
    }
    private static func register<I: Intake>(_: I.Type, in table: inout HandlerTable) {
        table.preparers[I.type] = { context in
            let intake = try JSON.decode(I.self, from: context.envelope.value)
            return (I.Prepared.type, try JSON.encode(try intake.prepare(in: context)))
        }
    }

    /// Uses of signing keys that rotate.
    public static var rotatingUses: [String] { contents.signingKeys.filter { contents.signingKeyLives[$0] != nil } }

    /// What the service tells the platform about itself.
    public static func manifest(version: String, sealingKey: SealingKey) -> Manifest {
        let table = handlerTable()
        return Manifest(service: name, version: version, routes: contents.routes, live: contents.live, sealingKey: sealingKey,
                        consumes: Set(table.eventsConsumed.map { Topics.events(Topics.owner(of: $0)) }).sorted(),
                        publishes: contents.publishes.map { $0.type }.sorted(), texts: contents.texts.isEmpty ? nil : contents.texts)
    }
}

/// A service about itself, on `platform.manifests`: what the gateway routes, validates and documents by.
public struct Manifest: Message, Equatable {
    public static let type: MessageType = "platform.manifest.v1"
    public let service: ServiceName
    public let version: String
    public let routes: [Route]
    /// What clients may watch; absent: nothing.
    public let live: [LiveTopic]?
    public let sealingKey: SealingKey
    /// Event topics this service's forwarder reads.
    public let consumes: [String]
    public let publishes: [MessageType]
    /// What people read in other languages when this service refuses something; absent: nothing of its own.
    public let texts: FeatureTexts?
    /// The partition count of the service's keys, and a fingerprint of its secret: a replica that differs in either
    /// refuses to start. Absent: unknown.
    public var partitions: Int?
    public var secret: String?
    public init(service: ServiceName, version: String, routes: [Route], live: [LiveTopic]? = nil, sealingKey: SealingKey, consumes: [String], publishes: [MessageType],
                texts: FeatureTexts? = nil, partitions: Int? = nil, secret: String? = nil) {
        (self.live, self.texts) = (live, texts)
        (self.partitions, self.secret) = (partitions, secret)
        (self.service, self.version, self.routes, self.sealingKey, self.consumes, self.publishes) = (service, version, routes, sealingKey, consumes, publishes)
    }
}

/// The public half of the key that fields are sealed to.
public struct SealingKey: Codable, Sendable, Equatable {
    public let id: String
    /// X25519, 32 bytes, base64url.
    public let publicKey: String
    public init(id: String, publicKey: String) { (self.id, self.publicKey) = (id, publicKey) }

    public static func id(of service: ServiceName, generation: Int) -> String { "\(service)-sealing-\(generation)" }
    /// The generation an id tells; nil when it is another service's or no such id.
    public static func generation(of id: String, service: ServiceName) -> Int? {
        let prefix = "\(service)-sealing-"
        return id.hasPrefix(prefix) ? Int(id.dropFirst(prefix.count)) : nil
    }
}
