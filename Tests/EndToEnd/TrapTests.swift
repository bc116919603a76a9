import Foundation
import Kernel
import Messaging
import Synchronization
import Testing

@Suite("A handler that traps", .serialized)
struct TrapTests {
    @Test("""
        A message, a question and a preparation that end the program: each is refused at the third time, all other people go on, \
        and a replay passes the message by (12.C2)
        """)
    func trapped() throws {
        let poison = Demo.foodFair
        let traps = ["catalog/catalog.mark-favorite.v1:\(poison)", "souk/catalog.mark-favorite.v1:\(poison)",
                     "catalog/catalog.favorite-events.v1", "auth/auth.verify-password.v1:load03@example.com"]
        let platform = try RunningPlatform(trap: traps.joined(separator: ","), template: SeededData.folder.get())
        defer { platform.remove() }
        try platform.tool("snapshot", "catalog")
        let client = try Demo.buyer(platform, 1), other = try Demo.buyer(platform, 2)

        let answer = Mutex<Answer?>(nil)
        let trapped = BlockingThread(name: "trapped") {
            let refused = try? client.sure("PUT", "/events/\(poison)/favorite", [:])
            answer.withLock { $0 = refused }
        }
        // Meanwhile other users of the shard, and the same user with other requests, get answers.
        for (person, event) in [(client, Demo.festival), (other, Demo.techSummit)] {
            let done = try person.sure("PUT", "/events/\(event)/favorite", [:])
            #expect(done.status == 200 && done.body["favorite"] == true, "\(done)")
        }
        trapped.join()
        let refused = try #require(answer.withLock { $0 })
        #expect(refused.status == 500 && refused.body["slug"] == "internal-error", "\(refused)")
        for (person, event) in [(client, Demo.festival), (other, Demo.techSummit)] {
            #expect(try person.sure("GET", "/events/\(event)").body["favorite"] == true)
        }
        #expect(try client.sure("GET", "/events/\(poison)").body["favorite"] != true)
        let deadLetters = try platform.tool("dead-letters", "list", "catalog")
        #expect(deadLetters.contains("crashed: the program ended 3 times"), "\(deadLetters)")

        let unanswered = try client.sure("GET", "/favorites")
        #expect(unanswered.status == 500, "\(unanswered)")
        #expect(try client.sure("GET", "/events/\(Demo.festival)").status == 200)

        // A password that crashes the program in the preprocessor, before the log; others can still sign in.
        let login: JSONValue = ["email": "load03@example.com", "password": "load-kampala-2026"]
        let rejected = try TestClient(platform: platform).sure("POST", "/auth/login", login)
        #expect(rejected.status == 500, "\(rejected)")
        _ = try Demo.buyer(platform, 4)

        // Without the skipped messages the tool would crash, too.
        let verified = try platform.tool("verify", "catalog")
        #expect(!verified.contains("DIFFERENT"), "\(verified)")
    }
}
