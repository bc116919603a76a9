import Kernel

/// A licence plate of a vehicle.
package struct Plate: Codable, Sendable, Equatable {
    /// What the tenant's `PlateVerifier` found.
    package enum Status: String, Codable, Sendable, CaseIterable {
        case verified
        /// The verifier could not decide.
        case unverified
        /// It belongs to another vehicle: nobody brings fuel to it.
        case mismatch
    }
    /// `US-FL`.
    package let region: String
    /// In capital letters, with the separators that were typed.
    package let number: String
    /// Without them.
    package let normalized: String
    /// The owner chose the text.
    package let isPersonalized: Bool
    package let status: Status
    package init(region: String, number: String, normalized: String, isPersonalized: Bool, status: Status) {
        (self.region, self.number, self.normalized, self.isPersonalized) = (region, number, normalized, isPersonalized)
        self.status = status
    }

    /// What is left of the plate of somebody whose account is gone.
    static let forgotten = Plate(region: "", number: "", normalized: "", isPersonalized: false, status: .unverified)
    var isForgotten: Bool { normalized.isEmpty }

    /// Whether it is the same plate, whatever its separators.
    package func isSame(as other: Plate) -> Bool { region == other.region && normalized == other.normalized }

    /// Whether a plate that somebody reads off a vehicle is this one. The region is not typed.
    package func matches(typed number: String) -> Bool { PlateRules.normalized(number) == normalized }

    package var json: JSONValue {
        [
            "region": .string(region), "number": .string(number), "normalized": .string(normalized), "personalized": .bool(isPersonalized),
            "status": .string(status.rawValue),
        ]
    }
}
