import CatalogKit
import Contracts
import Kernel

/// A fuel that trucks bring.
package struct FuelType: Sendable, Equatable {
    package let code: String
    package var name: String
    /// Fuels of one family replace each other upwards.
    package let family: String
    package let grade: Int
    package let octane: Int?
    /// False: it has a price, perhaps, but nobody can order it.
    package var active: Bool
    /// The place in lists.
    package let position: Int
    package init(code: String, name: String, family: String, grade: Int, octane: Int?, active: Bool = true, position: Int) {
        (self.code, self.name, self.family, self.grade) = (code, name, family, grade)
        (self.octane, self.active, self.position) = (octane, active, position)
    }

    static let nameLength = 1...40

    var changed: FuelTypeChanged {
        FuelTypeChanged(code: code, name: name, family: family, grade: grade, octane: octane, active: active)
    }

    func write(to writer: inout JSONWriter) {
        writer.member("code", code)
        writer.member("name", name)
        writer.member("family", family)
        writer.member("grade", grade)
        writer.member("octane", octane)
        writer.member("active", active)
    }
}
