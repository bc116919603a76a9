import Kernel

/// The settings that a plugin reads. A setting that no plugin of the service reads is an error in the tenant file.
public enum SettingsReading: Sendable {
    /// Everything that this type decodes from the settings below a dotted path (empty: from all settings).
    case values(any (Decodable & Sendable).Type, at: String = "")
    /// These names and everything below them.
    case names([String])

    /// Dotted paths of settings that no plugin reads; only the topmost of each.
    package static func unread(in settings: JSONValue, by readings: [SettingsReading]) -> [String] {
        guard !readings.isEmpty else { return [] }  // The service looks at the names itself.
        let named = Set(readings.flatMap(\.names))
        var found: [String] = []
        func look(at value: JSONValue, _ path: [String]) {
            for (key, inner) in children(of: value) {
                let here = path + [key]
                if path.isEmpty, named.contains(key) { continue }  // And whatever stands below.
                if case .object = value, !readings.contains(where: { $0.reads(here, in: settings) }) {
                    found.append(here.joined(separator: "."))
                } else {
                    look(at: inner, here)
                }
            }
        }
        look(at: settings, [])
        return found
    }

    private static func children(of value: JSONValue) -> [(key: String, value: JSONValue)] {
        switch value {
        case .object(let members): members.sorted { $0.key < $1.key }
        case .array(let values): values.enumerated().map { (String($0.offset), $0.element) }
        case .null, .bool, .int, .double, .string: []
        }
    }

    private var names: [String] {
        switch self {
        case .names(let names): names
        case .values: []
        }
    }

    /// Nested too deeply to be a setting.
    private static let nonsense = JSONValue.array([.array([.array([.array([])])])])

    private func reads(_ path: [String], in settings: JSONValue) -> Bool {
        switch self {
        case .names: return false  // Looked at before.
        case .values(let type, let place):
            let start = place.split(separator: ".").map(String.init)
            guard path.count > start.count else { return Array(start.prefix(path.count)) == path }
            guard Array(path.prefix(start.count)) == start, let own = start.reduce(Optional(settings), { $0?[$1] }) else { return false }
            // A type that reads this setting fails on nonsense in its place.
            return !Self.fits(own.replacing(path.dropFirst(start.count), with: Self.nonsense), type) || !Self.fits(own, type)
        }
    }
    /// Whether a type can be read of a value.
    public static func fits(_ value: JSONValue, _ type: any (Decodable & Sendable).Type) -> Bool {
        func decodes<T: Decodable & Sendable>(_: T.Type) -> Bool { (try? value.decoded(as: T.self)) != nil }
        return decodes(type)
    }
}

extension JSONValue {
    fileprivate func replacing(_ path: ArraySlice<String>, with new: JSONValue) -> JSONValue {
        guard let key = path.first else { return new }
        switch self {
        case .object(var members):
            members[key] = members[key]?.replacing(path.dropFirst(), with: new)
            return .object(members)
        case .array(var values):
            guard let index = Int(key), values.indices.contains(index) else { return self }
            values[index] = values[index].replacing(path.dropFirst(), with: new)
            return .array(values)
        case .null, .bool, .int, .double, .string: return self
        }
    }
}
