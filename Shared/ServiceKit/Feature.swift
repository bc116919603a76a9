import Contracts
import GRDB
import Kernel
import Messaging
import Storage

/// One subject of one service with everything it declares, on one screen: `<Name>Feature.swift` in the subject's folder,
/// as `extension Feature { static let shops = Feature("shops", …) }`.
public struct Feature: Sendable {
    /// Names the feature in documents: `shops`, `open-orders`.
    public let name: String
    /// In any order: a service applies the migrations of all its features in the order of their recorded names.
    public var migrations: [any Migration.Type]
    public var commands: [any Command.Type]
    /// Commands that only timers of this service send.
    public var timers: [any Command.Type]
    /// Several features may react to one event. Their reactions run in the order of features, in one savepoint.
    public var reactions: [any Reaction.Type]
    public var queries: [any Query.Type]
    public var preprocessors: [any Preprocessor.Type]
    /// Handlers of uploads. A service with uploads has `FileTables` in one migration.
    public var uploads: [any Upload.Type]
    /// Several features may publish one event type.
    public var publishes: [any DomainEvent.Type]
    public var routes: [Route]
    /// What clients may subscribe to.
    public var live: [LiveTopic]
    /// Plugins that a tenant definition may name for this service.
    public var plugins: [PluginDeclaration]
    /// Translations of this feature's rejections.
    public var texts: FeatureTexts
    /// Uses of signing keys whose public halves are published on `platform.keys`. Sign with `context.signingKey(use)`.
    public var signingKeys: [String]
    /// Uses of signing keys that rotate, with the longest lifetime of what they sign: so long the older key still verifies.
    /// Other keys (`context.serviceKey(use)`) never rotate, because what they sign never expires.
    public var signingKeyLives: [String: Duration]
    /// Services that this feature seals texts for (`tx.context.seal(_:for:)`); the forwarder brings their keys into the log.
    public var sealsTo: Set<ServiceName>
    /// Runs when a tenant's definition arrives or changes: sets timers that depend on its settings. The same definition may
    /// arrive twice.
    public var tenantApplied: (@Sendable (MessageContext) throws -> Void)?
    /// Runs when a shard starts, see `HandlerTable.opened`.
    public var opened: (@Sendable (Database, ServiceSecret) throws -> Void)?
    /// Workers beside each shard's writer that call the outside world: senders of messages, callers of providers.
    public var sideEffectWorkers: [any SideEffectWorker.Type]

    public init(_ name: String, migrations: [any Migration.Type] = [], commands: [any Command.Type] = [], timers: [any Command.Type] = [],
                reactions: [any Reaction.Type] = [], queries: [any Query.Type] = [], preprocessors: [any Preprocessor.Type] = [],
                uploads: [any Upload.Type] = [], publishes: [any DomainEvent.Type] = [], routes: [Route] = [], live: [LiveTopic] = [],
                plugins: [PluginDeclaration] = [], texts: [FeatureTexts] = [], signingKeys: [String] = [],
                signingKeyLives: [String: Duration] = [:], sealsTo: Set<ServiceName> = [],
                tenantApplied: (@Sendable (MessageContext) throws -> Void)? = nil,
                opened: (@Sendable (Database, ServiceSecret) throws -> Void)? = nil, sideEffectWorkers: [any SideEffectWorker.Type] = []) {
        (self.name, self.migrations, self.commands, self.timers, self.reactions) = (name, migrations, commands, timers, reactions)
        (self.queries, self.preprocessors, self.uploads, self.publishes) = (queries, preprocessors, uploads, publishes)
        (self.routes, self.live, self.plugins, self.texts) = (routes, live, plugins, FeatureTexts(texts))
        (self.signingKeys, self.signingKeyLives, self.sealsTo) = (signingKeys, signingKeyLives, sealsTo)
        (self.tenantApplied, self.opened, self.sideEffectWorkers) = (tenantApplied, opened, sideEffectWorkers)
    }
}

/// The features of a service, in the order in which documents list their routes and plugins.
public struct ServiceContents: Sendable {
    public let features: [Feature]
    /// Services that publish events in bulk: the forwarder takes them at the writer's pace, so that other events don't wait
    /// behind them (docs/decisions/0008).
    public let bulkEvents: Set<ServiceName>
    /// Republishes the definitions of all tenants on a cluster that lost them. One service does this: one that every tenant
    /// uses.
    public let restoresTenants: Bool
    /// What handlers find in their context besides rows: for example the kinds of apps that features bring (`context.extensions`).
    public let extensions: any Sendable

    public init(features: [Feature], bulkEvents: Set<ServiceName> = [], restoresTenants: Bool = false, extensions: any Sendable = ()) {
        (self.features, self.bulkEvents, self.restoresTenants, self.extensions) = (features, bulkEvents, restoresTenants, extensions)
    }

    /// Sorted by recorded name, whichever feature they belong to.
    public var migrations: [any Migration.Type] { features.flatMap(\.migrations).sorted { $0.name < $1.name } }
    public var commands: [any Command.Type] { features.flatMap { $0.commands + $0.timers } }
    public var reactions: [any Reaction.Type] { features.flatMap(\.reactions) }
    public var queries: [any Query.Type] { features.flatMap(\.queries) }
    public var preprocessors: [any Preprocessor.Type] { features.flatMap(\.preprocessors) }
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
    public var sideEffectWorkers: [any SideEffectWorker.Type] { features.flatMap(\.sideEffectWorkers) }

    /// Names that two features declare although only one may: features, migrations, plugins, handled message types.
    public var clashes: [String] {
        var owners: [String: [String]] = [:]
        for feature in features {
            owners["feature \(feature.name)", default: []].append(feature.name)
            for migration in feature.migrations { owners["migration \(migration.name)", default: []].append(feature.name) }
            for plugin in feature.plugins { owners["plugin \(plugin.name)", default: []].append(feature.name) }
            let answered = (feature.commands + feature.timers).map { $0.type } + feature.queries.map { $0.type }
                + feature.preprocessors.map { $0.type } + feature.uploads.map { $0.type }
            for type in answered { owners["type \(type)", default: []].append(feature.name) }
        }
        return owners.filter { $0.value.count > 1 }.map { "\($0.key): declared by \($0.value.joined(separator: " and "))" }.sorted()
    }
}

/// A plugin's name, and the check of its settings when an operator applies a tenant file.
public struct PluginDeclaration: Sendable {
    public let name: String
    /// Gets the tenant's settings of the service and the whole definition; returns problems as (dotted path below the
    /// service's settings, message).
    public let check: @Sendable (JSONValue, TenantDefinition) -> [(path: String, message: String)]
    /// The settings it reads. If no plugin of a service declares them, the service checks the names itself.
    public let reads: [SettingsReading]
    /// Properties that the settings add to schemas of the service's routes: name of the place → JSON Schema by the field's name.
    public let fields: @Sendable (TenantDefinition) -> [String: [String: Schema]]
    public init(_ name: String, reads: [SettingsReading] = [],
                check: @escaping @Sendable (JSONValue, TenantDefinition) -> [(path: String, message: String)] = { _, _ in [] },
                fields: @escaping @Sendable (TenantDefinition) -> [String: [String: Schema]] = { _ in [:] }) {
        (self.name, self.reads, self.fields, self.check) = (name, reads, fields, check)
    }
}
