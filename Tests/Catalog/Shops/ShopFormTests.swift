import CatalogShops
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("Edits of partner shops that are wrong in themselves")
struct ShopFormTests {
    @Test("A wrong edit is refused before a shop that is not there or somebody else's")
    func formFirst() throws {
        let it = try ShopFixture()
        try it.open()
        var edit = ShopEdit()
        (edit.discountPercent, edit.phone, edit.latitude) = (.value(9), .value("12"), .value(91))
        for shop in [1, 99_999] {
            let reply = try it.shard.send(ChangeShop(shopId: shop, edit), as: ShopFixture.admin)
            #expect(it.errors(reply) == ["discountPercent", "phone", "latitude"])
            #expect(it.errors(try it.shard.send(ChangeOwnShop(shopId: shop, edit), as: ShopFixture.vendor)) == ["phone"])
        }
        (edit.discountPercent, edit.phone, edit.latitude) = (.value(8), .value("0770 00 00 00"), .value(35.7))
        #expect(try it.shard.send(ChangeShop(shopId: 99_999, edit), as: ShopFixture.admin)?.status == 404)
        #expect(try it.shard.send(ChangeOwnShop(shopId: 99_999, edit), as: ShopFixture.vendor)?.status == 404)
        #expect(try it.shard.send(ChangeOwnShop(shopId: 1, edit), as: ShopFixture.vendor)?.json["slug"] == "not-your-shop")
    }
}
