import CatalogDiscovery
import CatalogEvents
import CatalogSocial
import Contracts
import Kernel
import ServiceKit

/// What is asked of lists of events: every list, every parameter that narrows it, and every order.
enum EventQuestions {
    struct Kind: Sendable {
        let name: String
        let type: MessageType
        var user: User.ID?
        /// Whether an event changes before each question.
        var changesBefore = false
        let parameters: @Sendable (inout Draws) -> [String: JSONValue]
    }

    static let all: [Kind] = lists + browsing

    private static let lists: [Kind] = [
        browse("all") { _ in [:] },
        Kind(name: "all, after a change", type: BrowseEvents.type, changesBefore: true) { _ in [:] },
        Kind(name: "categories", type: Categories.type) { _ in [:] },
        Kind(name: "cities", type: Cities.type) { _ in [:] },
        Kind(name: "organizer's own", type: OrganizerEvents.type, user: EventTown.organizer(3)) { _ in [:] },
        Kind(name: "organizer's own, completed", type: OrganizerEvents.type, user: EventTown.organizer(3)) { _ in ["status": "completed"] },
        Kind(name: "organizer's own, completed, 5", type: OrganizerEvents.type, user: EventTown.organizer(3)) { _ in
            ["status": "completed", "perPage": 5]
        },
        Kind(name: "organizer's own, a rare word", type: OrganizerEvents.type, user: EventTown.organizer(3)) { ["search": rare(&$0)] },
        Kind(name: "organizers", type: FindOrganizers.type) { _ in [:] },
        Kind(name: "an organizer's page", type: OrganizerDetails.type) {
            ["organizerId": .string(EventTown.organizer($0.index(EventTown.organizers)).rawValue)]
        },
        Kind(name: "similar", type: SimilarEvents.type) { ["eventId": .string(EventTown.event($0.index(1000)).rawValue)] },
        Kind(name: "home", type: Home.type) { _ in [:] },
        Kind(name: "home of somebody known", type: Home.type, user: EventTown.visitor) { place(&$0) },
        Kind(name: "recommendations", type: Recommendations.type, user: EventTown.visitor) { place(&$0) },
    ]

    private static let browsing: [Kind] = [
        browse("page 20") { _ in ["page": 20] },
        browse("a common word, 10") { ["search": common(&$0), "perPage": 10] },
        browse("a rare word") { ["search": rare(&$0)] },
        browse("the beginning of a word") { ["search": .string(String($0.pick(EventTown.commonWords).prefix(3)))] },
        browse("a city as a word") { ["search": .string($0.pick(EventTown.cities).name)] },
        browse("two words, 5") { ["search": .string("\($0.pick(EventTown.commonWords)) kamp"), "perPage": 5] },
        browse("two rare words") { ["search": .string("\($0.pick(EventTown.rareWords)) kamp")] },
        browse("a category") { ["category": .string($0.pick(["music", "food", "sports", "business"]))] },
        browse("a city") { ["city": .string($0.pick(EventTown.cities).name)] },
        browse("a price band") { ["price": .string($0.pick(["free", "budget", "moderate", "premium"]))] },
        browse("prices from and to") { ["priceMin": .int(5000 * (1 + $0.index(10))), "priceMax": .int(5000 * (11 + $0.index(10)))] },
        browse("today") { _ in ["when": "today"] },
        browse("today, 2") { _ in ["when": "today", "perPage": 2] },
        browse("this weekend") { _ in ["when": "this-weekend"] },
        browse("this month") { _ in ["when": "this-month"] },
        browse("a month ahead") { _ in
            ["from": .string("\(EventListMeasure.time + .days(60))"), "to": .string("\(EventListMeasure.time + .days(90))")]
        },
        browse("happening now") { _ in ["when": "happening-now"] },
        browse("completed") { _ in ["status": "completed"] },
        browse("of an organizer") { ["organizerId": .string(EventTown.organizer($0.index(EventTown.organizers)).rawValue)] },
        browse("of an organizer, 5") {
            ["organizerId": .string(EventTown.organizer($0.index(EventTown.organizers)).rawValue), "perPage": 5]
        },
        browse("within 10 km") { near(&$0, ["radius": 10]) },
        browse("within 10 km, nearest first") { near(&$0, ["radius": 10, "sort": "distance"]) },
        browse("nearest first") { near(&$0, ["sort": "distance"]) },
        browse("in a box") { box(&$0) },
        browse("in a box, 2") { box(&$0, ["perPage": 2]) },
        browse("by popularity") { _ in ["sort": "popular"] },
        browse("by price") { _ in ["sort": "price"] },
        browse("newest first") { _ in ["sort": "newest"] },
        browse("city, category, price, month") {
            ["city": .string($0.pick(EventTown.cities).name), "category": "music,food", "price": "budget,moderate", "when": "this-month"]
        },
        browse("category, price, a month ahead, 2") { _ in
            ["category": "music,food", "price": "budget,moderate", "from": .string("\(EventListMeasure.time + .days(60))"), "perPage": 2]
        },
        browse("a common word, near, popular") { near(&$0, ["search": common(&$0), "radius": 20, "sort": "popular"]) },
        browse("a common word, near, popular, 2") {
            near(&$0, ["search": common(&$0), "radius": 50, "sort": "popular", "perPage": 2])
        },
    ]

    private static func browse(_ name: String, _ parameters: @escaping @Sendable (inout Draws) -> [String: JSONValue]) -> Kind {
        Kind(name: name, type: BrowseEvents.type, parameters: parameters)
    }
    private static func common(_ draws: inout Draws) -> JSONValue { .string(draws.pick(EventTown.commonWords)) }
    private static func rare(_ draws: inout Draws) -> JSONValue { .string(draws.pick(EventTown.rareWords)) }
    private static func place(_ draws: inout Draws) -> [String: JSONValue] {
        let city = EventTown.cities[draws.next() < 0.6 ? 0 : draws.index(EventTown.cities.count)].place
        let (north, east) = ((draws.next() - 0.5) * 0.1, (draws.next() - 0.5) * 0.1)
        return ["latitude": .double(city.latitude + north), "longitude": .double(city.longitude + east)]
    }
    private static func near(_ draws: inout Draws, _ more: [String: JSONValue]) -> [String: JSONValue] {
        place(&draws).merging(more) { _, own in own }
    }
    private static func box(_ draws: inout Draws, _ more: [String: JSONValue] = [:]) -> [String: JSONValue] {
        let place = place(&draws)
        guard case .double(let north) = place["latitude"], case .double(let east) = place["longitude"] else { return [:] }
        return ["bbox": .string("\(east - 0.05),\(north - 0.05),\(east + 0.05),\(north + 0.05)")].merging(more) { _, own in own }
    }
}
