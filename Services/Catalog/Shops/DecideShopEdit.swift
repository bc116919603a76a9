import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Decides an edit that names unknown people a moment later, once: their registration may still be on its way to this
/// service.
package struct DecideShopEdit: Command {
    package static let type: MessageType = "catalog.decide-shop-edit.v1"
    let requestId: String
    /// Nil: a new shop.
    let shopId: Int?
    let edit: ShopEdit
    static let patience: Duration = .seconds(1)

    package func handle(in tx: CatalogTransaction) throws -> NoContent {
        switch try tx.savepoint({ try shopId.map { try ChangeShop(shopId: $0, edit).change(in: tx) } ?? CreateShop(edit).create(in: tx) }) {
        case .success(let body): try tx.answer(requestId, with: body)
        case .failure(let refusal): tx.answer(requestId, with: refusal)
        }
        return NoContent()
    }
}

extension ShopEdit {
    /// Ids of shop staff without a known account: people type user ids by hand.
    func strangers(_ tx: CatalogTransaction) throws -> Set<String> {
        guard case .value(let ids) = vendorUserIds, ids.count <= ShopEditor.vendorsMax else { return [] }
        return try tx.people.strangers(among: ids)
    }

    /// Nil: every person is known, or the edit is wrong with any people. Otherwise the answer comes later.
    func waitForStrangers(_ tx: CatalogTransaction, shopId: Int?) throws -> JSONBody? {
        guard try !strangers(tx).isEmpty, try isRightBesidesStrangers(tx, isNew: shopId == nil) else { return nil }
        let decision = DecideShopEdit(requestId: tx.messageID, shopId: shopId, edit: self)
        try tx.schedule("shop-edit:\(tx.messageID)", at: tx.now + DecideShopEdit.patience, decision)
        _ = tx.deferred()
        return JSONBody([], status: 202)
    }

    private func isRightBesidesStrangers(_ tx: CatalogTransaction, isNew: Bool) throws -> Bool {
        var editor = ShopEditor(try tx.shopSettings(), of: tx.definition)
        do throws(Rejection) {
            if isNew { _ = try editor.make(self, id: 0, at: tx.now) } else { try editor.checkForm(self) }
            return true
        } catch {
            return false
        }
    }
}
