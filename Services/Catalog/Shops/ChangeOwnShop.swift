import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Somebody who works in a shop changes its phone and its hours. Anything else that is sent is left aside.
package struct ChangeOwnShop: Command {
    package static let type: MessageType = "catalog.change-own-shop.v1"
    let shopId: PathNumber
    let edit: ShopEdit
    package init(shopId: Int, _ edit: ShopEdit) { (self.shopId, self.edit) = (PathNumber(shopId), edit) }

    private enum Key: String, CodingKey { case shopId, phone, openingHours, specialDays }
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        shopId = try values.decode(PathNumber.self, forKey: .shopId)
        var edit = ShopEdit()
        edit.phone = try values.decode(PatchField<String>.self, forKey: .phone)
        edit.openingHours = try values.decode(PatchField<JSONValue>.self, forKey: .openingHours)
        edit.specialDays = try values.decode(PatchField<JSONValue>.self, forKey: .specialDays)
        self.edit = edit
    }
    package func encode(to encoder: any Encoder) throws {
        try edit.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(shopId, forKey: .shopId)
    }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        let user = try tx.user().userID
        let shop = try ShopChange(tx).shop(shopId, for: edit) { shop in
            guard shop.isStaffed(by: user) else { throw Rejection(403, "not-your-shop", "You do not work in this shop.") }
        }
        try ShopChange(tx).apply(edit, to: shop)
        return try ShopPresenter(tx).body(of: shop.id, near: nil, .staff)
    }
}
