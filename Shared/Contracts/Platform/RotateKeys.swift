import Kernel

/// An operator renews the keys of a service, in two steps that go into the log of each of its shards. First the next
/// generation is announced: the service publishes its public halves. Once everybody can know them it is activated: the
/// service signs with it and asks to be sealed to it.
public struct RotateKeys: Message, Equatable {
    public static let type: MessageType = "platform.rotate-keys.v1"
    public enum Step: String, Codable, Sendable { case announce, activate }
    public let step: Step
    /// Counts from 1, the generation a service is born with.
    public let generation: Int
    public init(_ step: Step, generation: Int) { (self.step, self.generation) = (step, generation) }
}
