import Contracts
import Kernel

/// What somebody wants from a restaurant, as they sent it.
package struct Cart: Codable, Sendable, Equatable {
    package struct Line: Codable, Sendable, Equatable {
        package let menuItemId: MenuItemID
        package let quantity: Int
        /// Ids of options, in the order in which they were chosen.
        package let options: [String]
        package let note: String?
        package init(menuItemId: MenuItemID, quantity: Int, options: [String] = [], note: String? = nil) {
            (self.menuItemId, self.quantity, self.options, self.note) = (menuItemId, quantity, options, note)
        }
    }
    package let lines: [Line]
    package let location: GeoPoint
    /// Minor units.
    package let tip: Int
    package init(lines: [Line], location: GeoPoint, tip: Int) { (self.lines, self.location, self.tip) = (lines, location, tip) }

    static let linesMax = 50
    static let quantities = 1...20
    static let noteMax = 140
    static let optionsMax = 300
    /// In whole units of the currency.
    static let tipMax = 100
}
