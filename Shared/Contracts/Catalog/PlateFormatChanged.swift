import Kernel

/// What licence plates of a region look like: a plate fits one of the masks, `A` for a letter and `9` for a digit.
public struct PlateFormatChanged: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.plate-format-changed.v1"
    /// `US-FL`.
    public let region: String
    public let name: String
    /// Empty: the region is known, its plates are not described.
    public let masks: [String]
    public var subject: String { "plate-formats/\(region)" }
    public init(region: String, name: String, masks: [String]) { (self.region, self.name, self.masks) = (region, name, masks) }
}
