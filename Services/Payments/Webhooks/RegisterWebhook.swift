import Contracts
import Kernel
import PaymentsKit
import ServiceKit

/// A tenant names an address that receives its payment events. The only answer but a rotation's that shows a secret.
public struct RegisterWebhook: Command {
    public static let type: MessageType = "payments.register-webhook.v1"
    public let url: String
    public let events: [String]
    public let description: String?
    public let enabled: Bool?
    public init(url: String, events: [String], description: String? = nil, enabled: Bool? = nil) {
        (self.url, self.events, self.description, self.enabled) = (url, events, description, enabled)
    }

    public func handle(in tx: PaymentsTransaction) throws -> Answer<WebhookAnswer> {
        try tx.require(permission: WebhookRoutes.permission)
        var form = WebhookForm(tx)
        let url = form.url(url), events = form.events(events), text = form.description(description)
        try form.check.check()
        guard try tx.webhooks.count() < WebhookEndpoint.perTenantMax else {
            throw Rejection.conflict("webhook-limit", "You have \(WebhookEndpoint.perTenantMax) webhooks. Delete one first.")
        }
        let endpoint = WebhookEndpoint(id: tx.newID(), url: url, events: events, description: text,
                                       status: enabled == false ? .paused : .enabled, createdAt: tx.now)
        let made = try WebhookDispatch(tx: tx).makeSecret(of: endpoint.id)
        try tx.webhooks.insert(endpoint, protectedSecret: made.protected)
        return Answer(WebhookAnswer(endpoint, secret: made.secret), status: 201, location: "/webhooks/\(endpoint.id)", secret: true)
    }
}

/// Checks what a person sends about a receiver. Texts that fail are empty; `check` says why.
struct WebhookForm {
    var check = Validation()
    private let isDevelopment: Bool

    init(_ tx: PaymentsTransaction) { isDevelopment = tx.context.envelope.attributes["development"] == "true" }

    mutating func url(_ text: String) -> String {
        guard let plain = check.text("url", text, 1...WebhookURL.lengthMax) else { return "" }
        guard let url = WebhookURL(plain) else {
            check.fail("url", "must be an https address without user name and fragment")
            return ""
        }
        switch url.refusal(isDevelopment: isDevelopment) {
        case nil: return plain
        case .insecure: check.fail("url", "must be an https address without user name and fragment")
        case .notPublic: check.fail("url", "must be an address on the public internet")
        }
        return ""
    }
    mutating func events(_ names: [String]) -> [String] {
        if let events = WebhookEvents.read(names) { return events }
        check.fail("events", "must be names of payment events, or * alone")
        return []
    }
    mutating func description(_ text: String?) -> String { check.text("description", text, 0...200, required: false) ?? "" }
}
