import Kernel

/// From `auth`, by command and never as a public event: when somebody was born, for tickets that are handed over to them.
public struct SetHolderBirthDate: Message, Equatable {
    public static let type: MessageType = "orders.set-birth-date.v1"
    public let userId: User.ID
    /// Nil: not known any more.
    public let dateOfBirth: CalendarDate?
    public init(userId: User.ID, dateOfBirth: CalendarDate?) { (self.userId, self.dateOfBirth) = (userId, dateOfBirth) }
}
