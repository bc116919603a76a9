import Contracts
import Kernel

/// Properties that an app adds to a schema of a service. The service names the place, the tenant's definition holds the properties.
extension Schema {
    private static let place = "x-souk-fields"

    /// The same object with the properties that tenants have under this name (`TenantDefinition.fields`).
    public func withFields(of name: String) -> Schema {
        guard case .object(var members) = json else { return self }
        members[Self.place] = .string(name)
        return Schema(.object(members))
    }

    /// Whether a tenant may add properties, at any depth.
    public var hasFields: Bool { Self.hasFields(json) }
    private static func hasFields(_ json: JSONValue) -> Bool {
        switch json {
        case .object(let members): members[place] != nil || members.values.contains(where: hasFields)
        case .array(let values): values.contains(where: hasFields)
        case .null, .bool, .int, .double, .string: false
        }
    }

    /// The schema as a tenant has it. A property of the service wins over one of the tenant.
    public func withFields(of definition: TenantDefinition) -> Schema { Schema(Self.filled(json, definition)) }
    private static func filled(_ json: JSONValue, _ definition: TenantDefinition) -> JSONValue {
        switch json {
        case .object(let members):
            var filled = members.mapValues { Self.filled($0, definition) }
            guard let name = filled.removeValue(forKey: place)?.string else { return .object(filled) }
            let own = filled["properties"]?.object ?? [:]
            filled["properties"] = .object(own.merging(definition.fields?[name]?.object ?? [:]) { own, _ in own })
            return .object(filled)
        case .array(let values): return .array(values.map { Self.filled($0, definition) })
        case .null, .bool, .int, .double, .string: return json
        }
    }
}
