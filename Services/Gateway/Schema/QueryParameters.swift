import Kernel

/// Query parameters as JSON, typed by their schemas.
enum QueryParameters {
    /// Name and JSON of every parameter the route knows, and what is wrong with them. Spaces around a value do not
    /// count, and an empty value is as none. Of several values the last counts, except for lists, which may be repeated
    /// or written with commas.
    /// - Parameter required: names of parameters that must be there.
    static func read(_ query: [(name: String, value: String)], _ schemas: [(name: String, schema: CompiledSchema)],
                     required: [String] = [], snakeCase: Bool)
        -> (values: [(name: String, json: [UInt8])], errors: [String: [String]])
    {
        var values: [(String, [UInt8])] = []
        var errors: [String: [String]] = [:]
        for (name, schema) in schemas {
            let texts = query.filter { $0.name == name || (snakeCase && KeyStyle.camelCase($0.name) == name) }
                .map { withoutSpaces($0.value) }.filter { !$0.isEmpty }
            guard let last = texts.last else {
                if required.contains(name) { errors[name] = ["is required"] }
                continue
            }
            var json: [UInt8] = []
            if schema.types.contains(.array) {
                json.append(UInt8(ascii: "["))
                for (index, piece) in pieces(of: texts).enumerated() {
                    if index > 0 { json.append(UInt8(ascii: ",")) }
                    append(piece, schema.items?.types ?? .string, &json)
                }
                json.append(UInt8(ascii: "]"))
            } else {
                append(last, schema.types, &json)
            }
            guard let document = try? JSONScanner.scan(json) else {
                errors[name] = ["contains control characters"]
                continue
            }
            let problems = SchemaCheck.errors(in: document, schema, root: name)
            if problems.isEmpty { values.append((name, json)) } else { errors.merge(problems) { $0 + $1 } }
        }
        return (values, errors)
    }

    private static func pieces(of texts: [String]) -> [String] {
        texts.flatMap { $0.split(separator: ",") }.map { withoutSpaces(String($0)) }.filter { !$0.isEmpty }
    }
    /// Only spaces: a control character at an end is refused.
    private static func withoutSpaces(_ text: String) -> String {
        let start = text.drop { $0 == " " }
        guard let last = start.lastIndex(where: { $0 != " " }) else { return "" }
        return String(start[...last])
    }

    /// What is no number or truth value stays text, and the schema says so.
    private static func append(_ text: String, _ types: CompiledSchema.Types, _ json: inout [UInt8]) {
        if types.contains(.boolean), let flag = ["true": "true", "1": "true", "false": "false", "0": "false"][text] {
            return json.append(contentsOf: flag.utf8)
        }
        if types.contains(.integer) || types.contains(.number), let scanned = try? JSONScanner.scan(Array(text.utf8)),
            let kind = scanned.tokens.first?.kind, kind == .integer || kind == .number && types.contains(.number)
        {
            return json.append(contentsOf: text.utf8)
        }
        JSONWriter.append(text, to: &json)
    }
}
