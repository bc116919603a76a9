import Kernel
import OrdersMembership
import OrdersService
import ServiceKit
import TestKit
import Testing

@Suite("What the API document says of memberships")
struct DocumentedAnswersTests {
    private func documented(_ method: String, _ path: String) throws -> JSONValue {
        try #require(Orders.contents.routes.first { ($0.method, $0.path) == (method, path) && $0.plugin == Membership.name }?.answer?.json)
    }
    private func names(_ value: JSONValue?) -> Set<String> { Set((value?.object ?? [:]).keys) }

    @Test("It has every member of lists with a sum, and of a visit as a shop sees it")
    func lists() throws {
        let fixture = try MembershipFixture()
        try fixture.sell(1)
        let visit = try fixture.visit(100_000)
        let lists: [(String, JSONValue)] = [
            ("/vendor/activations", try fixture.shard.ask(ActivationsOfShop.self, ["shopId": 11], as: MembershipFixture.vendor).json),
            ("/vendor/redemptions", try fixture.shard.ask(RedemptionsOfShop.self, ["shopId": 11], as: MembershipFixture.vendor).json),
            ("/redemptions", try fixture.shard.ask(RedemptionsOfMember.self, as: MembershipFixture.samir).json),
        ]
        for (path, list) in lists {
            let members = try documented("GET", path)["properties"]
            #expect(names(members) == names(list), "\(path)")
            #expect(names(members?["summary"]?["properties"]) == names(list["summary"]), "\(path)")
            #expect(names(members?["data"]?["items"]?["properties"]) == names(list["data"]?.array?.first), "\(path)")
        }
        #expect(names(try documented("POST", "/vendor/redemptions")["properties"]) == names(visit))
    }
}
