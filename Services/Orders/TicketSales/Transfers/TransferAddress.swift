import Contracts
import Kernel

/// Where a ticket is offered to: an e-mail address or a telephone number.
package struct TransferAddress: Sendable, Equatable {
    package enum Kind: String, Codable, Sendable, CaseIterable { case email, phone }
    package let kind: Kind
    /// E-mail as it was typed; telephone in E.164.
    package let text: String

    /// Equal addresses have equal keys: e-mail addresses do not differ by capital letters. With the service's secret, so nobody who
    /// reads the rows can test guessed addresses.
    package func key(_ secret: [UInt8], of tenant: TenantID) -> String {
        DeterministicID.make("transfer-address", Base64URL.encode(secret), tenant.rawValue, kind.rawValue, text.lowercased())
    }

    /// `j•••@example.com`, `•••456`.
    package var masked: String {
        switch kind {
        case .email: text.prefix(1) + "•••" + text.drop { $0 != "@" }
        case .phone: "•••" + text.suffix(3)
        }
    }

    /// Who sends messages there.
    package var channel: String {
        switch kind {
        case .email: "email"
        case .phone: "sms"
        }
    }
}

extension TransferAddress {
    private static let emailBytesMax = 254

    /// Nil: not `local@domain.tld` in ASCII.
    package init?(email typed: String) {
        let text = typed.trimmed
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.emailBytesMax, parts.count == 2, (1...64).contains(parts[0].utf8.count),
            text.utf8.allSatisfy({ (33...126).contains($0) && !Array("<>()[]\\,;:\"".utf8).contains($0) }) else { return nil }
        let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        let names = labels + parts[0].split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, names.allSatisfy({ !$0.isEmpty }) else { return nil }
        self.init(kind: .email, text: text)
    }

    /// Nil: not a number of E.164. `00…` is `+…`; a number without a country gets the tenant's prefix, as for accounts.
    package init?(phone typed: String, prefix: String) {
        var digits = typed.trimmed.filter { !" .-()/\u{A0}\u{202F}".contains($0) }
        let country = String(prefix.drop { $0 == "+" })
        if digits.hasPrefix("00") { digits = "+" + digits.dropFirst(2) }
        if !digits.hasPrefix("+") {
            guard !country.isEmpty else { return nil }
            if digits.hasPrefix("0") { digits = "+" + country + digits.dropFirst() }
            else if digits.hasPrefix(country), digits.count >= country.count + 8 { digits = "+" + digits }
            else { digits = "+" + country + digits }
        }
        let number = digits.utf8.dropFirst()
        guard (8...15).contains(number.count), number.first != 48, number.allSatisfy({ (48...57).contains($0) }) else { return nil }
        self.init(kind: .phone, text: digits)
    }
}
