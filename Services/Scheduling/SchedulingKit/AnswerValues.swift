import Kernel

/// Values as answers of calendars show them.
extension JSONValue {
    package static func time(_ instant: Timestamp) -> JSONValue { .string(instant.wholeSeconds.description) }
    package static func time(_ instant: Timestamp?) -> JSONValue { instant.map { .time($0) } ?? .null }
    package static func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
    /// Whose calendar: a number where the tenant counts its users.
    package static func provider(_ id: User.ID) -> JSONValue { Int(id.rawValue).map { .int($0) } ?? .string(id.rawValue) }
    package static func money(_ money: Money) -> JSONValue { ["amount": .int(money.amount), "currency": .string(money.currency.code)] }
}
