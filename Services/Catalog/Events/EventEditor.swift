import CatalogKit
import Contracts
import Kernel

/// Applies an organizer's edit to an event: all of it or, with every reason, nothing.
package struct EventEditor {
    package private(set) var event: Event
    package private(set) var types: [TicketType]
    /// Types that are not on the new list.
    package private(set) var removed: [TicketType] = []
    private let original: Event
    private let settings: CatalogSettings
    private let currency: Currency
    private let now: Timestamp
    private var check = Validation()
    /// Types whose position was sent, and those that were not there before.
    private var placed: Set<TicketTypeID> = [], added: Set<TicketTypeID> = []
    /// Where each of the types stands in the list that was sent, which may also name wrong ones; nil: none was.
    private var sentAt: [Int]?

    package static let ticketTypesMax = 20
    package static let yearsAheadMax = 2

    package init(_ event: Event, types: [TicketType], settings: CatalogSettings, currency: Currency, now: Timestamp) {
        (self.event, self.types, original) = (event, types, event)
        (self.settings, self.currency, self.now) = (settings, currency, now)
    }

    /// Throws 422 with every field that fails, then 409 where stock stands against it. `newID` names new ticket types.
    package mutating func apply(_ edit: EventEdit, newID: () -> TicketTypeID) throws(Rejection) {
        applyTexts(edit)
        applyDates(edit)
        if edit.venue.isPresent { applyPlace(edit.venue.over(nil)) }
        applyTerms(edit)
        if let list = edit.ticketTypes.over(nil) ?? (edit.ticketTypes == .null ? [] : nil) { applyTypes(list, newID: newID) }
        checkSalesEnds()
        if event.life != .draft { checkStillComplete() }
        try check.check()
        if !added.isEmpty { try Self.refuseIfClosed(event, at: now) }
        for type in removed { try Self.refuseRemoval(of: type) }
        for type in types { try Self.refuseTooFew(type) }
        if edit.ticketTypes.isPresent { arrangeTypes() }
        event.prices = Event.PriceSummary(types)
    }

    private mutating func applyTexts(_ edit: EventEdit) {
        if let title = edit.title.over(nil) { event.title = check.text("title", title, 3...120) } else if edit.title == .null {
            event.title = nil
        }
        if let text = edit.description.over(nil) {
            event.description = check.text("description", text, 0...5000, required: false, multiline: true)
        } else if edit.description == .null {
            event.description = nil
        }
        if let category = edit.category.over(nil) {
            check.require(settings.category(category) != nil, "category",
                          "must be one of \(settings.categories.map(\.slug).joined(separator: ", "))")
        }
        event.category = edit.category.over(event.category)
        if let age = edit.ageRestriction.over(nil) {
            check.require(settings.ageRestrictions.contains(age), "ageRestriction",
                "must be \(settings.ageRestrictions.map(String.init).joined(separator: ", ")) or null")
        }
        event.ageRestriction = edit.ageRestriction.over(event.ageRestriction)
    }

    private mutating func applyDates(_ edit: EventEdit) {
        event.startDate = check.time("startDate", edit.startDate, old: original.startDate)
        event.endDate = check.time("endDate", edit.endDate, old: original.endDate)
        if let start = event.startDate, start != original.startDate {
            check.require(start <= Self.startMax(now), "startDate", "must be within \(Self.yearsAheadMax) years")
            // A draft may be behind its time; publishing it looks again.
            if original.life != .draft { check.require(start > now, "startDate", "must be in the future") }
        }
        guard let start = event.startDate, let end = event.endDate, start != original.startDate || end != original.endDate else { return }
        check.require(end > start, "endDate", "must be after startDate")
        check.require(end - start <= .days(Event.lengthDaysMax), "endDate", "must be within \(Event.lengthDaysMax) days of startDate")
    }

    /// The same day and time some years later, of 29 February the 28th.
    private static func startMax(_ now: Timestamp) -> Timestamp {
        let today = CalendarDate(daysSinceEpoch: Int(now.secondsSinceEpoch / 86_400)), year = today.year + yearsAheadMax
        let last = CalendarDate(year: year, month: today.month, day: today.day) ?? CalendarDate(year: year, month: 2, day: 28) ?? today
        return now + .days(last.daysSinceEpoch - today.daysSinceEpoch)
    }

    private mutating func applyPlace(_ sent: EventEdit.Place?) {
        guard let sent else {
            event.place = Event.Place()
            return
        }
        event.place = Event.Place(
            name: check.text("venue.name", sent.name, 2...120, required: false),
            address: check.text("venue.address", sent.address, 0...200, required: false),
            city: check.text("venue.city", sent.city, 2...80, required: false), latitude: sent.latitude, longitude: sent.longitude)
        if let latitude = sent.latitude { check.require((-90...90).contains(latitude), "venue.latitude", "must be -90 to 90") }
        if let longitude = sent.longitude { check.require((-180...180).contains(longitude), "venue.longitude", "must be -180 to 180") }
    }

    private mutating func applyTerms(_ edit: EventEdit) {
        func number(_ field: String, _ sent: PatchField<Int>, _ range: ClosedRange<Int>, usual: Int, old: Int) -> Int {
            guard sent.isPresent else { return old }
            return check.number(field, sent.over(nil) ?? usual, range) ?? old
        }
        let old = event.terms
        event.terms.maxTicketsPerUser = number("maxTicketsPerUser", edit.maxTicketsPerUser, 1...1000, usual: settings.maxTicketsPerUser,
            old: old.maxTicketsPerUser)
        event.terms.paymentWindowMinutes = number("paymentWindowMinutes", edit.paymentWindowMinutes, 15...1440,
            usual: settings.paymentWindowMinutes, old: old.paymentWindowMinutes)
        event.terms.doorsOpenMinutes = number("doorsOpenMinutes", edit.doorsOpenMinutes, 0...1440, usual: settings.doorsOpenMinutes,
                                              old: old.doorsOpenMinutes)
        event.wizardStep = number("wizardStep", edit.wizardStep, 1...3, usual: 1, old: event.wizardStep)
        if edit.transferable.isPresent { event.terms.transferable = edit.transferable.over(nil) ?? true }
        if edit.reEntry.isPresent { event.terms.reEntry = edit.reEntry.over(nil) ?? false }
        guard edit.refundPolicy.isPresent else { return }
        switch edit.refundPolicy.over(nil) {
        case nil: event.terms.refundHoursBefore = settings.refundDefaultHours
        case let policy? where policy.type == "none": event.terms.refundHoursBefore = nil
        case let policy? where policy.type == "until":
            event.terms.refundHoursBefore = check.number("refundPolicy.hoursBefore", policy.hoursBefore, 0...720)
        case .some: check.fail("refundPolicy.type", "must be none or until")
        }
    }

    private mutating func applyTypes(_ edits: [TicketTypeEdit], newID: () -> TicketTypeID) {
        check.require(edits.count <= Self.ticketTypesMax, "ticketTypes", "at most \(Self.ticketTypesMax) ticket types")
        let old = Dictionary(types.map { ($0.id, $0) }) { first, _ in first }
        let kept = edits.compactMap(\.id)
        check.require(Set(kept).count == kept.count, "ticketTypes", "names a ticket type twice")
        removed = types.filter { !kept.contains($0.id) }
        types = []
        var places: [Int] = []
        for (i, edit) in edits.prefix(Self.ticketTypesMax).enumerated() {
            if let id = edit.id, old[id] == nil {
                check.fail("ticketTypes.\(i).id", "is not a ticket type of this event")
                continue
            }
            let editor = TicketTypeEditor(field: "ticketTypes.\(i)", currency: currency)
            if let type = editor.apply(edit, to: edit.id.flatMap { old[$0] }, position: i, check: &check, newID: newID) {
                types.append(type)
                places.append(i)
                if edit.position.over(nil) != nil { placed.insert(type.id) }
                if edit.id == nil { added.insert(type.id) }
            }
        }
        var names: Set<String> = []
        sentAt = places
        for (i, type) in zip(places, types) where !names.insert(type.name.caseFolded).inserted {
            check.fail("ticketTypes.\(i).name", "is used by another ticket type of this event")
        }
    }

    /// Sorts the list as it will be read. A type whose position was sent goes before others of that position, which move on: no two types
    /// share one.
    private mutating func arrangeTypes() {
        func key(_ entry: (offset: Int, element: TicketType)) -> (Int, Int, Int) {
            (entry.element.position, placed.contains(entry.element.id) ? 0 : 1, entry.offset)
        }
        types = types.enumerated().sorted { key($0) < key($1) }.map(\.element)
        for i in types.indices.dropFirst() { types[i].position = max(types[i].position, types[i - 1].position + 1) }
    }

    private mutating func checkSalesEnds() {
        guard let start = event.startDate else { return }
        for (i, type) in zip(sentAt ?? Array(types.indices), types) {
            if let end = type.salesEnd, end > start { check.fail("ticketTypes.\(i).salesEnd", "must not be after startDate") }
        }
    }

    /// What is public must stay complete. A field that is wrong is not missing, nor is a list with a wrong entry.
    private mutating func checkStillComplete() {
        let wrong = Set(check.errors.keys.flatMap { [$0, String($0.prefix { $0 != "." })] })
        for step in EventWizard(event, types: types).steps {
            for (field, messages) in step.problems where !wrong.contains(field) {
                for message in messages { check.fail(field, message) }
            }
        }
    }

    /// What is over or called off takes no new ticket type.
    static func refuseIfClosed(_ event: Event, at now: Timestamp) throws(Rejection) {
        switch event.status(at: now) {
        case .completed, .cancelled: throw .conflict("event-closed", "This event takes no more ticket types.")
        case .draft, .published, .ongoing: return
        }
    }
    package static func refuseRemoval(of type: TicketType) throws(Rejection) {
        guard type.stock.taken > 0 else { return }
        throw .conflict("ticket-type-has-sales", "\(type.name) has tickets that are sold or held.",
                        ["ticketTypeId": .string(type.id.rawValue), "sold": .int(type.stock.sold), "held": .int(type.stock.kept)])
    }
    package static func refuseTooFew(_ type: TicketType) throws(Rejection) {
        guard type.stock.quantity < type.stock.taken else { return }
        throw .conflict("capacity-below-sold", "\(type.name) cannot have fewer tickets than are sold and held.",
                        ["ticketTypeId": .string(type.id.rawValue), "sold": .int(type.stock.sold), "held": .int(type.stock.kept),
                            "minimum": .int(type.stock.taken)])
    }
}

/// Applies what was sent of one ticket type.
struct TicketTypeEditor {
    /// The path of the type in the request, for its errors.
    let field: String
    let currency: Currency
    static let priceMax = 20_000_000

    /// Nil when its name, price or quantity is missing or refused: `check` says so. `position`: its place in the list that was sent.
    func apply(_ edit: TicketTypeEdit, to old: TicketType?, position: Int, check: inout Validation,
               newID: () -> TicketTypeID) -> TicketType? {
        let name = check.text(path("name"), edit.name.over(old?.name), 1...60)
        let description = check.text(path("description"), edit.description.over(old?.description), 0...300, required: false,
                                     multiline: true)
        let price = price(edit.price, old?.price, &check)
        let quantity = check.number(path("quantity"), edit.quantity.over(old?.stock.quantity), 1...100_000)
        let least = check.number(path("minPerOrder"), edit.minPerOrder.over(old?.minPerOrder) ?? 1, 1...20)
        let most = check.number(path("maxPerOrder"), edit.maxPerOrder.over(old?.maxPerOrder) ?? 10, 1...20)
        if let least, let most { check.require(least <= most, path("minPerOrder"), "must not be more than maxPerOrder") }
        let start = check.time(path("salesStart"), edit.salesStart, old: old?.salesStart)
        let end = check.time(path("salesEnd"), edit.salesEnd, old: old?.salesEnd)
        if let start, let end { check.require(start < end, path("salesEnd"), "must be after salesStart") }
        guard let name, let price, let quantity, let least, let most else { return nil }
        var stock = old?.stock ?? Stock(quantity: quantity)
        stock.quantity = quantity
        return TicketType(id: old?.id ?? newID(), name: name, description: description, price: price, stock: stock, minPerOrder: least,
                          maxPerOrder: most, salesStart: start, salesEnd: end, isPaused: edit.paused.over(old?.isPaused) ?? false,
                          position: edit.position.over(nil) ?? position, gross: old?.gross ?? 0)
    }

    private func path(_ name: String) -> String { field.isEmpty ? name : "\(field).\(name)" }

    private func price(_ sent: PatchField<TicketTypeEdit.Price>, _ old: Int?, _ check: inout Validation) -> Int? {
        guard let price = sent.over(nil) else {
            if sent == .absent, let old { return old }
            check.fail(path("price"), "is required")
            return nil
        }
        guard price.currency == currency.code else {
            check.fail(path("price"), "must be in \(currency.code)")
            return nil
        }
        return check.number(path("price"), price.amount, 0...Self.priceMax)
    }
}
