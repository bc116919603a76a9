import FoundationEssentials
import Kernel
import NotificationPolicy

/// Sends text messages over the HTTP interface of Africa's Talking (`POST /version1/messaging`) or of Twilio (`POST …/Messages.json`).
final class SMSProvider: ChannelProvider {
    private let settings: SMSSettings
    private let key: String
    private let client: ProviderClient

    init(_ settings: SMSSettings, _ lane: LaneSettings, key: String) throws {
        (self.settings, self.key) = (settings, key)
        guard let address = ProviderAddress.server(settings.endpoint ?? settings.shape.endpoint) else { throw UnusableEndpoint() }
        client = ProviderClient(address: address, timeout: .seconds(lane.timeoutSeconds))
    }

    func send(_ parcel: Parcel) async -> SendOutcome {
        guard Self.isNumber(parcel.message.to) else { return .permanent(code: "invalid-number", addressIsDead: true) }
        do {
            switch settings.shape {
            case .africasTalking:
                var form = [("username", settings.account), ("to", parcel.message.to), ("message", parcel.message.text)]
                if let from = settings.from { form.append(("from", from)) }
                return AfricasTalkingAnswer.outcome(try await post("/version1/messaging", [("apikey", key)], form))
            case .twilio:
                let basic = Data("\(settings.account):\(key)".utf8).base64EncodedString()
                let form = [("To", parcel.message.to), ("From", settings.from ?? ""), ("Body", parcel.message.text)]
                return TwilioAnswer.outcome(try await post("/2010-04-01/Accounts/\(Self.escaped(settings.account))/Messages.json",
                    [("authorization", "Basic \(basic)")], form))
            }
        } catch let failure as ProviderClient.Failure {
            return .transient(code: failure.code, providerIsAway: true)
        } catch {
            return .transient(code: "unexpected", providerIsAway: true)
        }
    }
    /// The client is shared and closes idle connections itself.
    func close() {}

    private func post(_ path: String, _ headers: [(String, String)], _ form: [(String, String)]) async throws -> ProviderClient.Answer {
        try await client.post(path, headers: headers + [("content-type", FormBody.contentType)], body: FormBody.encode(form))
    }
    /// E.164.
    private static func isNumber(_ text: String) -> Bool {
        text.utf8.first == 43 && (8...16).contains(text.utf8.count) && text.utf8.dropFirst().allSatisfy { (48...57).contains($0) }
    }
    private static func escaped(_ account: String) -> String { String(account.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }) }
}

/// Africa's Talking answers 201 for the request and a status code per recipient (https://developers.africastalking.com/docs/sms/sending/bulk).
enum AfricasTalkingAnswer {
    private struct Body: Decodable {
        struct Data: Decodable { let Message: String?; let Recipients: [Recipient]? }
        struct Recipient: Decodable { let statusCode: Int; let status: String?; let messageId: String? }
        let SMSMessageData: Data
    }
    static func outcome(_ answer: ProviderClient.Answer) -> SendOutcome {
        guard (200...299).contains(answer.status), let body = try? JSON.decode(Body.self, from: answer.body) else {
            return HTTPRefusal.outcome(answer, code: nil)
        }
        // Nobody was written to, and the reason is a sentence: a sender id that is not ours, an empty account.
        guard let recipient = body.SMSMessageData.Recipients?.first else { return .transient(code: "no-recipient", providerIsAway: true) }
        let code = recipient.status ?? String(recipient.statusCode)
        switch recipient.statusCode {
        case 100, 101, 102: return .accepted(providerId: recipient.messageId)
        // InvalidPhoneNumber, UnsupportedNumberType, UserInBlacklist.
        case 403, 404, 406: return .permanent(code: code, addressIsDead: true)
        // RiskHold, DoNotDisturbRejection: this message, not the number.
        case 401, 409: return .permanent(code: code)
        // InvalidSenderId, InsufficientBalance: a person must act, and then it works for everybody.
        case 402, 405: return .transient(code: code, providerIsAway: true)
        default: return .transient(code: code)
        }
    }
}

/// Twilio answers 201 with the message, or an error with a code of its own (https://www.twilio.com/docs/api/errors).
enum TwilioAnswer {
    private struct Accepted: Decodable { let sid: String }
    private struct Refused: Decodable { let code: Int? }
    /// Not a number, not reachable from this account, cannot take messages, unsubscribed.
    private static let dead: Set<Int> = [21_211, 21_214, 21_217, 21_610, 21_612, 21_614]

    static func outcome(_ answer: ProviderClient.Answer) -> SendOutcome {
        if (200...299).contains(answer.status) { return .accepted(providerId: (try? JSON.decode(Accepted.self, from: answer.body))?.sid) }
        let code = (try? JSON.decode(Refused.self, from: answer.body))?.code
        if let code, dead.contains(code) { return .permanent(code: String(code), addressIsDead: true) }
        return HTTPRefusal.outcome(answer, code: code.map(String.init))
    }
}

/// What a status alone means where a provider says nothing more.
enum HTTPRefusal {
    static func outcome(_ answer: ProviderClient.Answer, code: String?) -> SendOutcome {
        let name = code ?? "http-\(answer.status)"
        return switch answer.status {
        case 429: .transient(code: name, after: answer.retryAfter ?? .seconds(30), providerIsAway: true)
        case 401, 402, 403, 404: .transient(code: name, providerIsAway: true)
        case 500...599: .transient(code: name, after: answer.retryAfter, providerIsAway: answer.status == 503)
        case 400...499: .permanent(code: name)
        default: .transient(code: name)
        }
    }
}
