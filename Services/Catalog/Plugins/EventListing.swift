import Contracts
import Kernel

/// Events with ticket types (EventPassUG, a theatre).
package enum EventListing: ListingKind {
    package static let name = "event"

    package static func problems(inSettings settings: JSONValue, of definition: TenantDefinition) -> [(path: String, message: String)] {
        let read: CatalogSettings
        do { read = try settings.decoded(as: CatalogSettings.self) } catch { return [(SettingsProblem.path(of: error), "cannot be read: \(SettingsProblem.reason(of: error))")] }
        var problems: [(String, String)] = []
        if read.categories.isEmpty { problems.append(("categories", "needs at least one category")) }
        let slugs = read.categories.map(\.slug)
        if Set(slugs).count != slugs.count { problems.append(("categories", "names a slug twice")) }
        if !(0..<read.priceBands.moderate).contains(read.priceBands.budget) { problems.append(("priceBands", "budget must be below moderate")) }
        for (name, value) in [("maxTicketsPerOrder", read.maxTicketsPerOrder), ("maxTicketsPerUser", read.maxTicketsPerUser),
                              ("paymentWindowMinutes", read.paymentWindowMinutes)] where value < 1 {
            problems.append((name, "must be at least 1"))
        }
        if (try? TimeZoneRules.named(definition.timezone)) == nil { problems.append(("", "the tenant's time zone \(definition.timezone) is not known")) }
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

    package static func available(_ event: Event, offers: [TicketType], now: Timestamp) -> Int {
        offers.reduce(0) { $0 + $1.stock.available }
    }

    /// A sale, and whether its payment came after the hold.
    package struct Request: Sendable {
        package let sale: TicketSale
        package let isLate: Bool
        package init(sale: TicketSale, isLate: Bool) { (self.sale, self.isLate) = (sale, isLate) }
    }
    package static func claimLines(for request: Request) throws(Rejection) -> [Claim.Line] {
        if request.isLate { try request.sale.checkLate() } else { try request.sale.check() }
        return request.sale.lines.map { Claim.Line(resource: $0.ticketTypeId.rawValue, quantity: $0.quantity,
            unitPrice: request.sale.type($0.ticketTypeId)?.price ?? 0) }
    }
}
