import Kernel

/// Imports what licence plates of a region look like; it replaces what the region had.
public struct ImportPlateFormat: Message, Equatable {
    public static let type: MessageType = "catalog.import-plate-format.v1"
    /// `US-FL`.
    public let region: String
    public let name: String
    /// `A` for a letter, `9` for a digit.
    public let masks: [String]
    public init(region: String, name: String, masks: [String]) { (self.region, self.name, self.masks) = (region, name, masks) }
}
