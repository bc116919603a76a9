import Contracts
import Kernel
import Messaging
import SchedulingAppointments
import SchedulingCalendars
import SchedulingService
import ServiceKit
import TestKit
import Testing

@Suite("Free slots")
struct FreeSlotTests {
    private func starts(_ reply: Reply) -> [String] {
        (reply.json["data"]?.array ?? []).flatMap { $0["slots"]?.array ?? [] }.compactMap { $0["startTime"]?.string }
    }
    private let tuesday: [String: JSONValue] = ["from": "2026-11-24", "to": "2026-11-24"]
    private func with(_ more: [String: JSONValue]) -> JSONValue { .object(tuesday.merging(more) { $1 }) }

    @Test("The provider is offered what is free, also when guests no longer are; others are offered nothing")
    func own() throws {
        let studio = try Studio()
        func ask(_ user: Principal) throws -> Reply { try studio.shard.ask(FreeSlots.self, with(["duration": 120]), as: user) }
        #expect(try starts(ask(Studio.provider)).contains("10:00"))
        _ = try studio.booked(tuesday10)
        let left = try starts(ask(Studio.provider))
        #expect(!left.contains("10:00") && left.contains("14:00"))
        studio.shard.now = Timestamp("2026-11-24T16:00:00Z") ?? .distantPast
        #expect(try starts(ask(Studio.provider)).contains("14:00"))
        #expect(try ask(.user("9", roles: [])).status == 403)
    }

    @Test("Who moves an appointment is also offered the time that it has")
    func move() throws {
        let studio = try Studio()
        let manage = try studio.booked(tuesday10)
        let others = try studio.shard.ask(SlotsOfLink.self, with(["token": .string(studio.link())]))
        let own = try studio.shard.ask(SlotsForMove.self, with(["manageToken": .string(manage)]))
        #expect(!starts(others).contains("10:00") && starts(own).contains("10:00"))
        #expect(try studio.shard.ask(SlotsForMove.self, with(["manageToken": "unknown"])).status == 404)
    }

    @Test("A preview counts with the hours and the busy times that it is given, and with nothing that is stored")
    func preview() throws {
        let studio = try Studio()
        _ = try studio.booked(tuesday10)
        let question = with([
            "timezone": .string(Studio.zone), "durationMinutes": 60,
            "workingHours": [["dayOfWeek": 2, "startTime": "10:00", "endTime": "13:00"]],
            "busy": [["startsAt": "2026-11-24T14:00:00Z", "endsAt": "2026-11-24T15:00:00Z"]],
        ])
        #expect(try starts(studio.shard.ask(PreviewSlots.self, question, as: Studio.provider)) == ["10:00", "12:00"])
        #expect(try studio.shard.ask(PreviewSlots.self, question, as: .user("9", roles: [])).status == 403)
        #expect(try studio.shard.ask(PreviewSlots.self, with(["timezone": "Mars", "durationMinutes": 60, "workingHours": []]),
                                     as: Studio.provider).fields.contains("timezone"))
    }
}
