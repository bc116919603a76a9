import Kernel

/// Reads the fields of a YAML mapping into typed values and collects every problem on the way.
open class YAMLForm {
    public let file: String
    public private(set) var problems: [FileProblem] = []

    public init(file: String) { self.file = file }

    public func fail(_ line: Int, _ message: String) { problems.append(FileProblem(file: file, line: line, message)) }

    /// Throws all problems.
    public func check() throws {
        if !problems.isEmpty { throw FileProblems(problems) }
    }

    /// Rejects unknown keys, so that a misspelt setting is reported.
    public func allow(_ keys: [String], in value: YAMLFile.Value, what: String) {
        guard case .mapping(let members) = value.content else { return }
        for member in members where !keys.contains(member.key) {
            let near = keys.min { Self.distance($0, member.key) < Self.distance($1, member.key) }.filter {
                Self.distance($0, member.key) <= 2
            }
            fail(member.keyLine, "unknown key '\(member.key)' in \(what)" + (near.map { "; did you mean '\($0)'?" } ?? ""))
        }
    }

    public func text(_ key: String, in value: YAMLFile.Value, default fallback: String? = nil) -> String {
        switch value[key]?.content {
        case .scalar(.string(let text)) where !text.trimmed.isEmpty: return text
        case nil:
            if fallback == nil { fail(value.line, "'\(key)' is missing") }
        default: fail(value[key]?.line ?? value.line, "'\(key)' must be a text")
        }
        return fallback ?? ""
    }
    public func flag(_ key: String, in value: YAMLFile.Value, default fallback: Bool) -> Bool {
        switch value[key]?.content {
        case .scalar(.bool(let flag)): return flag
        case nil: return fallback
        default:
            fail(value[key]?.line ?? value.line, "'\(key)' must be true or false")
            return fallback
        }
    }
    public func texts(_ key: String, in value: YAMLFile.Value) -> [(text: String, line: Int)] {
        guard let list = value[key] else { return [] }
        return texts(list, named: key)
    }
    public func texts(_ list: YAMLFile.Value, named key: String) -> [(text: String, line: Int)] {
        guard case .list(let values) = list.content else {
            fail(list.line, "'\(key)' must be a list of texts")
            return []
        }
        return values.compactMap { item in
            if case .scalar(.string(let text)) = item.content { return (text, item.line) }
            fail(item.line, "'\(key)' must hold texts only")
            return nil
        }
    }
    /// Members of a mapping; empty if the key is absent.
    public func members(_ key: String, in value: YAMLFile.Value) -> [(key: String, keyLine: Int, value: YAMLFile.Value)] {
        switch value[key]?.content {
        case .mapping(let members): return members
        case nil, .scalar(.null): return []
        default:
            fail(value[key]?.line ?? value.line, "'\(key)' must be a mapping")
            return []
        }
    }

    /// Edits between two words (Levenshtein), for "did you mean".
    static func distance(_ a: String, _ b: String) -> Int {
        let a = Array(a.utf8), b = Array(b.utf8)
        var row = Array(0...b.count)
        for i in a.indices {
            var diagonal = row[0]
            row[0] = i + 1
            for j in b.indices {
                let above = row[j + 1]
                row[j + 1] = min(above + 1, row[j] + 1, diagonal + (a[i] == b[j] ? 0 : 1))
                diagonal = above
            }
        }
        return row[b.count]
    }
}

extension Optional {
    func filter(_ condition: (Wrapped) -> Bool) -> Wrapped? { flatMap { condition($0) ? $0 : nil } }
}
