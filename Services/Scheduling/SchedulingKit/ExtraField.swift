import Kernel

/// Something that only this app asks about an appointment: the placement of a tattoo, the length of hair. The tenant file
/// declares it; requests, answers, pages and messages carry its value under its name in `extraFields`.
public struct ExtraField: Decodable, Sendable, Equatable {
    public enum Kind: String, Decodable, Sendable, CaseIterable {
        /// One line.
        case text
        case lines
        /// A whole number.
        case number
        /// One of `choices`.
        case choice
    }
    public let name: String
    /// Language → what a form calls it.
    public let label: [String: String]
    public let type: Kind
    /// A booking without it is refused. Who writes an appointment in by hand may leave it out.
    public let required: Bool
    /// Of a number: its bounds. Of a text: its length in characters.
    public let min: Int?
    public let max: Int?
    public let choices: [String]

    static let fieldsMax = 20
    static let textScalarsMax = 1000
    static let choicesMax = 50
    static let numberMax = 1_000_000
    private enum Key: String, CodingKey, CaseIterable { case name, label, type, required, min, max, choices }
    static let settings = Key.allCases.map(\.rawValue)

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        name = try container.decode(String.self, forKey: .name)
        label = try container.decode([String: String].self, forKey: .label)
        type = try container.decodeIfPresent(Kind.self, forKey: .type) ?? .text
        required = try container.decodeIfPresent(Bool.self, forKey: .required) ?? false
        (min, max) = (try container.decodeIfPresent(Int.self, forKey: .min), try container.decodeIfPresent(Int.self, forKey: .max))
        choices = try container.decodeIfPresent([String].self, forKey: .choices) ?? []
    }

    /// In requests, errors and forms: `extraFields.hairLength`.
    package static let member = "extraFields"
    package var path: String { "\(Self.member).\(name)" }

    // MARK: - The declaration

    /// What is wrong with the declarations of a tenant file, by place.
    static func problems(of fields: [ExtraField]) -> [(path: String, message: String)] {
        var found: [(path: String, message: String)] = []
        if fields.count > fieldsMax { found.append(("", "must be at most \(fieldsMax)")) }
        var names: Set<String> = []
        for (place, field) in fields.enumerated() {
            if !names.insert(field.name).inserted { found.append(("\(place).name", "is used twice")) }
            found += field.problems.map { ("\(place).\($0.path)", $0.message) }
        }
        return found
    }
    private var problems: [(path: String, message: String)] {
        var found: [(path: String, message: String)] = []
        if name.wholeMatch(of: /[a-z][A-Za-z0-9]{0,39}/) == nil {
            found.append(("name", "must be letters and digits in camelCase, at most 40"))
        }
        if label.isEmpty || label.values.contains(where: \.trimmed.isEmpty) { found.append(("label", "must have a text for a language")) }
        if (type == .choice) == choices.isEmpty {
            found.append(("choices", type == .choice ? "must name a choice" : "belong to the type choice"))
        }
        if choices.count > Self.choicesMax || Set(choices).count != choices.count
                || choices.contains(where: { $0.trimmed != $0 || $0.isEmpty }) {
            found.append(("choices", "must be at most \(Self.choicesMax) different texts"))
        }
        if type == .choice, min != nil || max != nil { found.append((min == nil ? "max" : "min", "belongs to texts and numbers")) }
        if let min, let max, min > max { found.append(("max", "must not be less than min")) }
        if type != .number, [min, max].contains(where: { $0.map { !(0...Self.textScalarsMax).contains($0) } ?? false }) {
            found.append(("max", "must be at most \(Self.textScalarsMax) characters"))
        }
        return found
    }

    // MARK: - Values

    /// The value of every declared field, null where nothing was given. What does not fit is said of its path.
    package static func checked(_ given: [String: JSONValue]?, _ fields: [ExtraField], requiring: Bool, _ check: inout Validation) -> [
        String: JSONValue] {
        guard !fields.isEmpty else { return [:] }  // The app asks nothing: what is sent is ignored, like any unknown field.
        for name in (given ?? [:]).keys.sorted() where !fields.contains(where: { $0.name == name }) {
            check.fail("\(member).\(name)", "is not a field of this app")
        }
        return Dictionary(fields.map { ($0.name, $0.checked(given?[$0.name] ?? .null, requiring: requiring, &check)) }) { first, _ in
            first
        }
    }
    private func checked(_ given: JSONValue, requiring: Bool, _ check: inout Validation) -> JSONValue {
        if given == .null || given.string?.trimmed.isEmpty == true {
            if requiring, required { check.fail(path, "is required") }
            return .null
        }
        switch type {
        case .text, .lines:
            guard let typed = given.string else { return refused("must be text", &check) }
            let bounds = Swift.min(min ?? 1, max ?? Self.textScalarsMax)...(max ?? Self.textScalarsMax)
            return CustomerField.text(path, typed, bounds, multiline: type == .lines, &check).map { .string($0) } ?? .null
        case .number:
            // A form sends text.
            guard let number = given.int ?? given.string.flatMap({ Int($0.trimmed) }) else {
                return refused("must be a whole number", &check)
            }
            let (least, most) = (min ?? 0, max ?? Self.numberMax)
            return (least...Swift.max(least, most)).contains(number) ? .int(number) : refused("must be \(least) to \(most)", &check)
        case .choice:
            guard let text = given.string?.trimmed, choices.contains(text) else {
                return refused("must be one of \(choices.joined(separator: ", "))", &check)
            }
            return .string(text)
        }
    }
    private func refused(_ message: String, _ check: inout Validation) -> JSONValue {
        check.fail(path, message)
        return .null
    }

    /// As pages and mails show a value; empty where nothing was given.
    package static func text(_ value: JSONValue?) -> String { value?.string ?? value?.int.map(String.init) ?? "" }
    package func label(in language: String) -> String { AppointmentWords.text(label, language) }

    /// For an app that makes its own form: the declaration as a JSON Schema.
    func json(language: String) -> JSONValue {
        var schema: [String: JSONValue] = ["title": .string(label(in: language)), "type": type == .number ? "integer" : "string"]
        let bounds = type == .number ? ("minimum", "maximum") : ("minLength", "maxLength")
        if let min { schema[bounds.0] = .int(min) }
        if let max { schema[bounds.1] = .int(max) }
        if type == .choice { schema["enum"] = .array(choices.map { .string($0) }) }
        return .object(schema)
    }
    /// All fields of an app, as the properties of one object.
    package static func json(_ fields: [ExtraField], language: String) -> JSONValue {
        [
            "type": "object",
            "properties": .object(Dictionary(fields.map { ($0.name, $0.json(language: language)) }) { first, _ in first }),
            "required": .array(fields.filter(\.required).map { .string($0.name) }),
        ]
    }
}
