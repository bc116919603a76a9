import Kernel

/// Seeding: a fuel. One that is there already stays as it is.
public struct ImportFuelType: Message, Equatable {
    public static let type: MessageType = "catalog.import-fuel-type.v1"
    public let code: String
    public let name: String
    public let family: String
    public let grade: Int
    public let octane: Int?
    /// The place among all fuels in lists.
    public let position: Int
    public init(code: String, name: String, family: String, grade: Int, octane: Int?, position: Int) {
        (self.code, self.name, self.family, self.grade) = (code, name, family, grade)
        (self.octane, self.position) = (octane, position)
    }
}
