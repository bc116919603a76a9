import Kernel

/// How far the three steps of making an event are: 1 what, 2 when and where, 3 tickets.
package struct EventWizard: Sendable, Equatable {
    package struct Step: Sendable, Equatable {
        package let number: Int
        /// Field → what is wrong with it, as people read it.
        package let problems: [String: [String]]
        package var isComplete: Bool { problems.isEmpty }
    }
    package let steps: [Step]

    package init(_ event: Event, types: [TicketType]) {
        var one = Validation()
        one.text("title", event.title, 3...120)
        one.text("description", event.description, 10...5000, multiline: true)
        one.require(event.category != nil, "category", "is required")
        var two = Validation()
        two.require(event.startDate != nil, "startDate", "is required")
        two.require(event.endDate != nil, "endDate", "is required")
        two.require(event.place.name != nil, "venue.name", "is required")
        two.require(event.place.city != nil, "venue.city", "is required")
        two.require(event.place.latitude != nil, "venue.latitude", "is required")
        two.require(event.place.longitude != nil, "venue.longitude", "is required")
        var three = Validation()
        three.require(!types.isEmpty, "ticketTypes", "needs at least one ticket type")
        steps = [one, two, three].enumerated().map { Step(number: $0.offset + 1, problems: $0.element.errors) }
    }

    /// Names of the fields that are missing, in the order of the steps.
    package var missing: [String] { steps.flatMap { $0.problems.keys.sorted() } }
    package var isComplete: Bool { steps.allSatisfy(\.isComplete) }
}
