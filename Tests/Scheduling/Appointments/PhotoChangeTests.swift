import Kernel
import SchedulingAppointments
import TestKit
import Testing

@Suite("Pictures of an appointment")
struct PhotoChangeTests {
    @Test("A picture that comes or goes is a change: an app that asks for what has changed since a time hears of it")
    func changes() throws {
        let studio = try Studio()
        let manage = try studio.booked("2026-11-25T13:00:00Z")
        func changedSince(_ time: Timestamp) throws -> [JSONValue] {
            try studio.shard.ask(AppointmentsOfProvider.self, ["updatedSince": .string(time.description)], as: Studio.provider)
                .json["data"]?.array ?? []
        }
        func send(_ upload: String) throws -> Int {
            // As small as a JPEG gets: its frame alone.
            let bytes = Base64URL.encode([0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0, 0xFF, 0xD9])
            let part: JSONValue = ["upload": .string(upload), "index": 0, "isLast": true, "bytes": .string(bytes)]
            return try studio.guest(AddPhotoAsCustomer.type, ["manageToken": .string(manage), "part": part]).status
        }
        try studio.advance(.minutes(5))
        #expect(try changedSince(studio.shard.now).isEmpty)
        #expect(try send("upload-1") == 201)
        let photo = try #require(try changedSince(studio.shard.now).first?["photos"]?.array?.first?["id"])
        try studio.advance(.minutes(5))
        // The same bytes again: nothing changes.
        #expect(try send("upload-2") == 200 && changedSince(studio.shard.now).isEmpty)
        #expect(try studio.post(RemovePhoto.type, ["photoId": photo]).status == 204)
        #expect(try changedSince(studio.shard.now).map { $0["photos"] } == [[]])
    }
}
