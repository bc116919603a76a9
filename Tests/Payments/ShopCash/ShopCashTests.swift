import Contracts
import Kernel
import Messaging
import PaymentsService
import PaymentsShopCash
import ServiceKit
import TestKit
import Testing

@Suite("The cash book of a shop")
struct ShopCashTests {
    private static let vendor = Principal.user("vendor", roles: ["vendor"])
    private static let admin = Principal.user("admin", roles: ["admin"])
    private let shard: ShardHarness<Payments>

    init() throws {
        let definition = TenantDefinition(tenant: "peez", name: "PEEZ", currency: .dzd, sandbox: true,
                                          roles: ["vendor": [], "admin": ["subscriptions:manage"]],
                                          plugins: ["payments-stub": ["card", "shop-cash"]])
        shard = try ShardHarness(Payments.self, definition: definition)
        for id in [11, 12] {
            try shard.receive(
                ListingPublished(listing: Listing(listingId: id, kind: "partner-shop", status: "active", names: ["fr": "Boucherie"],
                                                  categoryId: 2,
                                                  neighborhoodId: 2, discountBasisPoints: 550, vendorUserIds: id == 11 ? ["vendor"] : [])))
        }
    }

    private func record(_ n: Int, months: Int, void: Bool = false) throws {
        let (payment, sale, amount) = (PaymentID("p\(n)"), "a\(n)", Money(30_000 * months, .dzd))
        if void {
            try shard.receive(VoidCash(paymentId: payment, activationId: sale, shopId: 11, vendorUserId: "vendor", userId: "samir",
                                       amount: amount))
        } else {
            try shard.receive(RecordCash(paymentId: payment, activationId: sale, shopId: 11, vendorUserId: "vendor", userId: "samir",
                                         amount: amount))
        }
    }
    private func book(as person: Principal = vendor) throws -> Reply { try shard.ask(CashOfOwnShop.self, ["shopId": 11], as: person) }
    private func settle(_ amount: Int, _ reference: String, shop: String = "11", as person: Principal = admin) throws -> Reply {
        try #require(try shard.send(SettleShopCash(shopId: shop, amount: Money(amount, .dzd), reference: reference), as: person))
    }

    @Test("What a shop owes is the sum of its lines, whatever happens in whatever order")
    func balance() throws {
        try record(1, months: 2)
        try record(2, months: 1)
        try record(1, months: 2)  // Told again: the same payment is one line.
        #expect(try settle(50_000, "REC-1").json["balanceAfter"]?["amount"] == 40_000)
        try record(1, months: 2, void: true)
        try record(1, months: 2, void: true)
        let answer = try book().json
        #expect(answer["data"]?.array?.map { $0["type"] } == ["voided", "settled", "collected", "collected"])
        #expect(answer["data"]?.array?.map { $0["amount"]?["amount"] } == [-60_000, -50_000, 30_000, 60_000])
        #expect(answer["data"]?.array?.map { $0["balanceAfter"]?["amount"] } == [-20_000, 40_000, 90_000, 60_000])
        func money(_ amount: Int) -> JSONValue { ["amount": .int(amount), "currency": "DZD"] }
        #expect(answer["summary"] == ["collected": money(90_000), "voided": money(-60_000), "settled": money(-50_000),
                                      "balanceDue": money(-20_000)])
        #expect(try shard.published(CashRecorded.self).count == 3)
        #expect(try shard.published(CashVoided.self).count == 2)
    }

    @Test("A settlement is at most what is owed, under a reference of its own")
    func settlements() throws {
        try record(1, months: 1)
        #expect(try settle(30_001, "A").json["slug"] == "amount-exceeds-balance")
        #expect(try settle(0, "A").fields == ["amount.amount"])
        #expect(try settle(10_000, "  ").fields == ["reference"])
        let reply = try settle(10_000, "A")
        #expect((reply.status, reply.json["type"], reply.json["reference"]) == (201, "settled", "A"))
        #expect(try settle(10_000, "A").fields == ["reference"])
        #expect(try settle(1, "B", shop: "99").status == 404)
        #expect(try settle(0, " ", shop: "99").fields == ["amount.amount", "reference"])
        #expect(try settle(0, "A", shop: "abc").fields == ["amount.amount"])
        for other in ["x", "+11", "011"] { #expect(try settle(1, "B", shop: other).status == 404, "\(other)") }
        #expect(try settle(1, "B", as: Self.vendor).status == 403)
        #expect(try shard.published(CashSettled.self).map(\.balanceDue.amount) == [20_000])
    }

    @Test("A book is for who works at the shop, and for administrators")
    func audience() throws {
        #expect(try shard.ask(CashOfOwnShop.self, ["shopId": 12], as: Self.vendor).json["slug"] == "not-your-shop")
        #expect(try shard.ask(CashOfOwnShop.self, ["shopId": 99], as: Self.vendor).status == 404)
        #expect(try shard.ask(CashOfOwnShop.self, as: Self.admin).json["slug"] == "not-your-shop")
        #expect(try shard.ask(CashOfOwnShop.self, as: Self.vendor).json["summary"]?["balanceDue"]?["amount"] == 0)
        #expect(try shard.ask(CashOfShop.self, ["shopId": "11"], as: Self.admin).status == 200)
        for other in ["x", "+11", "011"] {
            #expect(try shard.ask(CashOfShop.self, ["shopId": .string(other)], as: Self.admin).status == 404, "\(other)")
        }
    }

    @Test("Cash of another currency and a sum that no number holds change no book")
    func arithmetic() throws {
        try record(1, months: 1)
        for (payment, amount) in [("euro", Money(30_000, .eur)), ("huge", Money(.max, .dzd))] {
            try shard.receive(RecordCash(paymentId: PaymentID(payment), activationId: payment, shopId: 11, vendorUserId: "vendor",
                userId: "samir", amount: amount))
        }
        #expect(try shard.deadLetters().count == 2)
        #expect(try book().json["summary"]?["balanceDue"]?["amount"] == 30_000)
    }

    @Test("A sale of membership in the app is the platform's own: nobody's wallet grows")
    func ownSale() throws {
        try shard.receive(OrderCompleted(orderId: "o", userId: "samir", paymentId: "p", months: 1, amount: Money(30_000, .dzd)))
        #expect(try shard.deadLetters().isEmpty)
    }

    private func listing(_ status: String, staff: [User.ID]) -> Listing {
        Listing(listingId: 11, kind: "partner-shop", status: status, names: ["fr": "Boucherie"], categoryId: 2, neighborhoodId: 2,
                discountBasisPoints: 550, vendorUserIds: staff)
    }

    @Test("Who no longer works at the shop no longer sees its book, and who is new does")
    func staffChanged() throws {
        try shard.receive(ListingUpdated(listing: listing("active", staff: ["newcomer"])))
        #expect(try book().json["slug"] == "not-your-shop")
        #expect(try book(as: .user("newcomer", roles: ["vendor"])).status == 200)
    }

    @Test("The API document has every member of the book")
    func documented() throws {
        try record(1, months: 1)
        let list = try book().json
        for path in ["/vendor/cash", "/admin/shops/{shopId}/cash"] {
            let members = Payments.contents.routes.first { $0.method == "GET" && $0.path == path }?.answer?.json["properties"]
            #expect(Set((members?.object ?? [:]).keys) == Set((list.object ?? [:]).keys))
            #expect(Set((members?["summary"]?["properties"]?.object ?? [:]).keys) == Set((list["summary"]?.object ?? [:]).keys))
        }
    }

    @Test("A shop that is closed keeps its book, and what it owes can still be settled")
    func closed() throws {
        try record(1, months: 1)
        try shard.receive(ListingWithdrawn(listing: listing("closed", staff: ["vendor"])))
        #expect(try book().json["summary"]?["balanceDue"]?["amount"] == 30_000)
        #expect(try settle(30_000, "A").json["balanceAfter"]?["amount"] == 0)
    }
}
