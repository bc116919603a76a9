import Contracts
import Kernel
import OrdersKit

extension OrdersTransaction {
    /// A person has, keeps or changes a card.
    func rememberMember(_ id: User.ID, membershipID: String?, locale: String?, neighborhoodID: Int?, registeredAt: Timestamp?) throws {
        guard hasMemberships else { return }  // No card, no member.
        var member = Member(id: id)
        (member.membershipID, member.locale, member.neighborhoodID, member.registeredAt) =
            (membershipID, locale, neighborhoodID, registeredAt)
        try memberships.members.remember(member)
    }

    /// The account is gone: coverage ends without a refund, the card is dead, visits and sales stay without a name.
    func forgetMember(_ id: User.ID) throws {
        guard hasMemberships else { return }  // No card, no member.
        let memberships = self.memberships
        if try memberships.members.find(id) == nil { try memberships.members.remember(Member(id: id)) }
        for period in try memberships.subscriptions.all(of: id).reversed() where period.status(on: try memberships.today()) == .active {
            try MembershipLedger(self).cancel(period, .erased)
        }
        if let open = try memberships.orders.open(of: id) { try Membership.apply(.buyerCancels, to: open.id, in: self) }
        try memberships.scans.forget(id)
        try memberships.members.erase(id, at: now)
    }
}

/// Fields of `user` that a tenant with memberships declares, and publishes, under these names.
enum MemberFields {
    static let number = "membershipId"
    static let neighborhood = "neighborhoodId"
}
