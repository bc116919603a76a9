import Kernel

/// A person with a card, as auth says, and the version of the card.
package struct Member: Sendable, Equatable {
    package let id: User.ID
    package var membershipID: String?
    package var name: String?
    package var email: String?
    package var phone: String?
    package var locale: String?
    package var neighborhoodID: Int?
    package var registeredAt: Timestamp?
    package var cardVersion = 1
    /// When this version was made; nil: at registration.
    package var cardVersionAt: Timestamp?
    package var isErased = false

    package init(id: User.ID) { self.id = id }

    /// What the bearer's token says, for somebody who registered a moment ago.
    package init(id: User.ID, profile: [String: String]) {
        self.id = id
        (membershipID, name, email, phone) = (profile["membershipId"], profile["name"], profile["email"], profile["phone"])
        registeredAt = profile["registeredAt"].flatMap { Timestamp($0) }
    }

    /// "Ahmed M.": the first word and the initial of the last.
    package var shortName: String? { name.map(Self.short) }
    package static func short(_ name: String) -> String {
        let words = name.split(whereSeparator: \.isWhitespace)
        guard let first = words.first else { return "" }
        guard words.count > 1, let initial = words.last?.first else { return String(first) }
        return "\(first) \(initial.uppercased())."
    }
    package func code(issuer: String, end: CalendarDate?, now: Timestamp) -> CardCode {
        CardCode(iss: issuer, sub: id, mid: membershipID, ver: cardVersion, iat: (cardVersionAt ?? registeredAt ?? now).secondsSinceEpoch,
                 end: end)
    }
}

/// A partner shop as the catalog says.
package struct ShopProjection: Sendable, Equatable {
    package let id: Int
    package let isActive: Bool
    package let names: [String: String]
    package let categoryID: Int
    package let neighborhoodID: Int
    package let discountBasisPoints: Int

    package func name(in language: String, else fallback: String) -> String {
        names[language] ?? names[fallback] ?? names.sorted { $0.key < $1.key }.first?.value ?? ""
    }
}
