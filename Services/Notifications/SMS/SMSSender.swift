import Kernel
import NotificationPolicy
import NotificationsDelivery
import NotificationsKit

/// Sends text messages over the HTTP interface of the company that a tenant's settings name.
final class SMSSender: ChannelProvider {
    private let provider: any SMSProvider
    private let settings: SMSSettings
    private let account: SMSAccount
    private let client: ProviderClient

    init(_ provider: any SMSProvider, _ settings: SMSSettings, _ lane: LaneSettings, key: String) throws {
        guard let address = ProviderAddress.server(settings.endpoint ?? provider.endpoint) else { throw UnusableEndpoint() }
        (self.provider, self.settings, account) = (provider, settings, SMSAccount(name: settings.account, key: key))
        client = ProviderClient(address: address, timeout: .seconds(lane.timeoutSeconds))
    }

    func send(_ outbound: OutboundMessage) async -> SendOutcome {
        guard Self.isNumber(outbound.message.to) else { return .permanent(code: "invalid-number", addressIsDead: true) }
        let reports = provider.signsReports ? settings.callbackURL : nil
        let message = SMSMessage(to: outbound.message.to, from: settings.from, text: outbound.message.text,
            reportURL: reports.map { $0 + SMSReports.path(of: outbound.deliveryId, attempt: outbound.attempt, at: provider) })
        let request = provider.request(message, account)
        do {
            let headers = request.headers.map { ($0.name, $0.value) } + [("content-type", FormEncoding.contentType)]
            let form = FormEncoding.encode(request.form.map { ($0.name, $0.value) })
            let answer = try await client.post(request.path, headers: headers, body: form)
            return provider.outcome(SMSAnswer(status: answer.status, retryAfter: answer.retryAfter, body: answer.body))
        } catch {
            return .transient(code: error.code, providerIsAway: true)
        }
    }
    /// The client is shared and closes idle connections itself.
    func close() {}

    /// E.164.
    private static func isNumber(_ text: String) -> Bool {
        text.utf8.first == 43 && (8...16).contains(text.utf8.count) && text.utf8.dropFirst().allSatisfy { (48...57).contains($0) }
    }
}
