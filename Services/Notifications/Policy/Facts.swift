import Kernel

/// What a candidate brings along, as nested JSON; asked for by dotted path: `event.startDate`.
package struct Facts: Hashable, Sendable, Codable {
    package var members: [String: JSONValue]
    package init(_ members: [String: JSONValue] = [:]) { self.members = members }
    package init(from decoder: any Decoder) throws { members = try [String: JSONValue](from: decoder) }
    package func encode(to encoder: any Encoder) throws { try members.encode(to: encoder) }

    package subscript(_ path: String) -> JSONValue? {
        if let direct = members[path] { return direct }
        guard path.utf8.contains(46) else { return nil }
        var value: JSONValue = .object(members)
        var rest = path[...]
        while !rest.isEmpty {
            let dot = rest.utf8.firstIndex(of: 46) ?? rest.endIndex
            if dot > rest.startIndex {
                guard let next = value[String(rest[..<dot])] else { return nil }
                value = next
            }
            rest = dot < rest.endIndex ? rest[rest.utf8.index(after: dot)...] : rest[rest.endIndex...]
        }
        return value
    }
    /// Puts a value at a path, making the objects on the way.
    package mutating func set(_ path: String, _ value: JSONValue) { Self.place(value, at: path.utf8[...], in: &members) }
    private static func place(_ value: JSONValue, at path: Substring.UTF8View, in members: inout [String: JSONValue]) {
        let path = path.drop { $0 == dot }
        let end = path.firstIndex(of: dot) ?? path.endIndex
        guard end > path.startIndex else { return }
        let name = String(Substring(path[..<end])), deeper = path[end...].drop { $0 == dot }
        guard !deeper.isEmpty else { return members[name] = value }
        var inner = members[name]?.object ?? [:]
        place(value, at: deeper, in: &inner)
        members[name] = .object(inner)
    }
    private static let dot = UInt8(ascii: ".")
    package func time(_ path: String) -> Timestamp? { self[path]?.string.flatMap { Timestamp($0) } }
    package func texts(_ path: String) -> [String] { self[path]?.array?.compactMap(\.string) ?? [] }

    package var relations: Set<String> { Set(texts("relations")) }
    /// Says what ties the recipient to the subject. Facts that say so already stay the same storage: thousands of candidates share it.
    package mutating func relate(_ relations: Set<String>) {
        let sorted = JSONValue.array(relations.sorted().map { .string($0) })
        guard !relations.isEmpty || members["relations"] != nil, members["relations"] != sorted else { return }
        set("relations", sorted)
    }
    /// Fields of the subject that changed: `time`, `venue`.
    package var changed: Set<String> { Set(texts("changed")) }
    /// How many entries a digest has; nil when it does not say.
    package var itemCount: Int? { members["items"].flatMap { $0.array?.count ?? $0.int } }

    /// True for something: no empty list or object, no empty text, not zero, not null.
    package func isPresent(_ path: String) -> Bool {
        switch self[path] {
        case nil, .null?, .bool(false)?: false
        case .bool(true)?, .double?: true
        case .int(let number)?: number != 0
        case .string(let text)?: !text.isEmpty
        case .array(let elements)?: !elements.isEmpty
        case .object(let members)?: !members.isEmpty
        }
    }

    /// Every scalar by its dotted path: what texts and apps use.
    package var flat: [String: JSONValue] {
        var found: [String: JSONValue] = [:]
        func walk(_ members: [String: JSONValue], _ prefix: String, depth: Int) {
            for (name, value) in members {
                if case .object(let inner) = value, depth < 4, inner["currency"] == nil {
                    walk(inner, prefix + name + ".", depth: depth + 1)
                } else {
                    found[prefix + name] = value
                }
            }
        }
        walk(members, "", depth: 0)
        return found
    }
}

/// One type of message for one recipient, before anybody decided what becomes of it.
package struct Candidate: Hashable, Sendable {
    package var id: String
    package var type: String
    /// A user, or a contact without account.
    package var recipientId: String
    /// When the trigger happened or the timer was due.
    package var at: Timestamp
    /// What it is about: an event, an order.
    package var subject: String?
    package var dedupeKey: String?
    package var collapseKey: String?
    /// It is the message a digest became.
    package var isFlush: Bool
    package var facts: Facts
    package init(id: String, type: String, recipientId: String, at: Timestamp, subject: String? = nil, dedupeKey: String? = nil,
                 collapseKey: String? = nil, isFlush: Bool = false, facts: Facts = Facts()) {
        (self.id, self.type, self.recipientId, self.at, self.subject) = (id, type, recipientId, at, subject)
        (self.dedupeKey, self.collapseKey, self.isFlush, self.facts) = (dedupeKey, collapseKey, isFlush, facts)
    }
}
