import Contracts
import Foundation
import Kernel
import Messaging
import SchedulingAppointments
import SchedulingCalendars
import SchedulingService
import TestKit
import Testing

/// The calendar files of one appointment's life and of its provider's feed, written down with what they must say for foreign parsers
/// (`Tests/Interop/calendars.py`).
@Suite("Calendar files of appointments")
struct CalendarFileRecord {
    @Test("Files of a whole life are valid in form and are written down for the judge")
    func record() throws {
        let studio = try Studio(["minimumNoticeMinutes": 0, "location": "Gurruchaga 1450; 2º \"B\", Palermo"])
        let more: [String: JSONValue] =
            ["notes": .string("Sombra, línea; y \\ barra.\r\nOtra línea " + String(repeating: "ñandú 🌹 ", count: 20))]
        let manage = try #require(try studio.book(studio.link(), thursday10, more: more).json["manageToken"]?.string)
        #expect(try studio.guest(RescheduleAsCustomer.type, ["manageToken": .string(manage), "startsAt": "2026-11-28T17:00:00Z"])
            .status == 200)
        #expect(try studio.guest(CancelAsCustomer.type, ["manageToken": .string(manage), "reason": "Viaje"]).status == 200)
        _ = try studio.book(studio.link(60, deposit: 5000), wednesday10)
        let files = try studio.mails().compactMap { $0.attachments?.first?.content }
        #expect(files.count == 3)
        let feedURL = try #require(try studio.post(RotateCalendarFeed.type).json["url"]?.string)
        let token = String((feedURL.split(separator: "/").last ?? "").dropLast(4))
        let feed = String(decoding: try studio.shard.ask(CalendarFeedFile.self, ["feedToken": .string(token)]).body, as: UTF8.self)
        let download = String(decoding: try studio.shard.ask(AppointmentInvite.self, ["manageToken": .string(manage)]).body, as: UTF8.self)
        let first: [String: JSONValue] = ["start": .string(thursday10), "end": "2026-11-26T15:00:00Z"],
            second: [String: JSONValue] = ["start": "2026-11-28T17:00:00Z", "end": "2026-11-28T19:00:00Z"]
        func expected(_ text: String, _ method: String, _ sequence: Int, _ status: String, _ times: [String: JSONValue]) -> JSONValue {
            .object(times.merging(["text": .string(text), "method": .string(method), "sequence": .int(sequence), "status": .string(status),
                                   "uid": "appointment-1@api.studio.example", "location": "Gurruchaga 1450; 2º \"B\", Palermo",
                                   "summary": "Cita con Lucía Ferreyra", "attendee": "mailto:carla.medina@example.com"]) { $1 })
        }
        let record: JSONValue = [
            "invites": [expected(files[0], "REQUEST", 0, "CONFIRMED", first), expected(files[1], "REQUEST", 1, "CONFIRMED", second),
                        expected(files[2], "CANCEL", 2, "CANCELLED", second), expected(download, "CANCEL", 2, "CANCELLED", second)],
            "feed": ["text": .string(feed), "timezone": .string(Studio.zone),
                     "statuses": ["appointment-1@api.studio.example": "CANCELLED", "appointment-2@api.studio.example": "TENTATIVE"]],
        ]
        for text in files + [feed, download] {
            #expect(text.hasSuffix("END:VCALENDAR\r\n") && text.split(separator: "\r\n", omittingEmptySubsequences: false)
                .allSatisfy { $0.utf8.count <= 75 && !$0.contains("\n") })
        }
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .appending(path: ".build/judges")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(JSON.encode(record)).write(to: folder.appending(path: "calendars.json"))
    }
}
