import Foundation
import Kernel
import NotificationsKit
import NotificationsService
import Testing

@Suite("Text messages over HTTP")
struct SMSTests {
    private static let text = ChannelScene.outbound(.sms, to: "+256700123456", subject: nil,
                                                    text: "Your code is 135791. Ünïcode & more=1+1%")

    private static func recipients(_ code: Int, _ status: String) -> JSONValue {
        ["SMSMessageData": ["Message": "Sent to 1/1",
                            "Recipients": [["statusCode": .int(code), "number": "+256700123456", "status": .string(status),
                                "messageId": "ATX_1", "cost": "UGX 35"]]]]
    }

    @Test("Africa's Talking: form, key and answer")
    func africasTalking() async throws {
        let peer = try await HTTPPeer { _, _ in .status(201, Self.recipients(101, "Success")) }
        #expect(try await ChannelScene.sms(peer, "africas-talking").send(Self.text) == .accepted(providerId: "ATX_1"))
        let request = try #require(peer.requests.first)
        #expect(request.path == "/version1/messaging")
        #expect(request.headers["apikey"] == "key")
        #expect(request.form == ["username": "AC1", "to": "+256700123456", "message": Self.text.message.text, "from": "+256312000000"])
    }

    @Test("Twilio: form, sign-in and answer")
    func twilio() async throws {
        let peer = try await HTTPPeer { _, _ in .status(201, ["sid": "SM1", "status": "queued"]) }
        #expect(try await ChannelScene.sms(peer, "twilio").send(Self.text) == .accepted(providerId: "SM1"))
        let request = try #require(peer.requests.first)
        #expect(request.path == "/2010-04-01/Accounts/AC1/Messages.json")
        #expect(request.headers["authorization"] == "Basic " + Data("AC1:key".utf8).base64EncodedString())
        #expect(request.form == ["To": "+256700123456", "From": "+256312000000", "Body": Self.text.message.text])
    }

    @Test("What a recipient's status means at Africa's Talking", arguments: [
        (102, SendOutcome.accepted(providerId: "ATX_1")), (403, .permanent(code: "S", addressIsDead: true)),
        (406, .permanent(code: "S", addressIsDead: true)),
        (409, .permanent(code: "S")), (405, .transient(code: "S", providerIsAway: true)), (501, .transient(code: "S")),
    ])
    func statuses(code: Int, expected: SendOutcome) async throws {
        let peer = try await HTTPPeer { _, _ in .status(201, Self.recipients(code, "S")) }
        #expect(try await ChannelScene.sms(peer, "africas-talking").send(Self.text) == expected)
    }

    @Test("What a refusal means", arguments: [
        ("twilio", HTTPPeer.Answer.status(400, ["code": 21211, "message": "Invalid 'To'"]),
         SendOutcome.permanent(code: "21211", addressIsDead: true)),
        ("twilio", .status(400, ["code": 21610]), .permanent(code: "21610", addressIsDead: true)),
        ("twilio", .status(400, ["code": 21602]), .permanent(code: "21602")),
        ("twilio", .status(429, ["code": 20429], headers: ["retry-after": "4"]),
         .transient(code: "20429", after: .seconds(4), providerIsAway: true)),
        ("twilio", .status(401, ["code": 20003]), .transient(code: "20003", providerIsAway: true)),
        ("twilio", .status(503), .transient(code: "http-503", providerIsAway: true)),
        ("africas-talking", .status(401), .transient(code: "http-401", providerIsAway: true)),
        ("africas-talking", .status(500), .transient(code: "http-500")),
        ("africas-talking", .status(201, ["SMSMessageData": ["Message": "InvalidSenderId", "Recipients": []]]),
            .transient(code: "no-recipient", providerIsAway: true)),
    ])
    func refusals(shape: String, answer: HTTPPeer.Answer, expected: SendOutcome) async throws {
        let peer = try await HTTPPeer { _, _ in answer }
        #expect(try await ChannelScene.sms(peer, shape).send(Self.text) == expected)
    }

    @Test("Temporary failure, then success; what is no number is not sent")
    func temporary() async throws {
        let peer = try await HTTPPeer { _, number in number == 0 ? .status(500) : .status(201, ["sid": "SM1"]) }
        let provider = try ChannelScene.sms(peer, "twilio")
        #expect(await provider.send(Self.text) == .transient(code: "http-500"))
        #expect(await provider.send(Self.text) == .accepted(providerId: "SM1"))
        #expect(await provider.send(ChannelScene.outbound(.sms, to: "0700&To=+1"))
            == .permanent(code: "invalid-number", addressIsDead: true))
        #expect(peer.requests.count == 2)
        #expect(Set(peer.requests.map(\.connection)).count == 1)
    }
}
