import Contracts
import Kernel
import ServiceKit

/// The app's own fields in the schemas of routes. Bodies name types only: the rules are checked with those of the other fields.
package enum ProfileSchemas {
    package static let registration = "auth.registration", change = "auth.profile", user = "auth.user"

    @Sendable package static func all(_ definition: TenantDefinition) -> [String: [String: Schema]] {
        guard let settings = try? AuthSettings(definition) else { return [:] }
        func schemas(_ fields: [ProfileField], _ schema: (ProfileField) -> Schema) -> [String: Schema] {
            Dictionary(fields.map { ($0.name, schema($0)) }) { first, _ in first }
        }
        return [
            registration: schemas(settings.profile.filter { $0.isGiven(at: .registration) }) { $0.rule.schema },
            change: schemas(settings.profile.filter { $0.isGiven(at: .change) }) {
                $0.isClearable ? $0.rule.schema.orNull : $0.rule.schema
            },
            user: schemas(settings.profile.filter { !$0.seenBy.isEmpty }, \.answer),
        ]
    }
}

extension ProfileField {
    fileprivate var answer: Schema {
        switch (kind, fact) {
        case (.given, _): fallback == nil ? rule.answer.orNull : rule.answer
        case (.counted, _): .string().orNull
        case (.applied, _), (.reviewed, _): Schema(["type": "string", "enum": .array(states.map { .string($0) })])
        case (.account, .id): .id
        case (.account, .registrationDay): .date
        case (.account, .age): .integer().orNull
        case (.account, _): .string().orNull
        }
    }
}

extension ProfileValueRule {
    /// Of what is sent.
    var schema: Schema {
        switch type {
        case .text: .string(nil, limits)
        case .id: .string(nil, "Auth gives it; send it back to keep it.")
        case .date: .string(nil, limits)
        case .integer: .integer()
        case .number: .number()
        case .boolean: .boolean
        case .list: .array(items.first?.schema ?? .any)
        case .object:
            .object(Dictionary(members.map { ($0.name, $0.isRequired ? $0.rule.schema : $0.rule.schema.orNull) }) { first, _ in first })
        }
    }
    /// Of what is answered.
    fileprivate var answer: Schema {
        switch type {
        case .date: .date
        case .list: .array(items.first?.answer ?? .any)
        case .object: .object(Dictionary(members.map { ($0.name, $0.rule.answer) }) { first, _ in first })
        case .text, .id, .integer, .number, .boolean: schema
        }
    }
    private var limits: String {
        switch type {
        case .date: "YYYY-MM-DD, \(dates.first) to \(dates.last?.description ?? "today")."
        case .text, .id, .integer, .number, .boolean, .list, .object:
            "\(range(Self.textCharacters).lowerBound)–\(range(Self.textCharacters).upperBound) characters."
        }
    }
}
