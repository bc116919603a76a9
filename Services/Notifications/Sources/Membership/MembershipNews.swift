import Contracts
import Kernel
import NotificationPolicy
import NotificationsKit
import ServiceKit

/// Memberships, the shops that take part, and visits at them.
package struct MembershipNews: NotificationSource {
    package init() {}
    package let words: SourceWords = {
        var words = SourceWords()
        words.relations = ["member", "visited", neighbour].map { SourceWords.Relation($0) }
        words.conditions = ["subscription.not_extended", "rating.missing"]
        words.samples = { sample in
            let names: JSONValue = ["names": sample.titles]
            return [
                "shop": ["name": sample.title, "names": sample.titles], "neighborhood": names, "category": names,
                "offer": ["titles": sample.titles, "bodies": sample.titles], "discountBasisPoints": 700, "savings": sample.amount,
                "days": 3, "daysLeft": 3, "coverageEnd": sample.day(inDays: 3),
            ]
        }
        return words
    }()
    package var feature: Feature? { .membershipNews }

    static let neighbour = "same_neighbourhood"

    // MARK: - Who still lives where a shop opened

    package func subject(of candidate: Candidate) -> String? { candidate.facts["neighborhood.id"] == nil ? nil : candidate.subject }
    /// Nothing of a shop changes what was told of it.
    package func facts(of shop: String, in tx: NotificationsTransaction) throws -> Facts? { Facts() }
    package func relations(of candidate: Candidate, to shop: String, in tx: NotificationsTransaction) throws -> Set<String> {
        let home = try tx.recipients.neighborhood(of: User.ID(candidate.recipientId))
        let others = candidate.facts.relations.subtracting([Self.neighbour])
        return home != nil && home == candidate.facts["neighborhood.id"]?.int ? others.union([Self.neighbour]) : others
    }

    package func keep(_ profile: ProfileValues, of user: User.ID, in tx: NotificationsTransaction) throws {
        try tx.recipients.setNeighborhood(profile["neighborhoodId"]?.int, of: user)
    }
    package func forget(_ user: User.ID, in tx: NotificationsTransaction) throws { try tx.visits.forget(user) }
}
