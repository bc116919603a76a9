import Contracts
import Kernel
import NotificationPolicy
import NotificationsKit

/// Words that texts about orders of fuel take besides their facts: first names, reasons and fees in the reader's language.
enum FuelTexts {
    static func complete(_ facts: inout Facts, for language: TextLanguage, in tx: NotificationsTransaction) throws {
        if let driver = facts["driver.id"]?.string {
            let name = try tx.recipients.find(User.ID(driver)).name.split(whereSeparator: \.isWhitespace).first.map(String.init)
            facts.set("driver.name", .string(name ?? someDriver[language]))
        }
        if let fee = facts["fee"]?.string {
            facts.set("charge", .string(fee.isEmpty ? nothing[language] : charged[language].replacing("%", with: fee)))
        }
        if facts["gallons"] != nil { facts.set("receipt", .string((facts["hasReceipt"] == false ? nothing : receipt)[language])) }
        if let slug = facts["failure"]?.string { facts.set("reason", .string((reasons[slug] ?? otherReason)[language])) }
    }

    private static let someDriver = Phrase("Your driver", "Votre chauffeur", "السائق", "Tu conductor")
    private static let nothing = Phrase("Nothing was charged.", "Rien n’a été débité.", "لم يُخصم أي مبلغ.", "No se cobró nada.")
    private static let charged = Phrase("A fee of $% was charged.", "Des frais de $% ont été débités.", "خُصم رسم قدره $%.",
                                        "Se cobró un cargo de $%.")
    private static let receipt = Phrase("The receipt is in the app.", "Le reçu est dans l’application.", "الإيصال في التطبيق.",
                                        "El recibo está en la aplicación.")
    private static let otherReason = Phrase("It could not be delivered.", "Elle n’a pas pu être livrée.", "تعذّر توصيله.",
                                            "No se pudo entregar.")
    /// By the slug of `order.failure`.
    private static let reasons: [String: Phrase] = [
        "payment-timeout": Phrase("No card was authorized in time.", "Aucune carte n’a été autorisée à temps.",
                                  "لم تُقبل أي بطاقة في الوقت المحدد.", "Ninguna tarjeta se autorizó a tiempo."),
        "window-full": Phrase("The delivery window is full.", "Le créneau est complet.", "امتلأ موعد التوصيل.",
                              "El horario de entrega está completo."),
        "not-served": Phrase("No driver came in time. We are sorry.", "Aucun chauffeur n’est venu à temps. Toutes nos excuses.",
                             "لم يصل أي سائق في الوقت المحدد. نعتذر.", "Ningún conductor llegó a tiempo. Lo sentimos."),
        "customer-absent": Phrase("The driver waited and found nobody.", "Le chauffeur a attendu et n’a trouvé personne.",
                                  "انتظر السائق ولم يجد أحدًا.", "El conductor esperó y no encontró a nadie."),
        "vehicle-inaccessible": Phrase("The driver could not get to the vehicle.", "Le chauffeur n’a pas pu accéder au véhicule.",
                                       "لم يتمكن السائق من الوصول إلى المركبة.", "El conductor no pudo acceder al vehículo."),
        "wrong-vehicle": Phrase("The vehicle is not the one of the order.", "Le véhicule n’est pas celui de la commande.",
                                "المركبة ليست مركبة الطلب.", "El vehículo no es el del pedido."),
        "unsafe-location": Phrase("Fueling there is not safe.", "Le plein n’y est pas sûr.", "التزويد بالوقود هناك غير آمن.",
                                  "Repostar allí no es seguro."),
        "not-servable": Phrase("We cannot deliver it.", "Nous ne pouvons pas la livrer.", "لا يمكننا توصيله.", "No podemos entregarlo."),
    ]

    private static let offer = Phrase("The delivery is free this week.", "La livraison est offerte cette semaine.",
                                      "التوصيل مجاني هذا الأسبوع.", "Esta semana la entrega es gratis.")
    @Sendable static func samples(_ sample: SampleFacts) -> [String: JSONValue] {
        ["number": "AF10042", "promisedBy": sample.time(inHours: 2), "freeUntil": sample.time(inHours: 1),
         "startsAt": sample.time(inHours: 1), "order": ["startsAt": sample.time(inHours: 1)],
         "endsAt": sample.time(inHours: 3), "driver": ["name": "A"], "truckCode": "T-101", "gallons": "12.345", "total": "50.30",
         "receiptNumber": "AF-2026-000123", "charge": .string(nothing[sample.language]), "receipt": .string(receipt[sample.language]),
         "reason": .string((reasons["not-served"] ?? otherReason)[sample.language]), "failureCode": "card_declined",
         "text": .string(offer[sample.language])]
    }
}
