import Contracts
import Foundation
import Kernel
import SchedulingService
import ServiceKit
import Testing

@Suite("Tenant files of this repository")
struct TenantFileTests {
    /// A fuel truck's round: two windows of the morning that touch, one of Saturday.
    static let round = """
        tenant: tank
        name: Tank
        currency: EUR
        timezone: Europe/Madrid
        languages: [fr, ar]
        roles: { driver: ["calendars:own"] }
        plugins: { scheduling: [booking-links, delivery-windows] }
        settings:
          scheduling:
            calendar: { minimumNoticeMinutes: 60, bufferAfterMinutes: 30 }
            windows:
              - { days: [1, 2, 3, 4, 5], start: "08:00", end: "10:00", places: 3 }
              - { days: [1, 2, 3, 4, 5], start: "10:00", end: "12:00", places: 1 }
              - { days: [6], start: "09:00", end: "13:00", places: 2 }
        """

    private func problems(_ text: String) throws -> [String] {
        do {
            _ = try TenantFile(try YAMLFile(path: "t.yml", text: text), catalogue: [Scheduling.name: Scheduling.plugins])
            return []
        } catch let error as FileProblems { return error.problems.map(\.description) }
    }

    @Test("A tenant file with windows is accepted")
    func windows() throws { #expect(try problems(Self.round) == []) }

    @Test("Everything that is wrong in settings.scheduling is named with its line and field")
    func everyMistake() throws {
        let found = try problems(Self.round
            .replacing("minimumNoticeMinutes: 60, bufferAfterMinutes: 30",
                       with: "minimumNoticeMinutes: -1, bufferAfterMinutes: 30, holdHours: 1")
            .replacing("start: \"08:00\", end: \"10:00\", places: 3", with: "start: \"8:00\", end: \"10:00\", places: 0")
            .replacing("days: [6], start: \"09:00\", end: \"13:00\"", with: "days: [5, 7], start: \"11:00\", end: \"09:00\"")
            + "\n    customerRetentionDays: 0\n    reminderOffsets: [10]\n    appointments: { title: {}, colour: red }\n")
        #expect(found.sorted() == [
            "t.yml:10: settings.scheduling.calendar.holdHours: is not a setting of a calendar",
            "t.yml:10: settings.scheduling.calendar.minimumNoticeMinutes: must be 0 to 43200",
            "t.yml:12: settings.scheduling.windows.0.places: must be 1 to 10000",
            "t.yml:12: settings.scheduling.windows.0.start: is not a time (HH:mm, 00:00 to 23:59)",
            "t.yml:14: settings.scheduling.windows.2.days: each must be 0 (Sunday) to 6",
            "t.yml:14: settings.scheduling.windows.2.end: must be after start; windows past midnight are two",
            "t.yml:15: settings.scheduling.customerRetentionDays: must be 1 to 36500",
            "t.yml:16: settings.scheduling.reminderOffsets: is not a setting of scheduling",
            "t.yml:17: settings.scheduling.appointments.colour: is not a setting of appointments",
            "t.yml:17: settings.scheduling.appointments.title: must have a text for a language",
        ])
    }

    @Test("A field of the wrong type, windows that overlap, windows without a plugin's, two calendars at once", arguments: [
        ("places: 1 }", "places: many }", "t.yml:13: settings.scheduling.windows.1.places"),
        ("start: \"10:00\", end: \"12:00\"", "start: \"09:30\", end: \"12:00\"",
         "t.yml:13: settings.scheduling.windows.1.start: overlaps an earlier window of the day"),
        ("windows:\n", "windows: []\n    unused:\n",
         "t.yml:11: settings.scheduling.windows: must have a window: delivery-windows is named"),
        ("[booking-links, delivery-windows]", "[booking-links, delivery-windows, weekly-hours]",
         "are two answers to one question; name one"),
        ("[booking-links, delivery-windows]", "[booking-links, delivery-vans]", """
            t.yml:7: scheduling has no plugin 'delivery-vans'; it has: appointments, booking-links, delivery-windows, event-reminders, \
            truck-windows, weekly-hours
            """),
        ("calendar: { minimumNoticeMinutes: 60", "calendar: { minimumNoticeMinutes: soon",
         "t.yml:10: settings.scheduling.calendar.minimumNoticeMinutes: must be a whole number"),
    ])
    func single(part: String, instead: String, says: String) throws {
        let found = try problems(Self.round.replacing(part, with: instead))
        #expect(found.contains { $0.contains(says) }, "\(found)")
    }
}
