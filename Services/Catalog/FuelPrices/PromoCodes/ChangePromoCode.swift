import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A pricing manager changes a promo code. Quotes that were made keep what they say.
package struct ChangePromoCode: Command {
    package static let type: MessageType = "catalog.change-promo-code.v1"
    let code: String
    let form: JSONValue
    package init(code: String, _ form: JSONValue) { (self.code, self.form) = (code, form) }
    package init(from decoder: any Decoder) throws { (code, form) = try PathForm.read("code", decoder) }
    package func encode(to encoder: any Encoder) throws { try PathForm.write(code, as: "code", form, encoder) }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        guard var promo = try tx.promoCodes.find(PromoCodeRules.normal(code)) else { throw Rejection.notFound }
        var reader = PromoCodeForm(form, isNew: false, tx)
        let definition = try reader.changed(promo.definition)
        if definition != promo.definition {
            (promo.definition, promo.updatedAt) = (definition, tx.now)
            try tx.promoCodes.save(promo)
            try tx.publish(PromoCodeChanged(definition))
        }
        let currency = tx.definition.currency
        return JSONBody(capacity: 500) { [promo] (writer: inout JSONWriter) in promo.write(in: currency, to: &writer) }
    }
}
