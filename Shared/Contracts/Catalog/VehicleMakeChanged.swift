import Kernel

/// All models of a make in the reference list, as it is now. What is not in it, people describe themselves.
public struct VehicleMakeChanged: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.vehicle-make-changed.v1"
    public let make: String
    public let models: [VehicleModel]
    public var subject: String { "vehicle-makes" }
    public init(make: String, models: [VehicleModel]) { (self.make, self.models) = (make, models) }
}
