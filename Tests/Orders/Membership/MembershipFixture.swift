import Contracts
import Foundation
import Kernel
import Messaging
import OrdersMembership
import OrdersService
import ServiceKit
import TestKit
import Testing

/// The orders shard of a town with a membership card: three shops, two vendors, members; plays auth, the catalog and payments by hand.
final class MembershipFixture {
    static let ahmed = Principal.user("7eb37919-a105-4854-be79-26e93e953eb2", roles: ["member"])
    static let samir = Principal.user("samir", roles: ["member"])
    /// Works at shop 11.
    static let vendor = Principal.user("vendor", roles: ["vendor"])
    /// Works at shops 1 and 35.
    static let otherVendor = Principal.user("vendor2", roles: ["vendor"])
    static let admin = Principal.user("admin", roles: ["admin"])
    static let terms: JSONValue = [
        "issuer": "peez", "proofPrefix": "PEEZ1", "inAppOrders": true,
        "plans": [["months": 1, "price": 30_000], ["months": 2, "price": 60_000], ["months": 3, "price": 90_000]],
    ]
    static func definition(_ terms: JSONValue = terms, tenant: TenantID = "peez", currency: Currency = .dzd,
                           timezone: String = "Africa/Algiers") -> TenantDefinition {
        TenantDefinition(tenant: tenant, name: "PEEZ", json: .snakeCase, currency: currency, timezone: timezone, languages: ["fr", "ar"],
                         phonePrefix: "+213", sandbox: true, roles: ["member": [], "vendor": [], "admin": ["subscriptions:manage"]],
                         plugins: ["orders": ["membership"]], settings: ["orders": ["membership": terms]])
    }

    let shard: ShardHarness<Orders>
    let definition: TenantDefinition

    init(_ definition: TenantDefinition = definition(), now: Timestamp = Timestamp("2026-11-21T07:00:00Z") ?? .distantPast) throws {
        self.definition = definition
        shard = try ShardHarness(Orders.self, definition: definition, now: now)
        for (index, person) in [Self.admin, Self.ahmed, Self.samir, Self.vendor, Self.otherVendor].enumerated() {
            try register(person, number: index + 1, name: person == Self.ahmed ? "Ahmed Mohamed" : "Samir Benali",
                         neighborhood: person == Self.ahmed ? 1 : nil)
        }
        try shard.receive(ListingPublished(listing: shop(1, category: 1, neighborhood: 1, discount: 750, staff: [Self.otherVendor])))
        try shard.receive(ListingPublished(listing: shop(11, category: 2, neighborhood: 2, discount: 550, staff: [Self.vendor])))
        try shard.receive(ListingPublished(listing: shop(35, category: 4, neighborhood: 3, discount: 700, staff: [Self.otherVendor])))
        try shard.markSeen()
    }

    func shop(_ id: Int, category: Int, neighborhood: Int, discount: Int, staff: [Principal], status: String = "active") -> Listing {
        Listing(listingId: id, kind: "partner-shop", status: status, names: ["fr": "Commerce \(id)", "ar": "متجر \(id)"],
                categoryId: category, neighborhoodId: neighborhood, discountBasisPoints: discount, vendorUserIds: staff.map(\.userID))
    }
    func register(_ person: Principal, number: Int, name: String, neighborhood: Int? = nil) throws {
        var profile: ProfileValues = ["membershipId": .string(membershipID(number))]
        profile["neighborhoodId"] = neighborhood.map { .int($0) }
        try shard.receive(UserRegistered(userId: person.userID, name: name, email: "\(person.userID)@example.com",
                                         phone: "+21366120304\(number)", roles: person.roles,
                                         locale: "fr", registeredAt: shard.now, profile: profile))
    }
    func membershipID(_ number: Int) -> String { "PEEZ-20261121-0000\(number)" }
    func campaign(_ id: String, bonus: Int, categories: [Int] = [], from: Timestamp, to: Timestamp) -> Campaign {
        Campaign(campaignId: CampaignID(id), title: ["fr": "Offre"], body: ["fr": "Offre"], bonusBasisPoints: bonus,
                 categoryIds: categories, neighborhoodIds: [], shopIds: [], startsAt: from, endsAt: to)
    }

    // MARK: - What apps do

    func card(_ person: Principal = samir) throws -> JSONValue {
        try shard.ask(MemberCard.self, ["uuid": .string(person.userID.rawValue)], as: person).json
    }
    func cardText(_ person: Principal = samir) throws -> String { try #require(try card(person)["qrPayload"]?.string) }
    func proof(_ person: Principal = samir) throws -> String {
        try #require(try shard.ask(CardProof.self, ["uuid": .string(person.userID.rawValue)], as: person).json["payload"]?.string)
    }
    func scan(_ payload: String, at shop: Int? = nil, as vendor: Principal = vendor) throws -> Reply {
        try #require(try shard.send(ScanCode(payload: payload, shopId: shop), as: vendor))
    }
    func scanID(_ payload: String, at shop: Int? = nil, as vendor: Principal = vendor) throws -> String {
        try #require(try scan(payload, at: shop, as: vendor).json["scanId"]?.string)
    }
    func activate(_ scan: String, _ months: Int, as vendor: Principal = vendor) throws -> Reply {
        try #require(try shard.send(ActivateMembership(scanId: scan, months: months), as: vendor))
    }
    /// Sells months to somebody who shows the card.
    @discardableResult
    func sell(_ months: Int, to person: Principal = samir, as vendor: Principal = vendor, at shop: Int? = nil) throws -> JSONValue {
        let reply = try activate(try scanID(try cardText(person), at: shop, as: vendor), months, as: vendor)
        #expect(reply.status == 201, "\(reply.json)")
        return reply.json
    }
    func redeem(_ scan: String, _ amount: Int, as vendor: Principal = vendor, currency: Currency = .dzd) throws -> Reply {
        try #require(try shard.send(RedeemDiscount(scanId: scan, purchaseAmount: Money(amount, currency)), as: vendor))
    }
    /// A visit with a moving code that nobody has used.
    func visit(_ amount: Int, by person: Principal = samir, as vendor: Principal = vendor, at shop: Int? = nil) throws -> JSONValue {
        try shard.advance(by: .seconds(31))
        let reply = try redeem(try scanID(try proof(person), at: shop, as: vendor), amount, as: vendor)
        #expect(reply.status == 201, "\(reply.json)")
        return reply.json
    }
    func voidSale(_ id: JSONValue?, as vendor: Principal = vendor) throws -> Reply {
        let id = try #require(id?.string)
        return try #require(try shard.send(VoidActivation(activationId: id, reason: "mauvaise personne"), as: vendor))
    }
    func voidVisit(_ id: JSONValue?, as person: Principal = vendor) throws -> Reply {
        let id = try #require(id?.string)
        return try #require(try shard.send(VoidRedemption(redemptionId: id, reason: "mauvais montant"), as: person))
    }

    func status(_ person: Principal = samir) throws -> JSONValue { try shard.ask(MembershipStatus.self, as: person).json }
    func history(_ person: Principal = samir) throws -> [JSONValue] {
        try shard.ask(MembershipHistory.self, as: person).json["data"]?.array ?? []
    }
    func stats(_ person: Principal = samir) throws -> JSONValue { try shard.ask(HomeStats.self, as: person).json }
    func reminders() throws -> [String] { try shard.timers().filter { $0.hasPrefix("membership-reminder") } }
    /// Moves the clock to a local wall time of the tenant (UTC+1).
    func moveClock(to day: String, _ time: String) throws {
        let date = try #require(CalendarDate(day))
        let parts = time.split(separator: ":").compactMap { Int($0) }
        let zone = try TimeZoneRules.named(definition.timezone)
        try shard.advance(by: zone.instant(of: date, secondOfDay: parts[0] * 3600 + parts[1] * 60) - shard.now)
    }
}

extension Reply {
    var slug: String? { json["slug"]?.string }
    var failingFields: [String] { (json["errors"]?.object ?? [:]).keys.sorted() }
}
extension JSONValue {
    var amount: Int? { self["amount"]?.int }
}
