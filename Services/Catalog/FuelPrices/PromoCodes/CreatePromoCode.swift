import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A pricing manager adds a promo code.
package struct CreatePromoCode: Command {
    package static let type: MessageType = "catalog.create-promo-code.v1"
    let form: JSONValue
    package init(_ form: JSONValue) { self.form = form }
    package init(from decoder: any Decoder) throws { form = try JSONValue(from: decoder) }
    package func encode(to encoder: any Encoder) throws { try form.encode(to: encoder) }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        var reader = PromoCodeForm(form, isNew: true, tx)
        let definition = try reader.created()
        guard try tx.promoCodes.find(definition.code) == nil else {
            throw Rejection.conflict("promo-code-taken", "There is a promo code with this name already.")
        }
        let promo = PromoCode(definition: definition, uses: 0, createdAt: tx.now, updatedAt: tx.now)
        try tx.promoCodes.save(promo)
        try tx.publish(PromoCodeChanged(definition))
        let currency = tx.definition.currency
        return JSONBody(status: 201, location: "/promo-codes/\(definition.code)", capacity: 500) { (writer: inout JSONWriter) in
            promo.write(in: currency, to: &writer)
        }
    }
}
