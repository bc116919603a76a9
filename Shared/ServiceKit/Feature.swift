import Contracts
import GRDB
import Kernel
import Messaging
import Storage

/// One subject of one service and everything it declares. It fits on one screen: `<Name>Feature.swift` in the folder of the subject,
/// as `extension Feature { static let shops = Feature("shops", …) }`.
public struct Feature: Sendable {
    /// Names the feature in documents: `shops`, `ticket-sales`.
    public let name: String
    /// In any order: a service applies the migrations of all its features in the order of their recorded names.
    public var migrations: [any Migration.Type]
    public var commands: [any Command.Type]
    /// Commands that only timers of this service send.
    public var timers: [any Command.Type]
    /// Several features may react to one event. Their reactions run in the order of features, in one savepoint.
    public var reactions: [any Reaction.Type]
    public var queries: [any Query.Type]
    public var intakes: [any Intake.Type]
    /// Files that come in parts. A service with uploads has `FileTables` in one migration.
    public var uploads: [any Upload.Type]
    /// Several features may publish one event type.
    public var publishes: [any DomainEvent.Type]
    public var routes: [Route]
    /// What clients may watch as it happens.
    public var live: [LiveTopic]
    /// Plugins that a tenant definition may name for this service.
    public var plugins: [PluginDeclaration]
    /// What people read in other languages when this feature refuses something.
    public var texts: FeatureTexts
    /// Uses of signing keys whose public halves are published on `platform.keys`. Sign with `context.signingKey(use)`.
    public var signingKeys: [String]
    /// Uses of signing keys that rotate, and how long after a rotation the older key must still verify: the longest life of what it signed.
    /// Keys that are not named here sign for good (`context.serviceKey(use)`): what they signed has no end.
    public var signingKeyLives: [String: Duration]
    /// Services this feature sends sealed texts to (`tx.context.seal(_:for:)`): their keys are brought into the service's log.
    public var sealsTo: Set<ServiceName>
    /// Runs when a tenant's definition has come into the shard, for the first time or changed: sets timers that hang on its settings.
    /// A definition may come again as it was.
    public var tenantApplied: (@Sendable (MessageContext) throws -> Void)?
    /// Runs when a shard starts, see `HandlerTable.opened`.
    public var opened: (@Sendable (Database, ServiceSecret) throws -> Void)?
    /// What runs beside each shard's writer and talks to the world: senders of messages.
    public var outsideWork: [any OutsideWork.Type]

    public init(_ name: String, migrations: [any Migration.Type] = [], commands: [any Command.Type] = [], timers: [any Command.Type] = [],
                reactions: [any Reaction.Type] = [], queries: [any Query.Type] = [], intakes: [any Intake.Type] = [],
                uploads: [any Upload.Type] = [], publishes: [any DomainEvent.Type] = [], routes: [Route] = [], live: [LiveTopic] = [],
                plugins: [PluginDeclaration] = [], texts: [FeatureTexts] = [], signingKeys: [String] = [],
                signingKeyLives: [String: Duration] = [:], sealsTo: Set<ServiceName> = [],
                tenantApplied: (@Sendable (MessageContext) throws -> Void)? = nil,
                opened: (@Sendable (Database, ServiceSecret) throws -> Void)? = nil, outsideWork: [any OutsideWork.Type] = []) {
        (self.name, self.migrations, self.commands, self.timers, self.reactions) = (name, migrations, commands, timers, reactions)
        (self.queries, self.intakes, self.uploads, self.publishes) = (queries, intakes, uploads, publishes)
        (self.routes, self.live, self.plugins, self.texts) = (routes, live, plugins, FeatureTexts(texts))
        (self.signingKeys, self.signingKeyLives, self.sealsTo) = (signingKeys, signingKeyLives, sealsTo)
        (self.tenantApplied, self.opened, self.outsideWork) = (tenantApplied, opened, outsideWork)
    }
}

/// The table of contents of a service: its features, in the order of their routes and plugins in documents.
public struct ServiceContents: Sendable {
    public let features: [Feature]
    /// Services whose events may come by the hundred thousand and are in no hurry: they are taken in step with the writer, so that
    /// others' never wait long behind them (docs/decisions/0008).
    public let bulkEvents: Set<ServiceName>
    /// Publishes the definitions of all tenants again on a cluster that lost them. One service of a platform does: one that every tenant uses.
    public let restoresTenants: Bool

    public init(features: [Feature], bulkEvents: Set<ServiceName> = [], restoresTenants: Bool = false) {
        (self.features, self.bulkEvents, self.restoresTenants) = (features, bulkEvents, restoresTenants)
    }

    /// Sorted by recorded name: that is their order, whatever feature they belong to.
    public var migrations: [any Migration.Type] { features.flatMap(\.migrations).sorted { $0.name < $1.name } }
    public var commands: [any Command.Type] { features.flatMap { $0.commands + $0.timers } }
    public var reactions: [any Reaction.Type] { features.flatMap(\.reactions) }
    public var queries: [any Query.Type] { features.flatMap(\.queries) }
    public var intakes: [any Intake.Type] { features.flatMap(\.intakes) }
    public var uploads: [any Upload.Type] { features.flatMap(\.uploads) }
    /// Each type once, even if several features publish it.
    public var publishes: [any DomainEvent.Type] {
        var seen: Set<MessageType> = []
        return features.flatMap(\.publishes).filter { seen.insert($0.type).inserted }
    }
    public var routes: [Route] { features.flatMap(\.routes) }
    public var live: [LiveTopic] { features.flatMap(\.live) }
    public var plugins: [PluginDeclaration] { features.flatMap(\.plugins) }
    public var texts: FeatureTexts { FeatureTexts(features.map(\.texts)) }
    public var signingKeys: [String] { features.flatMap(\.signingKeys) }
    /// The longer life, if two features name one use.
    public var signingKeyLives: [String: Duration] {
        features.reduce(into: [:]) { lives, feature in lives.merge(feature.signingKeyLives) { max($0, $1) } }
    }
    public var sealsTo: Set<ServiceName> { features.reduce(into: []) { $0.formUnion($1.sealsTo) } }
    public var outsideWork: [any OutsideWork.Type] { features.flatMap(\.outsideWork) }

    /// What two features both declare though only one may: a feature, a migration, a plugin, or a type that one handler answers.
    public var clashes: [String] {
        var owners: [String: [String]] = [:]
        for feature in features {
            owners["feature \(feature.name)", default: []].append(feature.name)
            for migration in feature.migrations { owners["migration \(migration.name)", default: []].append(feature.name) }
            for plugin in feature.plugins { owners["plugin \(plugin.name)", default: []].append(feature.name) }
            let answered = (feature.commands + feature.timers).map { $0.type } + feature.queries.map { $0.type }
                + feature.intakes.map { $0.type } + feature.uploads.map { $0.type }
            for type in answered { owners["type \(type)", default: []].append(feature.name) }
        }
        return owners.filter { $0.value.count > 1 }.map { "\($0.key): declared by \($0.value.joined(separator: " and "))" }.sorted()
    }
}

/// A plugin by name, and how its part of a tenant's settings is checked when the tenant file is applied.
public struct PluginDeclaration: Sendable {
    public let name: String
    /// Gets the service's settings of the tenant and the whole definition; answers problems as (dotted path below the service's
    /// settings, message).
    public let check: @Sendable (JSONValue, TenantDefinition) -> [(path: String, message: String)]
    /// What it reads of the settings. A service none of whose plugins says so checks the names itself.
    public let reads: [SettingsReading]
    public init(_ name: String, reads: [SettingsReading] = [],
                check: @escaping @Sendable (JSONValue, TenantDefinition) -> [(path: String, message: String)] = { _, _ in [] }) {
        (self.name, self.reads, self.check) = (name, reads, check)
    }
}
