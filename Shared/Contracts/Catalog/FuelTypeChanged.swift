import Kernel

/// A fuel as it is now, after it was added, renamed, or switched on or off.
public struct FuelTypeChanged: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.fuel-type-changed.v1"
    /// `regular`, `diesel`: what vehicles, prices and orders name it by.
    public let code: String
    public let name: String
    /// Fuels of one family may replace each other upwards: a vehicle takes its own grade or a higher one.
    public let family: String
    public let grade: Int
    public let octane: Int?
    /// False: it is not sold.
    public let active: Bool
    public var subject: String { "fuel-types/\(code)" }
    public init(code: String, name: String, family: String, grade: Int, octane: Int?, active: Bool) {
        (self.code, self.name, self.family, self.grade) = (code, name, family, grade)
        (self.octane, self.active) = (octane, active)
    }
}
