import FoundationEssentials
import Kernel
import NotificationsDelivery
import NotificationsKit

/// Twilio (https://www.twilio.com/docs/messaging/api/message-resource).
struct TwilioProvider: SMSProvider {
    let name = "twilio"
    let endpoint = "https://api.twilio.com"
    let needsSender = true
    let signsReports = true

    func request(_ message: SMSMessage, _ account: SMSAccount) -> SMSRequest {
        let basic = Data("\(account.name):\(account.key)".utf8).base64EncodedString()
        var form = [("To", message.to), ("From", message.from ?? ""), ("Body", message.text)]
        if let url = message.reportURL { form.append(("StatusCallback", url)) }
        let place = String(account.name.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
        return SMSRequest(path: "/2010-04-01/Accounts/\(place)/Messages.json", headers: [("authorization", "Basic \(basic)")], form: form)
    }

    private struct Accepted: Decodable { let sid: String }
    private struct Refused: Decodable { let code: Int? }

    /// 201 with the message, or an error with a code of its own (https://www.twilio.com/docs/api/errors).
    func outcome(_ answer: SMSAnswer) -> SendOutcome {
        if (200...299).contains(answer.status) { return .accepted(providerId: (try? JSON.decode(Accepted.self, from: answer.body))?.sid) }
        let code = (try? JSON.decode(Refused.self, from: answer.body))?.code
        if let code, TwilioCode.isDead(code) { return .permanent(code: String(code), addressIsDead: true) }
        return answer.refusal(code: code.map(String.init))
    }
}

/// Twilio's codes of errors, of answers and reports alike.
enum TwilioCode {
    /// Not a number, not reachable from this account, cannot take messages, unsubscribed; of reports: unknown handset, landline.
    private static let dead: Set<Int> = [21_211, 21_214, 21_217, OptOutCode.twilio, 21_612, 21_614, 30_005, 30_006]
    static func isDead(_ code: Int) -> Bool { dead.contains(code) }
}
