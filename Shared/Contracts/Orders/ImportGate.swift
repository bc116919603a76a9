import Kernel

/// Seeding: an entrance of an event, with a fixed id. One that is there stays as it is.
public struct ImportGate: Message, Equatable {
    public static let type: MessageType = "orders.import-gate.v1"
    public let gateId: String
    public let eventId: EventID
    public let name: String
    public init(gateId: String, eventId: EventID, name: String) { (self.gateId, self.eventId, self.name) = (gateId, eventId, name) }
}
