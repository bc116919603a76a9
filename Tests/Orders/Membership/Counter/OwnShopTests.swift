import Contracts
import Kernel
import Messaging
import OrdersMembership
import TestKit
import Testing

@Suite("People at the counter of a shop they work in")
struct OwnShopTests {
    @Test("A vendor may sell his own card months, but gives himself no discount")
    func ownCard() throws {
        let fixture = try MembershipFixture()
        let scan = try fixture.scanID(try fixture.proof(MembershipFixture.vendor))
        #expect(try fixture.activate(scan, 1).status == 201)
        let reply = try fixture.redeem(scan, 1000)
        #expect((reply.status, reply.slug) == (403, "own-shop"))
    }

    @Test("A person whom a shop names, but who is not a vendor, is a member like others there, until the role comes")
    func namedOnly() throws {
        let fixture = try MembershipFixture()
        try fixture.shard.receive(ListingUpdated(listing: fixture.shop(11, category: 2, neighborhood: 2, discount: 550,
                                                                       staff: [MembershipFixture.vendor, MembershipFixture.samir])))
        try fixture.sell(1)
        #expect(try fixture.visit(1000)["status"] == "recorded")
        try fixture.shard.receive(RolesChanged(userId: "samir", roles: ["member", "vendor"]))
        try fixture.shard.advance(by: .seconds(31))
        #expect(try fixture.redeem(try fixture.scanID(try fixture.proof()), 1000).slug == "own-shop")
    }
}
