import Foundation
import Kernel
import NotificationsDelivery
import NotificationsKit
import NotificationsService
import Testing

/// Sends the letters of Tests/Interop/mail-cases.json to a mail server that is not ours; what arrives is judged by
/// Tests/Interop/mail.py, which runs this.
@Suite("Letters to a real mail server",
       .enabled(if: ProcessInfo.processInfo.environment["SOUK_MAIL_PEER"] != nil, "needs the mail server of Tests/Interop/mail.py"))
struct RealMailServerTests {
    struct Letter: Decodable {
        let to, subject, text, html: String
        let unsubscribe, title, place: String?
        let ics: Bool
    }
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private func provider(password: String = "geheim") throws -> any ChannelProvider {
        let environment = ProcessInfo.processInfo.environment
        let port = try #require(environment["SOUK_MAIL_PEER"].flatMap { Int($0) })
        let roots = try String(contentsOfFile: try #require(environment["SOUK_MAIL_ROOTS"]), encoding: .utf8)
        return try ChannelScene.provider(.email, [
            "host": "localhost", "port": .int(port), "username": "souk", "passwordSecret": "password", "trustRootsSecret": "roots",
                "fromAddress": "no-reply@test.example",
            "fromName": "Salón \"Ñandú\" <x@y>", "replyTo": "help@test.example",
        ], ["password": password, "roots": roots])
    }
    private func outbound(_ letter: Letter, _ number: Int) -> OutboundMessage {
        let entry = CalendarEntry(uid: "event-1@test", title: letter.title ?? "", start: ChannelScene.now + .days(5),
            end: ChannelScene.now + .days(5) + .hours(2), place: letter.place ?? "",
                                  sequence: 3, stamp: ChannelScene.now)
        let files = letter.ics ? [entry.attachment, Attachment(filename: "Einlaß مهرجان الربيع الكبير في مدينة وهران.bin",
            contentType: "application/octet-stream", content: "AAECAw==")] : []
        return ChannelScene.outbound(.email, to: letter.to, id: "letter-\(number)", subject: letter.subject, text: letter.text,
            html: letter.html, attachments: files,
                                   unsubscribeURL: letter.unsubscribe)
    }

    @Test("Every letter is taken, over STARTTLS and after signing in")
    func letters() async throws {
        let letters = try JSON.decode([Letter].self, from: Data(contentsOf: Self.root.appending(path: "Interop/mail-cases.json")))
        let provider = try provider()
        for (number, letter) in letters.enumerated() {
            guard case .accepted = await provider.send(outbound(letter, number)) else {
                Issue.record("\(letter.to) was not accepted")
                continue
            }
        }
        provider.close()
    }

    @Test("Nobody is a dead address, a full hall is a wait, and a wrong password is nobody's message")
    func refusals() async throws {
        let provider = try provider()
        #expect(await provider.send(ChannelScene.outbound(.email, to: "nobody@example.com"))
            == .permanent(code: "550 5.1.1", addressIsDead: true))
        #expect(await provider.send(ChannelScene.outbound(.email, to: "later@example.com")) == .transient(code: "451 4.3.0"))
        guard case .accepted = await provider.send(ChannelScene.outbound(.email, to: "later@example.com", id: "later")) else {
            Issue.record("the second try was not accepted")
            return
        }
        guard case .transient(let code, _, providerIsAway: true) = try await self.provider(password: "falsch")
              .send(ChannelScene.outbound(.email,
            to: "plain@example.com")) else {
            Issue.record("a wrong password went through")
            return
        }
        #expect(code.hasPrefix("535"))
    }
}
