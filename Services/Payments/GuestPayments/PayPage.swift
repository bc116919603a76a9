import Contracts
import Kernel
import PaymentsKit
import ServiceKit

/// Sandbox: the page on which a guest pays with a card, by the payment's key.
struct PayPage {
    let payment: Payment
    let returnURL: String?
    let words: PayWords
    private let deadline: Markup

    /// - Parameters:
    ///   - dueAt: the deadline of the payment; nil: none is known.
    ///   - timezone: of the tenant, shown beside the time.
    init(payment: Payment, returnURL: String?, dueAt: Timestamp?, timezone: String, words: PayWords) throws {
        (self.payment, self.returnURL, self.words) = (payment, returnURL, words)
        switch payment.status {
        case .requiresPaymentMethod, .requiresAction, .failed: deadline = try dueAt.map { try Self.deadline($0, timezone, words) } ?? .empty
        // The guest can do nothing more.
        case .processing, .requiresCapture, .canceled, .succeeded, .partiallyRefunded, .refunded: deadline = .empty
        }
    }
    private static func deadline(_ dueAt: Timestamp, _ timezone: String, _ words: PayWords) throws -> Markup {
        let zone = try TimeZoneRules.named(timezone)
        func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        func clock(_ minutes: Int) -> String { "\(pad(minutes / 60)):\(pad(minutes % 60))" }
        let local = zone.local(dueAt), offset = zone.offsetSeconds(at: dueAt)
        let text = "\(local.date) \(clock(local.secondOfDay / 60)) (\(timezone), UTC\(offset < 0 ? "-" : "+")\(clock(abs(offset) / 60)))"
        return "<dt>\(words.due)</dt><dd><time datetime=\"\(dueAt.wholeSeconds.description)\"><bdi>\(text)</bdi></time></dd>"
    }

    struct Form {
        var errors: Set<String> = []
        var message: String?
    }

    func page(_ form: Form = Form()) -> Markup {
        let frame = PageFrame(language: words.code, title: words.title)
        let problems = (form.message.map { [("", $0)] } ?? []) + Self.fields.filter(form.errors.contains).map {
            ($0, words.problems[$0] ?? $0)
        }
        let back: Markup = returnURL.map { "<p><a href=\"\($0)\">\(words.back)</a></p>" } ?? .empty
        return frame.page("""
            <h1>\(words.title)</h1>\(PageFrame.alert(words.errorsTitle, problems))
            <dl><dt>\(words.amount)</dt><dd><strong>\(payment.amount.text(in: words.code))</strong></dd><dt>\(words.status)</dt>\
            <dd>\(words.statusText(payment))</dd>\(deadline)</dl>
            \(step(form))\(back)
            """)
    }
    private static let fields = ["number", "expMonth", "expYear", "cvc"]

    private func step(_ form: Form) -> Markup {
        switch payment.status {
        case .requiresPaymentMethod, .failed:
            let inputs = Self.fields.map { name in
                PageField(name: name, label: words.labels[name] ?? name, autocomplete: Self.autocomplete[name] ?? "", isRequired: true,
                          error: form.errors.contains(name) ? words.problems[name] : nil).markup
            }
            return """
                <p class=\"hint\">\(words.sandbox)</p><form method=\"post\">\(inputs)<button type=\"submit\">\(words.pay)</button></form>
                """
        case .requiresAction:
            return """
                <p class="note">\(words.approval)</p><form method="post"><div class="actions">
                <button type="submit" name="action" value="approve">\(words.approve)</button>
                <button type="submit" name="action" value="reject" class="quiet">\(words.reject)</button></div></form>
                """
        case .processing: return "<p class=\"note\" role=\"status\">\(words.processing)</p><p><a href=\"\">\(words.reload)</a></p>"
        case .requiresCapture, .canceled, .succeeded, .partiallyRefunded, .refunded: return .empty
        }
    }
    private static let autocomplete = ["number": "cc-number", "expMonth": "cc-exp-month", "expYear": "cc-exp-year", "cvc": "cc-csc"]

    static func notFound(_ words: PayWords) -> PageAnswer {
        PageAnswer(PageFrame.notice(language: words.code, title: words.notFound, text: words.notFoundText), status: 404)
    }
}

/// What the page says.
struct PayWords: Sendable {
    let code, title, amount, due, status, pay, sandbox, approval, approve, reject, processing, reload, back, errorsTitle, declined, closed,
        notFound, notFoundText: String
    let labels, problems, statuses: [String: String]

    func statusText(_ payment: Payment) -> String { statuses[payment.status.name] ?? payment.status.name }
    static func of(_ language: String?) -> PayWords {
        switch language {
        case "es": spanish
        case "fr": french
        case "ar": arabic
        default: english
        }
    }

    private static let spanish = PayWords(
        code: "es", title: "Pagar la seña", amount: "Importe", due: "Pagá hasta", status: "Estado", pay: "Pagar",
        sandbox: "Entorno de prueba: usá la tarjeta 4242 4242 4242 4242.",
        approval: "Tu banco pide que apruebes el pago.", approve: "Aprobar", reject: "Rechazar", processing: "Estamos procesando el pago.",
        reload: "Actualizar",
        back: "Volver a tu turno", errorsTitle: "No se pudo pagar", declined: "La tarjeta fue rechazada. Probá con otra.",
        closed: "Este pago ya no se puede hacer.",
        notFound: "No encontramos este pago", notFoundText: "Revisá que la dirección esté completa.",
        labels: ["number": "Número de tarjeta", "expMonth": "Mes de vencimiento (MM)", "expYear": "Año de vencimiento (AAAA)",
                 "cvc": "Código de seguridad"],
        problems: ["number": "Escribí un número de tarjeta válido.", "expMonth": "Escribí el mes de vencimiento (1 a 12).",
                   "expYear": "Escribí un año de vencimiento que no haya pasado.", "cvc": "Escribí el código de seguridad."],
        statuses: ["requires_payment_method": "Falta pagar", "requires_action": "Falta aprobar", "processing": "En proceso",
                   "requires_capture": "Reservado",
                   "failed": "Rechazado",
                   "canceled": "Anulado", "succeeded": "Pagado", "partially_refunded": "Devuelto en parte", "refunded": "Devuelto"])
    private static let english = PayWords(
        code: "en", title: "Pay the deposit", amount: "Amount", due: "Pay by", status: "Status", pay: "Pay",
        sandbox: "Test environment: use the card 4242 4242 4242 4242.",
        approval: "Your bank wants you to approve the payment.", approve: "Approve", reject: "Reject",
        processing: "The payment is being processed.", reload: "Reload",
        back: "Back to your appointment", errorsTitle: "This could not be paid", declined: "The card was declined. Try another.",
        closed: "This cannot be paid any more.",
        notFound: "We cannot find this payment", notFoundText: "Check that the address is complete.",
        labels: ["number": "Card number", "expMonth": "Expiry month (MM)", "expYear": "Expiry year (YYYY)", "cvc": "Security code"],
        problems: ["number": "Enter a valid card number.", "expMonth": "Enter the expiry month (1 to 12).",
                   "expYear": "Enter an expiry year that is not over.", "cvc": "Enter the security code."],
        statuses: ["requires_payment_method": "To be paid", "requires_action": "To be approved", "processing": "Processing",
                   "requires_capture": "Authorised",
                   "failed": "Declined",
                   "canceled": "Cancelled", "succeeded": "Paid", "partially_refunded": "Partly refunded", "refunded": "Refunded"])
    private static let french = PayWords(
        code: "fr", title: "Payer l’acompte", amount: "Montant", due: "À payer avant", status: "État", pay: "Payer",
        sandbox: "Environnement de test : utilisez la carte 4242 4242 4242 4242.",
        approval: "Votre banque vous demande d’approuver le paiement.", approve: "Approuver", reject: "Refuser",
        processing: "Le paiement est en cours.", reload: "Actualiser",
        back: "Retour au rendez-vous", errorsTitle: "Le paiement n’a pas abouti", declined: "La carte a été refusée. Essayez-en une autre.",
        closed: "Ce paiement n’est plus possible.", notFound: "Ce paiement est introuvable",
        notFoundText: "Vérifiez que l’adresse est complète.",
        labels: ["number": "Numéro de carte", "expMonth": "Mois d’expiration (MM)", "expYear": "Année d’expiration (AAAA)",
                 "cvc": "Code de sécurité"],
        problems: ["number": "Écrivez un numéro de carte valide.", "expMonth": "Écrivez le mois d’expiration (1 à 12).",
                   "expYear": "Écrivez une année d’expiration non passée.", "cvc": "Écrivez le code de sécurité."],
        statuses: ["requires_payment_method": "À payer", "requires_action": "À approuver", "processing": "En cours",
                   "requires_capture": "Autorisé", "failed": "Refusé",
                   "canceled": "Annulé", "succeeded": "Payé", "partially_refunded": "Remboursé en partie", "refunded": "Remboursé"])
    private static let arabic = PayWords(
        code: "ar", title: "دفع العربون", amount: "المبلغ", due: "ادفع قبل", status: "الحالة", pay: "ادفع",
        sandbox: "بيئة تجريبية: استخدم البطاقة 4242 4242 4242 4242.",
        approval: "يطلب مصرفك موافقتك على الدفع.", approve: "موافقة", reject: "رفض", processing: "جارٍ تنفيذ الدفع.", reload: "تحديث",
        back: "العودة إلى موعدك",
        errorsTitle: "لم يتم الدفع", declined: "رُفضت البطاقة. جرّب بطاقة أخرى.", closed: "لم يعد هذا الدفع ممكنًا.",
        notFound: "لم نجد هذا الدفع", notFoundText: "تأكد من أن العنوان كامل.",
        labels: ["number": "رقم البطاقة", "expMonth": "شهر الانتهاء (MM)", "expYear": "سنة الانتهاء (YYYY)", "cvc": "رمز الأمان"],
        problems: ["number": "اكتب رقم بطاقة صحيحًا.", "expMonth": "اكتب شهر الانتهاء (من 1 إلى 12).",
                   "expYear": "اكتب سنة انتهاء لم تمضِ.", "cvc": "اكتب رمز الأمان."],
        statuses: ["requires_payment_method": "بانتظار الدفع", "requires_action": "بانتظار الموافقة", "processing": "قيد التنفيذ",
                   "requires_capture": "محجوز",
                   "failed": "مرفوض", "canceled": "ملغى", "succeeded": "مدفوع", "partially_refunded": "أعيد جزء منه", "refunded": "أعيد"])
}
