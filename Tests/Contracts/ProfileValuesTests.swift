import Contracts
import Kernel
import Testing

@Suite("Fields of an app in messages")
struct ProfileValuesTests {
    @Test("They stand beside the members that every app has, and are read from there")
    func flat() throws {
        let text = #"{"membershipId":"CLUB-20251103-00002","name":"Ahmed","neighborhoodId":1,"roles":["member"],"userId":"u1"}"#
        let event = try JSON.decode(UserRegistered.self, from: text.utf8)
        #expect(event == UserRegistered(userId: "u1", name: "Ahmed", roles: ["member"],
            profile: ["membershipId": "CLUB-20251103-00002", "neighborhoodId": 1]))
        #expect(String(decoding: try JSON.encode(event), as: UTF8.self) == text)
        #expect(try JSON.decode(UserUpdated.self, from: text.utf8).profile == event.profile)
    }

    @Test("A message without such fields has none")
    func none() throws {
        let event = UserUpdated(userId: "u1", name: "Ahmed", email: "a@example.com", phone: "+213555123456", roles: [], locale: "fr",
            registeredAt: .distantPast)
        #expect(try JSON.decode(UserUpdated.self, from: JSON.encode(event)).profile == [:])
    }
}
