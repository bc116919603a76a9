import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Another service wants to know what to suggest to some people: they are ranked as on their own screens.
extension SuggestEvents: Command {
    public typealias Answer = NoContent
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        var found: [EventsSuggested.Suggestion] = []
        let now = at ?? tx.now
        for user in userIds.prefix(Self.usersMax) {
            let personal = try Personal(tx, of: user, at: now)
            let ranked = try personal.scored(tx).sorted(by: Recommendation.isBefore)
            guard let suggested = SuggestedEvents(choice, ranked: ranked, facts: personal.facts, isColdStart: personal.isColdStart,
                                                  now: now) else { continue }
            let items = try suggested.items.compactMap { item in
                try item.event.startDate.map {
                    EventsSuggested.Item(eventId: item.event.eventID, title: try tx.events.find(item.event.eventID)?.event.title ?? "",
                                         startDate: $0.wholeSeconds)
                }
            }
            found.append(.init(userId: user, items: items, distanceKm: suggested.distanceKm.map { ($0 * 10).rounded() / 10 },
                               isNearby: suggested.isNearby))
        }
        // Also when there is nothing: whoever asked goes on with the next.
        try tx.publish(EventsSuggested(context: context, suggestions: found))
        return NoContent()
    }
}
