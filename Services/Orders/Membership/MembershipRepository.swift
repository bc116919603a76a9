import Contracts
import GRDB
import Kernel
import Messaging
import OrdersKit
import ServiceKit

/// What everything about memberships works with: the tenant's settings, its day, its keys and its rows.
package struct MembershipRepository {
    private let database: Database
    private let tenant: TenantID
    package let now: Timestamp
    package let definition: TenantDefinition
    private let attributes: [String: String]
    private let serviceKey: (String) -> [UInt8]

    init(_ scope: some OrdersScope) {
        (database, tenant, now, definition) = (scope.database, scope.tenant, scope.now, scope.definition)
        (attributes, serviceKey) = (scope.context.envelope.attributes, scope.context.serviceKey)
    }

    package func settings() throws -> MembershipSettings { try definition.settings(of: "orders") { try MembershipSettings($0) } }
    package var members: MemberStore { MemberStore(database, tenant) }
    package var subscriptions: SubscriptionStore { SubscriptionStore(database, tenant) }
    package var scans: ScanStore { ScanStore(database, tenant) }
    package var partners: PartnerStore { PartnerStore(database, tenant) }
    package var activations: ActivationStore { ActivationStore(database, tenant) }
    package var redemptions: RedemptionStore { RedemptionStore(database, tenant) }
    package var orders: MembershipOrderStore { MembershipOrderStore(database, tenant) }

    // MARK: - Days

    package func zone() throws -> TimeZoneRules { try TimeZoneRules.named(definition.timezone) }
    package func day(of time: Timestamp) throws -> CalendarDate { try zone().local(time).date }
    package func today() throws -> CalendarDate { try day(of: now) }
    /// The first instant that a period is over.
    package func end(of lastDay: CalendarDate) throws -> Timestamp { try zone().startOfDay(lastDay.adding(days: 1)) }
    /// When something ends that lasts so many minutes from now: a whole second, because answers show it so.
    package func end(inMinutes minutes: Int) -> Timestamp { (now + .minutes(minutes)).wholeSeconds }
    /// From the first day to the last, both inclusive; nil: open.
    package func span(_ first: CalendarDate?, _ last: CalendarDate?) throws -> (from: Timestamp, to: Timestamp) {
        (try first.map { try zone().startOfDay($0) } ?? .distantPast, try last.map { try end(of: $0) } ?? .distantFuture)
    }

    // MARK: - Members

    package func coverage(of user: User.ID) throws -> Coverage { Coverage(try subscriptions.all(of: user), today: try today()) }

    /// Who asks, as auth says, or as the token says while auth's message is on its way.
    package func caller(_ principal: Principal) throws -> Member {
        try members.find(principal.userID) ?? Member(id: principal.userID, profile: tokenProfile)
    }
    private var tokenProfile: [String: String] {
        attributes["profile"].flatMap { try? JSON.decode([String: String].self, from: $0.utf8) } ?? [:]
    }
    package func price(_ minorUnits: Int) -> Money { Money(minorUnits, definition.currency) }

    // MARK: - Keys

    /// Only this service and the member's own app know it; every card version has another.
    package func proofKey(of member: Member) -> [UInt8] {
        Array(serviceKey("membership-proof:\(tenant):\(member.id):\(member.cardVersion)").prefix(RotatingProof.keyBytes))
    }
    package func signer() throws -> CardSigner {
        CardSigner(seed: serviceKey("membership-card:\(tenant)"), tenant: tenant, settings: try settings())
    }
    package func cardText(of member: Member, _ coverage: Coverage) throws -> String {
        try signer().text(of: member.code(issuer: try settings().issuer, end: coverage.shownEnd, now: now))
    }

    // MARK: - Shops

    package static let notYourShop = Rejection(403, "not-your-shop", "You do not work at this shop.")

    /// The shop somebody works at: the one named, or the only one. Throws 404 for an unknown one, 403 for somebody
    /// else's, 422 when it must be named.
    package func shop(_ id: Int?, of vendor: Principal) throws -> ShopProjection {
        guard let id else {
            let own = try partners.shops(of: vendor.userID)
            guard let first = own.first, let shop = try partners.shop(first) else { throw Self.notYourShop }
            guard own.count == 1 else { throw Rejection.invalid(["shopId": ["is required: you work at several shops"]]) }
            return shop
        }
        guard let shop = try partners.shop(id) else { throw Rejection.notFound }
        guard try partners.isStaff(vendor.userID, of: id) else { throw Self.notYourShop }
        return shop
    }
    package func activeShop(_ id: Int?, of vendor: Principal) throws -> ShopProjection {
        let shop = try shop(id, of: vendor)
        guard shop.isActive else { throw Rejection.conflict("shop-inactive", "This shop takes no cards right now.") }
        return shop
    }

    /// The language of an answer: what the request asks for, else the person's own, else the app's first.
    package func language(of member: Member?) -> String {
        AcceptLanguage.preferred(attributes["accept-language"], among: definition.languages) ?? member?.locale
            ?? definition.languages.first ?? "en"
    }
    package func name(of shop: Int?, in language: String) throws -> JSONValue {
        guard let shop else { return .null }
        let name = try partners.shop(shop)?.name(in: language, else: definition.languages.first ?? "")
        return ["id": .int(shop), "name": name.map { .string($0) } ?? .null]
    }
}

extension OrdersScope {
    package var memberships: MembershipRepository { MembershipRepository(self) }
}

extension OrdersTransaction {
    var hasMemberships: Bool { definition.has(plugin: Membership.name, of: .orders) }
}
