import Kernel

/// A form without what is wrong in it, for a handler that says what else is: an optional field that breaks its schema is left out, in
/// place of a required one stands a value that fits. Null for an optional field stays: a handler may need what it takes away.
package enum FormRepair {
    /// A larger form is not checked a second time.
    private static let bytesMax = 64 << 10

    /// Nil: it cannot be repaired.
    package static func repaired(_ document: ScannedJSON, _ schema: CompiledSchema) -> ScannedJSON? {
        guard document.bytes.count <= bytesMax else { return nil }
        guard !SchemaCheck.errors(in: document, schema).isEmpty else { return document }
        guard let form = try? JSON.decode(JSONValue.self, from: document.bytes), let rest = fitting(form, schema),
              let repaired = scanned(rest), SchemaCheck.errors(in: repaired, schema).isEmpty else { return nil }
        return repaired
    }

    /// What the gateway found and what the handler adds. About a field that the gateway refused, what it lies in and what lies in it
    /// the handler knows nothing: it saw another value.
    /// - Parameter judgedBy: field → a field on which what the handler says about it depends.
    package static func merged(_ found: [String: [String]], _ added: [String: [String]], judgedBy: [String: String] = [:])
        -> [String: [String]]
    {
        func isRefused(_ field: String) -> Bool {
            found.keys.contains { $0 == field || $0.hasPrefix(field + ".") || field.hasPrefix($0 + ".") }
        }
        return found.merging(added.filter { field, _ in !isRefused(field) && !(judgedBy[field].map(isRefused) ?? false) }) { own, _ in own }
    }

    private static func scanned(_ value: JSONValue) -> ScannedJSON? {
        (try? JSON.encode(value)).flatMap { try? JSONScanner.scan($0) }
    }

    /// The value where it fits, or what is left of it. Nil: nothing.
    private static func fitting(_ value: JSONValue, _ schema: CompiledSchema) -> JSONValue? {
        if let document = scanned(value), SchemaCheck.errors(in: document, schema).isEmpty { return value }
        switch value {
        // Free members break their schema by control characters alone.
        case .object where schema.types.contains(.object) && schema.properties.isEmpty: return withoutControlCharacters(value)
        case .object(let members) where schema.types.contains(.object): return object(members, schema)
        case .array(let entries) where schema.types.contains(.array): return array(entries, schema)
        case .null, .bool, .int, .double, .string, .object, .array: return nil
        }
    }

    private static func withoutControlCharacters(_ value: JSONValue) -> JSONValue? {
        func isClean(_ text: String) -> Bool { !text.hasControlCharacters(besides: "\n\r\t") }
        switch value {
        case .string(let text):
            // Not `? value : nil`, which would be JSON's null.
            guard isClean(text) else { return nil }
            return value
        // The others keep their places: errors name them.
        case .array(let entries): return .array(entries.map { withoutControlCharacters($0) ?? "x" })
        case .object(let members): return .object(members.filter { isClean($0.key) }.compactMapValues(withoutControlCharacters))
        case .null, .bool, .int, .double: return value
        }
    }

    private static func object(_ members: [String: JSONValue], _ schema: CompiledSchema) -> JSONValue? {
        var rest = members
        for property in schema.properties where property.isRequired || members[property.name] != .null {
            let value = members[property.name].flatMap { fitting($0, property.schema) }
            rest[property.name] = value ?? (property.isRequired ? placeholder(property.schema) : nil)
            if property.isRequired, rest[property.name] == nil { return nil }
        }
        return .object(rest)
    }

    private static func array(_ entries: [JSONValue], _ schema: CompiledSchema) -> JSONValue? {
        guard let items = schema.items else { return nil }
        let filler = placeholder(items)
        var rest: [JSONValue] = []
        for entry in entries.prefix(schema.maxItems ?? .max) {
            guard let value = fitting(entry, items) ?? filler else { return nil }
            rest.append(value)
        }
        while rest.count < schema.minItems ?? 0 {
            guard let filler else { return nil }
            rest.append(filler)
        }
        return .array(rest)
    }

    /// A value that the schema allows, as far as one can be made up without its pattern. Nil: the schema allows everything.
    package static func placeholder(_ schema: CompiledSchema) -> JSONValue? {
        if let first = schema.allowed.first { return first }
        if schema.types.contains(.string) { return .string(schema.format?.example ?? text(schema)) }
        if schema.types.contains(.integer) || schema.types.contains(.number) {
            let least = schema.minimum ?? min(0, schema.maximum ?? 0)
            return Int(exactly: least.rounded(.up)).map { .int($0) }
        }
        if schema.types.contains(.boolean) { return false }
        if schema.types.contains(.array) { return array([], schema) }
        if schema.types.contains(.object) { return object([:], schema) }
        return nil
    }

    private static func text(_ schema: CompiledSchema) -> String {
        // Handlers read amounts of money before they check them: a text of three characters is the code of a currency.
        if schema.minLength == 3, schema.maxLength == 3 { return "EUR" }
        return String(repeating: "x", count: max(1, schema.minLength ?? 1))
    }
}

extension TextFormat {
    /// A text of this form.
    fileprivate var example: String {
        switch self {
        case .email: "someone@example.com"
        case .date: "2030-01-01"
        case .time: "12:00"
        case .dateTime: "2030-01-01T12:00:00Z"
        case .uuid: "00000000-0000-4000-8000-000000000000"
        case .uri: "https://example.com"
        }
    }
}
