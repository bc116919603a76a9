import Kernel
import NotificationsKit

/// Africa's Talking (https://developers.africastalking.com/docs/sms/sending/bulk). It signs no reports.
struct AfricasTalkingProvider: SMSProvider {
    let name = "africas-talking"
    let endpoint = "https://api.africastalking.com"
    let needsSender = false
    let signsReports = false

    func request(_ message: SMSMessage, _ account: SMSAccount) -> SMSRequest {
        var form = [("username", account.name), ("to", message.to), ("message", message.text)]
        if let from = message.from { form.append(("from", from)) }
        return SMSRequest(path: "/version1/messaging", headers: [("apikey", account.key)], form: form)
    }

    private struct Body: Decodable {
        struct Data: Decodable { let Message: String?; let Recipients: [Recipient]? }
        struct Recipient: Decodable { let statusCode: Int; let status: String?; let messageId: String? }
        let SMSMessageData: Data
    }

    /// 201 is the answer to the request; each recipient has a status code of its own.
    func outcome(_ answer: SMSAnswer) -> SendOutcome {
        guard (200...299).contains(answer.status), let body = try? JSON.decode(Body.self, from: answer.body) else {
            return answer.refusal(code: nil)
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
