import Kernel
import NotificationsDelivery
import ServiceKit

/// Where companies report what became of text messages, and pass on what people answer.
///
/// The address of a report names the delivery and its try, and the signature covers the address: a report about one
/// message says nothing about another.
package enum SMSReports {
    static let replyPath = "/sms-webhooks/twilio/replies"
    package static func path(of delivery: String, attempt: Int, at provider: any SMSProvider) -> String {
        "/sms-webhooks/\(provider.name)/reports/\(delivery)/\(attempt)"
    }

    /// The https address of an API, to which paths are appended; http only on this machine, for tests.
    static func isBase(_ text: String) -> Bool {
        guard let address = ProviderAddress(text), !text.hasSuffix("/"), !text.contains("?") else { return false }
        return address.isSecure || address.isLoopback
    }

    package static let routes: [Route] = [
        webhook("/sms-webhooks/twilio/reports/{deliveryId}/{attempt}", PrepareTwilioReport.self,
                "For Twilio: what became of a text message"),
        webhook(replyPath, PrepareTwilioReply.self, "For Twilio: what people answer to text messages, STOP and START among it"),
    ]
    private static func webhook<I: Preprocessor>(_ path: String, _ intake: I.Type, _ summary: String) -> Route {
        Route("POST", path, .intake, I.type, access: .guest, plugin: SMSChannel().plugin, headers: [TwilioSignature.header],
              summary: summary, success: 204, refusals: ["400 invalid-signature"]).with(rawBody: "payload")
    }
}
