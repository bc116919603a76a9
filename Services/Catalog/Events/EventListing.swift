import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Events with ticket types (EventPassUG, a theatre).
package enum EventListing: ListingKind {
    package static let name = ListingReference.eventKind
    package static let reads: [SettingsReading] = [.values(CatalogSettings.self)]
    package static let settingsReference = CatalogSettings.reference
    package static let claimable: (any Claimable.Type)? = EventTickets.self

    package static func problems(inSettings settings: JSONValue, of definition: TenantDefinition) -> [(path: String, message: String)] {
        let read: CatalogSettings
        do { read = try settings.decoded(as: CatalogSettings.self) } catch { return SettingsProblem.of(error) }
        var problems: [(String, String)] = []
        if read.categories.isEmpty { problems.append(("categories", "needs at least one category")) }
        let slugs = read.categories.map(\.slug)
        if Set(slugs).count != slugs.count { problems.append(("categories", "names a slug twice")) }
        if read.priceBands.budget < 0 || read.priceBands.budget >= read.priceBands.moderate {
            problems.append(("priceBands", "budget must be below moderate"))
        }
        for (name, value, range) in [
            ("maxTicketsPerOrder", read.maxTicketsPerOrder, 1...1000), ("maxTicketsPerUser", read.maxTicketsPerUser, 1...10_000_000),
            ("paymentWindowMinutes", read.paymentWindowMinutes, 1...1440),
            ("lowInventory", read.lowInventory, 0...1_000_000), ("waitlistOfferMinutes", read.waitlistOfferMinutes, 1...10_080),
            ("refundDefaultHours", read.refundDefaultHours, 0...8760), ("changeRefundHours", read.changeRefundHours, 0...8760),
            ("adjacentMinutes", read.adjacentMinutes, 0...1440), ("doorsOpenMinutes", read.doorsOpenMinutes, 0...10_080),
        ] where !range.contains(value) { problems.append((name, "must be \(range.lowerBound) to \(range.upperBound)")) }
        if read.milestones.contains(where: { $0 < 1 }) { problems.append(("milestones", "must be positive")) }
        if read.ageRestrictions.contains(where: { !(1...120).contains($0) }) { problems.append(("ageRestrictions", "must be 1 to 120")) }
        if (try? TimeZoneRules.named(definition.timezone)) == nil {
            problems.append(("", "the tenant's time zone \(definition.timezone) is not known"))
        }
        return problems
    }

    package static func problems(toPublish event: Event, offers: [TicketType], now: Timestamp) -> [String: [String]] {
        var problems: [String: [String]] = [:]
        for step in EventWizard(event, types: offers).steps { problems.merge(step.problems) { $0 + $1 } }
        if let start = event.startDate, start <= now { problems["startDate", default: []].append("must be in the future") }
        return problems
    }

    package static func searchDocument(of event: Event, organizer: String, settings: CatalogSettings) -> SearchDocument {
        let category = event.category.map { settings.category($0)?.name ?? $0 }
        return SearchDocument(title: event.title, others: [event.place.name, event.place.address, event.place.city, organizer, category])
    }
}
