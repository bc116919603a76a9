import Foundation
import Kernel
import Yams

/// What is wrong in a file that a person wrote, and where.
public struct FileProblem: Error, Hashable, Comparable, Sendable, CustomStringConvertible {
    public let file: String
    /// From 1.
    public let line: Int
    public let message: String
    public init(file: String, line: Int, _ message: String) { (self.file, self.line, self.message) = (file, line, message) }
    public var description: String { "\(file):\(line): \(message)" }
    public static func < (a: Self, b: Self) -> Bool { (a.file, a.line, a.message) < (b.file, b.line, b.message) }
}

/// All problems of a file, so that its author can fix them in one go.
public struct FileProblems: Error, Sendable, CustomStringConvertible {
    public let problems: [FileProblem]
    public init(_ problems: [FileProblem]) { self.problems = problems.sorted() }
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// A YAML file of data: values as in JSON, each with its line. Only `true`, `false`, `null` and JSON numbers are not
/// text, so `10:00`, `no` and dates stay what they look like.
public struct YAMLFile: Sendable {
    public let path: String
    public let root: Value

    /// A value and the line it starts in.
    public struct Value: Sendable {
        public let line: Int
        public let content: Content
        public enum Content: Sendable {
            case scalar(JSONValue)
            case list([Value])
            /// In file order, with the line of each key.
            case mapping([(key: String, keyLine: Int, value: Value)])
        }

        public subscript(_ key: String) -> Value? {
            if case .mapping(let members) = content { members.first { $0.key == key }?.value } else { nil }
        }
        public var json: JSONValue {
            switch content {
            case .scalar(let value): value
            case .list(let values): .array(values.map(\.json))
            case .mapping(let members): .object(Dictionary(members.map { ($0.key, $0.value.json) }) { _, last in last })
            }
        }
        /// The line of the deepest value that a dotted path reaches (`roles.admin`, `categories.2.slug`).
        public func line(of dottedPath: String) -> Int {
            var value = self
            for part in dottedPath.split(separator: ".") {
                if let next = value[String(part)] {
                    value = next
                } else if case .list(let values) = value.content, let index = Int(part), values.indices.contains(index) {
                    value = values[index]
                } else {
                    break
                }
            }
            return value.line
        }
    }

    /// Throws `FileProblems` if the file can't be read or isn't YAML.
    public init(path: String) throws {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw FileProblems([FileProblem(file: path, line: 1, "cannot be read")])
        }
        try self.init(path: path, text: String(decoding: bytes, as: UTF8.self))
    }

    public init(path: String, text: String) throws {
        self.path = path
        do {
            guard let node = try Yams.compose(yaml: text) else { throw FileProblems([FileProblem(file: path, line: 1, "is empty")]) }
            root = try Self.value(node, in: path, depth: 0)
        } catch let error as YamlError {
            throw FileProblems([Self.problem(error, path)])
        }
    }

    private static let depthMax = 32

    private static func value(_ node: Node, in path: String, depth: Int) throws -> Value {
        let line = node.mark?.line ?? 1
        guard depth < depthMax else { throw FileProblems([FileProblem(file: path, line: line, "is nested too deeply")]) }
        switch node {
        case .scalar(let scalar): return Value(line: line, content: .scalar(plain(scalar)))
        case .sequence(let nodes): return Value(line: line, content: .list(try nodes.map { try value($0, in: path, depth: depth + 1) }))
        case .mapping(let pairs):
            var members: [(key: String, keyLine: Int, value: Value)] = []
            for (key, node) in pairs {
                guard case .scalar(let name) = key else {
                    throw FileProblems([FileProblem(file: path, line: line, "a key must be a word")])
                }
                let value = try value(node, in: path, depth: depth + 1)
                members.append((name.string, key.mark?.line ?? line, value))
            }
            return Value(line: line, content: .mapping(members))
        case .alias: throw FileProblems([FileProblem(file: path, line: line, "aliases are not used here; write the value out")])
        }
    }

    private static func plain(_ scalar: Node.Scalar) -> JSONValue {
        guard scalar.style == .plain || scalar.style == .any else { return .string(scalar.string) }
        switch scalar.string {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null", "~", "": return .null
        case let text:
            if let number = Int(text), !text.hasPrefix("+"), !text.hasPrefix("0") || text == "0" { return .int(number) }
            let isNumber = text.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 || $0 == 45 } && text.contains(".")
            // JSON, in which definitions travel, does not tell 5.0 from 5.
            if isNumber, let number = Double(text) { return Int(exactly: number).map { .int($0) } ?? .double(number) }
            return .string(text)
        }
    }

    private static func problem(_ error: YamlError, _ path: String) -> FileProblem {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _), .composer(_, let problem, let mark, _):
            FileProblem(file: path, line: mark.line, problem)
        case .duplicatedKeysInMapping(let duplicates, let context):
            FileProblem(file: path, line: context.mark.line,
                        "the key \(duplicates.sorted().joined(separator: ", ")) comes twice in this mapping")
        case .reader(let problem, _, _, _), .writer(let problem), .emitter(let problem), .representer(let problem):
            FileProblem(file: path, line: 1, problem)
        case .no, .memory, .dataCouldNotBeDecoded: FileProblem(file: path, line: 1, "\(error)")
        }
    }
}
