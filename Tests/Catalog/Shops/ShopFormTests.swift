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

    @Test("An edit with other faults does not wait for people who may still arrive: one answer names everything")
    func faultsWithUnknownPeople() throws {
        let it = try ShopFixture()
        try it.open()
        var edit = ShopFixture.edit(discount: 9, phone: "12")
        edit.vendorUserIds = .value(["vendor", "nobody"])
        let faults: Set = ["discountPercent", "phone", "vendorUserIds.1"]
        #expect(it.errors(try it.shard.send(CreateShop(edit), as: ShopFixture.admin)) == faults)
        #expect(it.errors(try it.shard.send(ChangeShop(shopId: 1, edit), as: ShopFixture.admin)) == faults)
    }

    @Test("A name that is not text is refused together with everything else that is wrong")
    func nameOfOtherType() throws {
        let it = try ShopFixture()
        try it.open()
        let fields = #""nameFr":5,"nameAr":true,"nameDe":7,"phone":"12""#
        let changed = try it.shard.send(raw: #"{"shopId":1,\#(fields)}"#, type: ChangeShop.type, as: ShopFixture.admin)
        #expect(changed?.json["errors"]?["nameFr"] == ["must be text"] && it.errors(changed) == ["nameFr", "nameAr", "phone"])
        let new = try it.shard.send(raw: "{\(fields)}", type: CreateShop.type, as: ShopFixture.admin)
        #expect(new?.json["errors"]?["nameFr"] == ["must be text"] && it.errors(new).isSuperset(of: ["nameAr", "phone", "address"]))
    }
}
