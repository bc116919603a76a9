import Contracts
import GRDB
import Kernel

/// A calendar with everything that decides about its slots.
package struct ProviderCalendar {
    package let record: CalendarRecord
    package let settings: CalendarSettings
    /// IANA name.
    package let timezone: String
    package let zone: TimeZoneRules
    /// Where its open time comes from.
    package let plugin: any CalendarPlugin
    package var buffers: Buffers { plugin.buffers(of: settings) }
    /// How many may have what begins there.
    package func places(at start: Timestamp) -> Int { plugin.calendar(hours: [], exceptions: []).places(at: start, in: zone) }
    package var providerId: User.ID { record.providerId }
    /// The provider's name for customers. An account that was deleted has none any more.
    package func providerName(_ words: CalendarWords) -> String {
        record.isClosed && record.name.isEmpty ? words.deletedAccount : record.name
    }
}

/// Calendars and their slots, for commands and queries alike.
package struct CalendarReading {
    package let database: Database
    let definition: TenantDefinition
    package let now: Timestamp
    private let defaults: [String: JSONValue]
    private let plugin: any CalendarPlugin
    package init(database: Database, definition: TenantDefinition, now: Timestamp) throws {
        (self.database, self.definition, self.now) = (database, definition, now)
        let settings = try Self.settings(of: definition)
        (defaults, plugin) = (settings.calendar, CalendarPlugins.of(definition, settings))
    }
    package static func settings(of definition: TenantDefinition) throws -> SchedulingSettings {
        try (definition.settings[ServiceName.scheduling.rawValue] ?? .object([:])).decoded(as: SchedulingSettings.self)
    }
    private var store: CalendarStore { CalendarStore(database, definition.tenant) }
    private var claims: SlotClaimStore { SlotClaimStore(database, definition.tenant) }

    /// The calendar of a provider. An account that is younger than its news has an empty one.
    package func calendar(of provider: User.ID) throws -> ProviderCalendar {
        try calendar(store.find(provider) ?? CalendarRecord(providerId: provider))
    }
    package func calendar(_ record: CalendarRecord) throws -> ProviderCalendar {
        let timezone = record.timezone ?? definition.timezone
        return ProviderCalendar(record: record, settings: CalendarSettings(defaults: defaults, changes: record.changes), timezone: timezone,
                              zone: try TimeZoneRules.named(timezone), plugin: plugin)
    }

    /// What is offered on some local days for one duration.
    /// - Parameters:
    ///   - own: holders of claims that do not count: whoever asks makes room for themselves.
    ///   - ignoringHours: everything that is not taken is open.
    package func offer(_ calendar: ProviderCalendar, durationMinutes: Int, from: CalendarDate, through: CalendarDate, own: Set<String> = [],
                       stepMinutes: Int? = nil) throws -> SlotOffer {
        let (first, last) = (from.adding(days: -1), through.adding(days: 2))
        let open = plugin.calendar(hours: try store.hours(of: calendar.providerId),
                                   exceptions: try store.overrides(of: calendar.providerId, from: first, through: last))
        let span = Interval(start: calendar.zone.startOfDay(first), end: calendar.zone.startOfDay(last.adding(days: 1)))
        let busy = try claims.live(calendar.providerId, meeting: span, at: now).filter { !own.contains($0.holder) }.map(\.busy)
        return SlotOffer(zone: calendar.zone, calendar: open, durationMinutes: durationMinutes,
                         stepMinutes: stepMinutes ?? calendar.settings.slotStepMinutes, buffers: calendar.buffers, busy: busy)
    }
    package func guestRules(_ calendar: ProviderCalendar) -> [any SlotRule] {
        SlotRules.guest(now: second, noticeMinutes: calendar.settings.minimumNoticeMinutes, horizonDays: calendar.settings.horizonDays)
    }
    /// The part of the guest's rules that does not hold by construction of a list.
    package func guestLimits(_ calendar: ProviderCalendar) -> [any SlotRule] {
        [MinimumNotice(now: second, minutes: calendar.settings.minimumNoticeMinutes),
         BookingHorizon(now: second, days: calendar.settings.horizonDays)]
    }
    /// What a clock shows. A start is a whole second, so one that is in time by what people see is in time.
    package var second: Timestamp { now.wholeSeconds }
    package func today(_ calendar: ProviderCalendar) -> CalendarDate { calendar.zone.local(now).date }
}
