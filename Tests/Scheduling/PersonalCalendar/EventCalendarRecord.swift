import Contracts
import Foundation
import Kernel
import Messaging
import SchedulingEventReminders
import SchedulingService
import TestKit
import Testing

/// Calendar files of events and of people who go there, written down with what they must say for foreign parsers
/// (`Tests/Interop/calendars.py`).
@Suite("Calendar files of events")
struct EventCalendarRecord {
    private typealias Scene = PersonalCalendarScene
    private static let title = "Rock; Paper, Scissors \\ (live) – Ŋgoma 🎉 " + String(repeating: "ñandú ", count: 12) + "end"

    @Test("Files of events, tickets and feeds are valid in form and are written down for the judge")
    func record() throws {
        let scene = try Scene()
        let strange = Scene.event("strange", "2026-11-26T06:00:00Z", title: Self.title, latitude: 0.00005)
        let off = Scene.event("off", "2026-12-01T18:30:00Z", hours: 6)
        let own = Scene.event("own", "2026-11-24T06:00:00Z", organizer: "john")
        for event in [strange, off, own] { try scene.publish(event) }
        let tickets = try scene.issue(strange, to: "john", count: 2), dead = try scene.issue(off, to: "john")
        try scene.callOff(Scene.event("off", "2026-12-01T18:30:00Z", hours: 6, version: 2))
        try scene.cancel(dead, of: off, "event-cancelled")
        let address = try #require(try scene.rotate(as: Scene.john)), empty = try #require(try scene.rotate(as: Scene.jane))

        let plain = entry(strange, alarm: true), cancelled = entry(off, version: 2, isCancelled: true)
        let files: [(name: String, reply: Reply, method: String, entries: [JSONValue])] = [
            ("an event", try scene.shard.ask(EventCalendarFile.self, ["eventId": "strange"]), "PUBLISH", [plain]),
            ("a ticket", try scene.ticketFile(tickets[0].ticketId), "PUBLISH", [plain]),
            ("a dead ticket", try scene.ticketFile(dead[0].ticketId), "CANCEL", [cancelled]),
            ("a feed", try scene.feed(address.token), "PUBLISH", [entry(own), plain, cancelled]),
            ("an empty feed", try scene.feed(empty.token), "PUBLISH", []),
        ]
        for file in files {
            let text = String(decoding: file.reply.body, as: UTF8.self)
            #expect(file.reply.status == 200 && text.hasSuffix("END:VCALENDAR\r\n")
                && text.split(separator: "\r\n", omittingEmptySubsequences: false).allSatisfy { $0.utf8.count <= 75 && !$0.contains("\n") },
                "\(file.name)")
        }
        let record: JSONValue = .array(files.map { file in
            ["name": .string(file.name), "text": .string(String(decoding: file.reply.body, as: UTF8.self)),
             "method": .string(file.method), "entries": .array(file.entries)]
        })
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: ".build/judges")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(JSON.encode(record)).write(to: folder.appending(path: "event-calendars.json"))
    }

    private func entry(_ event: TicketEvent, version: Int = 1, isCancelled: Bool = false, alarm: Bool = false) -> JSONValue {
        ["uid": .string("event-\(event.eventId)@eventpass.ug"), "sequence": .int(version),
         "status": .string(isCancelled ? "CANCELLED" : "CONFIRMED"), "summary": .string(event.title),
         "alarms": alarm ? [120] : [], "start": .string(event.startDate.description), "end": .string(event.endDate.description)]
    }
}
