import Contracts
import Kernel
import Logging
import Messaging
import ServiceKit
import Synchronization

/// What the gateway knows of the platform from its topics: manifests, tenants, clocks. Every change makes a new `TenantDirectory`.
final class PlatformState: Sendable {
    struct State {
        var manifests: [ServiceName: CompiledManifest] = [:]
        /// The bytes of each: until the broker compacts the topic it may hold the same manifest of many starts.
        var manifestBytes: [ServiceName: [UInt8]] = [:]
        var tenants: [TenantID: TenantDefinition] = [:]
        var clocks: [TenantID: TenantClock] = [:]
        var directory = TenantDirectory.empty
        /// Changes are collected: the street is built once per batch of records.
        var isStale = false
    }
    private let state = Mutex(State())
    private let logger: Logger
    let tokens: TokenVerifier
    /// Ended sessions and roles, for open connections.
    enum Ended {
        case session(String)
        case roles(TenantID, user: String, left: Set<String>, at: Timestamp)
    }
    private let onEnded: @Sendable (Ended) -> Void

    init(tokens: TokenVerifier, logger: Logger, onEnded: @escaping @Sendable (Ended) -> Void = { _ in }) {
        (self.tokens, self.logger, self.onEnded) = (tokens, logger, onEnded)
    }

    var directory: TenantDirectory { state.withLock { $0.directory } }
    /// The number of partitions of each service that announces it; the gateway spreads keys over them.
    var partitions: [ServiceName: Int] { state.withLock { $0.manifests.compactMapValues(\.manifest.partitions) } }
    func clock(of tenant: TenantID) -> TenantClock { state.withLock { $0.clock(of: tenant) } }

    /// Takes a record of one of the platform's topics. What cannot be read is told and skipped: one bad record must not stop the gateway.
    func take(_ record: IncomingRecord) {
        let key = String(decoding: record.key ?? [], as: UTF8.self)
        do {
            switch record.topic {
            case Topics.manifests: try takeManifest(key, record.value)
            case Topics.tenants: try takeTenant(key, record.value)
            case Topics.keys: try takeKey(key, record.value)
            default: try takeEvent(record)
            }
        } catch {
            logger.warning("a platform record cannot be read", metadata: ["topic": "\(record.topic)", "key": "\(key)", "error": "\(error)"])
        }
    }

    /// After a batch: what changed becomes visible to requests.
    func publish() {
        state.withLock { state in
            guard state.isStale else { return }
            state.isStale = false
            let services = state.manifests.values.sorted { $0.manifest.service < $1.manifest.service }
            let translations = Translations(services.compactMap(\.manifest.texts))
            let tenants = state.tenants.values.sorted { $0.tenant < $1.tenant }
                .map { MountedTenant($0, clock: state.clock(of: $0.tenant), services: services, translations: translations) }
            let known = Set(state.directory.tenants.values.flatMap(\.conflicts))
            for conflict in tenants.flatMap(\.conflicts) where !known.contains(conflict) {
                logger.error("routes clash and are not served", metadata: ["conflict": "\(conflict)"])
            }
            state.directory = TenantDirectory(tenants, services: services.map(\.manifest.service))
        }
    }

    private func takeManifest(_ key: String, _ value: [UInt8]?) throws {
        guard let value else {
            return state.withLock {
                $0.manifestBytes[ServiceName(key)] = nil
                $0.isStale = $0.manifests.removeValue(forKey: ServiceName(key)) != nil || $0.isStale
            }
        }
        guard state.withLock({ $0.manifestBytes[ServiceName(key)] != value }) else { return }
        let manifest = try JSON.decode(Manifest.self, from: value)
        let known = state.withLock { state in
            state.manifestBytes[ServiceName(key)] = value
            return state.manifests[manifest.service]
        }
        guard known?.manifest != manifest else { return }
        let compiled = CompiledManifest(manifest, logger: logger)
        state.withLock { state in
            state.manifests[manifest.service] = compiled
            state.isStale = true
        }
        logger.info("manifest",
                    metadata: ["service": "\(manifest.service)", "version": "\(manifest.version)", "routes": "\(compiled.routes.count)"])
    }

    private func takeTenant(_ key: String, _ value: [UInt8]?) throws {
        if key.hasPrefix("clock/") {
            // A clock never goes back, so forgetting it means nothing.
            guard let value, let tenant = TenantID(String(key.dropFirst(6))) else { return }
            return clock(of: tenant).advance(to: try JSON.decode(AdvanceClock.self, from: value).offsetMilliseconds)
        }
        guard let tenant = TenantID(key) else { throw Envelope.Malformed("no tenant name") }
        let definition = try value.map { try JSON.decode(ApplyTenant.self, from: $0).definition }
        if let definition, definition.tenant != tenant { throw Envelope.Malformed("a definition of \(definition.tenant)") }
        let isNew = state.withLock { state in
            guard state.tenants[tenant] != definition else { return false }
            state.tenants[tenant] = definition
            state.isStale = true
            return true
        }
        if isNew { logger.info(definition == nil ? "tenant removed" : "tenant", metadata: ["tenant": "\(tenant)"]) }
    }

    private func takeKey(_ kid: String, _ value: [UInt8]?) throws {
        guard let value else { return tokens.forget(kid: kid) }
        let key = try JSON.decode(PublishedKey.self, from: value)
        // Ticket keys and the like are not ours to check with; nobody but `auth` says who is signed in.
        guard key.use == TokenVerifier.keyUse, key.service == TokenVerifier.issuingService else { return }
        guard let raw = Base64URL.decode(key.x), raw.count == 32 else { throw Envelope.Malformed("no Ed25519 key") }
        tokens.learn(kid: key.kid, raw)
    }

    private func takeEvent(_ record: IncomingRecord) throws {
        // Most events are none of our business; the type tells without decoding.
        guard let type = record.headers.first(where: { $0.name == "ce_type" })?.value else { return }
        if type.elementsEqual(SessionRevoked.type.rawValue.utf8) {
            let envelope = try Envelope(record)
            let session = try JSON.decode(SessionRevoked.self, from: envelope.value).sessionId
            tokens.revoke(sid: session, at: record.timestamp)
            onEnded(.session(session))
        } else if type.elementsEqual(RolesChanged.type.rawValue.utf8) {
            let envelope = try Envelope(record)
            let changed = try JSON.decode(RolesChanged.self, from: envelope.value)
            tokens.learn(roles: changed.roles, of: changed.userId.rawValue, in: envelope.tenant, at: envelope.time,
                         recorded: record.timestamp)
            onEnded(.roles(envelope.tenant, user: changed.userId.rawValue, left: Set(changed.roles), at: envelope.time))
        }
    }

    /// What is missing before requests can be served; empty: nothing.
    func missing(expected: [ServiceName]) -> [String] {
        let (known, tenants) = state.withLock { ($0.directory.services, $0.directory.tenants.count) }
        var missing = expected.filter { !known.contains($0) }.map { "the manifest of \($0)" }
        if tenants == 0 { missing.append("a tenant") }
        if !tokens.hasKeys { missing.append("a key that signs access tokens") }
        return missing
    }
}

extension PlatformState.State {
    mutating func clock(of tenant: TenantID) -> TenantClock {
        if let known = clocks[tenant] { return known }
        let made = TenantClock()
        clocks[tenant] = made
        return made
    }
}
