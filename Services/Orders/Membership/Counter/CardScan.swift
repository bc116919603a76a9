import Contracts
import Kernel

/// A code that a shop scanned and that was good, with everything that was true at that moment. It serves at most one sale and one visit.
package struct CardScan: Sendable, Equatable {
    package enum Kind: String, Sendable {
        /// The static card: shows who somebody is, can be a photograph.
        case card
        /// The rotating proof: whoever shows it has the card now.
        case proof
    }
    package let id: String
    package let kind: Kind
    package let vendor: User.ID
    package let shopID: Int
    package let member: User.ID
    /// As the code or the row says; nil: the account is so new that it is not known here.
    package let membershipID: String?
    package let discountBasisPoints: Int
    package let bonusBasisPoints: Int
    package let campaignID: CampaignID?
    /// Coverage included the day of the scan.
    package let isCovered: Bool
    package let scannedAt: Timestamp
    package let expiresAt: Timestamp
    package var activationID: String?
    package var redemptionID: String?

    package init(id: String, kind: Kind, vendor: User.ID, shopID: Int, member: User.ID, membershipID: String?, discountBasisPoints: Int,
                 bonusBasisPoints: Int,
                 campaignID: CampaignID?, isCovered: Bool, scannedAt: Timestamp, expiresAt: Timestamp, activationID: String? = nil,
                 redemptionID: String? = nil) {
        (self.id, self.kind, self.vendor, self.shopID, self.member, self.membershipID) = (id, kind, vendor, shopID, member, membershipID)
        (self.discountBasisPoints, self.bonusBasisPoints, self.campaignID, self.isCovered) =
            (discountBasisPoints, bonusBasisPoints, campaignID, isCovered)
        (self.scannedAt, self.expiresAt, self.activationID, self.redemptionID) = (scannedAt, expiresAt, activationID, redemptionID)
    }

    /// Why a code is refused, in the order it is asked.
    package enum Refusal: Sendable, Equatable {
        case foreignCode, badSignature, unknownMember, cardRevoked, badProof, proofExpired, proofAlreadyUsed

        /// Wire names; a foreign code has the tenant's own word.
        package func reason(_ settings: MembershipSettings) -> String {
            switch self {
            case .foreignCode: settings.foreignCode
            case .badSignature: "bad-signature"
            case .unknownMember: "unknown-member"
            case .cardRevoked: "card-revoked"
            case .badProof: "bad-proof"
            case .proofExpired: "proof-expired"
            case .proofAlreadyUsed: "proof-already-used"
            }
        }
        /// Somebody tries keys: counts for the throttle.
        package var isForgery: Bool {
            switch self {
            case .badSignature, .badProof: true
            case .foreignCode, .unknownMember, .cardRevoked, .proofExpired, .proofAlreadyUsed: false
            }
        }
    }
}
