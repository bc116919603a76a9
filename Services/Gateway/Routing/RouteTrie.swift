// By hand: Hummingbird's trie belongs to one router; ours is built for each tenant while the gateway runs.

/// Paths to targets by segment. A literal beats a pattern (`{token}.ics`), a pattern beats a parameter. A path below a literal stays
/// there whatever its method; where a pattern has no target for the method, the parameter is tried.
package final class RouteTrie<Target: Sendable>: Sendable {
    private let root: Node

    package struct Node: Sendable {
        var literals: [String: Node] = [:]
        /// Text around a parameter inside one segment.
        var patterns: [(prefix: String, suffix: String, node: Node)] = []
        var parameter: [Node] = []
        var targets: [(method: String, target: Target)] = []
    }

    package enum Match {
        /// The target, and the parameters' values in the order of the path.
        case found(Target, parameters: [String])
        /// The path exists for these methods.
        case otherMethods([String])
        case nothing
    }

    /// Each method and path comes once, or with one meaning: of two targets the first stays (`MountedTenant.clashes`).
    package init(_ entries: [(method: String, path: String, target: Target)]) {
        var root = Node()
        for entry in entries {
            Self.insert(entry.path.split(separator: "/").map(String.init)[...], entry.method, entry.target, into: &root)
        }
        self.root = root
    }

    /// Names of a path's parameters, in order, patterns included.
    package static func parameterNames(of path: String) -> [String] {
        path.split(separator: "/").compactMap { split(String($0))?.name }
    }

    /// `{token}.ics` → ("", "token", ".ics"); nil: a literal.
    private static func split(_ segment: String) -> (prefix: String, name: String, suffix: String)? {
        guard let open = segment.firstIndex(of: "{"), let close = segment.firstIndex(of: "}"), open < close else { return nil }
        return (String(segment[..<open]), String(segment[segment.index(after: open)..<close]),
                String(segment[segment.index(after: close)...]))
    }

    private static func insert(_ segments: ArraySlice<String>, _ method: String, _ target: Target, into node: inout Node) {
        guard let segment = segments.first else {
            if !node.targets.contains(where: { $0.method == method }) { node.targets.append((method, target)) }
            return
        }
        let rest = segments.dropFirst()
        guard let (prefix, _, suffix) = split(segment) else {
            return insert(rest, method, target, into: &node.literals[segment, default: Node()])
        }
        if prefix.isEmpty, suffix.isEmpty {
            if node.parameter.isEmpty { node.parameter.append(Node()) }
            return insert(rest, method, target, into: &node.parameter[0])
        }
        let index =
            node.patterns.firstIndex { $0.prefix == prefix && $0.suffix == suffix }
            ?? {
                node.patterns.append((prefix, suffix, Node()))
                return node.patterns.count - 1
            }()
        insert(rest, method, target, into: &node.patterns[index].node)
    }

    package func match(_ segments: ArraySlice<String>, method: String) -> Match {
        var parameters: [String] = []
        var others: [String] = []
        if let target = find(segments, method, root, &parameters, &others) { return .found(target, parameters: parameters) }
        return others.isEmpty ? .nothing : .otherMethods(others)
    }

    private func find(_ segments: ArraySlice<String>, _ method: String, _ node: Node, _ parameters: inout [String],
                      _ others: inout [String]) -> Target? {
        guard let segment = segments.first else {
            for entry in node.targets where entry.method == method { return entry.target }
            for entry in node.targets where !others.contains(entry.method) { others.append(entry.method) }
            return nil
        }
        let rest = segments.dropFirst()
        if let next = node.literals[segment] {
            var methods: [String] = []
            if let target = find(rest, method, next, &parameters, &methods) { return target }
            // `DELETE /things/mine` deletes no thing with the id `mine`: the path is there, for other methods.
            guard methods.isEmpty else {
                others += methods.filter { !others.contains($0) }
                return nil
            }
        }
        guard !segment.isEmpty else { return nil }
        for (prefix, suffix, next) in node.patterns
        where segment.hasPrefix(prefix) && segment.hasSuffix(suffix) && segment.utf8.count > prefix.utf8.count + suffix.utf8.count {
            parameters.append(String(segment.dropFirst(prefix.count).dropLast(suffix.count)))
            if let target = find(rest, method, next, &parameters, &others) { return target }
            parameters.removeLast()
        }
        for next in node.parameter {
            parameters.append(segment)
            if let target = find(rest, method, next, &parameters, &others) { return target }
            parameters.removeLast()
        }
        return nil
    }
}
