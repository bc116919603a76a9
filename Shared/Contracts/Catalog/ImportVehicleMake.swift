import Kernel

/// Imports a make of the reference list; its models replace those that the make had.
public struct ImportVehicleMake: Message, Equatable {
    public static let type: MessageType = "catalog.import-vehicle-make.v1"
    public let make: String
    public let models: [VehicleModel]
    public init(make: String, models: [VehicleModel]) { (self.make, self.models) = (make, models) }
}
