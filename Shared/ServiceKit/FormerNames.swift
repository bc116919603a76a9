import Contracts
import Kernel

/// A message whose type or fields have other names elsewhere: in the log and the timers of a running system, which were
/// written by an earlier release, or in the API of an app. They are read as the names of today.
public protocol HasFormerNames {
    /// The handler takes messages of these types, too.
    static var formerTypes: [MessageType] { get }
    /// Other name → name of today, for fields at the top of the value. If both are there, the name of today counts.
    static var formerFields: [String: String] { get }
}

extension HasFormerNames {
    public static var formerTypes: [MessageType] { [] }
    public static var formerFields: [String: String] { [:] }
}

enum FormerNames {
    /// The type with its former names.
    static func types(of type: any Any.Type, now name: MessageType) -> [MessageType] {
        [name] + ((type as? any HasFormerNames.Type)?.formerTypes ?? [])
    }

    /// Throws `DecodingError`, as `JSON.decode` does.
    static func read<T: Decodable>(_ type: T.Type, from value: [UInt8]) throws -> T {
        guard let former = (type as? any HasFormerNames.Type)?.formerFields, !former.isEmpty,
            var members = try JSON.decode(JSONValue.self, from: value).object, members.keys.contains(where: { former[$0] != nil })
        else { return try JSON.decode(type, from: value) }
        for (name, today) in former {
            guard let member = members.removeValue(forKey: name) else { continue }
            members[today] = members[today] ?? member
        }
        return try JSONValue.object(members).decoded(as: type)
    }
}
