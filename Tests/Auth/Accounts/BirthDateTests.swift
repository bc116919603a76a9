import AuthService
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("Dates of birth") struct BirthDateTests {
    @Test("The catalog is told when somebody was born, by command: at registration, at import and when it changes, and not otherwise")
    func told() throws {
        let auth = try AuthHarness()
        let john = try auth.principal(try auth.register("john@example.com", ["dateOfBirth": "2008-11-27"]))
        try auth.register("jane@example.com")
        #expect(try auth.shard.published(SetBirthDate.self) == [SetBirthDate(userId: john.userID, dateOfBirth: CalendarDate("2008-11-27"))])
        try auth.shard.markSeen()
        _ = try auth.profile(["name": "Johnny", "dateOfBirth": "2008-11-27"], as: john)
        #expect(try auth.shard.published(SetBirthDate.self).isEmpty)
        _ = try auth.profile(["dateOfBirth": "2007-11-27"], as: john)
        #expect(try auth.shard.published(SetBirthDate.self) == [SetBirthDate(userId: john.userID, dateOfBirth: CalendarDate("2007-11-27"))])
        try auth.shard.markSeen()
        try auth.shard.receive(ImportAccount(id: "u1", name: "Ann", email: "ann@example.com", roles: ["attendee"],
                                             profile: ["dateOfBirth": "1995-04-12"]))
        #expect(try auth.shard.published(SetBirthDate.self) == [SetBirthDate(userId: "u1", dateOfBirth: CalendarDate("1995-04-12"))])
    }

    @Test("No event tells anybody's birthday")
    func secret() throws {
        let auth = try AuthHarness()
        let john = try auth.principal(try auth.register("john@example.com", ["dateOfBirth": "2008-11-27"]))
        _ = try auth.profile(["name": "Johnny", "dateOfBirth": "2007-11-27"], as: john)
        let events = try auth.shard.events()
        #expect(events.count >= 3 && !events.contains { $0.contains("2008-11-27") || $0.contains("2007-11-27") })
    }
}
