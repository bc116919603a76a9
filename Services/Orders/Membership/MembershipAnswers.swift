import Contracts
import Kernel

/// What people see of memberships. What is not known is null, not left out.
struct MembershipAnswers {
    private let memberships: MembershipRepository
    init(_ memberships: MembershipRepository) { self.memberships = memberships }

    static func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
    static func number(_ value: Int?) -> JSONValue { value.map { .int($0) } ?? .null }
    static func time(_ value: Timestamp?) -> JSONValue { text(value?.wholeSeconds.description) }
    static func date(_ value: CalendarDate?) -> JSONValue { text(value?.description) }
    static func money(_ value: Money) -> JSONValue { ["amount": .int(value.amount), "currency": .string(value.currency.code)] }
    private func money(_ minorUnits: Int) -> JSONValue { Self.money(memberships.price(minorUnits)) }
    func day(_ time: Timestamp?) throws -> JSONValue { Self.date(try time.map(memberships.day)) }

    // MARK: - Periods

    func subscription(_ period: Subscription, in coverage: Coverage, language: String) throws -> JSONValue {
        let status = period.status(on: coverage.today)
        var cancelledAt: Timestamp?
        if case .cancelled(let end) = status { cancelledAt = end.at }
        return [
            "id": .int(period.id), "status": .string(status.name), "isCurrent": .bool(coverage.current?.id == period.id),
            "startDate": Self.date(period.startDate), "endDate": Self.date(period.endDate), "durationMonths": .int(period.months),
            "source": .string(period.source.rawValue), "price": Self.money(period.price),
            "pricePerMonth": money(period.price.amount / period.months),
            "shop": try memberships.name(of: period.shopID, in: language), "cancelledAt": Self.time(cancelledAt),
            "createdAt": Self.time(period.createdAt),
        ]
    }

    func status(_ coverage: Coverage, language: String) throws -> JSONValue {
        let settings = try memberships.settings()
        let shown = coverage.shown
        let end = coverage.shownEnd
        let daysTotal = shown.map { $0.endDate - $0.startDate } ?? 0
        let remaining = coverage.daysRemaining
        return [
            "status": .string(coverage.standing.rawValue), "hasActiveSubscription": .bool(coverage.end != nil),
            "startDate": Self.date(shown?.startDate), "endDate": Self.date(end), "endsAt": Self.time(try end.map(memberships.end)),
            "daysTotal": .int(daysTotal), "daysRemaining": .int(remaining),
            "progressPercent": .int(daysTotal == 0 ? 0 : min(100, max(0, 100 * remaining / daysTotal))),
            "expiresSoon": .bool(coverage.end != nil && remaining <= settings.expiresSoonDays),
            "maxMonths": .int(coverage.monthsMax(settings)),
            "current": try shown.map { try subscription($0, in: coverage, language: language) } ?? .null,
        ]
    }

    /// Status, end and days, as a card and a scan show them.
    private func brief(_ coverage: Coverage, withEnd: Bool) throws -> JSONValue {
        let end = coverage.shownEnd
        var members: [String: JSONValue] = [
            "status": .string(coverage.standing.rawValue), "endDate": Self.date(end), "daysRemaining": .int(coverage.daysRemaining),
        ]
        if withEnd { members["endsAt"] = Self.time(try end.map(memberships.end)) }
        return .object(members)
    }

    // MARK: - Card

    /// - Parameter withProof: for the member alone: whoever has the key has the card.
    func card(_ member: Member, withProof: Bool) throws -> JSONValue {
        let coverage = try memberships.coverage(of: member.id)
        let text = try memberships.cardText(of: member, coverage)
        let settings = try memberships.settings()
        let proof: JSONValue = [
            "key": .string(Base32.encode(memberships.proofKey(of: member))), "algorithm": "SHA256", "digits": .int(RotatingProof.digits),
            "period": .int(Int(RotatingProof.stepSeconds)), "format": .string("\(settings.proofPrefix):{membership_id}:{step_time}:{code}"),
        ]
        return [
            "user": [
                "uuid": .string(member.id.rawValue), "name": Self.text(member.name), "email": Self.text(member.email),
                "phone": Self.text(member.phone),
                "membershipId": Self.text(member.membershipID), "memberSince": try day(member.registeredAt),
            ],
            "subscription": try brief(coverage, withEnd: true), "qrCode": .string(try CodePicture.base64(of: text)),
            "qrPayload": .string(text),
            "cardVersion": .int(member.cardVersion), "proof": withProof ? proof : .null, "serverTime": Self.time(memberships.now),
        ]
    }

    // MARK: - Counter

    private func person(_ member: Member, membershipID: String? = nil) throws -> JSONValue {
        ["name": Self.text(member.shortName), "membershipId": Self.text(member.membershipID ?? membershipID),
         "memberSince": try day(member.registeredAt)]
    }
    private func person(_ id: User.ID, membershipID: String? = nil) throws -> JSONValue {
        try person(try memberships.members.find(id) ?? Member(id: id), membershipID: membershipID)
    }

    func refusedScan(reason: String, shop: Int) -> JSONValue {
        ["scanId": nil, "result": "refused", "reason": .string(reason), "kind": nil, "shopId": .int(shop), "member": nil,
         "subscription": nil, "discountPercent": nil, "allowed": [], "maxMonths": nil, "expiresAt": nil]
    }
    func scan(_ scan: CardScan, of member: Member, _ coverage: Coverage) throws -> JSONValue {
        let allowed: [JSONValue] = scan.kind == .proof && scan.isCovered ? ["activate", "redeem"] : ["activate"]
        return [
            "scanId": .string(scan.id), "result": "valid", "reason": nil, "kind": .string(scan.kind.rawValue), "shopId": .int(scan.shopID),
            "member": try person(member, membershipID: scan.membershipID), "subscription": try brief(coverage, withEnd: false),
            "discountPercent": percent(ofBasisPoints: scan.discountBasisPoints + scan.bonusBasisPoints), "allowed": .array(allowed),
            "maxMonths": .int(coverage.monthsMax(try memberships.settings())), "expiresAt": Self.time(scan.expiresAt),
        ]
    }

    func activation(_ sale: Activation) throws -> JSONValue {
        var voidedAt: Timestamp?
        if case .voided(let at, _) = sale.status { voidedAt = at }
        let coverage = try memberships.coverage(of: sale.member)
        let period = try memberships.subscriptions.find(sale.subscriptionID)
        let scanned = try sale.scanID.flatMap { try memberships.scans.find($0) }
        return [
            "id": .string(sale.id), "status": .string(sale.status.name), "shopId": .int(sale.shopID),
            "member": try person(sale.member, membershipID: scanned?.membershipID), "months": .int(sale.months),
            "amount": Self.money(sale.amount),
            "subscription": try period.map { try subscription($0, in: coverage, language: memberships.language(of: nil)) } ?? .null,
            "cashStatus": .string(sale.cash.rawValue), "voidableUntil": Self.time(sale.voidableUntil), "voidedAt": Self.time(voidedAt),
            "createdAt": Self.time(sale.createdAt),
        ]
    }

    enum Viewer { case member(language: String), vendor }

    func redemption(_ visit: Redemption, for viewer: Viewer) throws -> JSONValue {
        let savings = visit.savings
        var explain: [JSONValue] =
            [["rule": "shop-discount", "percent": percent(ofBasisPoints: savings.baseBasisPoints), "amount": Self.money(savings.base)]]
        if savings.bonusBasisPoints > 0 {
            explain.append(["rule": "campaign", "campaignId": Self.text(visit.campaignID?.rawValue),
                            "percent": percent(ofBasisPoints: savings.bonusBasisPoints), "amount": Self.money(savings.bonus)])
        }
        var language = memberships.language(of: nil)
        if case .member(let own) = viewer { language = own }
        var members: [String: JSONValue] = [
            "id": .string(visit.id), "status": .string(visit.status.name), "shop": try memberships.name(of: visit.shopID, in: language),
            "purchaseAmount": Self.money(savings.purchase),
            "discountPercent": percent(ofBasisPoints: savings.baseBasisPoints + savings.bonusBasisPoints),
            "savings": Self.money(savings.total), "amountDue": Self.money(savings.due), "explain": .array(explain),
            "offline": .bool(visit.isOffline), "voidableUntil": Self.time(visit.voidableUntil), "recordedAt": Self.time(visit.recordedAt),
        ]
        if case .vendor = viewer { members["member"] = try person(visit.member) }
        return .object(members)
    }

    // MARK: - Orders in the app

    func order(_ order: MembershipOrder) -> JSONValue {
        var members: [String: JSONValue] = [
            "id": .string(order.id.rawValue), "status": .string(order.status.name), "months": .int(order.months),
            "amount": Self.money(order.amount),
            "payment": ["id": .string(order.payment.rawValue)], "expiresAt": Self.time(order.expiresAt),
            "createdAt": Self.time(order.placedAt),
        ]
        if let subscription = order.status.subscription { members["subscriptionId"] = .int(subscription) }
        return .object(members)
    }
}
