import Kernel
import Synchronization

/// Caches the decoded settings of one definition: decoding a large policy takes a millisecond, and every message needs it.
/// Copies of a definition share it; a definition whose settings are changed gets a new one.
final class ReadSettings: Sendable, Equatable {
    private struct Key: Hashable {
        let service: String
        let type: ObjectIdentifier
    }
    private let values = Mutex<[Key: any Sendable]>([:])

    func value<T: Sendable>(of service: String, _ read: () throws -> T) rethrows -> T {
        let key = Key(service: service, type: ObjectIdentifier(T.self))
        if let known = values.withLock({ $0[key] }) as? T { return known }
        let value = try read()
        values.withLock { $0[key] = value }
        return value
    }

    /// Says nothing about a definition: what was read follows from its settings.
    static func == (_: ReadSettings, _: ReadSettings) -> Bool { true }
}

extension TenantDefinition {
    /// One service's settings, read as its own type; an empty object when the tenant has none. Decoded once per definition.
    /// Throws `DecodingError` when they do not fit (they are checked when the tenant file is applied).
    public func settings<T: Decodable & Sendable>(of service: String, as type: T.Type = T.self) throws -> T {
        try read.value(of: service) { try (settings[service] ?? .object([:])).decoded(as: T.self) }
    }
    /// The same for types that read the definition in their own way.
    public func settings<T: Sendable>(of service: String, _ read: (TenantDefinition) throws -> T) rethrows -> T {
        try self.read.value(of: service) { try read(self) }
    }
}
