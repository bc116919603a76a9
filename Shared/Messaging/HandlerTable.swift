import Contracts
import GRDB
import Kernel

/// The handlers of a service by message type, as the loops need them: without the types of the service.
public struct HandlerTable: Sendable {
    /// Changes rows and answers; several reactions to one event run in their listed order, the last answer counts.
    public typealias Handler = @Sendable (MessageContext) throws -> Reply?
    /// Reads rows and answers.
    public typealias Reader = @Sendable (QueryContext) throws -> Reply
    /// Prepares a message before the log: opens sealed fields, hashes, verifies. Runs outside any transaction, may take long.
    public typealias Preparer = @Sendable (PreprocessorContext) throws -> (type: MessageType, value: [UInt8])

    public var handlers: [MessageType: [Handler]] = [:]
    /// Handlers that only say what is wrong with a request, by the type of the check. They always reject.
    public var checks: [MessageType: [Handler]] = [:]
    public var readers: [MessageType: Reader] = [:]
    public var preparers: [MessageType: Preparer] = [:]
    /// Runs when a tenant's definition has been taken: timers that hang on its settings.
    public var tenantApplied: Handler?
    /// Runs when a shard starts and migrates data of an older release. Must not change anything that a handler can
    /// read.
    public var opened: (@Sendable (Database, ServiceSecret) throws -> Void)?
    /// Events of other services that come in through the forwarder.
    public var eventsConsumed: Set<MessageType> = []
    /// See `HandlerContext.extensions`.
    public var extensions: any Sendable = ()
    public init() {}
}

/// What a query may see: a snapshot of the shard, and who asks.
public final class QueryContext: HandlerContext {
    public let database: Database
    public let envelope: Envelope
    public let now: Timestamp
    public let definition: TenantDefinition
    public let extensions: any Sendable
    /// What queries of this shard keep between questions.
    public let memory: QueryMemory
    /// Whether this query may wait for another one: it runs apart from the loop of quick ones.
    public let mayWait: Bool
    private let secret: ServiceSecret
    private let tenantSecrets: TenantSecrets
    package init(database: Database, envelope: Envelope, now: Timestamp, definition: TenantDefinition, secret: ServiceSecret,
                 extensions: any Sendable = (), memory: QueryMemory = QueryMemory(), mayWait: Bool = true,
                 tenantSecrets: TenantSecrets = TenantSecrets(environment: [:], dataDirectory: ".")) {
        (self.database, self.envelope, self.now, self.definition, self.secret) = (database, envelope, now, definition, secret)
        (self.extensions, self.memory, self.mayWait, self.tenantSecrets) = (extensions, memory, mayWait, tenantSecrets)
    }
    /// A secret that the tenant's settings name. A query signs with it and never answers it. Throws `TenantSecrets.Missing`.
    public func tenantSecret(_ name: String) throws -> String { try tenantSecrets.value(name, of: tenant) }
    public func columnCipher(_ use: String) -> ColumnCipher { ColumnCipher(secret: secret, use: use) }
    public func serviceKey(_ purpose: String) -> [UInt8] { secret.derive("service-key", purpose) }
}

/// What a preprocessor may do: read the shard, open what was sealed for this service, take its time.
public final class PreprocessorContext {
    public let envelope: Envelope
    public let now: Timestamp
    public let definition: TenantDefinition
    private let secret: ServiceSecret
    private let reader: any DatabaseReader
    private let tenantSecrets: TenantSecrets
    public var tenant: TenantID { envelope.tenant }
    public var principal: Principal? { envelope.principal }
    package init(envelope: Envelope, now: Timestamp, definition: TenantDefinition, secret: ServiceSecret, reader: any DatabaseReader,
                 tenantSecrets: TenantSecrets) {
        (self.envelope, self.now, self.definition, self.secret, self.reader) = (envelope, now, definition, secret, reader)
        self.tenantSecrets = tenantSecrets
    }
    /// A secret that the tenant's settings name, for example the key of a provider's webhooks. Throws `TenantSecrets.Missing`.
    public func tenantSecret(_ name: String) throws -> String { try tenantSecrets.value(name, of: tenant) }
    /// Reads the shard as it is now; what is decided must be checked again in the log.
    public func read<T>(_ body: (Database) throws -> T) throws -> T { try reader.read(body) }
    public func serviceKey(_ purpose: String) -> [UInt8] { secret.derive("service-key", purpose) }
    /// The clear text of a sealed field. Throws a 400 rejection when it was not sealed for this service.
    public func open(_ sealed: SealedValue) throws -> String { try secret.open(sealed) }
}
