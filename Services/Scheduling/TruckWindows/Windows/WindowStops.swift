import Contracts
import Kernel

/// Stops that are left in a window, by the trucks that are rostered for it.
package struct WindowStops: Sendable, Equatable {
    package struct Truck: Sendable, Equatable {
        package let id: TruckID
        package let code: String
        package let fuels: Set<String>
        package let stops: Int
        /// Held and confirmed claims, of any fuel.
        package let taken: Int
        package init(id: TruckID, code: String, fuels: Set<String>, stops: Int, taken: Int) {
            (self.id, self.code, self.fuels, self.stops, self.taken) = (id, code, fuels, stops, taken)
        }
        /// Stops that were lowered below what is claimed leave none.
        package var remaining: Int { max(0, stops - taken) }
    }
    package let trucks: [Truck]
    package init(_ trucks: [Truck]) { self.trucks = trucks }

    private func carrying(_ fuel: String) -> [Truck] { trucks.filter { $0.fuels.contains(fuel) } }
    package func capacity(for fuel: String) -> Int { carrying(fuel).reduce(0) { $0 + $1.stops } }
    package func remaining(for fuel: String) -> Int { carrying(fuel).reduce(0) { $0 + $1.remaining } }

    /// Whose stop the next claim takes: the truck with most stops left, of several the one with the lowest code. Nil: none has any.
    package func next(for fuel: String) -> Truck? {
        carrying(fuel).filter { $0.remaining > 0 }.min { ($1.remaining, $0.code, $0.id) < ($0.remaining, $1.code, $1.id) }
    }
}

/// A window with its stops.
package struct StaffedWindow: Sendable, Equatable {
    package let window: TruckWindow
    package let stops: WindowStops
    package init(_ window: TruckWindow, _ stops: WindowStops) { (self.window, self.stops) = (window, stops) }
}
