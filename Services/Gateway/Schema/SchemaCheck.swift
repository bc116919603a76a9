import Kernel

/// Walks a scanned body along its schema and names every field that fails, by dotted path (`items.0.quantity`).
package struct SchemaCheck {
    /// A body that is wrong everywhere does not need a longer list than this.
    package static let fieldsMax = 100

    private(set) var errors: [String: [String]] = [:]
    private let document: ScannedJSON
    private var path: [String] = []

    /// Errors of the document, empty when it fits. `root` is put before every path.
    package static func errors(in document: ScannedJSON, _ schema: CompiledSchema, root: String? = nil) -> [String: [String]] {
        var check = SchemaCheck(document: document, path: root.map { [$0] } ?? [])
        check.value(0, schema)
        return check.errors
    }

    private init(document: ScannedJSON, path: [String]) { (self.document, self.path) = (document, path) }

    private mutating func fail(_ message: String) {
        guard errors.count < Self.fieldsMax else { return }
        errors[path.isEmpty ? "body" : path.joined(separator: "."), default: []].append(message)
    }

    private mutating func value(_ index: Int, _ schema: CompiledSchema) {
        let token = document.tokens[index]
        guard isRightType(token, schema) else { return fail(Self.complaint(schema.types)) }
        switch token.kind {
        case .object: object(index, schema)
        case .array: array(index, schema)
        case .string, .escapedString: text(token, schema)
        case .integer, .number: number(token, schema)
        case .yes, .no, .null: break
        }
        if !schema.allowed.isEmpty, token.kind != .null || !schema.types.contains(.null) { allowed(token, schema) }
    }

    private func isRightType(_ token: JSONToken, _ schema: CompiledSchema) -> Bool {
        if schema.types.isEmpty { return true }
        switch token.kind {
        case .object: return schema.types.contains(.object)
        case .array: return schema.types.contains(.array)
        case .string, .escapedString: return schema.types.contains(.string)
        case .integer:
            if schema.types.contains(.number) { return true }
            return schema.types.contains(.integer) && Int(raw(token)) != nil
        case .number:
            if schema.types.contains(.number) { return true }
            // 3.0 is a whole number to JSON Schema, and an `Int` to a handler as long as a `Double` is exact.
            guard schema.types.contains(.integer), let value = Double(raw(token)).flatMap({ Int(exactly: $0) }) else { return false }
            return Self.exactNumbers.contains(value)
        case .yes, .no: return schema.types.contains(.boolean)
        case .null: return schema.types.contains(.null)
        }
    }

    private static let exactNumbers = -(1 << 53)...(1 << 53)

    private func raw(_ token: JSONToken) -> String { String(decoding: document.bytes[Int(token.start)..<Int(token.end)], as: UTF8.self) }

    private static func complaint(_ types: CompiledSchema.Types) -> String {
        if types.contains(.string) { return "must be text" }
        if types.contains(.integer) { return "must be a whole number" }
        if types.contains(.number) { return "must be a number" }
        if types.contains(.boolean) { return "must be true or false" }
        if types.contains(.array) { return "must be a list" }
        if types.contains(.object) { return "must be an object" }
        return "must be null"
    }

    // MARK: - Composite values

    private mutating func object(_ index: Int, _ schema: CompiledSchema) {
        // Whatever is taken without being named is still text that somebody will read.
        guard !schema.properties.isEmpty else { return refuseControlCharacters(in: index) }
        var seen = [Bool](repeating: false, count: schema.properties.count)
        let end = Int(document.tokens[index].next)
        var at = index + 1
        while at < end {
            let key = document.tokens[at]
            if let found = schema.properties.firstIndex(where: { document.equals(key, $0.bytes) }) {
                let property = schema.properties[found]
                // Null for an optional field says the same as leaving it out.
                if document.tokens[at + 1].kind != .null || property.schema.types.contains(.null) || property.schema.types.isEmpty {
                    seen[found] = true
                    path.append(property.name)
                    value(at + 1, property.schema)
                    path.removeLast()
                }
            }
            at = Int(document.tokens[at + 1].next)
        }
        for (property, wasSeen) in zip(schema.properties, seen) where property.isRequired && !wasSeen {
            path.append(property.name)
            fail("is required")
            path.removeLast()
        }
    }

    private mutating func refuseControlCharacters(in index: Int) {
        let tokens = document.tokens[(index + 1)..<Int(document.tokens[index].next)]
        let isRefused = tokens.contains { token in
            switch token.kind {
            case .string, .escapedString: Self.hasControlCharacters(document.text(token))
            case .object, .array, .integer, .number, .yes, .no, .null: false
            }
        }
        if isRefused { nameControlCharacters(index) }
    }
    /// A longer name of a free member is not repeated in an answer.
    private static let nameBytesMax = 64
    /// Each text that has one, by its own path.
    private mutating func nameControlCharacters(_ index: Int) {
        let token = document.tokens[index]
        switch token.kind {
        case .string, .escapedString: if Self.hasControlCharacters(document.text(token)) { fail("contains control characters") }
        case .object, .array:
            let isObject = token.kind == .object
            var at = index + 1, count = 0
            while at < Int(token.next) {
                let name = isObject ? document.text(document.tokens[at]) : String(count)
                if isObject, Self.hasControlCharacters(name) { fail("contains control characters") }
                let member = isObject ? at + 1 : at
                let isNameable = name.utf8.count <= Self.nameBytesMax && !name.hasControlCharacters()
                if isNameable { path.append(name) }
                nameControlCharacters(member)
                if isNameable { path.removeLast() }
                at = Int(document.tokens[member].next)
                count += 1
            }
        case .integer, .number, .yes, .no, .null: break
        }
    }
    /// Line breaks and tabs are for the handler to judge: it knows which text has lines.
    private static func hasControlCharacters(_ text: String) -> Bool { text.hasControlCharacters(besides: "\n\r\t") }

    private mutating func array(_ index: Int, _ schema: CompiledSchema) {
        if schema.items == nil { refuseControlCharacters(in: index) }
        let end = Int(document.tokens[index].next)
        var at = index + 1
        var count = 0
        while at < end {
            if let items = schema.items {
                path.append(String(count))
                value(at, items)
                path.removeLast()
            }
            count += 1
            at = Int(document.tokens[at].next)
        }
        let least = schema.minItems ?? 0
        if count < least || count > schema.maxItems ?? .max { fail(Self.range("must have", least, schema.maxItems, "entries")) }
    }

    private static func range(_ verb: String, _ least: Int, _ most: Int?, _ unit: String) -> String {
        if let most { return least == most ? "\(verb) \(least) \(unit)" : "\(verb) \(least) to \(most) \(unit)" }
        return "\(verb) at least \(least) \(unit)"
    }

    // MARK: - Scalars

    private mutating func text(_ token: JSONToken, _ schema: CompiledSchema) {
        let slice = document.bytes[Int(token.start)..<Int(token.end)]
        if token.kind == .string, schema.pattern == nil, schema.format == nil, slice.allSatisfy({ $0 >= 32 && $0 < 127 }) {
            // Plain ASCII without a form to check: characters are bytes, spaces are the only white space.
            let first = slice.firstIndex { $0 != 32 } ?? slice.endIndex
            let last = slice.lastIndex { $0 != 32 } ?? first
            return length(first == slice.endIndex ? 0 : last - first + 1, schema)
        }
        // Check before trimming, because trimming removes U+0085 as white space.
        let typed = document.text(token)
        if Self.hasControlCharacters(typed) {
            return fail("contains control characters")
        }
        let text = typed.trimmed
        let before = errors.count
        let count = text.characterCount(atMost: schema.maxLength ?? CompiledSchema.textLengthMax)
        length(schema.minLength ?? 0 > 0 && !text.hasVisibleCharacter ? 0 : count, schema)
        guard errors.count == before, !text.isEmpty || schema.minLength ?? 0 > 0 || schema.pattern != nil || schema.format != nil else {
            return
        }
        if let format = schema.format, !format.matches(text) { return fail(format.complaint) }
        if let pattern = schema.pattern, !pattern.matches(text) { fail("does not have the right form") }
    }

    private mutating func length(_ count: Int, _ schema: CompiledSchema) {
        let least = schema.minLength ?? 0
        let most = schema.maxLength ?? CompiledSchema.textLengthMax
        guard count < least || count > most else { return }
        if count == 0 { return fail("is required") }
        fail(least == 0 ? "must have at most \(most) characters" : Self.range("must have", least, most, "characters"))
    }

    private mutating func number(_ token: JSONToken, _ schema: CompiledSchema) {
        guard let value = Double(raw(token)), value.isFinite else { return fail("is too large") }
        let isBelow = schema.minimum.map { value < $0 } ?? false, isAbove = schema.maximum.map { value > $0 } ?? false
        guard isBelow || isAbove else { return }
        switch (schema.minimum, schema.maximum) {
        case (let least?, let most?): fail("must be \(Self.plain(least)) to \(Self.plain(most))")
        case (let least?, nil): fail("must be at least \(Self.plain(least))")
        case (nil, let most?): fail("must be at most \(Self.plain(most))")
        case (nil, nil): break  // Cannot be: nothing is below or above without a bound.
        }
    }
    private static func plain(_ number: Double) -> String { Int(exactly: number).map { "\($0)" } ?? "\(number)" }

    private mutating func allowed(_ token: JSONToken, _ schema: CompiledSchema) {
        let isAllowed = schema.allowed.contains { candidate in
            switch (candidate, token.kind) {
            case (.string(let text), .string), (.string(let text), .escapedString): document.equals(token, Array(text.utf8))
            case (.int(let number), .integer), (.int(let number), .number): Double(raw(token)) == Double(number)
            case (.double(let number), .integer), (.double(let number), .number): Double(raw(token)) == number
            case (.bool(let flag), .yes): flag
            case (.bool(let flag), .no): !flag
            case (.null, .null): true
            default: false
            }
        }
        guard !isAllowed else { return }
        let word = document.trimmed(token)
        if word.start != token.start || word.end != token.end { return allowed(word, schema) }
        let values = schema.allowed.filter { $0 != .null }
            .map { $0.string ?? ((try? String(decoding: JSON.encode($0), as: UTF8.self)) ?? "") }
        fail("must be one of " + values.joined(separator: ", "))
    }
}
