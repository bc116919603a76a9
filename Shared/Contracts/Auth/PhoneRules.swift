import Kernel

/// What a phone number of this app looks like, for accounts and for every other number that people give.
public struct PhoneRules: SharedSettings {
    public static let owner: ServiceName = "auth"

    /// A regular expression for the whole of a number in E.164. Nil: each number of E.164 is one.
    public let phonePattern: String?

    /// Reads a number as people type it. Nil: not a phone number, or not one of this app.
    public func read(_ typed: String, prefix: String) -> PhoneNumber? {
        guard let number = PhoneNumber(typed, prefix: prefix) else { return nil }
        guard let phonePattern else { return number }
        guard let pattern = try? Regex(phonePattern), (try? pattern.wholeMatch(in: number.text)) != nil else { return nil }
        return number
    }
}

extension TenantDefinition {
    /// A phone number as people type it, in E.164. Nil: not a phone number, or not one of this app.
    public func phone(_ typed: String, readBy service: ServiceName) throws -> String? {
        try shared(PhoneRules.self, in: service).read(typed, prefix: phonePrefix)?.text
    }
}
