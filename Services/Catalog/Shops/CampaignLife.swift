import Contracts
import Kernel

/// A campaign and where it is in its life.
package struct CampaignLife: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable { case draft, scheduled, running, ended, cancelled }
    package var campaign: Campaign
    package private(set) var state: State

    package init(_ campaign: Campaign, state: State) { (self.campaign, self.state) = (campaign, state) }

    /// By the clock, whether or not its timers have fired yet.
    package func status(at now: Timestamp) -> State {
        switch state {
        case .draft, .ended, .cancelled: state
        case .scheduled, .running: now >= campaign.endsAt ? .ended : now >= campaign.startsAt ? .running : .scheduled
        }
    }

    package enum Step: Sendable { case publish, start, end, cancel }

    /// Throws 409 `invalid-transition` for a step that does not start here, 422 for publishing what is over.
    package mutating func take(_ step: Step, at now: Timestamp) throws(Rejection) {
        switch (status(at: now), step) {
        case (.draft, .publish):
            guard now < campaign.endsAt else { throw Rejection.invalid(["endsAt": ["is in the past"]]) }
            state = now >= campaign.startsAt ? .running : .scheduled
        case (.running, .start): state = .running
        case (.ended, .end): state = .ended
        case (.draft, .cancel), (.scheduled, .cancel), (.running, .cancel): state = .cancelled
        case (.scheduled, .publish), (.running, .publish), (.ended, .publish), (.cancelled, .publish), (.draft, .start),
            (.scheduled, .start),
            (.ended, .start), (.cancelled, .start), (.draft, .end), (.scheduled, .end), (.running, .end), (.cancelled, .end),
            (.ended, .cancel),
            (.cancelled, .cancel):
            throw Rejection.invalidTransition(from: status(at: now).rawValue)
        }
    }
    package func requireDraft() throws(Rejection) {
        switch state {
        case .draft: return
        case .scheduled, .running, .ended, .cancelled: throw Rejection.invalidTransition(from: state.rawValue)
        }
    }
}

/// The campaigns that run at a moment, and what they add.
package struct Bonuses: Sendable {
    /// The largest bonus first; of equal ones the lowest id.
    package let campaigns: [Campaign]
    package init(_ running: [Campaign]) {
        campaigns = running.sorted { ($1.bonusBasisPoints, $0.campaignId.rawValue) < ($0.bonusBasisPoints, $1.campaignId.rawValue) }
    }
    /// Only the largest counts.
    package func best(shop: Int, category: Int, neighborhood: Int) -> Campaign? {
        campaigns.first { $0.matches(listing: shop, category: category, neighborhood: neighborhood) }
    }
    package func all(shop: Int, category: Int, neighborhood: Int) -> [Campaign] {
        campaigns.filter { $0.matches(listing: shop, category: category, neighborhood: neighborhood) }
    }
}
