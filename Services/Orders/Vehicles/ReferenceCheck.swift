import Contracts
import Kernel

/// What the reference list of models says of a vehicle. What it does not know, people describe as they like.
package enum ReferenceCheck {
    package enum Flaw: Equatable {
        case electric
        case notBuiltThen(first: Int, last: Int?)
        case otherFuels([String])
    }
    /// Without flaws it fits, or the list does not know it.
    package struct Finding: Equatable {
        package var flaws: [Flaw] = []
        /// Nil: the list does not say how large the tank is.
        package var tank: Gallons?
        package init(flaws: [Flaw] = [], tank: Gallons? = nil) { (self.flaws, self.tank) = (flaws, tank) }
    }

    /// - Parameter entries: what the list has under this make and model.
    /// - Parameter year: nil if there is none that can be right; the fuel then has to suit the model in any year.
    /// - Parameter fuelType: nil if there is none to judge.
    package static func finding(_ entries: [VehicleModel], year: Int?, fuelType: String?) -> Finding {
        guard !entries.isEmpty else { return Finding() }
        var found = Finding()
        let ofYear = entries.filter { entry in year.map { entry.yearFrom <= $0 && $0 <= (entry.yearTo ?? .max) } ?? false }
        if let year, ofYear.isEmpty {
            let last = entries.contains { $0.yearTo == nil } ? nil : entries.compactMap(\.yearTo).max()
            found.flaws.append(.notBuiltThen(first: entries.map(\.yearFrom).min() ?? year, last: last))
        }
        let candidates = ofYear.isEmpty ? entries : ofYear
        if candidates.allSatisfy(\.fuelTypes.isEmpty) {
            found.flaws.append(.electric)
        } else if let fuelType {
            if let entry = candidates.first(where: { $0.fuelTypes.contains(fuelType) }) {
                if found.flaws.isEmpty { found.tank = entry.tankThousandths.map { Gallons(thousandths: $0) } }
            } else {
                found.flaws.append(.otherFuels(candidates.flatMap(\.fuelTypes).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }))
            }
        }
        return found
    }
}
