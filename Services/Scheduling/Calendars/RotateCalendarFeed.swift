import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// A new secret address for the provider's own calendar program; the old one is dead. Only its hash is kept.
public struct RotateCalendarFeed: Command {
    public static let type: MessageType = "scheduling.rotate-calendar-feed.v1"

    public func handle(in tx: SchedulingTransaction) throws -> SecretAnswer {
        let provider = try tx.provider()
        let token = tx.token(for: "calendar-feed")
        var record = try tx.calendars.find(provider) ?? CalendarRecord(providerId: provider)
        record.feedHash = FeedSecret.hash(key: tx.context.serviceKey(FeedSecret.purpose(token)))
        record.feedCreatedAt = tx.now
        try tx.calendars.save(record)
        let url = "\(tx.root)\(tx.basePath)/calendar/\(token).ics"
        return SecretAnswer(["url": .string(url), "createdAt": .time(tx.now)], status: 201, location: "/calendar-feed")
    }
}

/// No program reads the calendar any more.
public struct RevokeCalendarFeed: Command {
    public static let type: MessageType = "scheduling.revoke-calendar-feed.v1"

    public func handle(in tx: SchedulingTransaction) throws -> NoContent {
        let provider = try tx.provider()
        guard var record = try tx.calendars.find(provider), record.feedHash != nil else { return NoContent() }  // There was none.
        (record.feedHash, record.feedCreatedAt) = (nil, nil)
        try tx.calendars.save(record)
        return NoContent()
    }
}
