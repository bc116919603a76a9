import Contracts
import Kernel
import Messaging
import NotificationPolicy
import NotificationsKit
import ServiceKit

/// The hour of a type that comes by the calendar: `sun,wed 18:00`, on the tenant's clock. Who lives elsewhere gets it
/// in the type's slot on their own clock.
public struct RunSchedule: Command {
    public static let type: MessageType = "notifications.run-schedule.v1"
    public let kind: String
    public init(kind: String) { self.kind = kind }

    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        // The tenant's file has changed meanwhile.
        guard let type = try tx.policy().types[kind], type.schedule != nil else { return NoContent() }
        try Self.plan(type, in: tx)
        if type.requires.contains("items") {
            for source in tx.sources.all where try source.suggest(type, at: tx.now, to: .everybody, in: tx) { break }
        } else {
            try ContinueAnnouncement.begin(Trigger(kind, at: tx.now, subject: nil, facts: Facts()), to: .everybody(), in: tx)
        }
        return NoContent()
    }

    /// Setting a timer again moves it nowhere.
    package static func plan(_ type: NotificationPolicy.MessageType, in tx: NotificationsTransaction) throws {
        guard let schedule = type.schedule.flatMap(Schedule.init) else { return }
        try tx.schedule("schedule:\(type.name)", at: schedule.next(after: tx.now, zone: try TimeZoneRules.named(try tx.policy().zone)),
                        RunSchedule(kind: type.name))
    }
}
