import Kernel

/// Members of an answer that another second changes although nothing happened: what is left until a time. Entity tags leave them out,
/// otherwise no answer with one would ever be unchanged.
extension Schema {
    private static let varyingWithTime = "x-souk-varies-with-time"

    /// The same number, which entity tags leave out.
    public var varyingWithTime: Schema {
        guard case .object(var members) = json else { return self }
        members[Self.varyingWithTime] = true
        return Schema(.object(members))
    }
    /// The names of all such members, at any depth.
    public var namesVaryingWithTime: Set<String> { Self.names(in: json) }

    private static func names(in json: JSONValue) -> Set<String> {
        if let list = json.array { return list.reduce(into: []) { $0.formUnion(names(in: $1)) } }
        return (json.object ?? [:]).reduce(into: []) { found, member in
            if member.value[varyingWithTime] == true { found.insert(member.key) }
            found.formUnion(names(in: member.value))
        }
    }
}
