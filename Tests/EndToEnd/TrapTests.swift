import Foundation
import Kernel
import Messaging
import Synchronization
import Testing

@Suite("A handler that traps", .serialized)
struct TrapTests {
    @Test("A message, a question and a preparation that end the program: each is refused at the third time, all other people go on, and a replay passes the message by (12.C2)")
    func trapped() throws {
        let poison = Demo.foodFair
        let traps = ["catalog/catalog.mark-favorite.v1:\(poison)", "souk/catalog.mark-favorite.v1:\(poison)", "catalog/catalog.favorite-events.v1",
                     "auth/auth.verify-password.v1:load03@example.com"]
        let street = try RunningStreet(trap: traps.joined(separator: ","), template: SeededData.folder.get())
        defer { street.remove() }
        try street.tool("snapshot", "catalog")
        let phone = try Demo.buyer(street, 1), other = try Demo.buyer(street, 2)

        let answer = Mutex<Answer?>(nil)
        let trapped = BlockingThread(name: "trapped") {
            let refused = try? phone.sure("PUT", "/events/\(poison)/favorite", [:])
            answer.withLock { $0 = refused }
        }
        // Meanwhile other users of the shard, and the same user with other requests, get answers.
        for (person, event) in [(phone, Demo.festival), (other, Demo.techSummit)] {
            let done = try person.sure("PUT", "/events/\(event)/favorite", [:])
            #expect(done.status == 200 && done.body["favorite"] == true, "\(done)")
        }
        trapped.join()
        let refused = try #require(answer.withLock { $0 })
        #expect(refused.status == 500 && refused.body["slug"] == "internal-error", "\(refused)")
        for (person, event) in [(phone, Demo.festival), (other, Demo.techSummit)] {
            #expect(try person.sure("GET", "/events/\(event)").body["favorite"] == true)
        }
        #expect(try phone.sure("GET", "/events/\(poison)").body["favorite"] != true)
        let letters = try street.tool("dead-letters", "list", "catalog")
        #expect(letters.contains("crashed: the program ended 3 times"), "\(letters)")

        let unanswered = try phone.sure("GET", "/favorites")
        #expect(unanswered.status == 500, "\(unanswered)")
        #expect(try phone.sure("GET", "/events/\(Demo.festival)").status == 200)

        // A password that crashes the program in the preprocessor, before the log; others can still sign in.
        let login: JSONValue = ["email": "load03@example.com", "password": "load-kampala-2026"]
        let rejected = try Phone(street: street).sure("POST", "/auth/login", login)
        #expect(rejected.status == 500, "\(rejected)")
        _ = try Demo.buyer(street, 4)

        // Without the skipped messages the tool would crash, too.
        let verified = try street.tool("verify", "catalog")
        #expect(!verified.contains("DIFFERENT"), "\(verified)")
    }
}
