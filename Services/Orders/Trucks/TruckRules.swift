import Contracts
import Kernel

/// How a truck may be built and filled. Asked by the commands of the staff, and by what drivers deliver.
enum TruckRules {
    static let compartments = 1...6
    /// Thousandths of a gallon.
    static let capacity = 50_000...5_000_000

    /// `T-101`.
    static func isCode(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 5 && bytes.starts(with: Array("T-".utf8)) && bytes.dropFirst(2).allSatisfy { (48...57).contains($0) }
    }

    /// Throws unless what the truck holds fits into the compartments that it gets.
    static func requireRoom(in new: [Truck.Compartment], for old: [Truck.Compartment]) throws(Rejection) {
        for compartment in old where compartment.onHand > .zero {
            guard let next = new.first(where: { $0.fuelType == compartment.fuelType }), next.capacity >= compartment.onHand else {
                throw overfilled
            }
        }
    }

    static let overfilled = Rejection.conflict("compartment-overfilled", "The compartment cannot hold that much.")
    package static let notCarried = Rejection.conflict("fuel-not-carried", "The truck does not carry this fuel.")
    package static let insufficient = Rejection.conflict("insufficient-fuel", "The truck does not have enough of this fuel.")
    static let hasShift = Rejection.conflict("truck-has-shift", "End the truck's shift before you change its area or compartments.")
    static let codeTaken = Rejection.conflict("truck-code-taken", "Another truck has this code.")
    /// For who is not on shift with the truck: dispatchers may without one.
    static let notDriven = Rejection.forbidden(without: TruckSettings.manage)
    static let ticketUsed = Rejection.conflict("ticket-used", "This ticket was entered before.")
}
