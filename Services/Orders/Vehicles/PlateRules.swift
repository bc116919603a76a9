import Kernel

/// What a licence plate may look like.
package enum PlateRules {
    /// The 50 states and the District of Columbia, as in ISO 3166-2.
    package static let states: Set<String> = Set([
        "AL", "AK", "AZ", "AR", "CA", "CO", "CT", "DE", "DC", "FL", "GA", "HI", "ID", "IL", "IN", "IA", "KS", "KY", "LA", "ME", "MD", "MA",
        "MI", "MN", "MS", "MO", "MT", "NE", "NV", "NH", "NJ", "NM", "NY", "NC", "ND", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX",
        "UT", "VT", "VA", "WA", "WV", "WI", "WY",
    ].map { "US-" + $0 })

    private static let personalizedLengths = 1...7
    /// In a region whose plates the catalog does not describe.
    private static let unknownLengths = 2...8

    /// In capital letters without spaces, hyphens and dots. Nil: it has other characters, such as letters that only look Latin.
    package static func normalized(_ number: String) -> String? {
        var plain = ""
        for scalar in number.unicodeScalars {
            switch scalar {
            case "A"..."Z", "0"..."9": plain.unicodeScalars.append(scalar)
            case "a"..."z": plain += String(scalar).uppercased()
            case " ", "-", ".": break
            default: return nil
            }
        }
        return plain
    }

    package static func isKnown(_ region: String, masks: [String]) -> Bool { !masks.isEmpty || states.contains(region) }

    /// Whether a normalized number can be one of the region. `masks` are what the region's plates look like; empty: unknown.
    package static func fits(_ normalized: String, masks: [String], isPersonalized: Bool) -> Bool {
        if isPersonalized { return personalizedLengths.contains(normalized.utf8.count) }
        return masks.isEmpty ? unknownLengths.contains(normalized.utf8.count) : masks.contains { fits(normalized, mask: $0) }
    }

    /// `A` stands for a letter, `9` for a digit, anything else for itself.
    package static func fits(_ normalized: String, mask: String) -> Bool {
        normalized.utf8.count == mask.utf8.count && zip(normalized.utf8, mask.utf8).allSatisfy { character, place in
            switch place {
            case UInt8(ascii: "A"): (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(character)
            case UInt8(ascii: "9"): (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character)
            default: character == place
            }
        }
    }
}
