import Contracts
import Kernel
import Messaging
import PaymentsIntents
import PaymentsKit
import ServiceKit

/// Shows the page. Looking changes nothing.
public struct ShowPayPage: Query {
    public static let type: MessageType = "payments.pay-page.v1"
    public let clientSecret: String
    public let lang: String?

    public func answer(in view: PaymentsView) throws -> PageAnswer {
        let words = PayWords.of(PayLanguage.of(lang, view.context.envelope, view.definition))
        guard let key = try view.guestKeys.find(ClientSecret.hash(clientSecret)), let payment = try view.payments.find(key.payment) else {
            return PayPage.notFound(words)
        }
        let page = try PayPage(payment: payment, returnURL: key.returnURL, dueAt: key.dueAt, timezone: view.definition.timezone,
                               words: words)
        return PageAnswer(page.page())
    }
}

/// The page's form: a card, or the step the bank asks for. The card is a token before anything is written.
package struct PreparePayOnPage<List: PaymentProviderList>: Preprocessor {
    package static var type: MessageType { "payments.prepare-pay-on-page.v1" }
    package let clientSecret: String
    package let number: SealedValue?
    package let expMonth: SealedValue?
    package let expYear: SealedValue?
    package let cvc: SealedValue?
    package let action: String?
    package let lang: String?

    package func prepare(in context: PreprocessorContext) throws -> PayOnPage {
        let words = PayLanguage.of(lang, context.envelope, context.definition)
        let hash = ClientSecret.hash(clientSecret)
        if let action, !action.isEmpty {
            return PayOnPage(clientSecretHash: hash, method: nil, action: action, failed: [], language: words)
        }
        func text(_ value: SealedValue?) throws -> String { try value.map { try context.open($0) }?.trimmed ?? "" }
        let (month, year) = (Int(try text(expMonth)), Int(try text(expYear)))
        var failed = [month == nil ? "expMonth" : nil, year == nil ? "expYear" : nil].compactMap { $0 }
        let details = MethodDetails(type: "card", number: try text(number), expMonth: month, expYear: year, cvc: try text(cvc), phone: nil)
        do {
            let token = try Tokenisation(context: context, providers: List.providers, prefix: "").token(for: details)
            return PayOnPage(clientSecretHash: hash, method: failed.isEmpty ? token : nil, action: nil, failed: failed, language: words)
        } catch let rejection as Rejection {
            failed += rejection.errors.keys.sorted()
            return PayOnPage(clientSecretHash: hash, method: nil, action: nil, failed: failed, language: words)
        }
    }
}

/// Pays, or takes the customer's step, and says on a page how it went.
public struct PayOnPage: Command {
    public static let type: MessageType = "payments.pay-on-page.v1"
    public let clientSecretHash: String
    public let method: MethodToken?
    /// `approve`, `reject`.
    public let action: String?
    /// Fields that could not be read.
    public let failed: [String]
    public let language: String?

    public func handle(in tx: PaymentsTransaction) throws -> PageAnswer {
        let words = PayWords.of(language)
        guard let key = try tx.guestKeys.find(clientSecretHash), let before = try tx.payments.find(key.payment) else {
            return PayPage.notFound(words)
        }
        func page(_ payment: Payment, _ form: PayPage.Form, _ status: Int) throws -> PageAnswer {
            let page = try PayPage(payment: payment, returnURL: key.returnURL, dueAt: key.dueAt, timezone: tx.definition.timezone,
                                   words: words)
            return PageAnswer(page.page(form), status: status)
        }
        if !isSentAgain(to: before) {
            guard failed.isEmpty else { return try page(before, .init(errors: Set(failed)), 422) }
            if case .failure(let refusal) = try tx.savepoint({ try take(key.payment, in: tx) }) {
                return try page(before, .init(message: words.closed), refusal.status == 422 ? 422 : 409)
            }
        }
        let after = try tx.payments.require(key.payment)
        switch after.status {
        case .succeeded, .requiresCapture: return try key.returnURL.map { PageAnswer(seeOther: $0) } ?? page(after, .init(), 200)
        case .failed: return try page(after, .init(message: words.declined), 422)
        case .requiresPaymentMethod, .requiresAction, .processing, .canceled, .partiallyRefunded, .refunded:
            return try page(after, .init(), 200)
        }
    }

    private func take(_ payment: PaymentID, in tx: PaymentsTransaction) throws {
        switch action {
        case "approve": _ = try CustomerStep(tx: tx).take(.approve, payment, secretHash: clientSecretHash)
        case "reject": _ = try CustomerStep(tx: tx).take(.reject, payment, secretHash: clientSecretHash)
        default: _ = try ConfirmPayment(paymentId: payment, method: method, clientSecretHash: clientSecretHash).handle(in: tx)
        }
    }

    /// A guest who presses a button twice pays once, and reads both times how it went.
    private func isSentAgain(to payment: Payment) -> Bool {
        guard action != "reject" else { return false }
        return switch payment.status {
        case .processing, .requiresCapture, .succeeded: true
        case .requiresPaymentMethod, .requiresAction, .failed, .canceled, .partiallyRefunded, .refunded: false
        }
    }
}

/// In which language the page speaks.
package enum PayLanguage {
    package static func of(_ lang: String?, _ envelope: Envelope, _ definition: TenantDefinition) -> String? {
        if let lang, definition.languages.contains(lang) { return lang }
        return envelope.attributes["language"] ?? definition.languages.first
    }
}

/// The page's routes: for tenants whose guests pay by card.
package enum PayPageRoutes {
    private static let lang: [String: Schema] = ["lang": .string(0...80)]
    private static let example: JSONValue = "<!doctype html><html lang=\"es\">…</html>"
    private static func fields(_ names: String...) -> Schema {
        .object(Dictionary(names.map { ($0, .string(0...200)) }) { first, _ in first })
    }

    package static func all<List: PaymentProviderList>(_: List.Type) -> [Route] {
        [
            Route.get("/pay/{clientSecret}", ShowPayPage.self, access: .guest, plugin: "card", atRoot: true, query: lang,
                      summary: "Page: pay with a card, as a guest",
                      refusals: ["404"], example: example).with(capability: "clientSecret", answerHeaders: PageStyle.headers),
            Route("POST", "/pay/{clientSecret}", .intake, PreparePayOnPage<List>.type, access: .guest, plugin: "card", atRoot: true,
                  body: fields("number", "expMonth", "expYear", "cvc", "action"), query: lang,
                  sealed: ["number", "expMonth", "expYear", "cvc"], headers: [CreateIntent.sandboxHeader],
                  summary: "Form: pay, or take the bank's step; 303 to where the guest came from", success: 303,
                  refusals: ["404", "409", "422"], example: example)
                .with(capability: "clientSecret", takesForms: true, answerHeaders: PageStyle.headers).alsoSucceeding(with: 200),
        ]
    }
}
