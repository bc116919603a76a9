import Contracts
import Kernel

extension AuthSettings {
    /// What other services hear of the app's own fields.
    package func published(of account: Account) -> ProfileValues {
        profile.filter(\.isPublished).reduce(into: ProfileValues()) { values, field in values[field.name] = field.value(of: account) }
    }
    package func birthDate(of account: Account) -> CalendarDate? {
        profile.first(where: \.isBirthDate).flatMap { account.profile[$0.name]?.string }.flatMap { CalendarDate($0) }
    }
}

extension ProfileField {
    /// A personal value never outlives the account.
    var outlivesAccount: Bool { erasure == .kept && !isPersonal }
    /// Whether an import may bring it. What is counted or follows from the account never comes from outside.
    package var isImported: Bool { kind == .given || kind == .applied || kind == .reviewed }

    /// Whether an import may bring this value: its type or state must be right, limits do not apply.
    package func knows(_ value: JSONValue) -> Bool {
        switch kind {
        case .given: rule.takes(value) && (rule.type != .date || value.string.flatMap { CalendarDate($0) } != nil)
        case .applied, .reviewed: value.string.map(states.dropFirst().contains) ?? false
        case .counted, .account: false
        }
    }
}

extension AuthTransaction {
    /// A value as it is kept: parts that auth names get their ids.
    package func completed(_ value: JSONValue, _ field: ProfileField) -> JSONValue { field.rule.completed(value) { context.newID() } }
}
