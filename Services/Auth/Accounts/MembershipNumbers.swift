import Kernel

/// How a tenant numbers the people who register: prefix, local date of registration, running number over all registrations.
public struct MembershipNumbers: Codable, Sendable, Equatable {
    public var prefix: String
    /// Digits of the running number at least.
    public var digitsMin: Int

    public init(prefix: String, digitsMin: Int = 5) { (self.prefix, self.digitsMin) = (prefix, digitsMin) }
    private enum CodingKeys: String, CodingKey { case prefix, digitsMin }
    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: CodingKeys.self)
        prefix = try box.decode(String.self, forKey: .prefix)
        digitsMin = try box.decodeIfPresent(Int.self, forKey: .digitsMin) ?? 5
    }

    /// `PEEZ-20251103-00002`
    public func text(number: Int, on day: CalendarDate) -> String {
        let digits = String(number)
        let date = day.description.filter { $0 != "-" }
        return "\(prefix)-\(date)-" + String(repeating: "0", count: max(0, digitsMin - digits.count)) + digits
    }
}

/// What an access token may say of its bearer besides id, session and roles. Wire names.
public enum TokenProfileField: String, Codable, Sendable, CaseIterable {
    case membershipId, registeredAt, name, email, phone

    func text(of account: Account) -> String? {
        switch self {
        case .membershipId: account.membershipID
        case .registeredAt: account.createdAt.description
        case .name: account.name
        case .email: account.email
        case .phone: account.phone
        }
    }
}
