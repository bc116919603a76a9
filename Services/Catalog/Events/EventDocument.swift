import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Writes an event as people get it: the whole one, or a card (the same without description and ticket types).
package struct EventDocument {
    let settings: CatalogSettings
    let currency: Currency
    let now: Timestamp
    /// Where the asker is: adds `distanceKm`.
    package var near: Coordinates?

    package init(settings: CatalogSettings, currency: Currency, now: Timestamp, near: Coordinates? = nil) {
        (self.settings, self.currency, self.now, self.near) = (settings, currency, now, near)
    }

    package func card(_ seen: SeenEvent, to writer: inout JSONWriter) {
        writer.object { head(seen, to: &$0); tail(seen, to: &$0) }
    }

    /// `owner` adds what only the organizer sees, `warnings` what a change of it says.
    func whole(_ seen: SeenEvent, types: [TicketType], owner: OwnerFacts?, warnings: [EventWarning]? = nil, to writer: inout JSONWriter) {
        writer.object { writer in
            head(seen, to: &writer)
            writer.member("description", seen.event.description)
            writer.member("ticketTypes", array: types) { ticketType($1, of: seen.event, to: &$0) }
            terms(seen.event.terms, to: &writer)
            tail(seen, to: &writer)
            if let owner { write(owner, of: seen.event, to: &writer) }
            if let warnings { writer.member("warnings", array: warnings) { $1.write(to: &$0) } }
        }
    }

    /// A card with what only the organizer sees.
    func ownCard(_ seen: SeenEvent, owner: OwnerFacts, to writer: inout JSONWriter) {
        writer.object { head(seen, to: &$0); tail(seen, to: &$0); write(owner, of: seen.event, to: &$0) }
    }

    private func head(_ seen: SeenEvent, to writer: inout JSONWriter) {
        let event = seen.event
        let status = event.status(at: now)
        writer.member("id", event.id)
        writer.member("title", event.title)
        writer.member("category", event.category)
        writer.member("status", status.rawValue)
        writer.member("organizer") { writer in
            writer.member("id", event.organizerID)
            writer.member("name", seen.organizer.name)
            writer.member("verified", seen.organizer.isVerified)
            writer.member("followerCount", seen.organizer.followerCount)
            writer.member("following", seen.isFollowed)
        }
        writer.member("startDate", event.startDate?.wholeSeconds)
        writer.member("endDate", event.endDate?.wholeSeconds)
        venue(event.place, to: &writer)
        writer.member("posterUrl", event.posterURL)
        writer.member("ageRestriction", event.ageRestriction)
        writer.member("isHappeningNow", status == .ongoing)
        writer.member("hasStarted", event.hasStarted(at: now))
        writer.member("isTicketSalesOpen", event.isTicketSalesOpen(at: now))
        let seconds = event.secondsUntilSalesClose(at: now)
        writer.member("timeUntilSalesClose", seconds)
        writer.member("salesUrgency", seconds.map { SalesUrgency(seconds: $0).rawValue })
    }

    private func venue(_ place: Event.Place, to writer: inout JSONWriter) {
        writer.key("venue")
        if place.isEmpty { return writer.null() }
        writer.object { writer in
            writer.member("name", place.name)
            writer.member("address", place.address)
            writer.member("city", place.city)
            writer.member("latitude", place.latitude)
            writer.member("longitude", place.longitude)
        }
    }

    private func tail(_ seen: SeenEvent, to writer: inout JSONWriter) {
        let event = seen.event
        writer.key("priceRange")
        if let range = event.prices.range {
            writer.object { writer in
                writer.member("min", Money(range.lowerBound, currency))
                writer.member("max", Money(range.upperBound, currency))
            }
        } else {
            writer.null()
        }
        writer.member("isFree", event.prices.isFree)
        writer.member("priceBand", PriceBand(event.prices, settings.priceBands)?.rawValue)
        writer.member("favorite", seen.isFavorite)
        writer.member("favoriteCount", event.favoriteCount)
        writer.member("rating") { writer in
            writer.member("average", event.ratingAverage)
            writer.member("count", event.ratingCount)
        }
        writer.member("version", event.version)
        writer.member("createdAt", event.createdAt.wholeSeconds)
        writer.member("publishedAt", event.publishedAt?.wholeSeconds)
        writer.member("updatedAt", event.updatedAt.wholeSeconds)
        if let near, let latitude = event.place.latitude, let longitude = event.place.longitude {
            writer.member("distanceKm", near.distanceShownKm(to: Coordinates(latitude: latitude, longitude: longitude)))
        }
    }

    func ticketType(_ type: TicketType, of event: Event, to writer: inout JSONWriter) {
        // Stock keeps what a cancelled event had sold; its tickets ended with it.
        let ended = event.isCancelled ? type.stock.sold : 0
        writer.object { writer in
            writer.member("id", type.id)
            writer.member("name", type.name)
            writer.member("description", type.description)
            writer.member("price", Money(type.price, currency))
            writer.member("quantity", type.stock.quantity)
            writer.member("sold", type.stock.sold - ended)
            writer.member("held", type.stock.held)
            writer.member("available", type.stock.available + ended)
            writer.member("minPerOrder", type.minPerOrder)
            writer.member("maxPerOrder", type.maxPerOrder)
            writer.member("salesStart", type.salesStart?.wholeSeconds)
            writer.member("salesEnd", type.salesEnd?.wholeSeconds)
            writer.member("paused", type.isPaused)
            writer.member("position", type.position)
            writer.member("state", type.state(at: now, of: event).rawValue)
        }
    }

    private func terms(_ terms: Event.Terms, to writer: inout JSONWriter) {
        writer.member("maxTicketsPerUser", terms.maxTicketsPerUser)
        writer.member("paymentWindowMinutes", terms.paymentWindowMinutes)
        writer.member("refundPolicy") { writer in
            writer.member("type", terms.refundHoursBefore == nil ? "none" : "until")
            if let hours = terms.refundHoursBefore { writer.member("hoursBefore", hours) }
        }
        writer.member("transferable", terms.transferable)
        writer.member("reEntry", terms.reEntry)
        writer.member("doorsOpenMinutes", terms.doorsOpenMinutes)
    }

    private func write(_ owner: OwnerFacts, of event: Event, to writer: inout JSONWriter) {
        writer.member("permissions") { writer in
            writer.member("canEdit", owner.permissions.canEdit)
            writer.member("canDelete", owner.permissions.canDelete)
            writer.member("editWarning", owner.permissions.editWarning)
        }
        writer.member("stats") { writer in
            writer.member("ticketsSold", owner.ticketsSold)
            writer.member("attendeeCount", owner.attendeeCount)
            writer.member("revenue", Money(owner.revenue, currency))
        }
        writer.member("wizard") { writer in
            writer.member("currentStep", event.wizardStep)
            writer.member("steps") { writer in
                for step in owner.wizard.steps {
                    writer.key(data: String(step.number))
                    writer.value(step.isComplete ? "complete" : "incomplete")
                }
            }
            writer.member("missing", array: owner.wizard.missing) { $0.value($1) }
        }
        writer.member("deletedAt", event.deletedAt?.wholeSeconds)
    }
}

/// What only the owner of an event sees of it.
package struct OwnerFacts: Sendable {
    package let permissions: EventPermissions
    package let ticketsSold: Int
    package let attendeeCount: Int
    /// Minor units of the tenant's currency.
    package let revenue: Int
    package let wizard: EventWizard

    package init(_ event: Event, types allTypes: [TicketType], attendeeCount: Int, now: Timestamp) {
        // Stock keeps what a cancelled event had sold; its tickets ended with it.
        let types = event.isCancelled ? [] : allTypes
        ticketsSold = types.reduce(0) { $0 + $1.stock.sold }
        self.attendeeCount = event.isCancelled ? 0 : attendeeCount
        revenue = types.reduce(0) { $0 + $1.gross }
        permissions = EventPermissions(event, ticketsSold: ticketsSold, now: now)
        wizard = EventWizard(event, types: allTypes)
    }
}
