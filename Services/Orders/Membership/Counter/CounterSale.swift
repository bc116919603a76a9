import Contracts
import Kernel

/// A member's sale at a shop's counter: cash for months.
package struct Activation: Sendable, Equatable {
    package enum Status: Sendable, Equatable {
        case completed
        case voided(at: Timestamp, reason: String)
        package var name: String {
            switch self {
            case .completed: "completed"
            case .voided: "voided"
            }
        }
    }
    /// Whether the shop's cash book knows of it. The membership does not wait for that: the cash is in the drawer.
    package enum CashStatus: String, Sendable, CaseIterable { case recording, recorded, unconfirmed, voided }

    package let id: String
    package let scanID: String?
    package let member: User.ID
    package let shopID: Int
    package let vendor: User.ID
    package let months: Int
    package let amount: Money
    package let subscriptionID: Int
    package let paymentID: PaymentID
    package var status: Status
    package var cash: CashStatus
    /// How often the cash book was told again.
    package var cashTries: Int
    package let createdAt: Timestamp
    package let voidableUntil: Timestamp

    package init(id: String, scanID: String?, member: User.ID, shopID: Int, vendor: User.ID, months: Int, amount: Money,
                 subscriptionID: Int, paymentID: PaymentID,
                 status: Status = .completed, cash: CashStatus = .recording, cashTries: Int = 0, createdAt: Timestamp,
                 voidableUntil: Timestamp) {
        (self.id, self.scanID, self.member, self.shopID, self.vendor) = (id, scanID, member, shopID, vendor)
        (self.months, self.amount, self.subscriptionID, self.paymentID) = (months, amount, subscriptionID, paymentID)
        (self.status, self.cash, self.cashTries) = (status, cash, cashTries)
        (self.createdAt, self.voidableUntil) = (createdAt, voidableUntil)
    }
}

/// A visit of a member with a discount.
package struct Redemption: Sendable, Equatable {
    package enum Status: Sendable, Equatable {
        case recorded
        case voided(at: Timestamp, reason: String)
        package var name: String {
            switch self {
            case .recorded: "recorded"
            case .voided: "voided"
            }
        }
    }
    package let id: String
    package let member: User.ID
    package let shopID: Int
    package let vendor: User.ID
    package let savings: Savings
    package let campaignID: CampaignID?
    package let isOffline: Bool
    package var status: Status
    /// When the visit was.
    package let recordedAt: Timestamp
    /// When it came here; the shop may take it back for some minutes from then on.
    package let createdAt: Timestamp
    package let voidableUntil: Timestamp

    package init(id: String, member: User.ID, shopID: Int, vendor: User.ID, savings: Savings, campaignID: CampaignID?, isOffline: Bool,
                 status: Status = .recorded, recordedAt: Timestamp, createdAt: Timestamp, voidableUntil: Timestamp) {
        (self.id, self.member, self.shopID, self.vendor, self.savings) = (id, member, shopID, vendor, savings)
        (self.campaignID, self.isOffline, self.status) = (campaignID, isOffline, status)
        (self.recordedAt, self.createdAt, self.voidableUntil) = (recordedAt, createdAt, voidableUntil)
    }
}
