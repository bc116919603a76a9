import Kernel

/// Says whether a plate belongs to the vehicle that somebody describes. A registry of plates is a plugin; which one a tenant asks stands in
/// `settings.orders.vehicles.plateVerifier`.
///
/// The answer is part of the log, so a verifier is a function of its question. One that asks a registry answers `unverified` here,
/// and the registry's word arrives as a message.
package protocol PlateVerifier: Sendable {
    /// As tenant files name it.
    static var name: String { get }
    static func status(of question: PlateQuestion) -> Plate.Status
}

/// What a verifier is told.
package struct PlateQuestion: Sendable, Equatable {
    package let region: String
    package let normalized: String
    /// The region's plates are described, and this one looks like them.
    package let isFormatKnown: Bool
    package let make: String
    package let model: String
    package let year: Int
    package init(region: String, normalized: String, isFormatKnown: Bool, make: String, model: String, year: Int) {
        (self.region, self.normalized, self.isFormatKnown) = (region, normalized, isFormatKnown)
        (self.make, self.model, self.year) = (make, model, year)
    }
}

/// Every verifier that a tenant may name.
package enum PlateVerifiers {
    package static let all: [any PlateVerifier.Type] = [OfflinePlates.self]
    /// The one of a tenant that names none.
    package static let usual: any PlateVerifier.Type = OfflinePlates.self
    package static func named(_ name: String) -> (any PlateVerifier.Type)? { all.first { $0.name == name } }
}

/// Knows no registry: plates that begin with ZZZ are somebody else's, and plates of regions that are not described stay unverified.
package enum OfflinePlates: PlateVerifier {
    package static let name = "offline"
    package static func status(of question: PlateQuestion) -> Plate.Status {
        if question.normalized.hasPrefix("ZZZ") { return .mismatch }
        return question.isFormatKnown ? .verified : .unverified
    }
}
