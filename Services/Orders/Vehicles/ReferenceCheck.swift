import Contracts
import Kernel

/// What the reference list of models says of a vehicle. What it does not know, people describe as they like.
package enum ReferenceCheck {
    package enum Finding: Equatable {
        /// The list knows no such model.
        case unknown
        /// It fits; nil: the list does not say how large the tank is.
        case fits(tank: Gallons?)
        case electric
        case notBuiltThen(first: Int, last: Int?)
        case otherFuels([String])
    }

    /// - Parameter entries: what the list has under this make and model.
    package static func finding(_ entries: [VehicleModel], year: Int, fuelType: String) -> Finding {
        guard !entries.isEmpty else { return .unknown }
        if entries.allSatisfy(\.fuelTypes.isEmpty) { return .electric }
        let ofYear = entries.filter { $0.yearFrom <= year && year <= ($0.yearTo ?? .max) }
        guard !ofYear.isEmpty else {
            let last = entries.contains { $0.yearTo == nil } ? nil : entries.compactMap(\.yearTo).max()
            return .notBuiltThen(first: entries.map(\.yearFrom).min() ?? year, last: last)
        }
        if ofYear.allSatisfy(\.fuelTypes.isEmpty) { return .electric }
        guard let entry = ofYear.first(where: { $0.fuelTypes.contains(fuelType) }) else {
            return .otherFuels(ofYear.flatMap(\.fuelTypes).reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
        }
        return .fits(tank: entry.tankThousandths.map { Gallons(thousandths: $0) })
    }
}
