import ServiceKit

extension Feature {
    /// What companies report of text messages, and what people answer to them. `delivery` sends the messages.
    package static let textMessages = Feature(
        "text-messages",
        migrations: [TakeTextReports.self],
        commands: [TakeDeliveryReport.self, TakeTextReply.self],
        preprocessors: [PrepareTwilioReport.self, PrepareTwilioReply.self],
        routes: SMSReports.routes,
        texts: [TextMessageTexts.all])
}
